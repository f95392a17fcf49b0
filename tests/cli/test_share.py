"""What a shell and `man` know of the program is what the program knows of itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from lantruco.cli.arguments import COMMANDS, command_parser
from lantruco.cli.failure import ENVIRONMENT, FALSE, INTERRUPTED, OK, UNFINISHED, USAGE
from lantruco.cli.main import table_options
from lantruco.players.levels import LEVELS
from share.make_share import FOLDER, main, pages
from share.manual import SECTIONS
from share.surface import commands, common

ROOT = FOLDER.parent
BASH = "bash-completion/completions/lantruco"
ZSH = "zsh/site-functions/_lantruco"
FISH = "fish/vendor_completions.d/lantruco.fish"
MANUALS = {"en": "man/man1/lantruco.1", "pt": "man/pt_BR/man1/lantruco.1"}
# What is called bash on Windows lives in another system, with other paths.
SHELLS = [path for path in (shutil.which("bash"),) if path is not None and sys.platform != "win32"]


def flags(command: str) -> set[str]:
    return {flag for action in command_parser(command)._actions for flag in action.option_strings}


@pytest.mark.parametrize("place", [BASH, ZSH, FISH, *MANUALS.values()])
def test_the_kept_file_is_what_the_program_says_now(place: str) -> None:
    kept = (FOLDER / place).read_text(encoding="utf-8")
    assert kept == pages()[place], "make share"


def test_the_script_writes_all_files_and_no_others(tmp_path: Path) -> None:
    main(tmp_path)
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    kept = {
        path.relative_to(FOLDER).as_posix()
        for top in ("man", "bash-completion", "zsh", "fish")
        for path in (FOLDER / top).rglob("*")
        if path.is_file()
    }
    assert made == kept == set(pages())


def test_a_wheel_brings_them_all() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        build = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]
    shared = build["shared-data"]
    assert all(source == target for source, target in shared.items())
    for place in pages():
        assert any(f"share/{place}".startswith(f"{source}/") for source in shared)


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_nothing_of_the_command_line_is_missing(lang: str) -> None:
    assert [command.name for command in commands(lang)] == list(COMMANDS)
    shared = {flag for option in common(lang) for flag in option.flags}
    for command in commands(lang):
        assert shared | {flag for option in command.own for flag in option.flags} == flags(command.name)


@pytest.mark.parametrize("lang", MANUALS)
def test_the_manual_tells_of_every_command_option_and_exit_status(lang: str) -> None:
    page = pages()[MANUALS[lang]].replace("\\-", "-")
    for command in COMMANDS:
        assert re.search(rf"^\.SS lantruco \[?{command}\b", page, re.MULTILINE)
        for flag in flags(command):
            assert f"\\fB{flag}\\fR" in page
    for status in (OK, FALSE, USAGE, UNFINISHED, ENVIRONMENT, INTERRUPTED):
        assert f".B {status}\n{SECTIONS[lang][str(status)]}".replace("\\-", "-") in page
    for name in table_options():
        assert f".B {name}\n" in page
    # What stands at the head of a line and begins with a dot is an order to the typesetter.
    orders = {line.split()[0] for line in page.split("\n") if line.startswith(".")}
    assert orders <= {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".nf", ".fi", '.\\"'}


def test_both_manuals_have_the_same_parts() -> None:
    assert SECTIONS["en"].keys() == SECTIONS["pt"].keys()
    shapes = [
        [line.split()[0] for line in pages()[place].split("\n") if line[:3] in (".SH", ".SS", ".TP")]
        for place in MANUALS.values()
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("place", [ZSH, FISH])
def test_other_shells_know_every_command_and_option(place: str) -> None:
    text = pages()[place]
    for command in COMMANDS:
        assert re.search(rf"(^|['\s]){command}[:) ]", text, re.MULTILINE)
        for flag in flags(command):
            spelling = flag if place == ZSH else f"-l {flag[2:]}" if flag[1] == "-" else f"-s {flag[1:]}"
            assert spelling in text
    for name, values in table_options().items():
        assert all(f"{name}={value}" in text for value in values)


def completed(bash: str, *words: str, folder: Path = ROOT) -> set[str]:
    """What bash offers for the last of these words, parted as bash parts a line."""
    script = (
        f'source "{(FOLDER / BASH).as_posix()}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
        "_lantruco 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(
        [bash, "--norc", "-c", script, "bash", *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split("\n")) - {""}


@pytest.mark.parametrize("bash", SHELLS)
def test_bash_completes_what_can_stand_there(bash: str, tmp_path: Path) -> None:
    assert completed(bash, "lantruco", "") == set(COMMANDS)
    assert completed(bash, "lantruco", "re") == {"replay"}
    assert completed(bash, "lantruco", "--as", "open", "ver") == {"verify"}
    assert completed(bash, "lantruco", "--lang", "") == {"pt", "en"}
    assert completed(bash, "lantruco", "--lang", "=", "p") == {"pt"}
    assert completed(bash, "lantruco", "--lang", "=", "pt", "ta") == {"tables"}
    assert completed(bash, "lantruco", "open", "Mesa", "--seats", "") == {"2", "4", "6"}
    assert completed(bash, "lantruco", "open", "Mesa", "--option", "cob") == {"coberta="}
    assert completed(bash, "lantruco", "open", "--option", "limite", "=") == set(table_options()["limite"])
    assert completed(bash, "lantruco", "open", "--option", "limite", "=", "n") == {"nunca"}
    options = completed(bash, "lantruco", "open", "--option", "")
    assert options == {f"{name}=" for name in table_options()} | {"paulista"}
    assert completed(bash, "lantruco", "open", "--option", "sinais", "=", "e") == {"espiados"}
    assert completed(bash, "lantruco", "bot", "Mesa", "--level", "") == set(LEVELS)
    assert completed(bash, "lantruco", "rules", "") == {"check"}
    assert completed(bash, "lantruco", "open", "limite", "") == set()
    for command in COMMANDS:
        assert completed(bash, "lantruco", command, "-") == flags(command)
    (tmp_path / "a record.jsonl").touch()
    (tmp_path / "folder").mkdir()
    for words in (("verify",), ("replay",), ("rules", "check"), ("--log",)):
        assert completed(bash, "lantruco", *words, "a", folder=tmp_path) == {"a record.jsonl"}
    assert completed(bash, "lantruco", "demo", "--keep", "", folder=tmp_path) == {"folder"}
