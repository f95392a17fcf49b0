"""The table as it stands on a terminal: three sizes, with colours, without, in ASCII."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN
from lantruco.tui.screens.board import Board, Speech
from lantruco.tui.screens.gestures import Waiting
from lantruco.tui.screens.look import look_of
from lantruco.tui.screens.scene import Scene
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.table import MIN_HEIGHT, MIN_WIDTH, draw_table, tally
from lantruco.tui.texts import Texts
from tests.screens.hands import HandSession
from tests.screens.terminal import QUICK, FakeHouse, run, shown
from tests.tui.fakes import view

SIZES = [(80, 24), (100, 30), (200, 60)]
LOOKS = {
    "true colour": (QUICK, {"COLORTERM": "truecolor"}),
    "256 colours": (QUICK, {}),
    "16 colours": (replace(QUICK, colours="16"), {}),
    "no colour": (QUICK, {"NO_COLOR": "1"}),
    "ascii": (replace(QUICK, ascii=True), {}),
    "light, four colours": (replace(QUICK, theme="light", four_colours=True), {"COLORTERM": "truecolor"}),
}


def drawn(
    table: TableView, settings: Settings = QUICK, size: tuple[int, int] = (80, 24), **scene: object
) -> str:
    board = Board(seen=table, settled=True)
    canvas = draw_table(
        Scene(replace(board, **scene.pop("board", {})), "Mesa", **scene),  # type: ignore[arg-type]
        look_of(settings),
        *size,
    )
    return "\n".join(canvas.text())


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_table_shows_all_that_a_player_needs(players: int, look: str, size: tuple[int, int]) -> None:
    async def work() -> None:
        settings, environ = LOOKS[look]
        session = HandSession(players, seed=4, score=(7, 3))
        async with shown(
            lambda program: Sitting(program, session, "Mesa do fundo"),
            FakeHouse(),
            settings,
            columns=size[0],
            rows=size[1],
            environ=environ,
        ) as terminal:
            await terminal.until("Sua vez")
            text = terminal.text
            for name in session.names:
                assert name in text
            assert "7 x 3" in text if settings.ascii else "7 × 3" in text
            assert "Vale 1 tento" in text
            assert "Truco faz valer 3" in text
            for word in ("Zap", "Escopeta", "Espadilha", "Pica-fumo", "vira", "Manilhas"):
                assert word in text
            assert f"{players} de {players} embaralhos" in text
            view = session.view()
            assert view.vira is not None
            for code in (*view.cards, view.vira):
                assert code[0] in text
                assert (
                    code[1] if settings.ascii else dict(zip("PCEO", "♣♥♠♦", strict=True))[code[1]]
                ) in text
            assert "Esc" in terminal.row(-1)
            assert text.count("bot de Ana") >= players - 1
            assert not settings.ascii or text.isascii()
            if environ.get("NO_COLOR"):
                assert terminal.colours() == {"default"}
            else:
                assert len(terminal.colours()) > 4

    run(work())


def test_with_four_colours_every_suit_has_its_own() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        settings = replace(QUICK, four_colours=True)
        async with shown(
            lambda program: Sitting(program, session, "Mesa"), FakeHouse(), settings, columns=100, rows=30
        ) as terminal:
            await terminal.until("Sua vez")
            terminal.press("p")
            await terminal.until("Ajustes")
            inks = [frozenset(terminal.colour_of(suit)) for suit in "♣♥♠♦"]
            assert len(set(inks)) == 4

    run(work())


def test_the_next_seat_in_the_direction_of_play_sits_to_my_right() -> None:
    lines = drawn(
        view(players=4, names=("Ana", "Beto", "Caju", "Dora"), bots=(None,) * 4, counts=(3,) * 4)
    ).split("\n")
    row, column = {}, {}
    for name in ("Ana", "Beto", "Caju", "Dora"):
        row[name], column[name] = next((y, line.index(name)) for y, line in enumerate(lines) if name in line)
    assert column["Dora"] < column["Ana"] < column["Beto"]
    assert row["Caju"] < row["Dora"] == row["Beto"] < row["Ana"]


@pytest.mark.parametrize(
    ("score", "marks"), [(0, ""), (3, "┃┃┃"), (5, "┃┃┃┃╱"), (12, "┃┃┃┃╱ ┃┃┃┃╱ ┃┃")], ids=str
)
def test_tentos_are_marks_on_a_slate(score: int, marks: str) -> None:
    assert tally(score, look_of(QUICK)) == marks


def test_a_raise_says_who_asked_and_what_each_answer_is_worth() -> None:
    asked = view(pending=3, phase="answer", turn=None, legal=("aceita", "corre", "seis"), actors=(0,))
    text = drawn(asked, board={"speech": (Speech(1, "truco"),)})
    assert "Beto: Truco! Aceita (vale 3), corre (dá 1) ou pede seis?" in text
    assert "« Truco! »" in text
    assert "Vale 1, pedido 3" in text
    assert "Seis faz valer 6" in text


def test_the_bar_shows_only_what_is_legal() -> None:
    asked = view(pending=12, value=9, phase="answer", turn=None, legal=("aceita", "corre"), actors=(0,))
    bar = drawn(asked).split("\n")[-1]
    assert "aceita" in bar
    assert "corre" in bar
    assert "joga" not in bar
    assert "truco" not in bar
    idle = drawn(view(legal=(), turn=1, actors=(1,), waiting=(1,))).split("\n")[-1]
    assert "joga" not in idle
    assert "ajuda" in idle
    assert "sair" in idle


def test_whose_turn_it_is_is_said_in_words_too() -> None:
    assert "Vez de Beto." in drawn(view(legal=(), turn=1, actors=(1,), waiting=(1,)))


def test_at_the_mao_de_onze_the_partners_cards_are_open_and_the_question_says_what_it_is_worth() -> None:
    text = drawn(
        view(
            players=4,
            names=("Ana", "Beto", "Caju", "Dora"),
            bots=(None,) * 4,
            counts=(3,) * 4,
            kind="onze",
            value=3,
            score=(11, 4),
            turn=None,
            phase="answer",
            actors=(0,),
            legal=("corre", "joga"),
            partners=((2, ("3P", "7O", "KE")),),
        )
    )
    assert "MÃO DE ONZE" in text
    assert "3♣ 7♦ K♠" in text
    assert "joga (vale 3) ou corre (dá 1 a eles)?" in text
    assert "Ninguém truca" in text


def test_a_blind_mao_de_ferro_shows_backs_and_asks_by_place() -> None:
    text = drawn(
        view(kind="ferro", score=(11, 11), cards=(HIDDEN,) * 3, legal=("#1", "#2", "#3")), size=(80, 24)
    )
    assert "MÃO DE FERRO, NO ESCURO" in text
    assert "no escuro: escolha a primeira" in text
    assert "░░░" in text


def test_a_covered_card_on_the_table_shows_its_back() -> None:
    open_card = drawn(view(table=((1, "KO"),)))
    covered = drawn(view(table=((1, "??"),)))
    assert "K" in open_card
    assert covered.count("░") > open_card.count("░")


def test_half_a_gesture_says_what_it_waits_for() -> None:
    second = view(vazas=("A",), legal=("(3E)", "3E"))
    assert "Coberta: qual carta?" in drawn(second, half=Waiting("cover"))
    assert "Correr mesmo? f de novo corre" in drawn(second, half=Waiting("sure", "f", "corre"))
    assert "qual carta?" in drawn(second, half=Waiting("truco-card"))


def test_a_long_name_is_cut_and_pushes_nothing_away() -> None:
    names = ("Ana", "日本語日本語日本語日本語", "Wwwwwwwwwwwwwwwwwwwwwwww", "Dora")
    text = drawn(view(players=4, names=names, bots=(None, "日" * 20, None, None), counts=(3,) * 4))
    assert "…" in text
    assert "Sua vez" in text


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("cards", ["auto", "big", "compact"])
def test_at_the_smallest_size_nothing_is_lost(players: int, cards: str) -> None:
    session = HandSession(players, seed=4)
    text = drawn(session.view(), Settings(cards=cards), (MIN_WIDTH, MIN_HEIGHT))  # type: ignore[arg-type]
    for name in (*session.names, "Vale 1 tento", "Sua vez", "Esc", "vira", "Manilhas"):
        assert name in text


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize(("columns", "rows"), [(MIN_WIDTH, MIN_HEIGHT), (80, 24), (100, 30)])
@pytest.mark.parametrize("seat", [0, None])
def test_the_longest_score_and_the_kind_of_hand_stand_side_by_side(
    lang: Literal["pt", "en"], ascii_only: bool, columns: int, rows: int, seat: int | None
) -> None:
    texts = Texts(lang, ascii=ascii_only)
    names = ("Maria Aparecida da Silva", "Sebastião de Oliveira")
    for kind, banner in (("ferro", "screen.kind.ferro"), ("onze", "screen.kind.onze"), ("normal", None)):
        seen = view(
            seat=seat, names=names, kind=kind, score=(11, 11), hand=99, cards=(HIDDEN,) * 3, vira="7P"
        )
        head = drawn(seen, Settings(lang=lang, ascii=ascii_only), (columns, rows)).splitlines()[0]
        if banner is not None and seat is not None:
            assert f" {texts(banner)} " in head
        assert " 11 x 11 " in head.replace("×", "x")
        assert texts("screen.hand", number=100) in head
        if seat is not None:
            assert head.rstrip().endswith(f" {texts('screen.them')}")
            assert f" {texts('screen.us')} " in head


def test_in_english_it_is_all_english() -> None:
    text = drawn(view(), Settings(lang="en"))
    assert "Your turn: play a card." in text
    assert "Worth 1 tento" in text
    assert "2 of 2 shuffles" in text
