"""The choices a table makes before it plays; the rules of the seed are the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal

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
    """An option name that does not exist, or a value its option does not have."""

    code: Final = "E_OPTION"

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
    """The table options. Raises OptionError for a value that an option does not have.

    torna_empate: who leads after a tied vaza (R14).
    empate_escopo: whether the tie rules of raises speak of the hand or of one vaza (R18, R19).
    limite: when a raise is over the limit of tentos (R22).
    onze_empate: who scores when all three vazas of a mão de onze are tied (R17).
    onze_truco: what a raise word at a mão de onze does (R30).
    onze_ve_parceiro: whether the side at 11 sees its partners' cards (R43).
    ferro_escuro: whether a mão de ferro is played blind (R31).
    responde: who of a side may answer (R28).
    coberta: whether cards may be played face down (R32).
    familia_real: whether the família real may be claimed (R35).
    fr_descarte: where the cards of an accepted claim go (R37, R40).
    """

    torna_empate: Literal["primeiro", "ultimo", "abridor"] = "primeiro"
    empate_escopo: Literal["mao", "vaza"] = "mao"
    limite: Literal["empate", "resultado", "sempre", "nunca"] = "empate"
    onze_empate: Literal["ninguem", "adversario"] = "ninguem"
    onze_truco: Literal["recusa", "penaliza"] = "recusa"
    onze_ve_parceiro: bool = True
    ferro_escuro: bool = True
    responde: Literal["qualquer", "porta_voz"] = "qualquer"
    coberta: bool = True
    familia_real: bool = True
    fr_descarte: Literal["fundo", "fora"] = "fundo"

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
