"""All seats but one, who put together everything that they see and hold, against the one that is left."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import msgspec

from lantruco.fairdeal import CARDS, POINT_BYTES, DealSecret, Point, opening_order
from lantruco.fairdeal.commitment import SECRET_BYTES
from lantruco.fairdeal.fixedpoints import card_indices
from lantruco.protocol.decklog import DeckLog
from lantruco.protocol.effects import Effect, Keep, Wipe
from lantruco.protocol.events import CardsDealt, HandStarted, RuleEvent
from lantruco.protocol.messages import SIGNED, Message
from lantruco.protocol.replica import Replica
from lantruco.rules import CODES, ONZE, Played, Shown, Swapped
from tests.simulation.table import Table

_NOT_LOOKED_INTO = (type, ModuleType, FunctionType, BuiltinFunctionType, CodeType, FrameType)


class Overheard(Table):
    """A table whose secrets the test writes down as they are made, ``secrets[seat][hand]``.

    At the end of each hand it searches the others' memory for what only the ``victim`` may know; ``leaks``
    are the hands in which something was found.
    """

    def __init__(self, *args: Any, victim: int, **options: Any) -> None:
        self.victim = victim
        self.secrets: dict[int, dict[int, DealSecret]] = {}
        self.wiped: dict[int, list[int]] = {}
        self.leaks: list[int] = []
        super().__init__(*args, **options)

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Keep):
                secret = DealSecret.from_bytes(self.group, effect.secret[:SECRET_BYTES])
                self.secrets.setdefault(seat, {})[effect.hand] = secret
            elif isinstance(effect, Wipe):
                self.wiped.setdefault(seat, []).append(effect.hand)
                if seat == self.victim and effect.hand in self.hands_dealt():
                    self._look_around(effect.hand)
            super().carry_out(seat, [effect])

    def _look_around(self, hand: int) -> None:
        secret, opened = self.secrets[self.victim][hand].key.encode(), self.opened(hand)
        forbidden = {bytes(share) for position, share in self.shares(hand) if position not in opened} | {
            secret
        }
        for replica in replicas_but(self, self.victim):
            for data in octets_in(replica):
                if not forbidden.isdisjoint(pieces(data)) or secret in data:
                    self.leaks.append(hand)

    def deck(self, hand: int) -> DeckLog:
        return self.replicas[self.victim]._decks[hand]

    def hands_dealt(self) -> list[int]:
        return [event.hand for event in self.events[self.victim] if isinstance(event, CardsDealt)]

    def shares(self, hand: int) -> Iterator[tuple[int, Point]]:
        """The victim's share for each of the 40 positions, as it alone can make it."""
        key = self.secrets[self.victim][hand].key.value
        deck = self.deck(hand).final_deck
        return ((position, self.group.mul(key, deck.left[position])) for position in range(CARDS))

    def opened(self, hand: int) -> set[int]:
        """Positions for which the rules make the victim give its share to some other seat: what is told of
        the hand is enough to know them."""
        players, mine = len(self.replicas), self.victim
        start = next(e for e in self.events[mine] if isinstance(e, HandStarted) and e.hand == hand)
        own_turn = (mine - start.dealer - 1) % players
        own = set(range(3 * own_turn, 3 * own_turn + 3))
        dealt = set(range(3 * players + 1))
        opened = {3 * players} if start.kind == "ferro" else dealt - own
        if players > 2 and start.kind == "onze" and start.score[mine % 2] == ONZE:
            opened |= own
        for event in self.told(hand):
            if isinstance(event, Played) and not event.covered:
                opened.add(event.slot)
            if isinstance(event, Shown) or (isinstance(event, Swapped) and event.seat != mine):
                opened.update(event.slots)
        return opened

    def told(self, hand: int) -> list[object]:
        """What the rules told of a hand."""
        found, current = list[object](), -1
        for event in self.events[self.victim]:
            if isinstance(event, HandStarted):
                current = event.hand
            elif isinstance(event, RuleEvent) and current == hand:
                found.append(event.event)
        return found


def pieces(data: bytes) -> set[bytes]:
    """The elements of which a field is made."""
    return {data[at : at + POINT_BYTES] for at in range(0, len(data), POINT_BYTES)}


def octets_in(root: object) -> Iterator[bytes]:
    """Every byte string that can be reached from ``root``, code and modules left out; large integers too, as
    32 bytes."""
    seen, todo = set[int](), [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, _NOT_LOOKED_INTO):
            continue
        seen.add(id(thing))
        if isinstance(thing, bytes):
            yield bytes(thing)
        elif isinstance(thing, int) and 2**128 < thing < 2**256:
            yield thing.to_bytes(32, "little")
        else:
            todo.extend(gc.get_referents(thing))


def published(frames: Iterable[bytes]) -> set[bytes]:
    """All elements in all fields of messages."""
    return {
        piece for frame in frames for data in _fields(SIGNED.decode(frame).body) for piece in pieces(data)
    }


def _fields(body: Message) -> Iterator[bytes]:
    todo: list[object] = [body]
    while todo:
        value = todo.pop()
        if isinstance(value, bytes):
            yield bytes(value)
        elif isinstance(value, msgspec.Struct):
            todo.extend(getattr(value, name) for name in value.__struct_fields__)
        elif isinstance(value, list):
            todo.extend(value)


@dataclass
class Guesses:
    """What a coalition finds out about positions, by several ways of guessing: right ones of ``tried``."""

    tried: int = 0
    right: dict[str, int] = field(default_factory=dict)

    def note(self, name: str, hit: bool) -> None:
        self.right[name] = self.right.get(name, 0) + hit


def guess(table: Overheard, hand: int, positions: Iterable[int], guesses: Guesses) -> None:
    """Every way to a card at ``positions`` that the coalition has: it takes its own shares off, and then
    tries whatever it has ever heard from the victim in place of the share that is missing."""
    group, log, victim = table.group, table.deck(hand), table.victim
    joint = log.joint
    assert joint is not None
    index = card_indices(group, CODES)
    order = opening_order(log.context, joint.seed)
    others = sum(kept[hand].key.value for seat, kept in table.secrets.items() if seat != victim)
    heard = [share for position, share in table.shares(hand) if position in table.opened(hand)]
    shares = dict(table.shares(hand))
    for position in positions:
        left, right = log.final_deck.left[position], log.final_deck.right[position]
        rest = group.sub(right, group.mul(others, left))
        card = index[group.sub(rest, shares[position])]
        guesses.tried += 1
        guesses.note("the share itself", index.get(group.sub(rest, shares[position])) == card)
        guesses.note("no share", index.get(rest) == card)
        guesses.note("the victim's key", index.get(group.sub(rest, log.publics[victim])) == card)
        guesses.note("another share", any(index.get(group.sub(rest, share)) == card for share in heard))
        guesses.note("the opening order", order[position] == card)
        guesses.note("the bytes of the rest", int.from_bytes(rest, "little") % CARDS == card)
        guesses.note("the bytes of the deck", left[0] % CARDS == card)


def replicas_but(table: Table, seat: int) -> list[Replica]:
    return [replica for other, replica in enumerate(table.replicas) if other != seat]
