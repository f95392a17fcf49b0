"""The command line from outside: words in, lines and an exit status out."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco import __version__
from lantruco.cli import logs, main
from lantruco.cli.arguments import COMMANDS, parse
from lantruco.cli.failure import Failure
from lantruco.cli.language import given_language, locale_language
from lantruco.rules import CHOICES


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A home for each test, Portuguese, and logging as it was."""
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    root = logging.getLogger()
    before = (list(root.handlers), root.level, logging.lastResort, logging.raiseExceptions)
    hooks = (sys.unraisablehook, threading.excepthook)
    yield
    for handler in root.handlers:
        if handler not in before[0]:
            handler.close()
    root.handlers[:], root.level, logging.lastResort, logging.raiseExceptions = before
    logging.captureWarnings(False)
    sys.unraisablehook, threading.excepthook = hooks


Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "pt"),
        ({"LANG": "C"}, "pt"),
        ({"LANG": "C.UTF-8"}, "pt"),
        ({"LANG": "POSIX"}, "pt"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "pt_PT@euro"}, "pt"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "pt_BR", "LC_ALL": "fr_FR"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "pt_BR"}, "pt"),
        ({"LANG": "en_US", "LC_ALL": ""}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environ: dict[str, str], lang: str) -> None:
    assert locale_language(environ) == lang


def test_the_language_option_is_seen_wherever_it_stands() -> None:
    assert given_language(["open", "--lang", "en"]) == "en"
    assert given_language(["--lang=pt", "open"]) == "pt"
    assert given_language(["open", "--lang", "fr"]) is None
    assert given_language(["open", "--", "--lang", "en"]) is None


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], ["open", "--seats", "3", "--help"]])
def test_help_is_given_whatever_else_is_there(words: list[str], capsys: Captured) -> None:
    assert main.run(words) == 0
    assert "Uso: lantruco" in capsys.readouterr().out
    assert main.run([*words, "--lang", "en"]) == 0
    assert "Usage: lantruco" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_own_help(command: str, capsys: Captured) -> None:
    assert main.run([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert command in out.split("\n")[0]
    assert "--home" in out


def test_the_help_of_open_names_every_rule_option_and_its_values(capsys: Captured) -> None:
    assert main.run(["open", "--help"]) == 0
    page = capsys.readouterr().out
    for name, values in CHOICES.items():
        assert re.search(rf"^  {name} +{str(values[0]).lower()}\|", page, re.MULTILINE)


def test_the_version_is_told(capsys: Captured) -> None:
    assert main.run(["--version"]) == 0
    assert capsys.readouterr().out == f"lantruco {__version__}\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["opne", "x"], "Você quis dizer open?"),
        (["xyzzy"], "Não há comando “xyzzy”. Veja lantruco --help."),
        (["open", "x", "--xyzzy"], "“--xyzzy” sobra aqui. Veja lantruco open --help."),
        (["open", "x", "--seets", "4"], "Você quis dizer --seats?"),
        (["open", "x", "--seats", "3"], "escolha entre 2, 4, 6"),
        (["open", "x", "--seats"], "--seats precisa de um valor"),
        (["bot", "x", "--level", "mestre"], "escolha entre facil, medio, forte"),
        (["open", "x", "y"], "“y” sobra aqui"),
        (["open"], "Falta o nome da mesa: lantruco open NOME"),
        (["open", "x", "--port", "70000"], "de 0 a 65535"),
        (["open", "x", "--option", "limite"], "NOME=VALOR"),
        (["join"], "Falta o nome da mesa: lantruco join NOME"),
        (["rules", "check"], "Falta o arquivo"),
        (["verify"], "Falta o arquivo: lantruco verify ARQUIVO"),
        (["verify", "x", "--json=1"], "--json não leva valor"),
        (["tables", "--wait", "nan"], "--wait não pode ser “nan”"),
        (["--lang", "fr"], "escolha entre pt, en"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_sentence(words: list[str], text: str, capsys: Captured) -> None:
    assert main.run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert text in err
    assert err.count("\n") == 1


def test_in_json_mode_an_error_is_an_object(capsys: Captured) -> None:
    assert main.run(["tables", "--json", "--wait", "x"]) == 2
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert told["schema"] == "lantruco-tables/1"
    assert told["error"]["code"] == "E_NUMBER"
    assert err == ""


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["open", "x", "--seats", "4", "--", "--as", "-h", "", "--json", "-", "=", "--bots=-1"]
        )
    )
)
def test_no_command_line_breaks_the_parser(words: list[str]) -> None:
    with contextlib.suppress(Failure):
        assert parse(words).command in COMMANDS


def test_options_may_stand_before_the_command() -> None:
    parsed = parse(["--home", "open", "--as", "Ana", "open", "Bar", "--seats", "4"])
    assert (parsed.command, parsed.home, parsed.name, parsed.seats) == ("open", "open", "Bar", 4)


def test_no_command_is_the_lobby() -> None:
    assert parse([]).command == "play"


