"""Files that a mail program, an editor or git has changed on the way, and bytes that are no text."""

from __future__ import annotations

import codecs
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from lantruco.cli import main
from lantruco.cli.config import load_config
from lantruco.cli.failure import FALSE, USAGE, Failure
from lantruco.cli.names import clean_name
from lantruco.rules.engine import Engine
from tests.rules.test_notation import TEXT

ROOT = Path(__file__).resolve().parents[2]
RECORD = (ROOT / "seeds" / "golden" / "two-seats.jsonl").read_bytes()
SCENARIOS = (ROOT / "seeds" / "scenarios" / "deal.json").read_bytes()
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.mark.parametrize(
    ("data", "code", "pt", "en"),
    [
        (RECORD.replace(b"\n", b"\r\n"), "E_CANON", "autocrlf", "autocrlf"),
        (RECORD.replace(b"\n", b"\r"), "E_CANON", "autocrlf", "autocrlf"),
        (RECORD.replace(b"\n", b"\r\n").removesuffix(b"\r\n"), "E_CANON", "autocrlf", "autocrlf"),
        (codecs.BOM_UTF8 + RECORD, "E_FOREIGN", "marca da codificação", "mark of its encoding"),
        (RECORD.decode().encode("utf-16"), "E_FOREIGN", "marca da codificação", "mark of its encoding"),
        (codecs.BOM_UTF8 + RECORD.replace(b"\n", b"\r\n"), "E_FOREIGN", "marca", "mark"),
        (RECORD.removesuffix(b"\n"), "E_TRUNCATED", "não tem fim", "has no end"),
    ],
    ids=["crlf", "cr", "crlf-cut", "bom", "utf16", "bom-crlf", "cut"],
)
def test_a_record_that_was_changed_on_the_way_says_how_and_what_to_do(
    data: bytes, code: str, pt: str, en: str, capsys: Captured, tmp_path: Path
) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(data)
    for lang, words, advice in (("pt", pt, "byte por byte"), ("en", en, "byte for byte")):
        for command in ("verify", "replay"):
            assert main.run([command, str(changed), "--lang", lang]) == FALSE
            err = capsys.readouterr().err
            assert words in err
            assert advice in err
            assert err.count("\n") == 1
    assert main.run(["verify", "--json", str(changed)]) == FALSE
    assert json.loads(capsys.readouterr().out)["files"][0]["error"]["code"] == code


def test_of_line_ends_that_were_changed_in_part_the_first_is_named(capsys: Captured, tmp_path: Path) -> None:
    lines = RECORD.split(b"\n")
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(b"\n".join([*lines[:6], lines[6] + b"\r", *lines[7:]]))
    assert main.run(["verify", str(changed)]) == FALSE
    err = capsys.readouterr().err
    assert "line 7" in err
    assert "autocrlf" in err


@pytest.mark.parametrize("data", [codecs.BOM_UTF8 + b"hello\n", b"\xff\xfeh\0i\0", b"hello\r\n"])
def test_another_file_with_such_a_mark_is_just_no_record(
    data: bytes, capsys: Captured, tmp_path: Path
) -> None:
    (tmp_path / "other").write_bytes(data)
    assert main.run(["verify", str(tmp_path / "other")]) == FALSE
    assert "byte for byte" not in capsys.readouterr().err


@pytest.mark.parametrize("change", ["crlf", "bom", "cut", "all"])
def test_a_written_match_is_read_all_the_same(change: str, capsys: Captured, tmp_path: Path) -> None:
    written = tmp_path / "match.truco"
    written.write_bytes(TEXT.encode())
    assert main.run(["replay", str(written)]) == 0
    expected = capsys.readouterr().out
    data = TEXT.encode()
    if change in ("cut", "all"):
        data = data.rstrip(b"\n")
    if change in ("crlf", "all"):
        data = data.replace(b"\n", b"\r\n")
    if change in ("bom", "all"):
        data = codecs.BOM_UTF8 + data
    written.write_bytes(data)
    assert main.run(["replay", str(written)]) == 0
    assert capsys.readouterr().out == expected


def test_a_written_match_that_is_no_text_names_the_place(capsys: Captured, tmp_path: Path) -> None:
    written = tmp_path / "match.truco"
    for mark in (b"", codecs.BOM_UTF8):
        written.write_bytes(mark + b'truco/1\nplayers 2\nnames "An\xe3o" "Bia"\n')
        assert main.run(["replay", str(written)]) == FALSE
        assert "Line 3, column 10: this is not UTF-8 text" in capsys.readouterr().err
        assert main.run(["replay", "--json", str(written)]) == FALSE
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "E_NOTE_BYTES"


