"""A table played with the keyboard, line by line."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any, cast

import pytest

from lantruco.peer.events import Ended, LinkUp, Missing, RecordKept, Unfinished
from lantruco.players.tongue import Advice, Remark, Sign, Utterance
from lantruco.protocol.events import (
    Awaiting,
    CardsDealt,
    HandStarted,
    MatchClosed,
    MatchEnded,
    RuleEvent,
)
from lantruco.protocol.sidetalk_messages import (
    ChatSaid,
    Consulted,
    SaidTwoThings,
    SinalCaught,
    SinalGlimpsed,
    SinalHidden,
    SinalSeen,
)
from lantruco.protocol.views import TableView
from lantruco.rules import Called, Card, Played, VazaEnded
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.line import LineTable, Result
from lantruco.tui.texts import Texts
from tests.patience import PATIENCE
from tests.tui.fakes import FakeSession, TypedLines, view


def play(session: FakeSession, keyboard: Any) -> tuple[Result, list[str]]:
    written: list[str] = []
    table = LineTable(session, Texts("pt"), written.append)

    async def run() -> Result:
        return await asyncio.wait_for(table.play(cast(Keyboard, keyboard)), PATIENCE)

    return asyncio.run(run()), written


def test_a_typed_number_is_said_at_the_table() -> None:
    session = FakeSession()
    result, _ = play(session, TypedLines("2", "truco", "sair"))
    assert session.said == ["QP", "truco"]
    assert result == Result(winner=None, closed=False, code="E_LEFT")


def test_quitting_leaves_the_table_in_order() -> None:
    session = FakeSession()
    play(session, TypedLines("quit", closes=False))
    assert session.left


def test_a_closed_input_leaves_the_table_in_order() -> None:
    session = FakeSession()
    play(session, TypedLines())
    assert session.left


def test_a_closed_input_is_told_as_the_reason_of_the_end() -> None:
    session = FakeSession(view(legal=()))
    session.put(LinkUp(1), Called(1, "truco", 3))
    _, written = play(session, TypedLines())
    assert written[-1] == "A entrada fechou: você deixou a mesa."
    _, written = play(FakeSession(), TypedLines("sair"))
    assert not any("A entrada fechou" in line for line in written)


def test_an_account_broken_off_still_tells_where_the_record_is() -> None:
    session, written = FakeSession(view(legal=())), list[str]()
    table = LineTable(session, Texts("pt"), written.append)

    async def run() -> None:
        playing = asyncio.create_task(table.play(cast(Keyboard, TypedLines(closes=False))))
        await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.wait([playing])
        session.put(Unfinished((1,)), RecordKept(Path("records/x.jsonl")))
        await session.leave()
        for _ in range(2):
            await asyncio.wait_for(table.rest(), PATIENCE)

    asyncio.run(run())
    assert written[-2:] == [
        "A mesa se desfez antes do fim. O registro espera por Beto.",
        "Registro: records/x.jsonl",
    ]


def test_a_refused_move_is_explained_and_asked_again() -> None:
    session = FakeSession()
    session.refuse = "E_SIDE"
    _, written = play(session, TypedLines("truco"))
    text = "\n".join(written)
    assert "O seu lado fez o último pedido" in text
    assert "R25" in text
    assert "Sua vez" in text


def test_a_question_that_stands_is_asked_once() -> None:
    session = FakeSession(view(legal=("aceita", "corre", "seis"), pending=3))
    session.put(Called(1, "truco", 3), object(), object())
    session.end()
    _, written = play(session, TypedLines(closes=False))
    assert sum("1) aceita" in line for line in written) == 1


def test_a_finished_match_gives_its_winner() -> None:
    session = FakeSession(view(legal=()))
    session.put(MatchEnded(1, (3, 12), None), MatchClosed(bytes(32)), Ended(None))
    session.end()
    result, written = play(session, TypedLines(closes=False))
    assert result == Result(winner=1, closed=True, code=None)
    assert any("Perdemos" in line for line in written)


def test_help_and_the_table_can_be_asked_for_at_any_time() -> None:
    session = FakeSession(view(legal=(), waiting=(1,), actors=(1,)))
    _, written = play(session, TypedLines("?", "mesa", "1"))
    text = "\n".join(written)
    assert "Digite o número" in text
    assert "Espera-se Beto" in text
    assert "ainda não é a sua vez" in text


def test_help_and_the_table_are_followed_by_the_question_that_stands() -> None:
    for command in ("?", "mesa", ""):
        _, written = play(FakeSession(), TypedLines(command, "sair"))
        assert written[-2].startswith("Sua vez")
        assert "1) 3♠" in written[-1]


def test_nothing_is_asked_between_the_head_of_a_hand_and_its_cards() -> None:
    session = FakeSession()
    session.put(HandStarted(0, 1, "normal", (0, 0)))
    session.end()
    _, written = play(session, TypedLines(closes=False))
    assert "Mão 1" in written[-1]


DEALT = (
    HandStarted(0, 1, "normal", (0, 0)),
    Awaiting("turn", (0,)),
    CardsDealt(0, "7P", ("3E", "QP", "5O")),
)
VAZA = (
    RuleEvent(Played(1, 0, Card.parse("7O"), covered=False)),
    RuleEvent(Played(0, 1, Card.parse("QP"), covered=False)),
    RuleEvent(VazaEnded(0, "A", 0)),
)


@pytest.mark.parametrize("legal", [("3E", "5O", "truco"), ()])
def test_what_happened_together_is_told_whole_before_anything_is_asked(legal: tuple[str, ...]) -> None:
    actor = 0 if legal else 1
    for together in (DEALT, VAZA):
        session = FakeSession(view(legal=legal, waiting=(actor,), actors=(actor,)))
        session.put(*together)
        session.end()
        _, written = play(session, TypedLines(closes=False))
        asked = [n for n, line in enumerate(written) if line.startswith(("Sua vez", "Espera-se"))]
        assert asked == [len(written) - (2 if legal else 1)]


def test_who_is_waited_for_is_told_once() -> None:
    session = FakeSession(view(legal=(), waiting=(1,), actors=(1,)))
    session.put(object(), object())
    session.end()
    _, written = play(session, TypedLines(closes=False))
    assert written == ["Espera-se Beto."]


def test_a_missing_seat_is_told_of_now_and_then() -> None:
    session = FakeSession(view(legal=(), actors=()))
    session.put(*(Missing((1,), seconds) for seconds in range(3, 40)))
    session.end()
    _, written = play(session, TypedLines(closes=False))
    assert len(written) == 3


def test_before_the_match_only_commands_mean_something() -> None:
    session = FakeSession()
    session.table = None
    _, written = play(session, TypedLines("truco", "mesa", "?", "sair"))
    assert session.said == []
    assert session.left
    assert "ainda não é a sua vez" in written[0]


def lines_from(chunks: list[bytes], encoding: str = "utf-8") -> list[str]:
    async def run() -> list[str]:
        waiting = list(chunks)
        keyboard = Keyboard(lambda: waiting.pop(0) if waiting else b"", encoding)
        lines = []
        while (line := await keyboard.line()) is not None:
            lines.append(line)
        assert await keyboard.line() is None
        return lines

    return asyncio.run(run())


LINES = [b"1\n", b"2\n3\n", b"truco\n", b"4\n", b"5", b"\n6\n"]
WAITED = [0.0, 0.001, 0.001, 1.0, 0.2, 0.0]


def lines_by_hand(by_hand: bool) -> tuple[list[str], int]:
    """The lines that count of those that come after so many seconds, and how often others were told of."""
    now, waiting, told = [0.0], list(zip(LINES, WAITED, strict=True)), []

    def read() -> bytes:
        data, seconds = waiting.pop(0) if waiting else (b"", 9.0)
        now[0] += seconds
        return data

    async def run() -> list[str]:
        keyboard = Keyboard(
            read, "utf-8", too_fast=lambda: told.append(1), by_hand=by_hand, clock=lambda: now[0]
        )
        lines = []
        while (line := await keyboard.line()) is not None:
            lines.append(line)
        return lines

    return asyncio.run(run()), len(told)


def test_of_lines_that_are_pasted_at_a_terminal_the_first_counts_and_the_player_is_told() -> None:
    assert lines_by_hand(True) == (["1", "4", "5"], 2)


def test_lines_from_a_file_or_a_program_all_count() -> None:
    assert lines_by_hand(False) == (["1", "2", "3", "truco", "4", "5", "6"], 0)


def test_typed_bytes_become_lines_however_they_are_cut() -> None:
    assert lines_from([b"tru", b"co\r\nn", b"\xc3", b"\xa3o\n", b"1"]) == ["truco", "não", "1"]


def test_bytes_that_are_no_text_do_not_break_the_keyboard() -> None:
    assert lines_from([b"\xff\xfe\n2\n"]) == ["\ufffd\ufffd", "2"]


def test_an_endless_line_is_cut() -> None:
    lines = lines_from([b"x" * 4096] * 10 + [b"\n1\n"])
    assert len(lines[0]) <= 4096
    assert lines[-1] == "1"


def test_waiting_for_a_key_does_not_stop_the_loop() -> None:
    read_end, write_end = os.pipe()

    async def run() -> str | None:
        keyboard = Keyboard(lambda: os.read(read_end, 100), "utf-8")
        waiting = asyncio.create_task(keyboard.line())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        os.write(write_end, b"seis\n")
        return await asyncio.wait_for(waiting, PATIENCE)

    assert asyncio.run(run()) == "seis"
    os.close(write_end)


def test_a_line_with_the_mark_of_talk_can_never_play_a_card() -> None:
    session = FakeSession()
    _, written = play(session, TypedLines("/2", "/ truco  é comigo ", "/", "!zap", "!pica-fumo", "sair"))
    assert session.said == []
    assert session.talked == ["2", "truco é comigo", "!zap", "!pica_fumo"]
    assert "Você diz: truco é comigo" in written
    assert "Você faz sinal para o seu lado: tenho o Zap." in written


def test_typed_talk_keeps_its_emoji_whole_and_is_refused_where_it_is_no_text() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    session = FakeSession()
    _, written = play(session, TypedLines(f"/oi {family}\u200d", "/ol\N{REPLACEMENT CHARACTER}", "sair"))
    assert session.talked == [f"oi {family}"]
    assert f"Você diz: oi {family}" in written
    assert any("UTF-8" in line for line in written)


def test_who_does_not_know_the_sinais_is_told_them() -> None:
    session = FakeSession()
    _, written = play(session, TypedLines("!piscada", "sair"))
    assert session.talked == []
    assert any("!zap (tenho o Zap)" in line for line in written)


def test_a_sinal_that_the_table_forbids_is_answered_by_a_sentence() -> None:
    session = FakeSession()
    session.refuse = "E_SINAIS"
    _, written = play(session, TypedLines("!zap", "sair"))
    assert any("sinais são proibidos" in line for line in written)


def test_talk_and_sinais_of_others_are_told_with_their_names() -> None:
    session = FakeSession()
    session.put(ChatSaid(1, "boa sorte"), SinalSeen(1, "tres"))
    _, written = play(session, TypedLines("sair"))
    assert "Beto: boa sorte" in written
    assert "Beto faz um sinal só para você: tenho um 3." in written


def onze(**changes: Any) -> TableView:
    """Four seats, and my side decides whether to play at eleven."""
    names = ("Ana", "Beto", "Caju", "Dora")
    plain = {"players": 4, "names": names, "bots": (None,) * 4, "counts": (3,) * 4}
    plain |= {"kind": "onze", "score": (11, 5)}
    asked = {"phase": "answer", "actors": (0, 2), "legal": ("corre", "joga"), "value": 3, "turn": None}
    return view(**{**plain, **asked, **changes})


def test_words_to_the_partner_are_typed_with_the_mark_of_sinais_and_answer_nothing() -> None:
    session = FakeSession(onze())
    lines = ("!pergunta", "!ask", "!?", "!joga", "!run", "!você decide", "sair")
    _, written = play(session, TypedLines(*lines))
    assert session.said == []
    assert session.talked == ["!pergunta"] * 3 + ["!aceita", "!corre", "!decide"]
    assert "Você diz só ao seu lado: o que você acha?" in written
    assert "Você diz só ao seu lado: joga!" in written


def test_the_question_says_how_to_agree_with_the_partner_where_there_is_one() -> None:
    for table, offered in ((onze(), True), (onze(legal=(), phase="turn"), False), (view(), False)):
        session = FakeSession(table)
        session.put(ChatSaid(1, "oi"))
        session.end()
        _, written = play(session, TypedLines(closes=False))
        assert any("!pergunta" in line for line in written) is offered


def test_what_partners_and_glimpsed_sinais_say_is_told() -> None:
    session = FakeSession(onze())
    session.put(Consulted(2, "aceita"), SinalGlimpsed(1, "zap"), SinalCaught(3, "tres"), SinalHidden(1))
    _, written = play(session, TypedLines("sair"))
    assert "Caju diz só ao seu lado: joga!" in written
    assert "Você viu o sinal de Beto: tenho o Zap." in written
    assert "Dora viu o seu sinal: tenho um 3." in written
    assert any("Beto fez um sinal e não o abriu" in line for line in written)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("veiled", "Beto fez dois sinais diferentes com o mesmo número"),
        ("chat", "Beto disse uma coisa a uns e outra a outros"),
        ("sidekey", "Beto deu duas chaves diferentes"),
        ("mixed", "Beto mandou duas mensagens diferentes"),
    ],
)
def test_who_says_two_things_at_the_table_is_named(kind: Any, words: str) -> None:
    session = FakeSession()
    session.put(SaidTwoThings(1, kind))
    session.end()
    _, written = play(session, TypedLines(closes=False))
    assert any(words in line and "não é mais ouvido" in line for line in written)


class Chatterbox:
    """A player who says the same whatever happens, and decides nothing."""

    def decide(self, view: TableView) -> str | None:
        return None

    def listen(self, event: object, view: TableView | None) -> list[Utterance]:
        return [Remark("won", 1), Sign("zap"), Advice("corre")] if isinstance(event, ChatSaid) else []


@pytest.mark.parametrize(("lang", "words"), [("pt", "Essa foi bonita."), ("en", "That was a nice one.")])
def test_a_bot_talks_in_the_language_of_whoever_runs_it(lang: str, words: str) -> None:
    session = FakeSession()
    session.put(ChatSaid(1, "oi"))
    session.end()
    asyncio.run(LineTable(session, Texts(lang), lambda line: None).watch(Chatterbox()))
    assert session.talked == [words, "!zap", "!corre"]
