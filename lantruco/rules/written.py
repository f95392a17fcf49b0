"""Hands and matches as text: what is written down of them, and how (``docs/notation.md``)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .cards import Card
from .events import Outcome, VazaEnded
from .hand import Hand
from .options import Options
from .views import HIDDEN

MAGIC: Final = "truco/1"
"""First word of every text; the number grows when older readers would not understand."""
MAX_NAME: Final = 64
"""Characters of a name: a line of a match should fit a screen."""
NOBODY: Final = "-"
"""Stands for the winner of a hand that nobody wins."""


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """One hand: the deal, and what was done in order.

    dealer, score: as of `Hand.new`. deck: 40 cards from the top, None where nobody wrote it down. actions:
    (seat, token).
    """

    players: int
    options: Options
    dealer: int
    score: tuple[int, int]
    deck: tuple[Card | None, ...]
    actions: tuple[tuple[int, str], ...] = ()

    def start(self) -> Hand:
        """The hand before its first action. Raises ValueError if there is no such hand."""
        return Hand.new(
            players=self.players,
            options=self.options,
            dealer=self.dealer,
            score=self.score,
            deck=self.deck,
        )

    def end(self) -> Hand:
        """The hand after its last action.

        Raises RuleError for an action that the rules refuse, ValueError for one that opens an unknown card.
        """
        hand = self.start()
        for seat, token in self.actions:
            hand.act(seat, token)
        return hand


@dataclass(frozen=True, slots=True)
class WrittenMatch:
    """Hands of one table, each following from the one before; the last may be unfinished.

    names: of the players by seat, or () when nobody wrote them down.
    """

    players: int
    options: Options
    names: tuple[str, ...] = ()
    hands: tuple[WrittenHand, ...] = ()


def is_name(name: str) -> bool:
    """Whether a player can be called so in a text: printable characters only, 1 to `MAX_NAME`."""
    return 1 <= len(name) <= MAX_NAME and name.isprintable()


def print_match(match: WrittenMatch) -> str:
    """The text of a match.

    Raises RuleError or ValueError when the match cannot have been played so.
    """
    lines = [MAGIC, f"players {match.players}"]
    if match.names:
        if len(match.names) != match.players or not all(map(is_name, match.names)):
            raise ValueError(f"these are not the names of {match.players} players")
        lines.append("names " + " ".join(json.dumps(name, ensure_ascii=False) for name in match.names))
    chosen = match.options.chosen()
    if chosen:
        pairs = (f"{name}={option_word(value)}" for name, value in chosen.items())
        lines.append("options " + " ".join(pairs))
    for hand in match.hands:
        if (hand.players, hand.options) != (match.players, match.options):
            raise ValueError("all hands of a match are of one table")
        lines += ["", *_hand_lines(hand)]
    return "\n".join(lines) + "\n"


def print_hand(hand: WrittenHand) -> str:
    """The text of one hand; raises as `print_match`."""
    return print_match(WrittenMatch(hand.players, hand.options, (), (hand,)))


def result_words(outcome: Outcome) -> str:
    """How the end of a hand is written: ``A+3 vazas 3-0``, or ``- empate 0-0`` when nobody scores."""
    winner = NOBODY if outcome.winner is None else f"{outcome.winner}+{outcome.points}"
    return f"{winner} {outcome.reason} {outcome.score[0]}-{outcome.score[1]}"


def vaza_words(ended: VazaEnded) -> str:
    """How the end of a vaza is written: its result and the seat that leads next, ``A>0``."""
    return f"{ended.winner}>{ended.torna}"


def option_word(value: str | bool) -> str:
    """An option's value as it is written."""
    return str(value).lower() if isinstance(value, bool) else value


def _hand_lines(written: WrittenHand) -> list[str]:
    hand = written.start()
    lines = [
        f"hand dealer={hand.dealer} score={hand.score[0]}-{hand.score[1]}",
        f"vira {_codes(hand, (hand.vira_slot,))}",
        "cards " + " / ".join(_codes(hand, held) for held in hand.hands),
    ]
    known = [place for place, slot in enumerate(hand.monte, 1) if hand.known(slot) is not None]
    if known:
        lines.append("monte " + _codes(hand, hand.monte[: known[-1]]))
    words: list[str] = []
    for seat, token in written.actions:
        words = words or [f"{len(hand.vazas) + 1}."]
        words.append(f"{seat}:{token}")
        events = hand.act(seat, token)
        ended = next((event for event in events if isinstance(event, VazaEnded)), None)
        if ended is not None:
            lines.append(" ".join([*words, "=", vaza_words(ended)]))
            words = []
    if words:
        lines.append(" ".join(words))
    if hand.outcome is not None:
        lines.append(f"end {result_words(hand.outcome)}")
    return lines


def _codes(hand: Hand, slots: Sequence[int]) -> str:
    cards = [hand.known(slot) for slot in slots]
    return " ".join(HIDDEN if card is None else card.code for card in cards)
