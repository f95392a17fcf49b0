"""What a seat was told by sinais in this hand: by a partner, or by an opponent whose sinal it has caught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from lantruco.protocol.sidetalk_messages import SinalGlimpsed, SinalSeen
from lantruco.protocol.views import TableView
from lantruco.rules import RANKS, SUITS, VALUE_OF, side

HELD: Final = {
    "zap": len(RANKS) + SUITS.index("P"),
    "escopeta": len(RANKS) + SUITS.index("C"),
    "espadilha": len(RANKS) + SUITS.index("E"),
    "pica_fumo": len(RANKS) + SUITS.index("O"),
    "tres": RANKS.index("3"),
    "dois": RANKS.index("2"),
    "as": RANKS.index("A"),
}
"""The strength of the card that a sinal says is there."""
WEAK: Final = "fraco"
WEAK_BELOW: Final = RANKS.index("A")
"""Nothing means: no card that another sinal could name."""
TRUCA, ESPERA, TRUCO = "truca", "espera", "truco"


@dataclass(frozen=True, slots=True)
class Told:
    """held: strengths of cards that a seat says it has. weak: it says that it has nothing."""

    held: tuple[int, ...] = ()
    weak: bool = False


@dataclass
class Hearsay:
    """Sinais of one hand, by seat; the latest word of a partner on truco."""

    told: dict[int, Told] = field(default_factory=dict)
    wish: str | None = None
    _hand: int = -1

    def notice(self, view: TableView) -> None:
        """Forget what was said about an earlier hand."""
        if view.hand != self._hand:
            self.told, self.wish, self._hand = {}, None, view.hand

    def hear(self, event: SinalSeen | SinalGlimpsed, view: TableView) -> None:
        """Take a sinal for what it says."""
        self.notice(view)
        before = self.told.get(event.seat, Told())
        if event.sinal in HELD:
            held = (*before.held, HELD[event.sinal])
            self.told[event.seat] = Told(tuple(dict.fromkeys(held)), weak=False)
        elif event.sinal == WEAK:
            self.told[event.seat] = Told(weak=True)
        elif view.seat is not None and side(event.seat) == side(view.seat):
            self.wish = event.sinal

    def obeyed(self, view: TableView) -> TableView:
        """The view without raises that the partner does not want, or with no word but the truco he wants."""
        if view.phase != "turn" or view.kind != "normal":
            return view
        if self.wish == ESPERA:
            return replace(view, legal=tuple(token for token in view.legal if token not in VALUE_OF))
        if self.wish == TRUCA and TRUCO in view.legal:
            return replace(view, legal=(TRUCO,))
        return view


def still_held(told: Mapping[int, Told], played: Sequence[tuple[int, int]]) -> dict[int, Told]:
    """What was told, without the cards that have been played since. played: (seat, strength)."""
    gone = set(played)
    return {
        seat: Told(tuple(card for card in word.held if (seat, card) not in gone), word.weak)
        for seat, word in told.items()
    }
