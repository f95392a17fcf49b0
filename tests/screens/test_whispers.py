"""What partners tell each other at the table, by keys: sinais and words about an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from lantruco.peer.events import Gathered, Opened
from lantruco.protocol.sidetalk_messages import (
    ChatSaid,
    Consulted,
    SaidTwoThings,
    SinalCaught,
    SinalGlimpsed,
    SinalHidden,
)
from lantruco.protocol.views import TableView
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.forms import CHOICES, option_words
from lantruco.tui.screens.look import look_of
from lantruco.tui.screens.opening import first_screen
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.room import draw_room
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.sitting import Sitting
from tests.screens.hands import HandSession
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown


class Signals(HandSession):
    """A table with another word on sinais."""

    sinais = "livres"

    def view(self) -> TableView:
        return replace(super().view(), sinais=self.sinais)


def asked(players: int = 4) -> HandSession:
    """A table at which the others have just raised and my side has to answer."""
    for seed in range(400):
        session = HandSession(players, seed=seed)
        view = session.view()
        if view.pending is None and view.legal:
            session.say(next(token for token in view.legal if len(token) == 2))
        if session.view().pending is not None and "corre" in session.view().legal:
            session.said.clear()
            return session
    raise AssertionError("no bot raises")


def prompt(terminal: Terminal) -> str:
    """The line above the bar of keys."""
    return terminal.text.splitlines()[-2]


def seated(session: HandSession):  # type: ignore[no-untyped-def]
    def first(program: Program) -> Sitting:
        return Sitting(program, session, "Mesa")

    return first


@pytest.mark.parametrize(
    ("key", "word", "said"),
    [
        ("o", "pergunta", "o que você acha?"),
        ("a", "aceita", "aceita!"),
        ("f", "corre", "corre!"),
        ("r", "corre", "corre!"),
        ("t", "pede", "pede mais!"),
        ("d", "decide", "você decide."),
    ],
)
def test_a_word_to_the_partner_is_two_keys_and_answers_nothing(key: str, word: str, said: str) -> None:
    async def work() -> None:
        session = asked()
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("o  consultar")
            terminal.press("o")
            await terminal.until("Só o seu lado ouve")
            terminal.press(key)
            await terminal.until(f"Você diz só ao seu lado: {said}")
            assert session.consulted == [word]
            assert session.said == []

    run(work())


def test_what_the_partner_says_stands_at_the_prompt_until_it_is_answered() -> None:
    async def work() -> None:
        session = asked()
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("corre (dá")
            session._put(Consulted(2, "corre"))
            await terminal.until("Caju: corre!")
            prompt = next(
                line for line in terminal.text.splitlines() if "Caju: corre!" in line and "Aceita" in line
            )
            assert "vale" in prompt
            terminal.press("a")
            await terminal.until(lambda: session.said == ["aceita"])
            await terminal.until(
                lambda: not any("Caju: corre!" in line for line in terminal.text.splitlines()[-2:])
            )

    run(work())


def test_keys_without_a_meaning_close_the_box_and_say_nothing() -> None:
    async def work() -> None:
        session = asked()
        async with shown(seated(session), FakeHouse()) as terminal:
            for key in ("escape", "1", "m", "x"):
                await terminal.until("corre (dá")
                terminal.press("o")
                await terminal.until("Só o seu lado ouve")
                terminal.press(key)
                await terminal.until(lambda: "Só o seu lado ouve" not in terminal.text)
            assert (session.consulted, session.said, session.left) == ([], [], False)

    run(work())


def test_there_is_nothing_to_agree_on_while_nothing_is_asked() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            assert "consultar" not in terminal.text
            terminal.press("o")
            await terminal.until("não há resposta do seu lado")

    run(work())


def test_at_a_mao_de_onze_partners_agree_whether_to_play() -> None:
    async def work() -> None:
        session = HandSession(4, seed=3, score=(11, 5))
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Mão de onze: joga")
            terminal.press("o")
            await terminal.until("joga!")
            assert "pede mais!" not in terminal.text
            terminal.press("o")
            session._put(Consulted(2, "aceita"))
            await terminal.until("Caju: joga!")
            assert session.consulted == ["pergunta"]

    run(work())


def test_where_sinais_are_forbidden_no_key_shows_one() -> None:
    async def work() -> None:
        session = Signals(4, seed=4)
        session.sinais = "proibidos"
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            assert "sinal" not in terminal.text
            terminal.press("s")
            await terminal.until("os sinais são proibidos")
            assert session.signed == []

    run(work())


def test_where_sinais_may_be_glimpsed_the_box_says_so() -> None:
    async def work() -> None:
        session = Signals(4, seed=4)
        session.sinais = "espiados"
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("s")
            await terminal.until("um sinal em quatro")
            terminal.press("2")
            await terminal.until(lambda: session.signed == ["escopeta"])
            session._put(SinalCaught(1, "escopeta"))
            await terminal.until("Beto viu o seu sinal: tenho a Escopeta.")
            session._put(SinalGlimpsed(3, "zap"))
            await terminal.until("Você viu o sinal de Dora: tenho o Zap.")
            session._put(SinalHidden(3))
            await terminal.until("Dora fez um sinal e não o abriu")
            session._put(SaidTwoThings(3, "veiled"))
            await terminal.until("Dora fez dois sinais diferentes")

    run(work())


@pytest.mark.parametrize("talk", [True, False])
def test_bots_are_heard_or_not_as_the_player_likes(talk: bool) -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(seated(session), FakeHouse(), replace(QUICK, talk=talk)) as terminal:
            await terminal.until("Sua vez")
            session._put(ChatSaid(1, "Hoje é meu dia!"), SinalGlimpsed(3, "zap"))
            await terminal.until("Você viu o sinal de Dora")
            assert ("Hoje é meu dia!" in terminal.text) is talk

    run(work())


def test_the_form_of_a_new_table_chooses_what_is_said_of_sinais() -> None:
    async def work() -> None:
        house = FakeHouse()
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("n")
            await terminal.until("Sinais ao parceiro")
            terminal.press("up", "right")
            await terminal.until("um em quatro")
            terminal.press("right")
            await terminal.until("proibidos")
            terminal.press("enter")
            await terminal.until(lambda: house.asked)
            assert house.asked[-1][-1] == {"sinais": "proibidos"}

    run(work())


def test_the_room_tells_the_terms_of_the_table() -> None:
    gathered = Gathered(("Ana", None, None, None), (None,) * 4, 0, "limite=nunca sinais=espiados")
    rows = draw_room(Board(gathered=gathered), "Mesa", look_of(Settings()), 80, 24).text()
    text = " ".join(" ".join(rows).split())
    assert "Sinais ao parceiro: um em quatro" in text
    assert "Limite de tentos ao pedir: nunca" in text


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("host", [False, True])
def test_the_room_tells_every_term_however_many_there_are(lang: Literal["pt", "en"], host: bool) -> None:
    terms = " ".join(f"{name}={str(values[-1]).lower()}" for name, values in CHOICES.items())
    gathered = Gathered(("Ana", *[None] * 5), (None,) * 6, 0, terms)
    opened = Opened("Mesa", 47110, ("192.168.0.7",)) if host else None
    look = look_of(Settings(lang=lang))
    rows = draw_room(Board(gathered=gathered, opened=opened), "Mesa", look, 80, 24).text()
    text = " ".join(" ".join(rows).split())
    for term in terms.split():
        assert " ".join(option_words(term, look).split()) in text
    assert ("192.168.0.7:47110" in text) is host


def test_terms_that_do_not_fit_say_so_and_leave_the_address_and_the_bar() -> None:
    gathered = Gathered(("Ana", *[None] * 5), (None,) * 6, 0, "x=" + "palavra " * 200)
    opened = Opened("Mesa", 47110, ("192.168.0.7",))
    rows = draw_room(Board(gathered=gathered, opened=opened), "Mesa", look_of(Settings()), 72, 20).text()
    assert any(row.endswith("…") for row in rows)
    assert "192.168.0.7:47110" in " ".join(rows)
    assert "Esc" in rows[-1]
