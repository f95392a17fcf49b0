"""The command line: which commands and options there are, and what a wrong one is told."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from lantruco.cli.failure import Failure
from lantruco.players.levels import DEFAULT_LEVEL, LEVELS
from lantruco.tui.glyphs import bare_bytes
from lantruco.tui.texts import LANGUAGES

COMMANDS: Final = (
    *("play", "open", "tables", "join", "bot", "demo"),
    *("verify", "replay", "rules", "engine", "id"),
)
PRESET: Final = "paulista"  # all rule options as usual
MAX_WAIT: Final = 3600.0  # seconds; a longer search is a mistake in the number
PACE: Final = 0.8  # seconds before a bot's word, so that people can follow
MAX_PACE: Final = 30.0  # well below the time after which a table asks where a player is
ENGINE_TIME: Final = 5.0  # seconds for one answer of a program that decides for a bot
MIN_ENGINE_TIME: Final = 0.05
MAX_ENGINE_TIME: Final = 60.0  # people at the table wait meanwhile

Number = Callable[[str], float]


class _Parser(argparse.ArgumentParser):
    """argparse without its English sentences: every complaint becomes a Failure with a code."""

    def __init__(self) -> None:
        super().__init__(prog="lantruco", add_help=False, allow_abbrev=False, exit_on_error=False)

    def error(self, message: str) -> NoReturn:
        raise Failure("E_USAGE", detail=message)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The parsed command line, with `command` in it.

    Failure E_COMMAND (no such command, and the nearest), E_ARGUMENT (unknown option or one word too many),
    E_NOT_UTF8 (bytes that are no text), E_NEEDS_VALUE, E_NO_VALUE, E_NEEDS_TABLE, E_NEEDS_FILE,
    E_NEEDS_CHECK, E_CHOICE, E_NUMBER, E_USAGE.
    """
    words = list(arguments)
    for word in words:
        if (shown := bare_bytes(word)) != word:
            raise Failure("E_NOT_UTF8", given=shown)
    place = _command_place(words)
    command = words.pop(place) if place is not None else "play"
    if command not in COMMANDS:
        raise Failure("E_COMMAND", given=command, nearest=_nearest(command, COMMANDS))
    parser = command_parser(command)
    options = [option for action in parser._actions for option in action.option_strings]
    valued = [each for action in parser._actions if action.nargs != 0 for each in action.option_strings]
    try:
        parsed, extra = parser.parse_known_intermixed_args(_masked(words, valued))
    except argparse.ArgumentError as error:
        takes_none = "explicit argument" in str(error)
        raise Failure("E_NO_VALUE" if takes_none else "E_NEEDS_VALUE", option=error.argument_name) from error
    if extra:
        given = _bare(extra[0])
        nearest = _nearest(given.split("=")[0], options)
        raise Failure("E_ARGUMENT", given=given, command=command, nearest=nearest)
    for name, value in vars(parsed).items():
        if isinstance(value, str | list):
            setattr(parsed, name, _bare(value) if isinstance(value, str) else [*map(_bare, value)])
    for needed, code in _NEEDED.get(command, {}).items():
        if not getattr(parsed, needed):
            raise Failure(code, command=command)
    parsed.command = command
    return parsed


def command_parser(command: str) -> argparse.ArgumentParser:
    """The parser of one command, with the options that all commands share."""
    parser = _Parser()
    for option in ("--help", "--version"):
        parser.add_argument(option, action="store_true")
    parser.add_argument("-h", dest="help", action="store_true")
    parser.add_argument("--home", type=_path("--home"))
    parser.add_argument("--as")
    parser.add_argument("--log", type=_path("--log"))
    parser.add_argument("--lang", type=_one_of("--lang", LANGUAGES))
    parser.add_argument("--interface", action="append")
    parser.add_argument("--port", type=_number("--port", 0, 65535))
    for option in ("--plain", "--ascii"):
        parser.add_argument(option, action="store_true")
    _ADD[command](parser)
    return parser


def _play(parser: argparse.ArgumentParser) -> None:
    pass


