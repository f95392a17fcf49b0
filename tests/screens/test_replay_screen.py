"""A match seen again on the full screen: what is shown of it, and how one walks through it."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lantruco.record.retell import account_of
from lantruco.record.told import Told, read_told
from lantruco.rules import CANONICAL, HIDDEN, Hand, Options, WrittenMatch, parse_match
from lantruco.tui.screens.frames import frames_of
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.records import Records
from lantruco.tui.screens.replay import Replay
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.stage import Screen
from lantruco.tui.texts import Texts
from tests.rules.tables import Game
from tests.rules.test_notation import TEXT, as_watched, played
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
RECORD = GOLDEN / "four-seats.jsonl"
ENGLISH = replace(QUICK, lang="en")
RECORDS = ("four-seats", "familia-accepted")
KINDS = {"MÃO DE ONZE", "MÃO DE FERRO", "Família!", "Truco!", "I run!"}
MATCH = """\
truco/1
players 4
names "Ana" "Beto" "Cida" "Davi"

hand dealer=3 score=0-0
vira JC
cards KE ?? 4C / ?? 4P 3P / 5E AP ?? / ?? 7P 4E
1. 0:4C 1:4P 2:AP 3:7P = A>2
2. 2:5E 3:4E 0:KE 1:3P = A>0
end A+1 vazas 1-0

hand dealer=0 score=1-0
vira 2O
cards ?? ?? ?? / ?? JC ?? / 5C 5E 2C / ?? ?? ??
1. 1:JC 2:familia 3:mostra
end B+3 fr_blefe 1-3

