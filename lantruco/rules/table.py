"""A table: its seats and sides, which slot of the deck goes where, and its options (R1, R6-R10, R28)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal

from .cards import DECK_SIZE, HAND_SIZE

Side = Literal["A", "B"]
"""The name of a side."""
VazaResult = Literal["A", "B", "T"]
"""The side that wins a vaza, or T for a tie."""

TABLE_SIZES: Final = (2, 4, 6)
"""Numbers of players (R1)."""

SIDES: Final[tuple[Side, Side]] = ("A", "B")
"""Side names by side number: A sits on the even seats, B on the odd ones."""


def side(seat: int) -> int:
    """The side number of a seat, 0 for A and 1 for B (R7)."""
    return seat & 1


def seats_of(side: int, players: int) -> range:
    """The seats of a side by its number, in rising order (R7)."""
    return range(side, players, len(SIDES))


def partners_of(seat: int, players: int) -> tuple[int, ...]:
    """The other seats of a seat's side, in rising order; none at a table of two."""
    return tuple(other for other in seats_of(side(seat), players) if other != seat)


def next_seat(seat: int, players: int) -> int:
    """The seat after ``seat`` in the direction of play (R9). After the dealer it is the mão, who leads, and
    who deals the next hand (R10).
    """
    return (seat + 1) % players


ALONE: Final[tuple[tuple[int, ...], ...]] = tuple((seat,) for seat in range(max(TABLE_SIZES)))
"""The actors when only one seat may act."""

OPPONENTS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    players: tuple(tuple((seat + step) % players for step in range(1, players, 2)) for seat in range(players))
    for players in TABLE_SIZES
}
"""``OPPONENTS[players][seat]``: the seats of the other side, anticlockwise from the one after ``seat``."""

Deal = tuple[tuple[tuple[int, ...], ...], int, tuple[int, ...]]
"""Slots of the hands by seat, slot of the vira, slots of the monte from the top."""


def _deal(players: int, dealer: int) -> Deal:
    vira = HAND_SIZE * players
    # Seat dealer+1 is served first, so seat s is served after (s - dealer - 1) mod n others.
    firsts = [HAND_SIZE * ((seat - dealer - 1) % players) for seat in range(players)]
    hands = tuple(tuple(range(first, first + HAND_SIZE)) for first in firsts)
    return hands, vira, tuple(range(vira + 1, DECK_SIZE))


DEALS: Final[dict[int, tuple[Deal, ...]]] = {
    players: tuple(_deal(players, dealer) for dealer in range(players)) for players in TABLE_SIZES
}
"""``DEALS[players][dealer]`` (R6)."""

CHOICES: Final[Mapping[str, tuple[str | bool, ...]]] = {
    "torna_empate": ("primeiro", "ultimo", "abridor"),
    "empate_escopo": ("mao", "vaza"),
    "limite": ("empate", "resultado", "sempre", "nunca"),
    "onze_empate": ("ninguem", "adversario"),
    "onze_truco": ("recusa", "penaliza"),
    "onze_ve_parceiro": (True, False),
    "ferro_escuro": (True, False),
    "responde": ("qualquer", "porta_voz"),
    "coberta": (True, False),
    "familia_real": (True, False),
    "fr_descarte": ("fundo", "fora"),
}
"""Every option with its values, the default first."""


class OptionError(ValueError):
    """An option name that does not exist, or a value its option does not have.

    name, value: those that were given.
    """

    code: Final = "E_OPTION"
    """The one code of this error."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(f"{self.code}: {name}={value!r}")
        self.name = name
        self.value = value


def _check(name: str, value: object) -> None:
    # True == 1 in Python, but a table that says 1 has not said true.
    if not any(type(value) is type(choice) and value == choice for choice in CHOICES.get(name, ())):
        raise OptionError(name, value)


@dataclass(frozen=True, slots=True)
class Options:
    """The table options. Raises OptionError for a value that an option does not have."""

    torna_empate: Literal["primeiro", "ultimo", "abridor"] = "primeiro"
    """Who leads after a tied vaza (R14)."""
    empate_escopo: Literal["mao", "vaza"] = "mao"
    """Whether the tie rules of raises speak of the hand or of one vaza (R18, R19)."""
    limite: Literal["empate", "resultado", "sempre", "nunca"] = "empate"
    """When a raise is over the limit of tentos (R22)."""
    onze_empate: Literal["ninguem", "adversario"] = "ninguem"
    """Who scores when all three vazas of the mão de onze are tied (R17)."""
    onze_truco: Literal["recusa", "penaliza"] = "recusa"
    """What a raise word at a mão de onze does (R30)."""
    onze_ve_parceiro: bool = True
    """Whether the side at 11 sees its partners' cards (R43)."""
    ferro_escuro: bool = True
    """Whether a mão de ferro is played blind (R31)."""
    responde: Literal["qualquer", "porta_voz"] = "qualquer"
    """Who of a side may answer (R28)."""
    coberta: bool = True
    """Whether cards may be played face down (R32)."""
    familia_real: bool = True
    """Whether the família real may be claimed (R35)."""
    fr_descarte: Literal["fundo", "fora"] = "fundo"
    """Where the cards of an accepted claim go (R37, R40)."""

    def __post_init__(self) -> None:
        for name in CHOICES:
            _check(name, getattr(self, name))

    @classmethod
    def from_map(cls, values: Mapping[str, object]) -> Options:
        """Options from names and values; missing names keep their defaults.

        Raises OptionError for an unknown name or value.
        """
        for name, value in values.items():
            _check(name, value)
        return cls(**values)  # type: ignore[arg-type]

    def to_map(self) -> dict[str, str | bool]:
        """All options by name, those at their defaults too."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def chosen(self) -> dict[str, str | bool]:
        """The options that are not at their defaults, by name."""
        return {name: value for name, value in self.to_map().items() if value != CHOICES[name][0]}