def test_a_written_match_is_never_quietly_cut(capsys: Captured, tmp_path: Path) -> None:
    written = tmp_path / "match.truco"
    written.write_bytes(TEXT.encode() + b";" + "🂡".encode() * 2**20)
    assert main.run(["replay", str(written)]) == FALSE
    assert "longer than" in capsys.readouterr().err


@pytest.mark.parametrize("data", [codecs.BOM_UTF8 + SCENARIOS, SCENARIOS.replace(b"\n", b"\r\n").rstrip()])
def test_scenarios_are_read_all_the_same(data: bytes, capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "cases.json").write_bytes(data)
    assert main.run(["rules", "check", str(tmp_path / "cases.json")]) == 0
    capsys.readouterr()


def test_the_engine_understands_a_first_line_behind_a_mark_and_lines_with_a_cr() -> None:
    asked = b'{"view":{}}'
    ways = (asked, codecs.BOM_UTF8 + asked, asked + b"\r")
    assert len({Engine(lambda code, _: code).answer(line) for line in ways}) == 1


@pytest.mark.parametrize("text", ['name = "Ana"\r\nport = 47200', '\ufeffname = "Ana"\nport = 47200'])
def test_a_config_is_read_all_the_same(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(text.encode())
    config = load_config(tmp_path)
    assert (config.name, config.port) == ("Ana", 47200)


@pytest.mark.parametrize("data", [b'lang = "pt"\nname = "Jos\xe9"\n', 'lang = "pt"\n'.encode("utf-16")])
def test_a_config_that_is_no_text_says_so(data: bytes, capsys: Captured, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_bytes(data)
    assert main.run(["id"]) == USAGE
    assert "it is not UTF-8 text; save the file as UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["open", "Mesa do Z\udce9"],
        ["id", "--as", "Jos\udce9"],
        ["join", "Mesa\udcff"],
        ["verify", "part\udce9.jsonl"],
        ["verify", "a", "--html", "p\udce9.html"],
        ["id", "--home", "casa\udce3"],
        ["id", "--", "\udce9"],
        ["\udce9"],
        ["id", "--as", "\ud800"],
    ],
)
def test_an_argument_that_is_no_text_is_shown_with_its_bytes_and_refused(
    words: list[str], capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.run(words) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert "UTF-8" in err
    assert "\\x" in err or "\\ud800" in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes on POSIX only")
def test_a_real_program_refuses_bytes_that_are_no_text(tmp_path: Path) -> None:
    command = [sys.executable.encode(), b"-m", b"lantruco", b"id", b"--as", b"Jos\xe9", b"--home"]
    done = subprocess.run(
        [*command, str(tmp_path / "home").encode()], capture_output=True, cwd=ROOT, check=False
    )
    assert done.returncode == USAGE
    assert b"Jos\\xe9" in done.stderr
    assert not (tmp_path / "home").exists()


def test_a_typed_name_that_is_no_text_is_not_shortened() -> None:
    for text in ("Jos\udce9", "Jos\N{REPLACEMENT CHARACTER}", "\ud800"):
        with pytest.raises(Failure) as caught:
            clean_name(text)
        assert caught.value.code == "E_NOT_UTF8"


def test_a_name_typed_in_another_encoding_is_asked_for_again(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"Jos\xe9\nJos\xc3\xa9\n"), encoding="utf-8", errors="strict")
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr("lantruco.cli.invocation._at_terminal", lambda: True)
    assert main.run(["id"]) == 0
    out = capsys.readouterr().out
    assert "“Jos\\xe9” has bytes that are not UTF-8 text" in out
    assert "Name: José" in out


def test_git_changes_no_byte_of_what_is_signed_or_compared() -> None:
    rules = dict(
        line.split(maxsplit=1)
        for line in (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    )
    assert list(rules) == ["*", "seeds/**", "tests/**"]
    assert rules["*"] == "text=auto eol=lf"
    assert rules["seeds/**"] == rules["tests/**"] == "-text"


def test_every_kept_record_ends_its_lines_as_it_was_signed() -> None:
    for path in (ROOT / "seeds").rglob("*.json*"):
        data = path.read_bytes()
        assert b"\r" not in data
        assert data.endswith(b"\n"), path
