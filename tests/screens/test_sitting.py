"""A person at a table with nothing but keys."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from lantruco.peer.events import Ended, Gathered, MatchBegun, Missing, Opened
from lantruco.protocol.sidetalk_messages import ChatSaid, SinalSeen
from lantruco.protocol.views import TableView
from lantruco.rules import VALUE_OF
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.stage import Screen
from tests.screens.hands import HandSession
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown


def key_for(token: str, session: HandSession) -> list[str]:
    """The keys by which a person says a token."""
    bare = token.strip("()")
    cards = session.view().cards
    place = str(cards.index(bare) + 1) if bare in cards else bare.removeprefix("#")
    if token.startswith("("):
        return ["c", place]
    if token in VALUE_OF:
        return ["t"]
    words = {"aceita": ["a"], "corre": ["f", "f"], "joga": ["j"], "mostra": ["m"], "familia": ["k"]}
    return words.get(token, [place])


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2), (6, 3)])
def test_a_person_plays_a_whole_match_by_keys(players: int, seed: int) -> None:
    async def work() -> None:
        house = FakeHouse()
        session = HandSession(players, seed=seed, score=(6, 6))
        rng = random.Random(seed)
        async with shown(lambda program: Sitting(program, session, "Mesa"), house) as terminal:
            while not session.closed:
                await terminal.until(
                    lambda: (
                        session.closed
                        or (session.view().legal and is_shown(screen_of(terminal).board, session))
                    )
                )
                if session.closed:
                    break
                token = rng.choice([token for token in session.view().legal if token != "corre"])
                said = len(session.said)
                terminal.press(*key_for(token, session))
                await terminal.until(lambda said=said: len(session.said) > said)  # type: ignore[misc]
                assert session.said[-1] == token
            await terminal.until("partida")
            us = session.match.score[0]
            assert ("Ganhamos" if us == 12 else "Perdemos") in terminal.text

    run(work())


def is_shown(board: Board, session: HandSession) -> bool:
    return board.settled and board.seen == session.view()


def screen_of(terminal: Terminal) -> Sitting:
    screen = terminal.program._screens[-1]
    assert isinstance(screen, Sitting)
    return screen


class Thoughtful(HandSession):
    """A table that takes its time to judge a word."""

    def __init__(self, players: int, *, seed: int) -> None:
        super().__init__(players, seed=seed)
        self.judged = asyncio.Event()
        self.asked: list[str] = []

    async def say(self, token: str) -> None:
        self.asked.append(token)
        await self.judged.wait()
        await super().say(token)


def test_while_a_word_is_being_judged_a_second_key_says_nothing_and_the_screen_lives_on() -> None:
    async def work() -> None:
        session = Thoughtful(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            card = session.view().cards[0]
            terminal.press("1", "2", "t")
            terminal.press("?")
            await terminal.until("Ajuda")
            terminal.press("escape")
            await terminal.until("Sua vez")
            session.judged.set()
            await terminal.until(lambda: session.said)
            await terminal.quiet()
            assert session.asked == session.said == [card]

    run(work())


def test_a_word_that_is_judged_late_still_gets_its_sentence() -> None:
    async def work() -> None:
        session = Thoughtful(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("a")
            await terminal.until(lambda: session.asked)
            session.judged.set()
            await terminal.until("Não há o que responder agora")
            terminal.press("1")
            await terminal.until(lambda: session.said)

    run(work())


def test_an_illegal_key_says_why_and_which_rule() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("c")
            await terminal.until("R32")
            terminal.press("a")
            await terminal.until("Não há o que responder agora")
            assert session.said == []
            terminal.press("t")
            await terminal.until(lambda: session.said == ["truco"])

    run(work())


def test_a_slip_on_the_run_key_costs_nothing() -> None:
    async def work() -> None:
        session = asked()
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("corre (dá")
            terminal.press("f")
            await terminal.until("Correr mesmo?")
            terminal.press("escape")
            await terminal.until("corre (dá")
            assert session.said == []
            terminal.press("f", "f")
            await terminal.until(lambda: session.said == ["corre"])

    run(work())


def asked() -> HandSession:
    """A table at which a bot has just raised."""
    for seed in range(200):
        session = HandSession(2, seed=seed)
        card = next(token for token in session.view().legal if len(token) == 2)
        session.say(card)
        if session.view().pending is not None:
            session.said.clear()
            return session
    raise AssertionError("no bot raises")


def test_card_and_truco_go_together_once_the_truco_is_accepted() -> None:
    async def work() -> None:
        for seed in range(60):
            session = HandSession(2, seed=seed)
            card = session.view().cards[1] if session.view().cards else ""
            probe = HandSession(2, seed=seed)
            probe.say("truco")
            if probe.view().pending is not None or card not in probe.view().legal or probe.number:
                continue
            async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:  # noqa: B023
                await terminal.until("Sua vez")
                terminal.press("g", "2")
                await terminal.until(lambda: session.said == ["truco", card])  # noqa: B023
            return
        raise AssertionError("no bot accepts")

    run(work())


def test_a_key_before_the_question_is_on_the_screen_only_hurries() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        slow = replace(QUICK, speed="slow")
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse(), slow) as terminal:
            await terminal.until("Mão 1")
            terminal.press("1")
            await terminal.until("Sua vez")
            assert session.said == []

    run(work())


def test_pasted_text_plays_no_card() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.paste("1t2a3")
            await terminal.quiet()
            assert session.said == []

    run(work())


def test_leaving_asks_first_and_leaves_in_order() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("escape")
            await terminal.until("Sair?")
            terminal.press("x")
            await terminal.until(lambda: "Sair?" not in terminal.text)
            assert not session.left
            terminal.press("escape")
            await terminal.until("Sair?")
            terminal.press("enter")
            await terminal.until("Partida sem fim")
            assert session.left

    run(work())


def test_the_match_ends_behind_a_panel_without_closing_it() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("?")
            await terminal.until("À MESA")
            await session.leave()
            await terminal.quiet()
            assert "À MESA" in terminal.text
            terminal.press("escape")
            await terminal.until("Partida sem fim")

    run(work())


def test_the_panel_about_the_deal_says_how_it_stands_and_why_it_is_fair() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(
            lambda program: Sitting(program, session, "Mesa"), FakeHouse(), columns=100, rows=40
        ) as terminal:
            await terminal.until("Sua vez")
            terminal.press("d")
            await terminal.until("Como se dá as cartas aqui")
            assert "4 de 4 embaralhos provados" in terminal.text
            assert "Não há servidor" in terminal.text
            terminal.press("escape", "l")
            await terminal.until("O que aconteceu")

    run(work())


def test_somebody_who_is_gone_is_named_with_the_time() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            session.hand.actors = (1,)
            session._put(Missing((1,), 12))
            await terminal.until("Beto não responde há 12 s")
            session._put(Missing((1,), 13, left=True))
            await terminal.until("Fora da mesa: Beto.")

    run(work())


def test_a_mouse_click_on_a_card_plays_it() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        mouse = replace(QUICK, mouse=True)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse(), mouse) as terminal:
            await terminal.until("Sua vez")
            first = session.view().cards[0]
            terminal.press("\x1b[<0;28;18M", "\x1b[<0;28;18m")
            await terminal.until(lambda: session.said == [first])

    run(work())


class EmptyTable(HandSession):
    """A table at which nobody else sits yet."""

    empty = False

    def view(self) -> TableView:
        return None if self.empty else super().view()  # type: ignore[return-value]

    def __init__(self, *events: object) -> None:
        super().__init__(4)
        self.empty = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._put(*events)


def test_the_room_before_the_match_says_who_sits_and_how_others_find_the_table() -> None:
    async def work() -> None:
        session = EmptyTable(Opened("Mesa", 47110, ("192.168.0.7",)))
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Mesa aberta. Esperando")
            assert "192.168.0.7:47110" in terminal.text
            terminal.press("1", "t", "f", "f")
            session._put(Gathered(("Ana", None, "Zeca", None), (None, None, "Ana", None), 0))
            await terminal.until("2 de 4")
            assert "Zeca [bot de Ana]" in terminal.text
            assert terminal.text.count("(livre)") == 2
            assert session.said == []
            terminal.press("escape")
            await terminal.until("Você se levanta da mesa")
            terminal.press("enter")
            await terminal.until(lambda: terminal.running.done())

    run(work())


def test_when_the_match_begins_nobody_is_left_reading_the_help() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        begins = [session._queue.get_nowait() for _ in range(session._queue.qsize())]
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            terminal.press("?")
            await terminal.until("Ajuda")
            session._put(MatchBegun(bytes(32)), *begins)
            await terminal.until("Sua vez")

    run(work())


def test_a_table_that_closes_before_the_match_says_why() -> None:
    async def work() -> None:
        session = EmptyTable(Ended("E_TABLE_CLOSED"), None)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("A mesa foi fechada. Escolha outra.")

    run(work())


def test_what_is_typed_in_the_chat_is_said_and_never_played() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("/")
            await terminal.until("Para todos:")
            terminal.press(*"123 t f f a", "backspace", "b")
            terminal.paste("1\x1b[2J")
            await terminal.until("123 t f f b1")
            terminal.press("enter")
            await terminal.until("Você diz: 123 t f f b1")
            assert session.chatted == ["123 t f f b1[2J"]
            assert session.said == []
            terminal.press("/", "1", "escape")
            await terminal.until("Sua vez")
            assert session.said == []

    run(work())


def test_an_emoji_of_several_characters_is_said_and_shown_whole() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"

    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("/")
            await terminal.until("Para todos:")
            terminal.paste(f"oi {family}\u200d")
            terminal.press("enter")
            await terminal.until(lambda: session.chatted)
            assert session.chatted == [f"oi {family}"]
            assert session.said == []

    run(work())


def test_typed_bytes_that_are_no_text_are_refused_with_a_sentence() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("/")
            await terminal.until("Para todos:")
            terminal.paste("ol\udce1")
            terminal.press("enter")
            await terminal.until("UTF-8")
            assert session.chatted == []

    run(work())


def test_what_the_others_say_stands_at_their_seats() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            session._put(ChatSaid(1, "E agora?"), SinalSeen(2, "zap"))
            await terminal.until("Caju faz um sinal só para você")
            assert "E agora?" in terminal.text

    run(work())


def test_a_sinal_is_two_keys_and_plays_no_card() -> None:
    async def work() -> None:
        session = HandSession(4, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("s")
            await terminal.until("Só o seu lado vê")
            terminal.press("1")
            await terminal.until("Você faz sinal")
            assert session.signed == ["zap"]
            terminal.press("s", "escape")
            await terminal.until("Sua vez")
            assert session.said == []

    run(work())


def test_there_are_no_sinais_for_one_against_one() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Sitting(program, session, "Mesa"), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("s")
            await terminal.quiet()
            assert "Só o seu lado vê" not in terminal.text

    run(work())


class Broken(Screen):
    """A screen with a mistake in it."""

    def __init__(self, session: HandSession, where: str) -> None:
        self.session = session
        self.where = where

    def draw(self, look, width, height):  # type: ignore[no-untyped-def]
        from lantruco.tui.screens.canvas import Canvas

        if self.where == "draw":
            raise ZeroDivisionError
        return Canvas(width, height)

    def key(self, key: str) -> None:
        raise ZeroDivisionError

    async def close(self) -> None:
        await self.session.leave()


@pytest.mark.parametrize("where", ["draw", "key"])
def test_a_mistake_in_a_screen_restores_the_terminal_and_leaves_the_table_in_order(where: str) -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(lambda program: Broken(session, where), FakeHouse()) as terminal:
            if where == "key":
                await terminal.until(lambda: "\x1b[?1049h" in terminal.wire.sent)
                terminal.press("x")
            with pytest.raises(ZeroDivisionError):
                await terminal.running
            assert session.left
            assert terminal.wire.sent.rindex("\x1b[?1049l") > terminal.wire.sent.rindex("\x1b[?1049h")

    run(work())


def test_interrupting_leaves_in_order_too() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)

        def first(program: Program) -> Screen:
            return Sitting(program, session, "Mesa")

        async with shown(first, FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("interrupt")
            await terminal.until(lambda: session.left)

    with pytest.raises(KeyboardInterrupt):
        run(work())
