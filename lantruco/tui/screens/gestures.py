"""What a key means at the table: pure functions from a key and the table to a word, or to half a gesture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, STEP_ABOVE, VALUE_OF, WORD_OF

PLACES: Final = ("1", "2", "3")
SHIFTED: Final = {"!": 0, "@": 1, "#": 2, '"': 1, "£": 2, "§": 2}
"""Shift with 1, 2, 3 on the keyboards most used here; `c` does the same on any."""

RUN_KEYS: Final = ("f", "r")
COVER, TRUCO_CARD = "c", "g"

Half = Literal["cover", "truco-card", "sure"]


@dataclass(frozen=True, slots=True)
class Say:
    """Say this word; `then` is the card to play once it was accepted."""

    token: str
    then: str | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A gesture that wants one more key: a card to cover, a card after the raise, or the same key again.

    key: the key that completes `sure`. token: what is said then.
    """

    half: Half
    key: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class Forget:
    """The half gesture is taken back."""


@dataclass(frozen=True, slots=True)
class Barred:
    """The key would be this word, which the rules do not take now."""

    token: str


Meaning = Say | Waiting | Forget | Barred


def meaning(key: str, view: TableView, half: Waiting | None, *, careful: bool) -> Meaning | None:
    """What a key means; None: nothing at the table.

    half: the gesture begun by the key before. careful: running and covering want their key twice.
    """
    if half is not None:
        return _second(key, view, half, careful=careful)
    if key in PLACES:
        return _said(_card(view, PLACES.index(key)), view)
    if key in SHIFTED:
        return _sure(key, f"({_card(view, SHIFTED[key])})", view, careful=careful)
    if key == COVER:
        covered = next((token for token in view.legal if token.startswith("(")), None)
        return Waiting("cover") if covered else Barred(f"({_card(view, 0)})")
    if key == TRUCO_CARD:
        word = next_raise(view)
        return Waiting("truco-card") if word in view.legal and cards_now(view) else Barred(word)
    if key in RUN_KEYS:
        return _sure(key, "corre", view, careful=careful)
    token = _word(key, view)
    return None if token is None else _said(token, view)


def next_raise(view: TableView) -> str:
    """The raise word that comes next, legal or not; `doze` when there is none."""
    legal = next((token for token in view.legal if token in VALUE_OF), None)
    return legal or WORD_OF[STEP_ABOVE.get(view.pending or view.value, 12)]


def cards_now(view: TableView) -> bool:
    """Whether a card is mine to play."""
    return any(token not in VALUE_OF and (len(token) == 2) for token in view.legal)


def _second(key: str, view: TableView, half: Waiting, *, careful: bool) -> Meaning:
    if half.half == "sure":
        # Only the same key makes it sure, and only while it is still the thing to say.
        return _said(half.token, view) if key == half.key else Forget()
    if key in PLACES:
        card = _card(view, PLACES.index(key))
        if half.half == "cover":
            return _said(f"({card})", view)
        word = next_raise(view)
        if card in view.legal and word in view.legal:
            return Say(word, then=card)
        return Barred(card if word in view.legal else word)
    return Forget()


def _sure(key: str, token: str, view: TableView, *, careful: bool) -> Meaning:
    if token not in view.legal or not careful:
        return _said(token, view)
    return Waiting("sure", key, token)


def _said(token: str, view: TableView) -> Meaning:
    return Say(token) if token in view.legal else Barred(token)


def _card(view: TableView, place: int) -> str:
    known = place < len(view.cards) and view.cards[place] != HIDDEN
    return view.cards[place] if known else f"#{place + 1}"


def _word(key: str, view: TableView) -> str | None:
    if key == "a":
        return "joga" if "joga" in view.legal else "aceita"
    if key == "t":
        return next_raise(view)
    return {"j": "joga", "m": "mostra", "k": "familia"}.get(key)
