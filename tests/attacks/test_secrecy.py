"""What a seat hides stays hidden from all others together, and goes when the hand ends."""

from __future__ import annotations

import base64
import logging
import math
from functools import cache
from pathlib import Path

import pytest

from lantruco.fairdeal import CARDS
from lantruco.protocol.effects import Effect, Journal, Keep, Wipe
from lantruco.protocol.events import HandStarted
from lantruco.record import journal as disk
from lantruco.rules import Played, Swapped
from tests.attacks.coalition import Guesses, Overheard, guess, octets_in, published
from tests.fairdeal.smallgroup import SMALL
from tests.peer.tables import Watcher, full_table, run
from tests.simulation.policies import any_legal, claiming
from tests.simulation.staging import to_ferro
from tests.simulation.table import Policy, Table

TABLES: dict[str, tuple[int, int, Policy]] = {
    "two seats": (2, 5, any_legal),
    "four seats": (4, 8, any_legal),
    "onze and ferro": (4, 4, to_ferro),
    "blind ferro": (2, 9, to_ferro),
    "cards swapped": (4, 6, claiming(2, "aceita")),
    "cards shown": (4, 5, claiming(1, "mostra")),
}


@cache
def overheard(name: str) -> Overheard:
    seats, seed, policy = TABLES[name]
    table = Overheard(seats, seed, SMALL, policy=policy, victim=seats - 1)
    table.play()
    assert all(table.closed())
    kinds = {event.kind for event in table.events[0] if isinstance(event, HandStarted)}
    assert "ferro" not in name or kinds == {"normal", "onze", "ferro"}
    return table


@pytest.mark.parametrize("name", TABLES)
def test_shares_are_given_for_open_positions_and_for_no_other(name: str) -> None:
    """Guard: a share goes out only for a position that the rules open now. Unplayed, covered and swapped
    cards are in no message, and therefore in no record."""
    table = overheard(name)
    said = published(frame for _, frame in table.sent)
    sealed_too = ("onze and ferro", "cards swapped")
    for hand in table.hands_dealt():
        given = {position for position, share in table.shares(hand) if bytes(share) in said}
        opened = table.opened(hand)
        assert given <= opened
        assert given == opened or name in sealed_too
        assert len(opened) < CARDS


@pytest.mark.parametrize("name", TABLES)
def test_nobody_else_has_a_hidden_share_in_memory_at_the_end_of_a_hand(name: str) -> None:
    assert overheard(name).leaks == []


def test_the_search_through_memory_finds_what_is_there() -> None:
    """The measure itself: the victim's own replica holds its secret, and its shares while it looks."""
    table = Table(2, 5, SMALL)
    while table.replicas[1].view().phase != "turn":
        assert table.deliver()
    secret = table.replicas[1]._decks[0].secret
    assert secret is not None
    assert secret.key.encode() in set(octets_in(table.replicas[1]))
    own = {bytes(table.replicas[1]._decks[0].own_share(p)) for p in table.replicas[1]._main._hand.hands[1]}
    assert own <= set(octets_in(table.replicas[1]))
    assert own.isdisjoint(octets_in(table.replicas[0]))


def test_the_tables_show_every_way_to_hide_a_card() -> None:
    told = [
        event
        for name in TABLES
        for hand in overheard(name).hands_dealt()
        for event in overheard(name).told(hand)
    ]
    victims = {len(overheard(name).replicas) - 1 for name in TABLES}
    assert any(isinstance(event, Played) and event.covered and event.seat in victims for event in told)
    assert any(isinstance(event, Swapped) and event.seat in victims for event in told)


