"""The refusals as the rule book words them, written without the engine's code: a second opinion."""

from __future__ import annotations

from typing import Any

LADDER = [1, 3, 6, 9, 12]
RAISES = {"truco": 3, "seis": 6, "nove": 9, "doze": 12}
EXISTING = {
    "ONZE": {"joga", "corre"},
    "RAISE": {"aceita", "corre", *RAISES},
    "FAMILIA": {"aceita", "mostra"},
}
WORDS = {"aceita", "corre", "joga", "mostra", "familia", *RAISES}


def refusal(state: dict[str, Any], seat: int, token: str) -> str | None:
    """The code an action must be refused with in ``state`` (see `Hand.state`), None if it is legal (R44)."""
    phase = state["phase"]
    if phase == "END":
        return "E_END"
    exists = token not in WORDS or token in RAISES or token == "familia"
    if not (exists if phase == "PLAY" else token in EXISTING[phase]):
        return "E_PHASE"
    if seat not in state["actors"]:
        return "E_TURN"
    if token in RAISES:
        return _raise_refusal(state, seat, RAISES[token])
    if token == "familia":
        return _familia_refusal(state)
    if token not in WORDS:
        return _card_refusal(state, seat, token)
    return None


def _card_refusal(state: dict[str, Any], seat: int, token: str) -> str | None:
    covered = token.startswith("(") and token.endswith(")")
    name = token[1:-1] if covered else token
    held = state["hands"][seat]
    valid = [f"#{place + 1}" for place in range(len(held))]
    if not (state["kind"] == "ferro" and state["options"]["ferro_escuro"]):
        valid += [state["cards"][slot] for slot in held if state["cards"][slot] is not None]
    if name not in valid:
        return "E_CARD"
    if covered and (not state["vazas"] or not state["options"]["coberta"]):
        return "E_COVER"
    return None


def _raise_refusal(state: dict[str, Any], seat: int, value: int) -> str | None:
    if state["kind"] != "normal":
        penalised = state["kind"] == "onze" and state["options"]["onze_truco"] == "penaliza"
        return None if penalised else "E_ONZE"
    top = state["pending"] or state["value"]
    if LADDER[LADDER.index(top) + 1 :][:1] != [value]:
        return "E_STEP"
    if state["raises"] and int(state["raises"][-1][0]) % 2 == seat % 2:
        return "E_SIDE"
    over = state["score"][seat % 2] + LADDER[LADDER.index(value) - 1] >= 12
    limite = state["options"]["limite"]
    tied = state["vazas"] and set(state["vazas"]) == {"T"}
    if over and (limite == "sempre" or (limite == "empate" and tied)):
        return "E_LIMIT"
    return None


def _familia_refusal(state: dict[str, Any]) -> str | None:
    allowed = (
        state["options"]["familia_real"]
        and state["kind"] == "normal"
        and not state["vazas"]
        and not state["raised_this_turn"]
        and len(state["monte"]) >= 3
    )
    return None if allowed else "E_FR"
