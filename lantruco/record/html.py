"""A verified record as one page that a person can send to a friend: no script, no network, cards drawn.

Every text that comes from a record is escaped, and the page forbids itself to load or run anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from html import escape
from typing import BinaryIO, Final, Protocol

from lantruco.rules import HIDDEN, SIDES, Card, manilha_rank, seats_of

from .deals import DealReport, deals
from .farewell import leave_sentences
from .pagestyle import STYLE, SUITS
from .report import HandReport, Move, Report, SeatReport, VazaReport

_RED: Final = "CO"
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_END: Final = "</body></html>\n"
_OUR_HEAD: Final = re.compile(
    rf"""<!DOCTYPE html>\n<html lang="[a-z]{{2}}"><head><meta charset="utf-8">"""
    rf"""<meta http-equiv="Content-Security-Policy" content="{re.escape(_POLICY)}">"""
    r"""<meta name="viewport" content="[a-z0-9=,.-]*"><title>[^<>]* – Lantruco</title>"""
)
_HEAD_BYTES: Final = 1024
"""The longest title, each of its characters escaped, is well within."""


class Wording(Protocol):
    """Sentences of one language: ``text(key, **values)``."""

    lang: str

    def __call__(self, key: str, /, **values: object) -> str: ...


def page(report: Report, wordings: Sequence[Wording]) -> str:
    """The page for ``report``, with each of ``wordings`` to choose from, the first one shown first."""
    title = escape(f"{report.table_name} – Lantruco")
    shapes = "".join(
        f'<symbol id="s{suit}" viewBox="0 0 24 24"><path d="{outline}"/></symbol>'
        for suit, outline in SUITS.items()
    )
    inputs = "".join(
        f'<input class="lang" type="radio" name="lang" id="lang{at}"{"" if at else " checked"}>'
        for at in range(len(wordings))
    )
    labels = "".join(
        f'<label for="lang{at}" lang="{escape(text.lang)}">{escape(text("page.language"))}</label>'
        for at, text in enumerate(wordings)
    )
    bodies = "".join(
        f'<main id="text{at}" lang="{escape(text.lang)}">{_Page(report, text).body()}</main>'
        for at, text in enumerate(wordings)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(wordings[0].lang)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body>"
        f'<svg class="shapes" aria-hidden="true">{shapes}</svg>'
        f'{inputs}<p class="choose">{labels}</p>{bodies}{_END}'
    )


def is_page(file: BinaryIO) -> bool:
    """Whether the file is a whole page of ours, of this version or an earlier one."""
    head = file.read(_HEAD_BYTES).decode("utf-8", "replace")
    end = _END.encode("ascii")
    file.seek(max(0, file.seek(0, os.SEEK_END) - len(end)))
    return _OUR_HEAD.match(head) is not None and file.read() == end


class _Page:
    """One language of the page."""

    def __init__(self, report: Report, text: Wording) -> None:
        self._report = report
        self._text = text

    def body(self) -> str:
        report = self._report
        made = {deal.hand: deal for deal in deals(report)}
        hands = "".join(self._hand(hand, made.pop(hand.hand, None)) for hand in report.hands)
        spare = "".join(f'<p class="deal">{self._deal(deal)}</p>' for deal in made.values())
        return (
            f"<h1><bdi>{escape(report.table_name)}</bdi></h1>"
            f"{self._sides()}{self._options()}{self._result()}{hands}{spare}{self._checked()}"
        )

    def _say(self, key: str, **values: object) -> str:
        return escape(self._text(key, **values))

    def _name(self, seat: SeatReport) -> str:
        name = f"<bdi>{escape(seat.name)}</bdi>"
        return name if seat.operator is None else f"{name} ({self._say('page.bot', owner=seat.operator)})"

    def _team(self, side: int) -> str:
        return " + ".join(self._name(seat) for seat in self._seats(side))

    def _sides(self) -> str:
        """Who played whom, and how many tentos each side has."""
        one, two = self._report.score
        return (
            f'<p class="sides"><span>{self._team(0)}</span> <strong>{one}</strong> × '
            f"<strong>{two}</strong> <span>{self._team(1)}</span></p>"
        )

    def _options(self) -> str:
        chosen = self._report.chosen
        return f"<p>{self._say('replay.options', options=chosen)}</p>" if chosen else ""

    def _names(self, seats: Sequence[int]) -> str:
        return ", ".join(self._report.seats[seat].name for seat in seats)

    def _result(self) -> str:
        report = self._report
        one, two = report.score
        waiting = self._names(report.waiting)
        if report.fault is not None:
            name = report.seats[report.fault.seat].name
            told = self._say("verify.fault", name=name, code=report.fault.code, one=one, two=two)
            if report.status != "fault":
                told += " " + self._say("verify.waits", names=waiting)
        elif report.status == "finished" and report.winner is not None:
            side = " + ".join(seat.name for seat in self._seats(report.winner))
            told = self._say("verify.finished", side=side, one=one, two=two)
        else:
            told = self._say("verify.unfinished", names=waiting, one=one, two=two)
        names = [seat.name for seat in report.seats]
        told = "<br>".join([*leave_sentences(report.left, names, self._say), told])
        kind = "seal" if report.status == "finished" else "seal open"
        return f'<p class="{kind}">{told}<br>{self._say("page.holds")}</p>'

    def _hand(self, hand: HandReport, deal: DealReport | None) -> str:
        pe = self._report.seats[hand.dealer].name
        head = self._say("page.hand", number=hand.hand + 1, pe=pe)
        if hand.kind != "normal":
            head += " · " + self._say(f"verify.kind.{hand.kind}")
        vira = "" if hand.vira is None else self._vira(hand.vira)
        vazas = "".join(self._vaza(number, vaza, hand.vira) for number, vaza in enumerate(hand.vazas, 1))
        made = "" if deal is None else f'<p class="deal">{self._deal(deal)}</p>'
        return f"<section><h2>{head} {vira}</h2>{vazas}<p>{self._end(hand)}</p>{made}</section>"

    def _vira(self, code: str) -> str:
        return f'<span class="vira">{self._say("page.vira")} {self._card(code, None)}</span>'

    def _deal(self, deal: DealReport) -> str:
        told = self._say(
            "page.deal" if deal.dealt else "page.spare",
            number=deal.hand + 1,
            committed=self._names(deal.committed) or "–",
            revealed=self._names(deal.revealed) or "–",
            shuffled=" → ".join(self._report.seats[seat].name for seat in deal.shuffled) or "–",
            vouched=self._names(deal.vouched) or "–",
        )
        return told if not deal.shares else f"{told} {self._say('page.shares', count=deal.shares)}"

    def _vaza(self, number: int, vaza: VazaReport, vira: str | None) -> str:
        # The seat that leads next has won this one; after a tie it has not.
        took = vaza.torna if vaza.winner in SIDES else None
        moves = "".join(f"<li{self._class(move, took)}>{self._move(move, vira)}</li>" for move in vaza.moves)
        if vaza.winner is None:
            return f"<ol>{moves}</ol>"
        head = f'<li class="won">{self._say("page.vaza", number=number)}</li>'
        return f'<ol>{head}{moves}<li class="won">→ {self._side(vaza.winner)}</li></ol>'

    @staticmethod
    def _class(move: Move, took: int | None) -> str:
        if move.card is None:
            return ' class="say"'
        return ' class="took"' if move.seat == took else ""

    def _move(self, move: Move, vira: str | None) -> str:
        name = f"<bdi>{escape(self._report.seats[move.seat].name)}</bdi>"
        if move.card is not None:
            return f"{self._card(move.card, vira)}<br>{name}{self._called(move.card, vira)}"
        key = f"shout.{move.word}" if move.value is not None else f"choice.{move.word}"
        shown = "".join(f" {self._card(code, vira)}" for code in move.shown)
        return f"{name}: {self._say(key)}{shown}"

    def _called(self, code: str, vira: str | None) -> str:
        return f"<br><i>{self._say('manilha.' + code[1])}</i>" if _is_manilha(code, vira) else ""

    def _card(self, code: str, vira: str | None) -> str:
        if code == HIDDEN:
            return f'<span class="card back" role="img" aria-label="{self._say("card.down")}"></span>'
        rank, suit = code[0], code[1]
        manilha = _is_manilha(code, vira)
        label = self._say("page.card." + suit, rank=rank)
        if manilha:
            label = f"{label} – {self._say('manilha.' + suit)}"
        kinds = "card" + (" red" if suit in _RED else "") + (" manilha" if manilha else "")
        drawn = f'<svg aria-hidden="true"><use href="#s{suit}"/></svg>'
        return f'<span class="{kinds}" role="img" aria-label="{label}" title="{label}">{rank}{drawn}</span>'

    def _side(self, winner: str | None) -> str:
        if winner not in SIDES:
            return self._say("vaza.nobody")
        return " + ".join(f"<bdi>{escape(seat.name)}</bdi>" for seat in self._seats(SIDES.index(winner)))

    def _seats(self, side: int) -> list[SeatReport]:
        seats = self._report.seats
        return [seats[seat] for seat in seats_of(side, len(seats))]

    def _end(self, hand: HandReport) -> str:
        if hand.reason is None:
            return self._say("verify.hand.open")
        won = self._side(hand.winner) if hand.winner else self._say("verify.no_side")
        points = self._say("tentos.one" if hand.points == 1 else "tentos.many", count=hand.points)
        reason = self._say(f"reason.{hand.reason}")
        return f'<span class="won">{won}: {points}</span> ({reason}) · {hand.score[0]} × {hand.score[1]}'

    def _checked(self) -> str:
        report, checked = self._report, self._report.checked
        counts = self._say(
            "verify.checked",
            signatures=checked.signatures,
            commits=checked.commits,
            reveals=checked.reveals,
            shuffles=checked.shuffles,
            shares=checked.shares,
        )
        signed = "".join(f"<br>{self._signed(seat)}" for seat in report.seats)
        keys = "".join(f"<br>{self._name(seat)}: <code>{seat.key.hex()}</code>" for seat in report.seats)
        return (
            f"<h2>{self._say('page.checked')}</h2><p>{counts}{signed}</p>"
            f"<p>{self._say('page.how')}</p><p>{self._say('verify.unprovable')}</p>"
            f"<p>{self._say('verify.digest', digest=report.digest.hex())}{keys}</p>"
        )

    def _signed(self, seat: SeatReport) -> str:
        ended = sum(hand.reason is not None for hand in self._report.hands)
        if seat.signed_close:
            return self._say("verify.signed.close", name=seat.name)
        if seat.signed_line is None:
            return self._say("verify.signed.none", name=seat.name)
        values = {"hands": seat.signed_hands, "ended": ended, "line": seat.signed_line}
        return self._say("verify.signed", name=seat.name, **values)


def _is_manilha(code: str, vira: str | None) -> bool:
    if vira is None or code == HIDDEN:
        return False
    return Card.parse(code).rank == manilha_rank(Card.parse(vira))
