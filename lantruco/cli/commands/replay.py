"""`lantruco replay FILE`: step through a match, from its record or from its notation."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lantruco.cli import full_screen
from lantruco.cli.failure import FALSE, OK, Failure
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.cli.progress import ProgressLine
from lantruco.record.errors import RecordError
from lantruco.record.farewell import leave_sentences
from lantruco.record.report import hand_json, leave_json
from lantruco.record.told import Told, read_told
from lantruco.rules import HIDDEN, NotationError, WrittenMatch, print_match
from lantruco.rules.notation import option_word
from lantruco.tui.retelling import hand_steps, player_names, side_names
from lantruco.tui.texts import Texts
from lantruco.tui.verdict import refusal

SCHEMA: Final = "lantruco-replay/1"


def run(invocation: Invocation) -> int:
    """Show the match of the file: on the full screen, or told with a pause after each step in a terminal.

    0: told; 1: a record or a text that does not hold; 2: there is no such file; 4: it cannot be read.
    """
    file: str = invocation.arguments.file
    try:
        if not invocation.arguments.json and full_screen.wanted(invocation):
            _open(Path(file))
            return run_async(lambda: full_screen.replay(invocation, Path(file)))
        story = _read(file, invocation)
    except NotationError as error:
        reason = invocation.texts.failure(error)
        return _refuse(invocation, error.code, invocation.texts("check.error", file=file, reason=reason))
    except RecordError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise Failure("E_NO_FILE", path=file) from error
        if error.uncheckable:
            raise
        return _refuse(invocation, error.code, refusal(file, error, invocation.texts))
    if invocation.arguments.json:
        invocation.output.json(SCHEMA, _plain(file, story))
    else:
        _tell(story, invocation)
    return OK


def _open(path: Path) -> None:
    """A name without a file is a mistake in the command, for which no screen is filled."""
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise RecordError("E_READ", path=str(path)) from error


def _read(file: str, invocation: Invocation) -> Told:
    with ProgressLine(ascii=invocation.output.ascii) as line:

        def progress(done: int, total: int) -> None:
            percent = 100 * done // max(1, total)
            line.show(invocation.texts("verify.progress", path=file, percent=percent))

        return read_told(Path(file), progress=progress)


def _refuse(invocation: Invocation, code: str, message: str) -> int:
    if invocation.arguments.json:
        invocation.output.json(SCHEMA, {"error": {"code": code, "message": message}})
    else:
        invocation.output.error(message)
    return FALSE


def _tell(story: Told, invocation: Invocation) -> None:
    texts, output = invocation.texts, invocation.output
    names = player_names(story.match, texts)
    for line in _head(story, names, texts):
        output.line(line)
    stepping = _at_terminal()
    if stepping:
        output.line(texts("replay.keys"))
    dealt = {number: _dealt(story.match, number) for number in range(len(story.match.hands))}
    for number, hand in enumerate(told for told in story.hands if told.vira is not None):
        pausing = stepping
        for step in hand_steps(hand, names, texts, dealt.get(number, ())):
            for line in step:
                output.line(line)
            word = _pause(invocation) if pausing else ""
            if word == "q":
                return
            pausing = pausing and word != "h"
    for line in leave_sentences(story.left, names, texts):
        output.line(line)
    output.line(texts(f"replay.{story.status}"))


def _pause(invocation: Invocation) -> str:
    """What the reader wants: the next step, the next hand (h), or to leave (q)."""
    invocation.output.ask(invocation.texts("replay.ask"))
    line = sys.stdin.readline()
    if not line:
        invocation.output.line()
        return "q"
    word = line.strip().lower()[:1]
    return {"m": "h", "s": "q"}.get(word, word)


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _head(story: Told, names: Sequence[str], texts: Texts) -> list[str]:
    lines = [texts("replay.vs", one=side_names(names, 0), two=side_names(names, 1))]
    chosen = story.match.options.chosen()
    if chosen:
        options = ", ".join(f"{name}={option_word(value)}" for name, value in chosen.items())
        lines.append(texts("replay.options", options=options))
    return lines


def _dealt(match: WrittenMatch, number: int) -> list[list[str]]:
    hand = match.hands[number].start()
    # Not by its truth: the card with index 0, 4O, is false as an integer.
    known = {slot: hand.known(slot) for held in hand.hands for slot in held}
    codes = {slot: HIDDEN if card is None else card.code for slot, card in known.items()}
    return [[codes[slot] for slot in held] for held in hand.hands]


def _plain(file: str, story: Told) -> dict[str, object]:
    return {
        "file": file,
        "source": story.source,
        "status": story.status,
        "players": story.match.players,
        "names": list(story.match.names),
        "options": story.match.options.chosen(),
        "hands": [hand_json(hand) for hand in story.hands],
        "left": [leave_json(leave) for leave in story.left],
        "notation": print_match(story.match),
    }