def _open(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?")
    _seats(parser, 2)
    parser.add_argument("--bots", type=_number("--bots", 0, 5), default=0)
    parser.add_argument("--option", action="append", type=_pair, default=[])
    _automatic(parser)


def _tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wait", type=_number("--wait", 0, MAX_WAIT, whole=False), default=2.0)


def _join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?")
    parser.add_argument("--seat", type=_number("--seat", 0, 5))
    _automatic(parser)
    parser.add_argument("--wait", type=_number("--wait", 0, MAX_WAIT, whole=False), default=5.0)


def _bot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", nargs="?")
    parser.add_argument("--seat", type=_number("--seat", 0, 5))
    parser.add_argument("--wait", type=_number("--wait", 0, MAX_WAIT, whole=False), default=5.0)
    _pace(parser)
    parser.add_argument("--engine")
    engine_time = _number("--engine-time", MIN_ENGINE_TIME, MAX_ENGINE_TIME, whole=False)
    parser.add_argument("--engine-time", type=engine_time, default=ENGINE_TIME)
    # For a bot started by a table: it must not outlive the program that started it.
    parser.add_argument("--until-eof", action="store_true")


def _demo(parser: argparse.ArgumentParser) -> None:
    _seats(parser, 4)
    parser.add_argument("--level", type=_one_of("--level", LEVELS))
    parser.add_argument("--keep", type=_path("--keep"))


def _verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*")
    parser.add_argument("--html", type=_path("--html"))
    parser.add_argument("--json", action="store_true")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?")
    parser.add_argument("--json", action="store_true")


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", type=_one_of("rules", ("check",)))
    parser.add_argument("files", nargs="*")
    parser.add_argument("--json", action="store_true")


def _engine(parser: argparse.ArgumentParser) -> None:
    pass


def _id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true")


_ADD: Final = {
    "play": _play,
    "open": _open,
    "tables": _tables,
    "join": _join,
    "bot": _bot,
    "demo": _demo,
    "verify": _verify,
    "replay": _replay,
    "rules": _rules,
    "engine": _engine,
    "id": _id,
}

_NEEDED: Final[dict[str, dict[str, str]]] = {
    "open": {"name": "E_NEEDS_TABLE"},
    "join": {"table": "E_NEEDS_TABLE"},
    "bot": {"table": "E_NEEDS_TABLE"},
    "verify": {"files": "E_NEEDS_FILE"},
    "replay": {"file": "E_NEEDS_FILE"},
    "rules": {"action": "E_NEEDS_CHECK", "files": "E_NEEDS_FILE"},
}

_MASK: Final = "\0"  # no word of a command line has it


def _masked(words: Sequence[str], valued: Sequence[str]) -> list[str]:
    """The words without the first `--`; those behind it are names, however they begin."""
    if "--" not in words:
        return list(words)
    end = words.index("--")
    if end and words[end - 1] in valued:
        raise Failure("E_NEEDS_VALUE", option=words[end - 1])
    return [*words[:end], *(_MASK + word for word in words[end + 1 :])]


def _bare(word: Any) -> Any:
    return word.removeprefix(_MASK) if isinstance(word, str) else word


# Options before the command whose value must not be taken for the command.
_TAKE_VALUE: Final = ("--home", "--as", "--log", "--lang", "--interface", "--port")


def _command_place(words: Sequence[str]) -> int | None:
    skip = False
    for place, word in enumerate(words):
        if skip:
            skip = False
        elif word in _TAKE_VALUE:
            skip = True
        elif not word.startswith("-"):
            return place
    return None


def _automatic(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--auto", action="store_true")
    _pace(parser)


def _pace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pace", type=_number("--pace", 0, MAX_PACE, whole=False), default=PACE)
    parser.add_argument("--of")
    parser.add_argument("--talk", type=_one_of("--talk", ("on", "off")), default="on")
    parser.add_argument("--level", type=_one_of("--level", LEVELS), default=DEFAULT_LEVEL)


def _seats(parser: argparse.ArgumentParser, default: int) -> None:
    parser.add_argument("--seats", type=_seat_count, default=default)


def _seat_count(text: str) -> int:
    # Here, since nothing else that reads a command line needs the rules.
    from lantruco.rules import TABLE_SIZES

    sizes = [str(count) for count in TABLE_SIZES]
    if text not in sizes:
        raise Failure("E_CHOICE", option="--seats", given=text, choices=", ".join(sizes))
    return int(text)


def _one_of(option: str, allowed: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        text = _bare(text)
        if text not in allowed:
            raise Failure("E_CHOICE", option=option, given=text, choices=", ".join(allowed))
        return text

    return read


def _path(option: str) -> Callable[[str], str]:
    """An empty path comes from a variable that is not set, and would mean the folder one is in."""

    def read(text: str) -> str:
        if not text:
            raise Failure("E_NEEDS_VALUE", option=option)
        return text

    return read


def _number(option: str, low: float, high: float, *, whole: bool = True) -> Number:
    def read(text: str) -> float:
        try:
            number = int(text) if whole else float(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise Failure("E_NUMBER", option=option, given=text, low=f"{low:g}", high=f"{high:g}")
        return number

    return read


def _pair(text: str) -> tuple[str, str]:
    if text == PRESET:
        return text, ""
    name, equals, value = text.partition("=")
    if not (name and equals and value) or name == PRESET:
        raise Failure("E_PAIR", given=text)
    return name, value


def _nearest(given: str, known: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(given, known, n=1, cutoff=0.5)), "")