def test_a_hidden_card_is_anybodys_guess() -> None:
    """All others together take off their shares and try, for the one that is missing, everything they heard.
    With the true share the same search finds every card."""
    guesses = Guesses()
    for table in map(overheard, TABLES):
        for hand in table.hands_dealt():
            guess(table, hand, set(range(CARDS)) - table.opened(hand), guesses)
    right, tried = guesses.right, guesses.tried
    assert tried > 900
    assert right["the share itself"] == tried
    assert (right["no share"], right["the victim's key"], right["another share"]) == (0, 0, 0)
    blind = math.sqrt(tried * (1 / CARDS) * (1 - 1 / CARDS))
    for way in ("the opening order", "the bytes of the rest", "the bytes of the deck"):
        assert abs(right[way] - tried / CARDS) < 4 * blind, way


def test_every_open_card_is_found_by_the_same_search() -> None:
    """The measure itself, the other way round: a coalition that was given the share does see the card."""
    table, guesses = overheard("two seats"), Guesses()
    for hand in table.hands_dealt():
        guess(table, hand, table.opened(hand), guesses)
    assert guesses.right["another share"] == guesses.tried > 20


@pytest.mark.parametrize("name", TABLES)
def test_every_hands_secrets_are_wiped_once_and_none_is_kept(name: str) -> None:
    table = overheard(name)
    for seat, replica in enumerate(table.replicas):
        assert sorted(table.wiped[seat]) == sorted(table.secrets[seat])
        kept = {secret.key.encode() for secret in table.secrets[seat].values()}
        assert kept.isdisjoint(octets_in(replica._decks))


class Written(Table):
    """Every seat with its journal on the disk."""

    def __init__(self, folder: Path, seats: int, seed: int) -> None:
        self.folder = folder
        self.journals: dict[int, disk.Journal] = {}
        self.kept: list[bytes] = []
        super().__init__(seats, seed, SMALL)

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        for effect in effects:
            genesis = self.replicas[seat].genesis_digest
            book = self.journals.setdefault(seat, disk.Journal(self.folder / str(seat), genesis))
            if isinstance(effect, Journal):
                book.append(effect.data)
            elif isinstance(effect, Keep):
                book.keep(effect.hand, effect.secret)
                self.kept.append(effect.secret)
            elif isinstance(effect, Wipe):
                book.wipe(effect.hand)
                assert effect.hand not in book.secrets()
            super().carry_out(seat, [effect])


def test_the_private_file_holds_two_hands_at_most_and_nothing_in_the_end(tmp_path: Path) -> None:
    """Guard: secrets in files of their own, for the hand in play and the one prepared."""
    table = Written(tmp_path, 2, 5)
    most = 0
    while not all(table.closed()):
        assert table.deliver() or table.decide()
        most = max(most, *(len(book.secrets()) for book in table.journals.values()))
    assert most == 2
    assert not list(tmp_path.rglob("*.secret"))
    on_disk = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(table.kept) > 4
    assert len(on_disk) == 2
    for kept in table.kept:
        assert not any(written_in(kept[32:64], data) for data in (*on_disk, table.file(0)))


def written_in(secret: bytes, data: bytes) -> bool:
    """Whether the secret stands in ``data`` as bytes, in hexadecimal or as a field of a message."""
    field = base64.urlsafe_b64encode(secret).rstrip(b"=")
    return any(form in data for form in (secret, secret.hex().encode(), field, str(secret).encode()))


def test_a_real_match_leaves_no_secret_in_any_file_or_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[bytes] = []
    keep = disk.Journal.keep

    def noting(book: disk.Journal, hand: int, secret: bytes) -> None:
        kept.append(secret)
        keep(book, hand, secret)

    monkeypatch.setattr(disk.Journal, "keep", noting)
    caplog.set_level(logging.DEBUG)

    async def match() -> None:
        watchers = [Watcher(session, seed) for seed, session in enumerate(await full_table(tmp_path, 2))]
        for watcher in watchers:
            await watcher.playing

    run(match())
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".jsonl" for path in files)
    assert not [path for path in files if path.suffix == ".secret"]
    assert len(kept) > 2
    everything = [*(path.read_bytes() for path in files), caplog.text.encode()]
    for secret in kept:
        assert not any(written_in(secret[32:64], data) for data in everything)
