"""`lantruco replay FILE`: step through a match, from its record or from its notation."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lantruco.cli.failure import FALSE, OK, Failure
from lantruco.cli.invocation import Invocation
from lantruco.record.errors import RecordError
from lantruco.record.report import HandReport, hand_json
from lantruco.record.retell import account_of, written_match
from lantruco.rules import HIDDEN
from lantruco.rules.reading import MAX_TEXT, NotationError, is_notation, parse_match
from lantruco.rules.written import WrittenMatch, option_word, print_match
from lantruco.tui.retelling import hand_steps, side_names
from lantruco.tui.system import os_reason
from lantruco.tui.texts import Texts

SCHEMA: Final = "lantruco-replay/1"
MAX_BYTES: Final = 4 * MAX_TEXT
"""Bytes of a notation file: characters of UTF-8 have at most four."""


@dataclass(frozen=True)
class _Story:
    """What a file tells: the match as text would have it, and the account of its hands.

    source: record or notation. status: finished, fault or unfinished.
    """

    source: str
    match: WrittenMatch
    hands: tuple[HandReport, ...]
    status: str

    def names(self, texts: Texts) -> tuple[str, ...]:
        """By seat; numbers from 1 stand in for players without a name."""
        return self.match.names or tuple(
            texts("replay.seat", number=seat + 1) for seat in range(self.match.players)
        )


def run(invocation: Invocation) -> int:
    """Tell the match of the file, with a pause after each step in a terminal.

    0: told; 1: a record or a text that does not hold; 2: there is no such file; 4: it cannot be read.
    """
    file: str = invocation.arguments.file
    try:
        story = _read(file)
    except NotationError as error:
        reason = invocation.texts.failure(error)
        return _refuse(invocation, error.code, invocation.texts("check.error", file=file, reason=reason))
    except RecordError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise Failure("E_NO_FILE", path=file) from error
        if error.uncheckable:
            raise
        reason = invocation.texts.failure(error)
        place = {"path": file, "line": error.line, "reason": reason}
        key = "verify.false" if error.line is None else "verify.false.line"
        return _refuse(invocation, error.code, invocation.texts(key, **place))
    if invocation.arguments.json:
        invocation.output.json(SCHEMA, _plain(file, story))
    else:
        _tell(story, invocation)
    return OK


def _refuse(invocation: Invocation, code: str, message: str) -> int:
    if invocation.arguments.json:
        invocation.output.json(SCHEMA, {"error": {"code": code, "message": message}})
    else:
        invocation.output.error(message)
    return FALSE


def _read(file: str) -> _Story:
    path = Path(file)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES)
    except FileNotFoundError as error:
        raise Failure("E_NO_FILE", path=file) from error
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "unreadable"
        raise Failure("E_READ", path=file, reason=reason) from error
    text = data.decode("utf-8", "replace")
    if is_notation(text):
        match = parse_match(text)
        return _Story("notation", match, account_of(match), _status(match))
    # Late: the proofs of a record need the cryptographic library, a text does not.
    from lantruco.record.verify import verify_file

    report = verify_file(path)
    return _Story("record", written_match(report), report.hands, report.status)


def _status(match: WrittenMatch) -> str:
    outcome = match.hands[-1].end().outcome if match.hands else None
    return "finished" if outcome is not None and outcome.match_winner else "unfinished"


def _tell(story: _Story, invocation: Invocation) -> None:
    texts, output = invocation.texts, invocation.output
    names = story.names(texts)
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


def _head(story: _Story, names: Sequence[str], texts: Texts) -> list[str]:
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


def _plain(file: str, story: _Story) -> dict[str, object]:
    return {
        "file": file,
        "source": story.source,
        "status": story.status,
        "players": story.match.players,
        "names": list(story.match.names),
        "options": story.match.options.chosen(),
        "hands": [hand_json(hand) for hand in story.hands],
        "notation": print_match(story.match),
    }
