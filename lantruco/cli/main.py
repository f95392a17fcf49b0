"""The console entry point: from arguments to an exit status, and never a traceback on the way."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lantruco import __version__
from lantruco.cli.arguments import COMMANDS, parse
from lantruco.cli.failure import ENVIRONMENT, INTERRUPTED, OK, Failure, status_of
from lantruco.cli.language import given_language, locale_language
from lantruco.cli.output import Output, abandon_output, accept_any_input, standard_output
from lantruco.tui.texts import Texts


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status: 0 ok, 1 found false, 2 usage, 3 unfinished or nobody found,
    4 environment, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    output = standard_output()
    accept_any_input()
    try:
        return _run(words, output)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): nobody is left to tell.
        abandon_output()
        return ENVIRONMENT


def _run(words: list[str], output: Output) -> int:
    lang = given_language(words) or locale_language(os.environ)
    output.ascii = output.ascii or "--ascii" in words
    texts = Texts(lang, ascii=output.ascii)
    try:
        if _asks_help(words):
            _help(words, output, texts)
            return OK
        if "--version" in words:
            output.line(f"lantruco {__version__}")
            return OK
        return _command(words, output, lang)
    except Exception as error:
        return _stop(error, words, output, texts)


def _command(words: list[str], output: Output, lang: str) -> int:
    parsed = parse(words)
    # Late, so that help, versions and usage errors need neither logging nor the home folder.
    from lantruco.cli import logs
    from lantruco.cli.invocation import Invocation

    logs.silence()
    if parsed.log is not None:
        logs.check_log(Path(parsed.log), _inputs(parsed))
        logs.log_to(Path(parsed.log))
    invocation = Invocation(parsed, output, lang)
    try:
        invocation.follow_config()
        command = importlib.import_module(
            f"lantruco.cli.commands.{_MODULES.get(parsed.command, parsed.command)}"
        )
        status = command.run(invocation)
        assert isinstance(status, int)
        return status
    except Exception as error:
        return _stop(error, words, output, invocation.texts)


def _inputs(parsed: argparse.Namespace) -> list[Path]:
    """The files that a command reads."""
    named = [*getattr(parsed, "files", ()), getattr(parsed, "file", None)]
    return [Path(file) for file in named if file is not None]


# Modules that could not bear the name of their command: `open` and `id` are Python's.
_MODULES = {"open": "open_table", "id": "identity"}


def _stop(error: Exception, words: list[str], output: Output, texts: Texts) -> int:
    """Tell in one sentence why the command stops, and give its exit status."""
    if isinstance(error, BrokenPipeError):
        raise error
    code = getattr(error, "code", None)
    if isinstance(code, str) and code.startswith("E_"):
        message = texts.failure(error)
    else:
        code = "E_INTERNAL"
        message = texts.error(code, {"log": _write_crash(error)})
    command = next((word for word in words if word in COMMANDS), "play")
    if code == "E_OUTPUT":
        output.error(message)
        abandon_output()
    elif "--json" in words:
        output.json(f"lantruco-{command}/1", {"error": {"code": code, "message": message}})
    else:
        output.error(message)
    return ENVIRONMENT if code == "E_INTERNAL" else status_of(code)


def _write_crash(error: Exception) -> str:
    """Put the traceback where a developer finds it. The path, or `-` when there is nowhere to write."""
    import logging
    import tempfile

    from lantruco.cli import logs

    try:
        if logs.log_file() is None:
            handle, name = tempfile.mkstemp(prefix="lantruco-", suffix=".log")
            os.close(handle)
            logs.log_to(Path(name))
    except (Failure, OSError):
        return "-"
    logging.getLogger("lantruco").critical("stopped", exc_info=error)
    return str(logs.log_file())


def table_options() -> dict[str, tuple[str, ...]]:
    """What `--option` can set, each with its values, the usual one first."""
    from lantruco.protocol.genesis import SINAIS_CHOICES
    from lantruco.rules import CHOICES

    choices = {**CHOICES, "sinais": SINAIS_CHOICES}
    return {name: tuple(str(value).lower() for value in values) for name, values in choices.items()}


def _asks_help(words: list[str]) -> bool:
    before = words[: words.index("--")] if "--" in words else words
    return "-h" in before or "--help" in before or before[:1] == ["help"]


def _help(words: list[str], output: Output, texts: Texts) -> None:
    command = next((word for word in words if word in COMMANDS), None)
    page = texts("help") if command is None else texts(f"help.{command}")
    for line in page.split("\n"):
        output.line(line)
    if command == "open":
        output.line()
        output.line(texts("help.options"))
        for name, values in table_options().items():
            output.line(f"  {name:<19} {'|'.join(values)}")
    if command is not None:
        output.line()
        for line in texts("help.common").split("\n"):
            output.line(line)
    output.line()
    output.line(texts("examples"))
    for line in texts("examples.start" if command is None else f"examples.{command}").split("\n"):
        output.line(line)
