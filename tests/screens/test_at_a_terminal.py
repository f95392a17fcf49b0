"""`lantruco` itself at a terminal: the full screen by default, lines on demand, mistakes in one sentence."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from lantruco.cli import full_screen, main
from lantruco.tui.screens.lobby import LobbyScreen
from lantruco.tui.screens.sitting import Sitting
from tests.patience import PATIENCE

ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"
posix = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is what POSIX systems have")


def words(home: Path, *more: str) -> list[str]:
    return [
        "--home",
        str(home),
        "--interface",
        "127.0.0.1",
        "--as",
        "Ana",
        "--lang",
        "pt",
        "--port",
        "0",
        *more,
    ]


def spawn(home: Path, *more: str, term: str = "xterm-256color"):  # type: ignore[no-untyped-def]
    import pexpect  # type: ignore[import-untyped]

    environ = {**os.environ, "TERM": term, "PYTHONUTF8": "1"}
    return pexpect.spawn(
        sys.executable,
        ["-m", "lantruco", *words(home, *more)],
        env=environ,
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=PATIENCE,
    )


@posix
def test_the_full_screen_is_what_a_terminal_gets_and_it_gives_the_terminal_back(tmp_path: Path) -> None:
    import pexpect

    child = spawn(tmp_path)
    child.expect_exact(ENTERED)
    child.expect_exact("ajustes")
    child.send("\x1b")
    child.expect_exact(LEFT)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


if sys.platform != "win32":

    @pytest.mark.parametrize("by", ["key", "signal"])
    def test_a_game_put_aside_gives_the_terminal_back_until_it_is_taken_up_again(
        tmp_path: Path, by: str
    ) -> None:
        child = spawn(tmp_path)
        child.expect_exact("ajustes")
        if by == "key":
            child.send("\x1a")
        else:
            child.kill(signal.SIGTSTP)
        child.expect_exact(LEFT)
        assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
        child.kill(signal.SIGCONT)
        child.expect_exact(ENTERED)
        child.expect_exact("ajustes")
        child.send("\x1b")
        child.expect_exact(LEFT)
        child.wait()
        assert child.exitstatus == 0


@posix
def test_a_table_can_be_opened_joined_by_a_bot_and_left(tmp_path: Path) -> None:
    import pexpect

    child = spawn(tmp_path, "open", "Mesa", "--bots", "1")
    child.expect_exact(ENTERED)
    child.expect_exact("embaralhos")
    child.send("\x1b")
    child.expect_exact("Sair?")
    child.send("\r")
    child.expect_exact("Partida sem fim")
    child.send("\x1b")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 3
    assert main.run(["verify", *map(str, (tmp_path / "records").glob("*.jsonl"))]) == 3


@posix
@pytest.mark.parametrize(("more", "term"), [(("--plain",), "xterm"), ((), "dumb")])
def test_lines_are_for_who_asks_and_for_terminals_that_cannot_move(
    tmp_path: Path, more: tuple[str, ...], term: str
) -> None:
    import pexpect

    child = spawn(tmp_path, *more, term=term)
    child.expect_exact("Número da mesa para entrar")
    assert ENTERED not in child.before
    child.sendline("s")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@posix
def test_of_lines_pasted_at_a_terminal_only_the_first_counts(tmp_path: Path) -> None:
    import pexpect

    child = spawn(tmp_path, "--plain")
    child.expect_exact("Número da mesa para entrar")
    child.send("x\rr\rs\r")
    child.expect_exact("Várias linhas chegaram de uma vez")
    child.expect_exact("Número da mesa para entrar")
    child.sendline("r")
    child.expect_exact("Ainda não há registros")
    child.sendline("s")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@posix
def test_of_lines_pasted_at_the_first_question_only_the_name_counts(tmp_path: Path) -> None:
    import pexpect

    child = pexpect.spawn(
        sys.executable,
        [
            "-m",
            "lantruco",
            *("--home", str(tmp_path), "--interface", "127.0.0.1", "--lang", "pt", "--plain"),
        ],
        env={**os.environ, "PYTHONUTF8": "1"},
        encoding="utf-8",
        timeout=20,
    )
    child.expect_exact("chama")
    child.send("Zé\rb\r2\r1\r")
    child.expect_exact("Várias linhas chegaram de uma vez")
    child.expect_exact("Número da mesa para entrar")
    child.sendline("s")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "lugares" not in child.before


@posix
def test_keys_pasted_at_a_terminal_open_no_row_of_screens(tmp_path: Path) -> None:
    import pexpect

    child = spawn(tmp_path)
    child.expect_exact("ajustes")
    child.send("\x1b[57358u\x1b[>41;330;0c")
    child.send("zb2b2b2")
    child.expect_exact("Teclas rápidas demais")
    child.send("\x1b")
    child.expect_exact(LEFT)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert not list((tmp_path / "records").iterdir())


@pytest.mark.parametrize(("screen", "command"), [(LobbyScreen, ["play"]), (Sitting, ["open", "Mesa"])])
def test_a_mistake_in_the_screen_code_is_one_sentence(
    screen: type,
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(screen, "draw", broken)
    monkeypatch.setattr(full_screen, "wanted", lambda invocation: True)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        status = main.run(words(tmp_path, *command))
    told = capsys.readouterr()
    assert status == 4
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err + told.out
    assert "ZeroDivisionError" in (tmp_path / "log" / "lantruco.log").read_text(encoding="utf-8")


GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"


@posix
def test_a_match_is_seen_again_on_the_full_screen_and_needs_no_home(tmp_path: Path) -> None:
    import pexpect

    home = tmp_path / "none"
    child = spawn(home, "replay", str(GOLDEN / "two-seats.jsonl"))
    child.expect_exact(ENTERED)
    child.expect_exact("Conferindo")
    child.expect_exact("passo")
    child.send("\x1b")
    child.expect_exact(LEFT)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert not home.exists()


@posix
def test_a_false_record_is_refused_on_the_screen_and_behind_it(tmp_path: Path) -> None:
    import pexpect

    changed = tmp_path / "changed.jsonl"
    lines = (GOLDEN / "two-seats.jsonl").read_bytes().split(b"\n")
    changed.write_bytes(b"\n".join([*lines[:9], *lines[10:]]))
    child = spawn(tmp_path, "replay", str(changed))
    child.expect_exact("não pode ser mostrado")
    child.send("q")
    child.expect_exact(LEFT)
    child.expect_exact("o registro não confere")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


@posix
def test_a_file_that_is_not_there_is_a_sentence_and_no_screen(tmp_path: Path) -> None:
    import pexpect

    child = spawn(tmp_path, "replay", str(tmp_path / "none"))
    child.expect_exact("Não há arquivo")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 2
    assert ENTERED not in child.before


@posix
def test_lines_of_a_match_are_for_who_asks(tmp_path: Path) -> None:
    child = spawn(tmp_path, "replay", str(GOLDEN / "two-seats.jsonl"), "--plain")
    child.expect_exact("Enter mostra o próximo passo")
    child.expect_exact("Mão 1")
    child.sendline("s")
    child.wait()
    assert child.exitstatus == 0
