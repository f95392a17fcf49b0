"""What the guides say can be typed, and what they point at is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lantruco.cli.arguments import COMMANDS, command_parser, parse
from lantruco.net.address import DEFAULT_PORT
from lantruco.net.server import PORT_TRIES

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
USING = (ROOT / "docs" / "using.md").read_text(encoding="utf-8")
PARTS = USING.split("\n## ")[1:]
GUIDES = {"README.md": README, "docs/using.md": USING}


def calls(text: str) -> list[list[str]]:
    """Every command line of the game in a guide, in words: those of blocks and those between backticks."""
    lines = re.findall(r"^    (lantruco\b[^\n#]*)", text, re.MULTILINE)
    lines += [
        call for call in re.findall(r"`(lantruco\b[^`]*)`", text) if not re.search(r"[…\[|]|[A-Z]{4}", call)
    ]
    return [[part.strip('"') for part in re.findall(r'"[^"]*"|\S+', line)][1:] for line in lines]


@pytest.mark.parametrize("name", GUIDES)
def test_every_command_of_a_guide_is_one_that_the_game_takes(name: str) -> None:
    found = calls(GUIDES[name])
    assert len(found) > 5
    for words in found:
        # A command named without more is only named.
        if words not in [["--version"], *([command] for command in COMMANDS)]:
            assert parse(words).command in COMMANDS


def test_the_readme_lists_every_command_with_its_main_options() -> None:
    rows = dict(re.findall(r"^\| `lantruco (\w+)([^\n]*)", README.replace("`lantruco`, ", ""), re.MULTILINE))
    assert rows.keys() == set(COMMANDS)
    for command, row in rows.items():
        known = {flag for action in command_parser(command)._actions for flag in action.option_strings}
        for flag in re.findall(r"--[\w-]+", row.replace("\\|", "|")):
            assert flag in known


def test_the_readme_names_both_commands_of_a_fresh_machine() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    block = README.split("## The two commands")[1].split("\n\n")[1]
    assert re.findall(r"make (\w+)", block) == ["play", "test"]
    for target in re.findall(r"(?:^    |`|; )make ([\w-]+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


@pytest.mark.parametrize("name", GUIDES)
def test_what_a_guide_points_at_is_there(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", GUIDES[name]):
        assert ((ROOT / name).parent / target).exists(), target


def test_both_parts_of_the_guide_tell_the_same() -> None:
    assert [part.split("\n")[0] for part in PARTS] == ["Português", "English"]
    shapes = [[line[:5] for line in part.split("\n") if line.startswith("### ")] for part in PARTS]
    assert len(shapes[0]) == len(shapes[1]) > 6
    tables = [[line.count("|") for line in part.split("\n") if line.startswith("|")] for part in PARTS]
    assert tables[0] == tables[1]


@pytest.mark.parametrize("part", PARTS, ids=["pt", "en"])
def test_the_ports_to_open_are_those_that_the_game_tries(part: str) -> None:
    assert f"{DEFAULT_PORT}:{DEFAULT_PORT + PORT_TRIES - 1}/tcp" in part
    assert "5353/udp" in part
