"""Every sentence a player reads, by key and language."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Final

from lantruco.tui.glyphs import printable, without_accents
from lantruco.tui.system import os_reason, os_words
from lantruco.tui.texts.en import EN
from lantruco.tui.texts.pt import PT

CATALOGUES: Mapping[str, Mapping[str, str]] = {"pt": PT, "en": EN}
LANGUAGES: tuple[str, ...] = tuple(CATALOGUES)

ALL_REFUSALS: Final = "R44"
"""The rule that lists all refusals: named where nobody says which other rule refuses."""

WRITING: Final = frozenset({"E_DISK", "E_HOME", "E_LOG", "E_KEEP", "E_DEMO_FOLDER", "E_KEY_FILE"})
"""Errors of files that were to be made."""


class _Unnamed(dict[str, str]):
    """Stands in for a detail that the code which raised an error did not give."""

    def __missing__(self, key: str) -> str:
        return "?"


class Texts:
    """The catalogue in one language.

    `texts("lobby.title")` gives a sentence, with `{placeholders}` filled by name. Values that are strings are
    cleaned of control characters first, since many of them (names, table names) come from other machines.
    With `ascii=True` the result holds ASCII only. KeyError: no such text.
    """

    __slots__ = ("_catalogue", "ascii", "lang")

    def __init__(self, lang: str, *, ascii: bool = False) -> None:
        self._catalogue = CATALOGUES[lang]
        self.lang = lang
        self.ascii = ascii

    def __call__(self, key: str, /, **values: object) -> str:
        return self._finish(self._catalogue[key].format(**_cleaned(values)))

    def has(self, key: str) -> bool:
        """Whether the catalogue knows this key."""
        return key in self._catalogue

    def error(self, code: str, values: Mapping[str, object] | None = None) -> str:
        """The sentence for an error code (E_*). An unknown code gets a general sentence that names it.

        Where a detail is missing or empty, the sentence `error.CODE.bare`, if there is one, does without it. A
        detail `way` may have a sentence of its own, `error.CODE.WAY`.
        """
        key = f"error.{code}" if self.has(f"error.{code}") else "error.unknown"
        if values and self.has(f"{key}.{values.get('way')}"):
            key += f".{values['way']}"
        given = _Unnamed({"code": code, "clause": ALL_REFUSALS, **_cleaned(values or {})})
        if self.has(key + ".bare") and not all(given.get(name) for name in blanks(self._catalogue[key])):
            key += ".bare"
        return self._finish(self._catalogue[key].format_map(given))

    def reason(self, name: str) -> str:
        """Why the system refused something, by the name that it has for it, such as ENOSPC."""
        known = self._catalogue.get(f"reason.{name}")
        return self._finish(printable(os_words(name)) if known is None else known)

    def failure(self, error: BaseException) -> str:
        """The sentence for an exception that carries a `code`, whichever package raised it.

        The details are looked for where our packages keep them: `values`, `facts` or `detail`.
        """
        values = _details(error)
        if (reason := self.reason_of(error, values)) is not None:
            values["reason"] = reason
        return self.error(str(getattr(error, "code", "")), values)

    def reason_of(self, error: BaseException, values: Mapping[str, object] | None = None) -> str | None:
        """Why, in few words: the `reason` among the details, or what the system said. None: nobody knows."""
        reason = (_details(error) if values is None else values).get("reason")
        cause, code = error.__cause__, getattr(error, "code", None)
        if reason is None and isinstance(cause, OSError):
            reason = os_reason(cause, writing=code in WRITING)
        elif reason is None and isinstance(cause, ValueError) and code in (*WRITING, "E_READ"):
            reason = "EINVAL"  # a name that Python does not even hand to the system
        if not isinstance(reason, str):
            return None
        return self._finish(self._catalogue.get(f"reason.{reason}", reason))

    def _finish(self, text: str) -> str:
        return without_accents(text) if self.ascii else text


def _details(error: BaseException) -> dict[str, object]:
    values: dict[str, object] = {}
    for place in ("values", "facts", "detail"):
        given = getattr(error, place, None)
        if isinstance(given, Mapping):
            values.update(given)
    return values


def blanks(text: str) -> set[str]:
    """The names of the placeholders in a text of the catalogue."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _cleaned(values: Mapping[str, object]) -> dict[str, str]:
    return {name: printable(str(value)) for name, value in values.items()}