hand dealer=1 score=1-3
vira 3P
cards AE AO ?? / JE 3E QE / 6E JO 3C / KE AP 5C
1. 2:3C 3:5C 0:AE 1:truco 0:seis 3:aceita 1:JE = A>2
2. 2:6E 3:AP 0:AO 1:3E = B>1
3. 1:QE 2:JO 3:KE 0:(#1) = B>3
end B+6 vazas 1-9

hand dealer=2 score=1-9
vira KO
cards ?? ?? 2O / 5C AO 4P / 7E 7O 6P / ?? JE 3P
1. 3:JE 0:2O 1:truco 0:aceita 1:5C 2:seis 3:nove 2:aceita 2:6P = A>0
2. 0:(#2) 1:AO 2:7O 3:(#1) = B>1
3. 1:4P 2:doze 3:aceita 2:7E 3:3P 0:(#1) = B>3
end B+12 vazas 1-12
"""
"""A match of four as somebody wrote it down who saw only what was laid open."""
_READ: dict[str, Told] = {}


def told(name: str) -> Told:
    """What a golden record tells, each checked once."""
    if name not in _READ:
        _READ[name] = read_told(GOLDEN / f"{name}.jsonl")
    return _READ[name]


def written_story() -> Told:
    match = parse_match(MATCH)
    return Told(match, account_of(match), "finished")


def showing(program: Program) -> Replay:
    return Replay(program, Path("match.truco"), written_story())


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "match.truco"
    path.write_text(TEXT, encoding="utf-8")
    return path


async def back(terminal: Terminal) -> None:
    """From a panel to the match."""
    terminal.press("escape")
    await terminal.until("step 1 of")


def watched(players: int, seed: int) -> Told:
    """A random hand, special ones often, as somebody wrote it down who saw only what was laid open."""
    chance = random.Random(seed)
    score = chance.choice([(0, 0), (11, 3), (5, 11), (11, 11)])
    deck = chance.sample(CANONICAL, len(CANONICAL))
    start = Hand.new(players=players, options=Options(), dealer=seed % players, score=score, deck=deck)
    hand = as_watched(played(Game(start, chance), 1000))
    match = WrittenMatch(players, Options(), (), (hand,))
    return Told(match, account_of(match), "unfinished")


def stories() -> Iterator[Told]:
    """Of every kind."""
    yield from (told(name) for name in RECORDS)
    yield from (watched(players, seed) for players in (2, 4, 6) for seed in range(5))


def test_only_cards_that_lay_open_in_the_end_are_ever_seen() -> None:
    for story in stories():
        for number, hand in enumerate(hand for hand in story.hands if hand.vira is not None):
            moves = [move for vaza in hand.vazas for move in vaza.moves]
            public = {
                HIDDEN,
                *(move.card for move in moves),
                *(code for move in moves for code in move.shown),
            }
            for frame in frames_of(story, number, Texts("pt")):
                seen = frame.board.seen
                assert seen is not None
                assert {code for _, held in frame.held for code in held} <= public
                assert {code for _, code in seen.table} <= public
                assert not seen.cards
                assert not seen.partners


def test_every_card_leaves_the_hand_when_it_is_played() -> None:
    for story in stories():
        for number in range(len(story.match.hands)):
            counts = []
            for frame in frames_of(story, number, Texts("en")):
                seen = frame.board.seen
                assert seen is not None
                assert tuple(len(held) for _, held in frame.held) == seen.counts
                counts.append(sum(seen.counts))
            assert counts[0] == 3 * story.match.players
            assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize(
    ("size", "kind"),
    [
        ((80, 24), "colour"),
        ((80, 24), "ascii"),
        ((100, 30), "none"),
        ((200, 60), "colour"),
    ],
)
def test_a_step_shows_the_table_as_in_play_in_every_size(size: tuple[int, int], kind: str) -> None:
    async def work() -> None:
        settings = replace(ENGLISH, ascii=kind == "ascii")
        environ = {"NO_COLOR": "1"} if kind == "none" else None
        columns, rows = size
        async with shown(
            showing, FakeHouse(), settings, columns=columns, rows=rows, environ=environ
        ) as terminal:
            await terminal.until("step 1 of 12; 4 hands")
            terminal.press(*["right"] * 7)
            await terminal.until("step 8 of 12")
            text = terminal.text
            assert ("Davi plays 4E" if kind == "ascii" else "Davi plays 4♠") in text
            for words in ("Ana to play.", "Espadilha", "Truco makes it 3"):
                assert words in text
            assert "Beto + Davi" in terminal.row(0)
            # Beto has a card left that he will play, and one that nobody will ever see.
            assert ("## 3P" if kind == "ascii" else "▮▮ 3♣") in text
            bar = terminal.row(-1)
            assert all(word in bar for word in ("step", "vaza", "hand", "help", "Esc"))
            if kind == "ascii":
                assert text.isascii()
            assert (len(terminal.colours()) > 3) == (kind != "none")
            terminal.press("end")
            await terminal.until("That was the match.")
            assert "The hand goes to Beto" in terminal.text
            assert "1  1  1  1" in terminal.text
            assert "0  3  9 12" in terminal.text

    run(work())


WALK = (
    ("down", "Mão 1", "passo 6 de 12"),
    ("down", "Mão 1", "passo 11 de 12"),
    ("down", "Mão 1", "passo 12 de 12"),
    ("down", "Mão 2", "passo 1 de"),
    ("left", "Mão 1", "passo 12 de 12"),
    ("up", "Mão 1", "passo 11 de 12"),
    ("b", "Mão 1", "passo 10 de 12"),
    ("pageup", "Mão 1", "passo 1 de 12"),
    ("up", "Mão 1", "passo 1 de 12"),
    ("left", "Mão 1", "passo 1 de 12"),
    ("enter", "Mão 1", "passo 2 de 12"),
    ("pagedown", "Mão 2", "passo 1 de"),
    ("pageup", "Mão 1", "passo 1 de 12"),
    ("hand 2", "Mão 3", "passo 1 de"),
    ("up", "Mão 2", "A mão é de"),
    ("4, enter", "Mão 4", "passo 1 de 24"),
    ("g, 9, x, 9, enter", "Mão 4", "passo 1 de 24"),
    ("g, 0, enter", "Mão 1", "passo 1 de 12"),
    ("g, enter", "Mão 1", "passo 1 de 12"),
    ("g, 3", "Mão 1", "Qual mão, de 1 a 4? 3"),
    ("escape", "Mão 1", "passo 1 de 12"),
    ("end", "Mão 4", "Foi essa a partida."),
    ("right", "Mão 4", "passo 24 de 24"),
    ("down", "Mão 4", "passo 24 de 24"),
    ("home", "Mão 1", "passo 1 de 12"),
    ("hand 3, pagedown", "Mão 4", "Foi essa a partida."),
    ("z", "Mão 4", "Foi essa a partida."),
)
"""Keys, the hand that is then seen, and what else is."""


def test_one_walks_by_step_by_vaza_by_hand_and_to_a_hand() -> None:
    program = Program(None, QUICK)
    screen = showing(program)
    for keys, hand, words in WALK:
        for key in keys.split(", "):
            screen.key(key)
        lines = screen.draw(program.look, 80, 24).text()
        assert lines[0].startswith(f" {hand} ")
        assert words in "\n".join(lines), keys


def test_the_hands_can_be_covered_and_the_whole_match_read() -> None:
    async def work() -> None:
        async with shown(showing, FakeHouse(), ENGLISH) as terminal:
            await terminal.until("K♠ ▮▮ 4♥")
            terminal.press("c")
            await terminal.until("▮▮▮")
            assert "K♠ ▮▮ 4♥" not in terminal.text
            terminal.press("l")
            await terminal.until("Hand 1 · vira J♥")
            await back(terminal)
            terminal.press("?")
            await terminal.until("Nobody's hand is favoured")
            await back(terminal)
            terminal.press("p")
            await terminal.until("Settings")
            await back(terminal)
            terminal.press("escape")
            await terminal.until(lambda: terminal.running.done())

    run(work())


def test_of_a_record_the_shuffles_the_checks_and_the_owners_of_bots_are_told() -> None:
    story = told("four-seats")
    owner = next(
        seat.operator for seat in (story.report.seats if story.report else ()) if seat.operator is not None
    )

    async def work() -> None:
        async with shown(lambda program: Replay(program, RECORD, story), FakeHouse(), ENGLISH) as terminal:
            await terminal.until("4 of 4 shuffles")
            assert f"bot of {owner}" in terminal.text
            terminal.press("v")
            await terminal.until("signatures")
            await back(terminal)
            terminal.press("d")
            await terminal.until("There is no server")

    run(work())


def test_who_left_is_told_where_the_match_breaks_off() -> None:
    async def work() -> None:
        path = GOLDEN / "left.jsonl"
        async with shown(
            lambda program: Replay(program, path, told("left")), FakeHouse(), ENGLISH
        ) as terminal:
            terminal.press("end")
            await terminal.until("Ana left after step")
            terminal.press("l")
            await terminal.until("By that time Ana had left.")

    run(work())


def test_of_a_written_match_no_proof_is_claimed(written: Path) -> None:
    async def work() -> None:
        async with shown(lambda program: Replay(program, written), FakeHouse(), ENGLISH) as terminal:
            await terminal.until("Ana to play.")
            assert "proved" not in terminal.text
            assert "3♦ 2♦ 7♦" in terminal.text
            terminal.press("v", "d", "3", "enter")
            await terminal.until("Here it breaks off.")
            assert "Hand 3" in terminal.row(0)
            assert "shuffles" not in terminal.text.lower()

    run(work())


def test_a_record_in_which_nothing_was_dealt_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.truco"
    path.write_text("truco/1\nplayers 2\n", encoding="utf-8")

    async def work() -> None:
        async with shown(lambda program: Replay(program, path), FakeHouse()) as terminal:
            await terminal.until("nenhuma mão chegou a ser dada")
            terminal.press("enter")
            await terminal.until(lambda: terminal.running.done())

    run(work())


def test_a_false_record_is_not_shown_but_why_it_is_false(tmp_path: Path) -> None:
    lines = RECORD.read_bytes().split(b"\n")
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"\n".join([*lines[:9], *lines[10:]]))
    screens: list[Replay] = []

    def make(program: Program) -> Screen:
        screens.append(Replay(program, changed))
        return screens[-1]

    async def work() -> None:
        async with shown(make, FakeHouse(), ENGLISH) as terminal:
            await terminal.until("This file cannot be shown")
            assert "Espadilha" not in terminal.text
            assert getattr(screens[0].error, "code", None) == "E_ORDER"

    run(work())


def test_the_check_shows_how_far_it_is_and_esc_ends_it() -> None:
    reached, go_on, stopped = threading.Event(), threading.Event(), threading.Event()

    def slow(path: Path, progress: Callable[[int, int], None]) -> Told:
        progress(1, 4)
        reached.set()
        go_on.wait(30)
        try:
            progress(2, 4)
        except Exception:
            stopped.set()
            raise
        return told("four-seats")

    def make(program: Program) -> Screen:
        screen = Replay(program, RECORD)
        screen.telling._work = slow
        return screen

    async def work() -> None:
        async with shown(make, FakeHouse()) as terminal:
            await terminal.until("25 %")
            assert "██████████░" in terminal.text
            terminal.press("enter", "x", "escape")
            await terminal.until(lambda: terminal.running.done())
            go_on.set()
            await terminal.running

    run(work())
    assert stopped.wait(30)


def test_a_record_in_the_list_is_seen_again_by_a_key() -> None:
    async def work() -> None:
        house = FakeHouse()
        house.paths = [GOLDEN / "two-seats.jsonl"]
        async with shown(Records, house) as terminal:
            await terminal.until("rever")
            terminal.press("p")
            await terminal.until("Mão 1")
            terminal.press("escape")
            await terminal.until("two-seats.jsonl")

    run(work())


def test_the_language_can_change_on_the_way() -> None:
    async def work() -> None:
        async with shown(showing, FakeHouse(), Settings(speed="none", lang="pt")) as terminal:
            terminal.press("right", "right")
            await terminal.until("passo 3 de 12")
            terminal.program.change(ENGLISH)
            await terminal.until("step 3 of 12")
            assert "plays" in terminal.text

    run(work())


RUN_FROM = """\
truco/1
players 2

hand dealer=1 score=0-0
vira 4O
cards 3O 2O 7O / AP 6P 6E
1. 0:truco 1:corre
end A+1 correu 1-0
"""


def test_a_raise_that_is_run_from_is_not_shown_as_a_familia_real() -> None:
    program, match = Program(None, ENGLISH), parse_match(RUN_FROM)
    story = Told(match, account_of(match), "unfinished")
    screen = Replay(program, Path("match.truco"), story)
    for _ in frames_of(story, 0, program.look.texts):
        assert "FAM" not in screen.draw(program.look, 80, 24).text()[0]
        screen.key("right")
    assert "I run!" in "\n".join(screen.draw(program.look, 80, 24).text())


def test_every_picture_of_every_special_hand_can_be_drawn() -> None:
    seen = set()
    for story in stories():
        for settings in (ENGLISH, replace(ENGLISH, ascii=True, cards="compact")):
            program = Program(None, settings)
            screen = Replay(program, Path("match.truco"), story)
            for hand in range(len(story.match.hands)):
                screen.hand = hand
                for step in range(len(frames_of(story, hand, program.look.texts))):
                    screen.step = step
                    text = "\n".join(screen.draw(program.look, 80, 24).text())
                    assert f"Hand {hand + 1}" in text.split("\n")[0]
                    seen |= {kind for kind in KINDS if kind in text}
                assert "The hand goes to" in text or "Nobody scores" in text
    assert seen == KINDS
