"""Each special hand has a screen of its own, and every gesture its keys: played with keys alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from lantruco.protocol.views import TableView
from lantruco.rules import Options
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.sitting import Sitting
from tests.screens.hands import HandSession
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown


def seated(session: HandSession) -> Callable[[Program], Sitting]:
    return lambda program: Sitting(program, session, "Mesa")


def found(wanted: Callable[[TableView], bool], players: int = 2, seeds: int = 4000) -> HandSession:
    """A table whose first deal is as wanted, for me."""
    for seed in range(seeds):
        session = HandSession(players, seed=seed)
        if session.number == 0 and wanted(session.view()):
            return session
    raise AssertionError("no deal is like that")


def royal(view: TableView) -> bool:
    return "familia" in view.legal and not view.table and all(code[0] in "QJK" for code in view.cards)


def bar(terminal: Terminal) -> str:
    return terminal.text.splitlines()[-1]


def test_a_mao_de_onze_shows_the_partners_cards_and_asks_one_thing() -> None:
    async def work() -> None:
        session = HandSession(4, seed=3, score=(11, 5))
        (partner,) = session.view().partners
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Mão de onze: joga (vale 3) ou corre (dá 1 a eles)?")
            assert "MÃO DE ONZE" in terminal.text
            ranks = " ".join(code[0] for code in partner[1])
            shown_cards = next(line for line in terminal.text.splitlines() if "parceiro" in line)
            assert [char for char in shown_cards if char in ranks.replace(" ", "")] != []
            assert "▮" not in shown_cards
            assert "Ninguém truca" in terminal.text
            terminal.press("1")
            await terminal.until("Primeiro responda ao que foi pedido. (regra R29)")
            terminal.press("f")
            await terminal.until("Correr mesmo?")
            terminal.press("a")
            await terminal.until("Mão de onze: joga")
            assert session.said == []
            terminal.press("a")
            await terminal.until("Sua vez")
            assert session.said == ["joga"]
            terminal.press("t")
            await terminal.until("regra R30")

    run(work())


def test_a_mao_de_ferro_is_blind_and_worth_the_match() -> None:
    async def work() -> None:
        session = HandSession(4, seed=3, score=(11, 11))
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("no escuro: escolha a primeira, a segunda ou a terceira carta")
            assert "MÃO DE FERRO, NO ESCURO" in terminal.text
            assert "Vale a partida" in terminal.text
            terminal.press("2")
            await terminal.until("no escuro: escolha uma carta pelo lugar")
            assert session.said == ["#2"]

    run(work())


def test_a_mao_de_ferro_with_open_cards_is_not_called_blind() -> None:
    async def work() -> None:
        options = Options.from_map({"ferro_escuro": False})
        session = HandSession(2, seed=3, score=(11, 11), options=options)
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("MÃO DE FERRO")
            await terminal.until("Sua vez")
            assert "ESCURO" not in terminal.text
            assert "escuro:" not in terminal.text

    run(work())


def test_a_familia_real_is_claimed_by_one_key_and_said_in_a_banner() -> None:
    async def work() -> None:
        session = found(royal)
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("k  família")
            terminal.press("k")
            await terminal.until("Família!")
            assert session.said == ["familia"]

    run(work())


def test_a_claim_of_the_others_is_answered_by_seeing_it_or_not() -> None:
    async def work() -> None:
        session = found(lambda view: view.legal != () and view.turn == 0, seeds=50)
        claimed = replace(session.view(), phase="answer", turn=None, legal=("aceita", "mostra"), actors=(0,))
        session.view = lambda: claimed  # type: ignore[method-assign]
        said: list[str] = []
        session.say = said.append  # type: ignore[assignment, method-assign]
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Aceita a troca, ou manda mostrar?")
            assert "FAMÍLIA REAL" in terminal.text.splitlines()[0]
            assert "a  aceita" in bar(terminal)
            terminal.press("m")
            await terminal.until(lambda: said == ["mostra"])

    run(work())


@pytest.mark.parametrize(("keys", "careful"), [(("c", "1"), True), (("!", "!"), True), (("!",), False)])
def test_a_card_is_covered_from_the_second_vaza_on(keys: tuple[str, ...], careful: bool) -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse(), replace(QUICK, careful=careful)) as terminal:
            await terminal.until("Sua vez")
            terminal.press(keys[0])
            await terminal.until("R32")
            for _ in range(40):
                await terminal.until(lambda: bool(session.view().legal) and "?  ajuda" in bar(terminal))
                if any(token.startswith("(") for token in session.view().legal):
                    break
                terminal.press("a" if session.view().pending is not None else "1")
                await terminal.quiet()
            await terminal.until("c  coberta")
            card = session.view().cards[0]
            terminal.press(*keys)
            await terminal.until(lambda: session.said[-1] == f"({card})")

    run(work())


def test_esc_takes_back_half_a_gesture_and_nothing_more() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            terminal.press("g")
            await terminal.until("Esc  desiste")
            terminal.press("escape")
            await terminal.until("Esc  sair")
            assert (session.said, session.left) == ([], False)
            card = session.view().cards[0]
            terminal.press("1")
            await terminal.until(lambda: session.said == [card])

    run(work())


def test_the_mouse_is_heard_only_while_it_is_on_and_is_switched_at_the_table() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        click = "\x1b[<0;28;18M", "\x1b[<0;28;18m"
        async with shown(seated(session), FakeHouse()) as terminal:
            await terminal.until("Sua vez")
            assert "\x1b[?1000h" not in terminal.wire.sent
            terminal.press("p")
            await terminal.until("Mouse")
            terminal.press("up", "right", "escape")
            await terminal.until("Sua vez")
            await terminal.until(lambda: "\x1b[?1000h" in terminal.wire.sent)
            first = session.view().cards[0]
            terminal.press(*click)
            await terminal.until(lambda: session.said == [first])

    run(work())
