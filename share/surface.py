"""What the command line offers: from its parser, with the words of its own help."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from typing import Final

from lantruco.cli.arguments import COMMANDS, command_parser
from lantruco.players.levels import LEVELS
from lantruco.tui.texts import CATALOGUES

VERSION: Final = {"en": "show the version", "pt": "mostrar a versão"}
"""The help tells of `--version` in a sentence, not in its list of options."""
LISTED: Final[dict[str, tuple[str, ...]]] = {"level": LEVELS}
"""Values that the help tells in words."""
FOLDERS: Final = ("home", "keep")
FILES: Final = ("log", "html")
_OPTION: Final = re.compile(
    r"  (-[\w-]+(?:, -[\w-]+)*)(?: ([A-ZÀ-Ý]+(?:=[A-ZÀ-Ý]+)?|\w+(?:\|\w+)+))? +(\S.*)"
)
_COMMAND: Final = re.compile(r"  (\w+)(?: \S+)* {2,}(\S.*)")


@dataclass(frozen=True)
class Option:
    """flags: all spellings. metavar: what stands for its value, None when it takes none. choices: the values
    it can have, where there are few. takes: `folder` or `file` when its value is a path.
    """

    flags: tuple[str, ...]
    metavar: str | None
    text: str
    choices: tuple[str, ...] = ()
    takes: str = ""


@dataclass(frozen=True)
class Command:
    """usage: the line without its first word. summary: a few words. about: sentences. own: the options that
    not all commands have. places: the names of what comes without an option, in order.
    """

    name: str
    usage: str
    summary: str
    about: str
    own: tuple[Option, ...]
    places: tuple[str, ...]


def common(lang: str) -> tuple[Option, ...]:
    """The options of all commands."""
    shared = _flags(command_parser("play"))
    told = _told(lang, "help.common")
    return tuple(_option(flags, action, told, lang) for flags, action in shared.items())


def commands(lang: str) -> tuple[Command, ...]:
    """All commands in the order of the help. KeyError: the help does not tell of one of its options."""
    shared = _flags(command_parser("play"))
    matches = (_COMMAND.fullmatch(line) for line in _lines(lang, "help"))
    summaries = {match[1]: match[2] for match in matches if match is not None}
    found = []
    for name in COMMANDS:
        parser = command_parser(name)
        told = _told(lang, f"help.{name}")
        own = {flags: action for flags, action in _flags(parser).items() if flags not in shared}
        usage, _, *rest = (*_lines(lang, f"help.{name}"), "")
        about = [line for line in rest if line and not line.startswith("  ")]
        places = tuple(action.dest for action in parser._actions if not action.option_strings)
        found.append(
            Command(
                name,
                usage.split(": ", 1)[1],
                summaries[name],
                " ".join(about),
                tuple(_option(flags, action, told, lang) for flags, action in own.items()),
                places,
            )
        )
    return tuple(found)


def _lines(lang: str, key: str) -> list[str]:
    return CATALOGUES[lang][key].split("\n")


def _flags(parser: argparse.ArgumentParser) -> dict[tuple[str, ...], argparse.Action]:
    """The options by all their spellings: two that do the same are one."""
    actions: dict[str, list[argparse.Action]] = {}
    for action in parser._actions:
        if action.option_strings:
            actions.setdefault(action.dest, []).append(action)
    return {
        tuple(sorted((flag for action in same for flag in action.option_strings), key=len)): same[0]
        for same in actions.values()
    }


def _told(lang: str, key: str) -> dict[str, tuple[str | None, str]]:
    """What a page of the help says of each option: what stands for its value, and a description."""
    found: dict[str, tuple[str | None, str]] = {"--version": (None, VERSION[lang])}
    for line in _lines(lang, key):
        match = _OPTION.fullmatch(line)
        if match is not None:
            for flag in match[1].split(", "):
                found[flag] = (match[2], match[3])
    return found


def _option(
    flags: tuple[str, ...], action: argparse.Action, told: dict[str, tuple[str | None, str]], lang: str
) -> Option:
    metavar, text = told[flags[-1]]
    if (metavar is None) != (action.nargs == 0):
        raise KeyError(f"{flags[-1]} of the help ({lang}) takes another number of values")
    parted = tuple(metavar.split("|")) if metavar is not None and "|" in metavar else ()
    choices = LISTED.get(action.dest, parted)
    takes = "folder" if action.dest in FOLDERS else "file" if action.dest in FILES else ""
    return Option(flags, metavar, text, choices, takes)
