"""`lantruco verify` from outside: what it says of true, changed, cut and foreign files."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import main
from lantruco.cli.progress import ProgressLine

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
TRUE = GOLDEN / "two-seats.jsonl"
FAULT = GOLDEN / "fault.jsonl"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")


def told(capsys: Captured) -> Any:
    return json.loads(capsys.readouterr().out)


def test_a_true_record_is_told_hand_by_hand(capsys: Captured) -> None:
    assert main.run(["verify", str(TRUE)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "o registro confere" in out
    assert re.search(r"Mão 1 · vira \w[♣♥♠♦] · pé \w+", out)
    assert re.search(r"Vaza 1: .* → ", out)
    assert re.search(r"Partida terminada, \d+ × \d+: ganha", out)
    assert out.count("assinou tudo, até o fim") == 2
    assert re.search(r"Resumo: [0-9a-f]{64}", out)
    assert "O que nenhum registro prova" in out


def test_the_account_comes_in_english_too(capsys: Captured) -> None:
    assert main.run(["verify", str(TRUE), "--lang", "en"]) == 0
    assert "the record holds" in capsys.readouterr().out


def test_a_fault_is_told_with_its_author(capsys: Captured) -> None:
    assert main.run(["verify", str(FAULT)]) == 0
    assert re.search(r"\w+ quebrou as regras \(E_\w+\), e o seu lado perde", capsys.readouterr().out)


def test_a_script_gets_the_same_as_one_object(capsys: Captured) -> None:
    assert main.run(["verify", "--json", str(TRUE)]) == 0
    report = told(capsys)
    assert report["schema"] == "lantruco-verify/1"
    assert report["files"][0]["holds"] is True
    assert report["files"][0]["status"] == "finished"
    assert report["comparisons"] == []


def test_a_changed_byte_is_false_with_line_and_reason(capsys: Captured, tmp_path: Path) -> None:
    lines = TRUE.read_bytes().split(b"\n")
    lines[7] = lines[7].replace(b'"sig":"', b'"sig":"A', 1)[: len(lines[7])]
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"\n".join(lines))
    assert main.run(["verify", str(changed)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{changed}, linha 8: o registro não confere: " in err
    assert err.count("\n") == 1
    assert main.run(["verify", "--json", str(changed)]) == 1
    error = told(capsys)["files"][0]
    assert error["holds"] is False
    assert error["error"]["line"] == 8


def test_a_record_without_its_end_is_unfinished_and_names_who_is_waited_for(
    capsys: Captured, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"\n".join(TRUE.read_bytes().split(b"\n")[:20]) + b"\n")
    assert main.run(["verify", str(cut)]) == 3
    assert re.search(r"Partida sem fim, .* O registro espera por: \w+", capsys.readouterr().out)
    assert main.run(["verify", str(TRUE), str(cut)]) == 3
    assert f"{cut}: é o começo de {TRUE}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "não é um registro de partida"),
        (b"\x00\xff\n", "não é um registro de partida"),
        (b'{"a":1}\n', "não é um registro de partida"),
        (b"[" * 100_000 + b"\n", "não é um registro de partida"),
    ],
)
def test_another_file_is_said_not_to_be_a_record(
    content: bytes, reason: str, capsys: Captured, tmp_path: Path
) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    assert main.run(["verify", str(path)]) == 1
    assert reason in capsys.readouterr().err


def test_a_file_that_is_not_there_and_a_folder_are_told_apart(capsys: Captured, tmp_path: Path) -> None:
    assert main.run(["verify", str(tmp_path / "none")]) == 2
    assert "não existe" in capsys.readouterr().err
    assert main.run(["verify", str(tmp_path)]) == 4
    assert str(tmp_path) in capsys.readouterr().err


def test_records_of_different_matches_are_not_held_against_each_other(capsys: Captured) -> None:
    assert main.run(["verify", str(TRUE), str(FAULT)]) == 0
    assert "é de outra partida" in capsys.readouterr().out


def test_one_false_file_among_true_ones_decides(capsys: Captured, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"x")
    assert main.run(["verify", str(TRUE), str(other)]) == 1
    assert "confere" in capsys.readouterr().out


def test_a_page_is_written_in_the_language_of_the_run_with_the_other_to_choose(
    capsys: Captured, tmp_path: Path
) -> None:
    page = tmp_path / "partida.html"
    assert main.run(["verify", str(TRUE), "--html", str(page), "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert f"The page is in {page}." in out
    text = page.read_text(encoding="utf-8")
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert "Português" in text


def test_no_page_is_written_of_a_record_that_does_not_hold(capsys: Captured, tmp_path: Path) -> None:
    page, false = tmp_path / "partida.html", tmp_path / "false.jsonl"
    false.write_bytes(TRUE.read_bytes().replace(b'"seat":1', b'"seat":0', 1))
    assert main.run(["verify", str(false), "--html", str(page)]) == 1
    assert not page.exists()


def test_a_page_that_cannot_be_written_is_named(capsys: Captured, tmp_path: Path) -> None:
    assert main.run(["verify", str(TRUE), "--html", str(tmp_path / "no" / "page.html")]) == 4
    assert "page.html" in capsys.readouterr().err


def test_the_progress_is_gone_when_the_record_is_checked() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    with ProgressLine(terminal) as line:
        line.show("conferindo: 10 %")
        line.show("conferindo: 9 %")
    shown = terminal.getvalue().split("\r")
    assert shown[1:3] == ["conferindo: 10 %", "conferindo: 9 % "]
    assert shown[-2].strip() == shown[-1] == ""
    file = io.StringIO()
    with ProgressLine(file) as line:
        line.show("conferindo: 10 %")
    assert file.getvalue() == ""


def test_a_progress_wider_than_the_terminal_keeps_its_end_on_one_line() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    with ProgressLine(terminal, width=lambda _stream: 20) as line:
        line.show("conferindo /a/folder/with/a/long/name.jsonl: 82 %")
    (shown,) = (text for text in terminal.getvalue().split("\r") if text.strip())
    assert len(shown) == 19
    assert shown.startswith("...")
    assert shown.endswith("name.jsonl: 82 %")


def test_who_left_is_named_before_whom_the_record_waits_for(capsys: Captured, tmp_path: Path) -> None:
    left, page = GOLDEN / "left.jsonl", tmp_path / "left.html"
    assert main.run(["verify", str(left), "--html", str(page), "--lang", "en"]) == 3
    out = " ".join(capsys.readouterr().out.split())
    first, second, waits = (
        out.index(words) for words in ("Ana left after step", "Beto left after step", "waits for: Beto")
    )
    assert first < second < waits
    assert "By that time Ana had left." in out
    assert page.read_text("utf-8").count("Ana left after step") == 1
    assert "Ana saiu depois do passo" in page.read_text("utf-8")
    assert main.run(["verify", "--json", str(left)]) == 3
    (file,) = told(capsys)["files"]
    step = file["left"][0]["step"]
    assert file["waiting"] == [1]
    assert file["left"] == [
        {"seat": 0, "step": step, "hand": 1, "after": [], "went_on": False, "line": file["lines"] - 1},
        {"seat": 1, "step": step, "hand": 1, "after": [0], "went_on": False, "line": file["lines"]},
    ]


def test_good_byes_of_other_seats_are_no_contradiction(capsys: Captured) -> None:
    files = [str(GOLDEN / f"{name}.jsonl") for name in ("left", "unfinished")]
    assert main.run(["verify", *files, "--lang", "en"]) == 3
    assert "only the good-byes of who left differ" in " ".join(capsys.readouterr().out.split())
