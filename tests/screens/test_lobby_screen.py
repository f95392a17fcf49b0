"""From the first start to a table, by keys."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from lantruco.net.errors import NetError
from lantruco.tui.screens.forms import CHOICES, option_words
from lantruco.tui.screens.look import look_of
from lantruco.tui.screens.opening import first_screen
from lantruco.tui.screens.settings import Settings
from lantruco.tui.texts import Texts
from tests.screens.terminal import FakeHouse, run, shown

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"


@dataclass
class Row:
    name: str
    host: str
    seats: int = 4
    taken: int = 2
    version: int = 1
    options: str = ""


def test_the_first_start_asks_for_a_name_and_nothing_else() -> None:
    async def work() -> None:
        house = FakeHouse(name=None)
        async with shown(first_screen, house) as terminal:
            await terminal.until("Como você se chama?")
            assert "ana" in terminal.text
            terminal.press("Z", "é", "enter")
            await terminal.until("Nenhuma mesa aberta por perto")
            assert house.name == "Zé"

    run(work())


@pytest.mark.parametrize(
    ("keys", "name"), [([], "ana"), (["left", "i"], "ania"), (["backspace", "i"], "ani")]
)
def test_the_suggested_name_can_be_taken_or_mended(keys: list[str], name: str) -> None:
    async def work() -> None:
        house = FakeHouse(name=None)
        async with shown(first_screen, house) as terminal:
            await terminal.until("Como você se chama?")
            terminal.press(*keys, "enter")
            await terminal.until("Nenhuma mesa aberta por perto")
            assert house.name == name

    run(work())


def test_a_name_that_will_not_do_is_asked_again() -> None:
    async def work() -> None:
        house = FakeHouse(name=None)
        async with shown(first_screen, house) as terminal:
            await terminal.until("Como você se chama?")
            terminal.press(*["backspace"] * 3, "enter")
            await terminal.quiet()
            assert house.name is None
            terminal.press("  ", "enter")
            await terminal.quiet()
            assert house.name is None
            terminal.paste("Zé\x1b[2J da\tEsquina")
            await terminal.quiet()
            terminal.press("enter")
            await terminal.until("Nenhuma mesa")
            assert house.name is not None
            assert house.name.isprintable()

    run(work())


def test_an_empty_lobby_says_what_to_do_next() -> None:
    async def work() -> None:
        async with shown(first_screen, FakeHouse()) as terminal:
            await terminal.until("Nenhuma mesa aberta por perto")
            for word in ("abra uma mesa", "jogue já, com bots", "digite o endereço"):
                assert word in terminal.text

    run(work())


def test_the_list_lives_and_one_key_joins() -> None:
    async def work() -> None:
        house = FakeHouse()
        async with shown(first_screen, house, columns=100, rows=30) as terminal:
            await terminal.until("Nenhuma mesa")
            house.rows = [Row("Mesa do fundo", "Beto"), Row("Truco", "Dora", options="coberta=false")]
            await terminal.until("Mesa do fundo")
            assert "de Beto" in terminal.text
            assert "2 de 4" in terminal.text
            terminal.press("down")
            await terminal.until("Carta coberta: não")
            house.rows = [Row("Antes", "Caju"), *house.rows]
            await terminal.until("Antes")
            assert "▶ 2 Truco" in terminal.text
            house.rows = house.rows[:2]
            await terminal.until(lambda: "Truco  " not in terminal.text.split("─")[-2])
            terminal.press("1")
            await terminal.until("Sua vez")
            assert house.sessions[0].players == 4

    run(work())


def test_a_table_keeps_its_number_while_others_come_and_go() -> None:
    async def work() -> None:
        house = FakeHouse()
        middle, first, last = Row("Meio", "Ana"), Row("Começo", "Beto"), Row("Fim", "Cida")
        house.rows = [middle, first]
        async with shown(first_screen, house) as terminal:
            await terminal.until("▶ 1 Meio")
            assert "  2 Começo" in terminal.text
            house.rows = [first, last]
            await terminal.until("  3 Fim")
            assert "▶ 2 Começo" in terminal.text
            house.rows = [middle, first]
            await terminal.until("  1 Meio")
            assert "▶ 2 Começo" in terminal.text
            house.rows = [first]
            await terminal.until(lambda: "Meio" not in terminal.text)
            terminal.press("1")
            await terminal.until("Não há mesa 1")
            assert "▶ 2 Começo" in terminal.text
            terminal.press("2")
            await terminal.until("Sua vez")

    run(work())


def test_tables_of_one_name_and_host_are_still_two() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.rows = [Row("Mesa", "Ana"), Row("Mesa", "Ana", seats=2, taken=1)]
        async with shown(first_screen, house) as terminal:
            await terminal.until("▶ 1 Mesa")
            assert "  2 Mesa" in terminal.text
            terminal.press("2")
            await terminal.until("Sua vez")
            assert house.sessions[0].players == 2

    run(work())


def test_a_number_without_a_table_says_so() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.rows = [Row("Mesa", "Beto")]
        async with shown(first_screen, house) as terminal:
            await terminal.until("de Beto")
            terminal.press("7")
            await terminal.until("Não há mesa 7")

    run(work())


def test_bots_are_two_keys_away_and_a_rematch_one() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.seed, house.score = 3, (11, 0)
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("b", "2")
            await terminal.until("joga (vale 3)")
            assert house.asked == [("Mesa de Ana", 2, 1, {})]
            terminal.press("escape", "enter")
            await terminal.until("Partida sem fim")
            terminal.press("n")
            await terminal.until("joga (vale 3)")
            assert len(house.sessions) == 2

    run(work())


def test_the_level_of_my_bots_is_chosen_where_they_are_called_and_kept() -> None:
    async def work() -> None:
        house = FakeHouse()
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("b")
            await terminal.until("Nível: forte")
            terminal.press("right")
            await terminal.until("Nível: médio")
            terminal.press("left", "left")
            await terminal.until("Nível: fácil")
            assert [settings.bots for settings in house.kept] == ["medio", "forte", "facil"]

    run(work())


def test_a_table_is_opened_with_the_rules_that_were_chosen() -> None:
    async def work() -> None:
        house = FakeHouse()
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("n")
            await terminal.until("Nova mesa")
            terminal.press(*"Canto", "down", "right", "down", "right", "right", "down", "down", "right")
            await terminal.until("Carta coberta                     não")
            terminal.press("enter")
            await terminal.until("Sua vez")
            assert house.asked == [("Canto", 4, 2, {"coberta": False})]

    run(work())


def test_a_closed_door_is_a_sentence_in_the_lobby() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.shut = "E_LOST"
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("e")
            await terminal.until("Endereço da mesa")
            terminal.paste("192.168.0.7:47110")
            await terminal.until("192.168.0.7:47110")
            terminal.press("enter")
            await terminal.until("não responde mais")

    run(work())


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (72, 20), (200, 60)])
def test_what_keeps_a_door_shut_is_told_to_the_end_and_escape_takes_it_away(columns: int, rows: int) -> None:
    async def work() -> None:
        house = FakeHouse()

        async def unknown(address: str) -> None:
            raise NetError("E_ADDRESS", address=address)

        house.join_address = unknown  # type: ignore[method-assign,assignment]
        told = " ".join(Texts("pt").error("E_ADDRESS", {"address": "m" * 60}).split())
        async with shown(first_screen, house, columns=columns, rows=rows) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("e", *"m" * 60, "enter")
            await terminal.until(lambda: told in " ".join(terminal.text.split()))
            assert "Esc" in terminal.row(-1)
            terminal.press("escape")
            await terminal.until(lambda: "mmm" not in terminal.text)
            assert not terminal.running.done()
            terminal.press("escape")
            await terminal.until(lambda: terminal.running.done())

    run(work())


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (72, 20)])
def test_many_tables_with_many_options_leave_the_bar_alone(columns: int, rows: int) -> None:
    async def work() -> None:
        house = FakeHouse()
        options = " ".join(f"{name}={str(values[-1]).lower()}" for name, values in CHOICES.items())
        house.rows = [Row(f"Mesa {number}", "Beto", options=options) for number in range(40)]
        house.notice = "Outro Lantruco está usando esta pasta. " * 3
        async with shown(first_screen, house, columns=columns, rows=rows) as terminal:
            await terminal.until("Mesa 0")
            told = " ".join(terminal.text.split())
            for option in options.split():
                assert option_words(option, look_of(Settings())) in told
            assert "Esc" in terminal.row(-1)
            assert not terminal.row(-2).strip(" ─")
            terminal.press(*["down"] * 39)
            await terminal.until("Mesa 39")
            assert not terminal.row(-2).strip(" ─")

    run(work())


def test_a_door_that_does_not_open_can_be_given_up() -> None:
    async def work() -> None:
        house = FakeHouse()

        async def never(address: str) -> None:
            await asyncio.Event().wait()

        house.join_address = never  # type: ignore[method-assign,assignment]
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("e", "x", "enter")
            await terminal.until("Indo para x…")
            terminal.press("n")
            await terminal.quiet()
            assert "Nova mesa" not in terminal.text
            terminal.press("escape")
            await terminal.until("Você desistiu.")

    run(work())


def test_what_the_network_hides_is_said() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.notice = "Não dá para procurar mesas nesta rede."
        async with shown(first_screen, house) as terminal:
            await terminal.until("Não dá para procurar mesas nesta rede.")

    run(work())


def test_settings_are_kept_and_seen_at_once() -> None:
    async def work() -> None:
        house = FakeHouse()
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("p")
            await terminal.until("Ajustes")
            terminal.press("right")
            await terminal.until("Settings")
            assert house.kept[-1].lang == "en"
            terminal.press("escape")
            await terminal.until("quit")

    run(work())


def test_a_record_is_checked_with_what_it_proves() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.paths = [GOLDEN / "two-seats.jsonl"]
        async with shown(first_screen, house, columns=100, rows=50) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("r")
            await terminal.until("two-seats.jsonl")
            terminal.press("enter")
            await terminal.until("o registro confere")
            await terminal.until("Partida terminada")

    run(work())


def test_a_spoilt_record_does_not_hold(tmp_path: Path) -> None:
    data = (GOLDEN / "two-seats.jsonl").read_bytes()
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_bytes(data[:4000].replace(b"A", b"B", 1) + data[4000:])

    async def work() -> None:
        house = FakeHouse()
        house.paths = [spoilt]
        async with shown(first_screen, house) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("r", "enter")
            await terminal.until("o registro não confere")

    run(work())


def test_help_scrolls_to_its_end_and_back() -> None:
    async def work() -> None:
        async with shown(first_screen, FakeHouse()) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("?")
            await terminal.until("À MESA")
            for _ in range(9):
                terminal.press("pagedown")
            await terminal.until("Família Real: com três cartas")
            terminal.press("escape")
            await terminal.until("Nenhuma mesa")

    run(work())


def test_escape_leaves_the_lobby_and_the_program() -> None:
    async def work() -> None:
        async with shown(first_screen, FakeHouse()) as terminal:
            await terminal.until("Nenhuma mesa")
            terminal.press("escape")
            await terminal.until(lambda: terminal.running.done())

    run(work())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("", ""),
        ("coberta=false", "Carta coberta: não"),
        ("onze_truco=penaliza future=7", "Trucar na mão de onze: perde a mão, future=7"),
        ("coberta", "coberta"),
    ],
)
def test_options_of_a_table_are_told_in_words(options: str, words: str) -> None:
    assert option_words(options, look_of(Settings())) == words
