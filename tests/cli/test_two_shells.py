"""Two shells on one machine, two persons with keyboards, one whole match; and a table of bots."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import main
from tests.net.living import deaf_port
from tests.patience import PATIENCE

LOOPBACK = "127.0.0.1"
ENDED = "Todos assinaram o resultado"


class Shell:
    """One `lantruco` in a pipe. Its person always takes the first choice, and after the match leaves."""

    leaves = "2"

    def __init__(self, home: Path, *words: str) -> None:
        environ = {**os.environ, "LC_ALL": "pt_BR.UTF-8", "PYTHONUTF8": "1", "LANTRUCO_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lantruco", *words, "--plain", "--interface", LOOPBACK],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environ,
        )
        self.lines: list[str] = []
        self._more = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.lines.append(line.rstrip("\n"))
                self._more.notify_all()
            if line.startswith("  1) "):
                self.type(self.leaves if "revanche" in line else "1")
        with self._more:
            self._ended = True
            self._more.notify_all()

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        # The program may have ended since it asked.
        with suppress(OSError, ValueError):
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line that the pattern is found in."""

        def found() -> re.Match[str] | None:
            return next((match for line in self.lines if (match := re.search(pattern, line))), None)

        with self._more:
            self._more.wait_for(lambda: found() or self._ended, timeout=PATIENCE)
            match = found()
        assert match, f"no {pattern!r} in:\n" + "\n".join(self.lines)
        return match

    def end(self) -> int:
        status = self.process.wait(timeout=PATIENCE)
        self._thread.join(timeout=PATIENCE)
        return status

    @property
    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()


@contextmanager
def shells() -> Iterator[list[Shell]]:
    opened: list[Shell] = []
    try:
        yield opened
    finally:
        for shell in opened:
            shell.process.kill()
            shell.end()
            for pipe in (shell.process.stdin, shell.process.stdout, shell.process.stderr):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()


def records(*homes: Path) -> list[Path]:
    return [path for home in homes for path in sorted((home / "records").glob("*.jsonl"))]


def verify(files: Sequence[Path], capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    status = main.run(["verify", "--json", *map(str, files)])
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return status, told


def test_two_shells_on_one_home_play_a_match_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    with shells() as opened:
        ana = Shell(home, "open", "Bar", "--as", "Ana", "--port", "0")
        opened.append(ana)
        port = ana.wait_for(r"porta (\d+)")[1]
        beto = Shell(home, "join", f"{LOOPBACK}:{port}", "--as", "Beto")
        opened.append(beto)
        ana.wait_for(ENDED)
        beto.wait_for(ENDED)
        assert (ana.end(), beto.end()) == (0, 0)
        assert ana.errors == ""
        assert "guests" in beto.errors
        ana.wait_for("Vira: .* Zap")
        beto.wait_for("Na mesa: Ana · Beto .você.")
    files = records(home, home / "guests" / "1")
    assert len(files) == 2
    assert files[0].read_bytes() == files[1].read_bytes()
    status, told = verify(files, capsys)
    assert status == 0
    assert told["comparisons"] == [{"file": str(files[1]), "relation": "same", "line": None, "counts": None}]


def test_who_leaves_in_the_middle_leaves_whole_unfinished_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with shells() as opened:
        ana = Shell(tmp_path / "a", "open", "Bar", "--as", "Ana", "--port", "0")
        opened.append(ana)
        port = ana.wait_for(r"porta (\d+)")[1]
        beto = Shell(tmp_path / "b", "join", f"{LOOPBACK}:{port}", "--as", "Beto")
        opened.append(beto)
        beto.wait_for("Mão 2 ")
        assert beto.process.stdin is not None
        beto.type("sair")
        assert beto.end() == 3
        ana.wait_for("Beto deixou a mesa")
        ana.type("sair")
        assert ana.end() == 3
        ana.wait_for("O registro espera por")
    status, told = verify(records(tmp_path / "a", tmp_path / "b"), capsys)
    assert status == 3
    assert [one["holds"] for one in told["files"]] == [True, True]  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_person_plays_twice_with_a_bot_that_is_known_as_his(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with shells() as opened:
        ana = Shell(tmp_path, "open", "Bar", "--as", "Ana", "--bots", "1", "--pace", "0", "--port", "0")
        opened.append(ana)
        ana.leaves = "1"
        ana.wait_for(r"Na mesa: Ana .você. · \w+ \[bot de Ana\]")
        ana.wait_for("Todos querem revanche")
        ana.leaves = "2"
        assert ana.end() == 0
        assert sum(ENDED in line for line in ana.lines) == 2
    files = sorted(records(tmp_path), key=lambda path: path.stat().st_mtime)
    assert len(files) == 2
    status, told = verify(files, capsys)
    assert status == 0
    files_told: Any = told["files"]
    first, second = files_told
    assert [seat["bot_of"] for seat in first["seats"]] == [None, "Ana"]
    assert first["previous"] is None
    assert second["previous"] == first["digest"]
    assert told["rematches"] == [{"file": str(files[1]), "of": str(files[0])}]
    assert main.run(["verify", "--lang", "pt", *map(str, files)]) == 0
    assert f"{files[1]}: revanche de {files[0]}" in " ".join(capsys.readouterr().out.split())
    assert len(records(tmp_path / "bots" / "1")) == 2


def test_a_closed_keyboard_is_a_player_who_leaves(tmp_path: Path) -> None:
    with shells() as opened:
        ana = Shell(tmp_path, "open", "Bar", "--as", "Ana", "--port", "0")
        opened.append(ana)
        ana.wait_for("porta")
        assert ana.process.stdin is not None
        ana.process.stdin.close()
        assert ana.process.wait(timeout=PATIENCE) == 3


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_leaves_in_order(tmp_path: Path) -> None:
    import signal

    with shells() as opened:
        ana = Shell(tmp_path, "open", "Bar", "--as", "Ana", "--port", "0")
        opened.append(ana)
        ana.wait_for("porta")
        ana.process.send_signal(signal.SIGINT)
        assert ana.process.wait(timeout=PATIENCE) == 130
        assert "Traceback" not in ana.errors


def test_a_table_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--home", str(tmp_path), "--as", "Ana", "--lang", "pt", "--interface", LOOPBACK]
    assert main.run(["join", "Nenhuma mesa assim", "--wait", "0.3", *words]) == 3
    with deaf_port() as port:
        assert main.run(["join", f"{LOOPBACK}:{port}", *words]) == 4
    err = capsys.readouterr().err
    assert f"127.0.0.1:{port} (recusado)" in err
