"""Truco a second time, written from the rule book alone: slow, small, and with nothing of the engine in it.

A `Table` holds card codes; `moves` lists what may be said, `after` gives the table that follows. All cards
are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

ORDER = "4567QJKA23"
LADDER = [1, 3, 6, 9, 12]
WORDS = {3: "truco", 6: "seis", 9: "nove", 12: "doze"}
SIDE = "AB"

Move = tuple[int, str]


@dataclass(frozen=True)
class Call:
    """One raise: who, to what, over an opposing face-up card or not, over the limit or not, in which vaza."""

    seat: int
    value: int
    exposta: bool
    over: bool
    vaza: int


@dataclass(frozen=True)
class Table:
    """A hand. kind: normal, onze or ferro. asked: what waits for an answer: raise, familia, onze or None."""

    players: int
    options: dict[str, Any]
    dealer: int
    score: tuple[int, int]
    hands: tuple[tuple[str, ...], ...]
    vira: str
    monte: tuple[str, ...]
    kind: str
    asked: str | None
    turn: int
    value: int
    leader: int
    pending: int | None = None
    calls: tuple[Call, ...] = ()
    fresh: bool = True
    table: tuple[tuple[int, str | None], ...] = ()
    vazas: tuple[str, ...] = ()
    torna: tuple[int, ...] = ()
    end: tuple[str | None, int, str] | None = None


def deal(
    players: int, options: dict[str, Any], dealer: int, score: Sequence[int], deck: Sequence[str]
) -> Table:
    """R6: threes from the top, the mão first; then the vira; R29, R31: what the score makes of the hand."""
    mao = (dealer + 1) % players
    hands = {(mao + step) % players: tuple(deck[3 * step : 3 * step + 3]) for step in range(players)}
    at_eleven = [tentos == 11 for tentos in score]
    kind = "ferro" if all(at_eleven) else "onze" if any(at_eleven) else "normal"
    return Table(
        players=players,
        options=options,
        dealer=dealer,
        score=(score[0], score[1]),
        hands=tuple(hands[seat] for seat in range(players)),
        vira=deck[3 * players],
        monte=tuple(deck[3 * players + 1 :]),
        kind=kind,
        asked="onze" if kind == "onze" else None,
        turn=mao,
        value=3 if kind == "onze" else 1,
        leader=mao,
    )


def actors(table: Table) -> list[int]:
    """Who may speak, in polling order (R28, R29)."""
    n = table.players
    if table.end:
        return []
    if table.asked is None:
        return [table.turn]
    if table.asked == "onze":
        first, team = (table.dealer + 1) % n, table.score.index(11)
    else:
        caller = table.calls[-1].seat if table.asked == "raise" else table.turn
        first, team = (caller + 1) % n, 1 - caller % 2
    polled = [(first + step) % n for step in range(n) if (first + step) % n % 2 == team]
    return polled[:1] if table.options["responde"] == "porta_voz" else polled


def moves(table: Table) -> Iterator[Move]:
    """Every seat and token that is legal now."""
    for seat in actors(table):
        if table.asked == "onze":
            yield from ((seat, word) for word in ("corre", "joga"))
        elif table.asked == "familia":
            yield from ((seat, word) for word in ("aceita", "mostra"))
        elif table.asked == "raise":
            yield from ((seat, word) for word in ("aceita", "corre"))
            yield from ((seat, word) for word in raises(table, seat))
        else:
            yield from ((seat, token) for token in plays(table, seat))
            yield from ((seat, word) for word in raises(table, seat))
            if may_claim(table):
                yield seat, "familia"


def plays(table: Table, seat: int) -> Iterator[str]:
    """R31: by position in a blind hand. R32: covered in the second and third vaza."""
    blind = table.kind == "ferro" and table.options["ferro_escuro"]
    for place, code in enumerate(table.hands[seat]):
        token = f"#{place + 1}" if blind else code
        yield token
        if table.vazas and table.options["coberta"]:
            yield f"({token})"


def raises(table: Table, seat: int) -> Iterator[str]:
    """R22, R23, R25, R30."""
    if table.kind == "onze" and table.options["onze_truco"] == "penaliza" and table.asked is None:
        yield from WORDS.values()
    if table.kind != "normal":
        return
    standing = table.pending or table.value
    if standing == 12 or (table.calls and table.calls[-1].seat % 2 == seat % 2):
        return
    step = LADDER[LADDER.index(standing) + 1]
    limit = table.options["limite"]
    tied_so_far = bool(table.vazas) and set(table.vazas) == {"T"}
    if is_over(table, seat, step) and (limit == "sempre" or (limit == "empate" and tied_so_far)):
        return
    yield WORDS[step]


def is_over(table: Table, seat: int, value: int) -> bool:
    return table.score[seat % 2] + LADDER[LADDER.index(value) - 1] >= 12


def may_claim(table: Table) -> bool:
    """R36, R40."""
    enough = table.options["fr_descarte"] == "fundo" or len(table.monte) >= 3
    return (
        bool(table.options["familia_real"])
        and table.kind == "normal"
        and not table.vazas
        and table.fresh
        and enough
    )


def after(table: Table, seat: int, token: str) -> Table:
    """The table once a legal move is made."""
    values = {word: value for value, word in WORDS.items()}
    if token in values:
        return called(table, seat, values[token])
    if token == "familia":
        return replace(table, asked="familia")
    if token == "joga":
        return replace(table, asked=None)
    if token == "corre":
        points = 1 if table.asked == "onze" else table.value
        reason = "onze_correu" if table.asked == "onze" else "correu"
        return replace(table, end=(SIDE[1 - seat % 2], points, reason), pending=None)
    if token == "mostra":
        royal = all(code[0] in "QJK" for code in table.hands[table.turn])
        winner = table.turn if royal else seat
        return replace(table, end=(SIDE[winner % 2], 3, "fr_real" if royal else "fr_blefe"))
    if token == "aceita" and table.asked == "familia":
        return swapped(table)
    if token == "aceita":
        return replace(table, asked=None, value=table.pending or 0, pending=None)
    return played(table, seat, token)


def called(table: Table, seat: int, value: int) -> Table:
    if table.kind == "onze":
        return replace(table, end=(SIDE[1 - seat % 2], 3, "penalidade"))
    exposta = any(code is not None and other % 2 != seat % 2 for other, code in table.table)
    call = Call(seat, value, exposta, is_over(table, seat, value), len(table.vazas))
    return replace(
        table,
        asked="raise",
        value=table.pending or table.value,
        pending=value,
        calls=(*table.calls, call),
        fresh=False,
    )


def swapped(table: Table) -> Table:
    """R37."""
    old, new = table.hands[table.turn], table.monte[:3]
    under = old if table.options["fr_descarte"] == "fundo" else ()
    hands = tuple(new if seat == table.turn else held for seat, held in enumerate(table.hands))
    return replace(table, asked=None, hands=hands, monte=(*table.monte[3:], *under))


def played(table: Table, seat: int, token: str) -> Table:
    covered = token.startswith("(")
    name = token.strip("()")
    held = list(table.hands[seat])
    place = int(name[1:]) - 1 if name.startswith("#") else held.index(name)
    code = held.pop(place)
    hands = tuple(tuple(held) if other == seat else cards for other, cards in enumerate(table.hands))
    laid = (*table.table, (seat, None if covered else code))
    then = replace(table, hands=hands, table=laid, turn=(seat + 1) % table.players, fresh=True)
    return finished(then) if len(laid) == table.players else then


def worth(code: str | None, vira: str) -> int:
    """R3, R4, R5, R33."""
    if code is None:
        return -1
    if code[0] == ORDER[(ORDER.index(vira[0]) + 1) % 10]:
        return 10 + "OECP".index(code[1])
    return ORDER.index(code[0])


def finished(table: Table) -> Table:
    """R11 to R15: who wins the vaza, who leads the next, whether the hand is decided."""
    best = max(worth(code, table.vira) for _, code in table.table)
    top = [seat for seat, code in table.table if worth(code, table.vira) == best]
    teams = {seat % 2 for seat in top}
    tied = len(teams) == 2 or best < 0
    winner = "T" if tied else SIDE[top[0] % 2]
    leads = top[0]
    if tied and table.options["torna_empate"] == "ultimo":
        leads = top[-1]
    if tied and table.options["torna_empate"] == "abridor":
        leads = table.table[0][0]
    if winner == "T" and table.options["empate_escopo"] == "vaza":
        here = [call for call in standing_calls(table) if call.vaza == len(table.vazas)]
        winner = favoured(here[-1]) if here else "T"
    vazas = (*table.vazas, winner)
    then = replace(table, vazas=vazas, torna=(*table.torna, leads), table=(), turn=leads, leader=leads)
    decided = who_wins(vazas)
    if decided is None:
        return then
    if decided == "T":
        return replace(then, end=three_ties(then))
    return replace(then, end=(decided, table.value, "vazas"))


def who_wins(vazas: tuple[str, ...]) -> str | None:
    """R15: A or B, T for three ties, None while the hand goes on."""
    for name in SIDE:
        if vazas.count(name) == 2:
            return name
    first = next((name for name in vazas if name != "T"), None)
    if len(vazas) >= 2 and "T" in vazas and first is not None:
        return first
    return "T" if vazas == ("T", "T", "T") else None


def standing_calls(table: Table) -> list[Call]:
    """R20, R22: the raises that are not struck."""
    strikes = table.options["limite"] in ("empate", "resultado")
    return [call for call in table.calls if not (call.over and strikes)]


def favoured(call: Call) -> str:
    """R18, R19."""
    return SIDE[1 - call.seat % 2 if call.exposta else call.seat % 2]


def three_ties(table: Table) -> tuple[str | None, int, str]:
    """R17 to R22."""
    if table.kind == "onze" and table.options["onze_empate"] == "adversario":
        return SIDE[1 - table.score.index(11)], 3, "empate_onze"
    calls = standing_calls(table)
    if not calls:
        return None, 0, "empate"
    last = calls[-1]
    return favoured(last), last.value, "empate_exposta" if last.exposta else "empate_escuro"


def score_after(table: Table) -> tuple[int, int]:
    """R42."""
    a, b = table.score
    if table.end and table.end[0] == "A":
        a = min(12, a + table.end[1])
    if table.end and table.end[0] == "B":
        b = min(12, b + table.end[1])
    return a, b


def counts(table: Table, *, most: int, depths: int) -> list[int]:
    """How many sequences of exactly 1, 2, … legal moves begin here.

    Up to ``depths``, or to the depth at which ``most`` sequences have been counted in all.
    """
    found: list[int] = []
    ahead = [table]
    while ahead and len(found) < depths and sum(found) < most:
        ahead = [after(each, seat, token) for each in ahead for seat, token in moves(each)]
        found.append(len(ahead))
    return found