def test_the_identity_stays_the_same(capsys: Captured, tmp_path: Path) -> None:
    assert main.run(["id", "--json", "--as", "Ana"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main.run(["id", "--json", "--as", "Ana"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert first["schema"] == "lantruco-id/1"
    assert first["name"] == "Ana"
    assert len(bytes.fromhex(first["key"])) == 32
    assert main.run(["id", "--as", "Ana"]) == 0
    assert " ".join(first["words"]) in capsys.readouterr().out


def test_a_damaged_identity_is_told_and_never_replaced(capsys: Captured, tmp_path: Path) -> None:
    main.run(["id", "--as", "Ana"])
    key = tmp_path / "home" / "identity.key"
    key.chmod(0o600)
    key.write_bytes(b"nonsense")
    capsys.readouterr()
    assert main.run(["id", "--as", "Ana"]) == 4
    err = capsys.readouterr().err
    assert str(key) in err
    assert "estragada" in err
    assert key.read_bytes() == b"nonsense"


def test_the_config_gives_name_and_language_and_warns_of_strange_keys(
    capsys: Captured, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('name = "Beto"\nlang = "en"\nprot = 1\n', encoding="utf-8")
    assert main.run(["id"]) == 0
    out, err = capsys.readouterr()
    assert "Name: Beto" in out
    assert "Did you mean “port”?" in err


def test_a_broken_config_stops_with_file_and_line(capsys: Captured, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text("name =\n")
    assert main.run(["id"]) == 2
    err = capsys.readouterr().err
    assert "config.toml" in err
    assert "linha 1" in err


def test_a_home_that_cannot_be_written_is_told(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert main.run(["id", "--home", str(tmp_path / "file" / "home")]) == 4
    assert "--home" in capsys.readouterr().err


def test_a_mistake_of_the_program_is_one_sentence_and_a_log(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("lantruco.cli.commands.identity.run", broken)
    log = tmp_path / "out.log"
    assert main.run(["id", "--log", str(log)]) == 4
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert str(log) in err
    assert "ZeroDivisionError: secret detail" in log.read_text()


def test_an_interrupted_command_says_so_by_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("lantruco.cli.commands.identity.run", interrupted)
    assert main.run(["id"]) == 130


def test_no_library_speaks_on_the_screen(capfd: Captured, tmp_path: Path) -> None:
    logs.silence()
    logging.getLogger("zeroconf").error("not for players")
    warnings.warn("nor this", stacklevel=1)
    logs.log_to(tmp_path / "a.log")
    logging.getLogger("asyncio").error("this neither")
    assert capfd.readouterr() == ("", "")
    assert "this neither" in (tmp_path / "a.log").read_text()


def test_ascii_mode_prints_ascii_alone(capsys: Captured) -> None:
    assert main.run(["--ascii", "--help"]) == 0
    assert capsys.readouterr().out.isascii()


def shell(*words: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "lantruco", *words],
        capture_output=True,
        env={**os.environ, **environ},
        check=False,
    )


def test_a_terminal_without_our_letters_gets_ascii() -> None:
    told = shell("--help", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert told.returncode == 0
    assert b"?" not in told.stdout
    assert b"sem servidor e sem ninguem" in told.stdout


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_who_goes_away_ends_the_command_quietly() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    told = subprocess.run(
        [sys.executable, "-m", "lantruco", "--help"], stdout=write_end, stderr=subprocess.PIPE, check=False
    )
    os.close(write_end)
    assert told.stderr == b""
    assert told.returncode == 4


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", [["--help"], ["id"], ["id", "--json"], ["verify", "--json", "nothing"]])
def test_an_output_that_takes_no_more_is_told_in_one_sentence(words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        told = subprocess.run(
            [sys.executable, "-m", "lantruco", *words], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert told.stderr.decode() == "Não consigo escrever a saída (o disco está cheio).\n"
    assert told.returncode == 4


def test_help_and_usage_errors_load_nothing_heavy() -> None:
    code = (
        "import sys; from lantruco.cli.main import run; run(['--help']); run(['opne']);"
        "heavy = {'asyncio', 'zeroconf', 'cryptography', 'rbcl', 'msgspec', 'logging'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["join", "--", "-x"], {"table": "-x"}),
        (
            ["--lang", "en", "join", "--seat", "1", "--", "--auto"],
            {"table": "--auto", "seat": 1, "auto": False},
        ),
        (["open", "--", "--"], {"name": "--"}),
        (["bot", "--", "-Bar do Zé"], {"table": "-Bar do Zé"}),
        (["verify", "a", "--", "-b", "--json"], {"files": ["a", "-b", "--json"], "json": False}),
        (["rules", "--", "check", "-f"], {"action": "check", "files": ["-f"]}),
    ],
)
def test_behind_two_dashes_everything_is_a_name(words: list[str], given: dict[str, object]) -> None:
    parsed = vars(parse(words))
    assert {name: parsed[name] for name in given} == given


@pytest.mark.parametrize(
    ("words", "code", "values"),
    [
        (["join", "--"], "E_NEEDS_TABLE", {"command": "join"}),
        (["join", "--as", "--", "x"], "E_NEEDS_VALUE", {"option": "--as"}),
        (["join", "--", "-x", "-y"], "E_ARGUMENT", {"given": "-y", "command": "join", "nearest": "-h"}),
        (["rules", "--", "-x"], "E_CHOICE", {"option": "rules", "given": "-x", "choices": "check"}),
    ],
)
def test_what_is_wrong_behind_two_dashes_is_named_as_it_was_typed(
    words: list[str], code: str, values: dict[str, object]
) -> None:
    with pytest.raises(Failure) as failure:
        parse(words)
    assert (failure.value.code, failure.value.values) == (code, values)
