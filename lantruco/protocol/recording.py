"""The lines of a record, in their canonical order, from the logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .decklog import DeckLog
from .genesis import SignedGenesis
from .matchlog import CLOSED, DECK, MatchLog


def step_lines(main: MatchLog, decks: Sequence[DeckLog], number: int) -> Iterator[bytes]:
    """Lines of a main step; before a step that rests on a new deck log, those of that log."""
    joined = main.joined.get(number)
    if joined is not None:
        yield from (signed.to_bytes() for signed in decks[joined].log.messages())
    yield from (signed.to_bytes() for signed in main.log.steps[number].messages)


def record_lines(signed: SignedGenesis, main: MatchLog, decks: Sequence[DeckLog]) -> list[bytes]:
    """The whole record so far: the genesis and all complete steps."""
    lines = [signed.to_bytes()]
    for number in range(main.log.number):
        lines.extend(step_lines(main, decks, number))
    return lines


def pending_lines(main: MatchLog, decks: Sequence[DeckLog]) -> list[bytes]:
    """What an unfinished record ends with: the messages of the step that is not complete."""
    if main.phase == CLOSED:
        return []
    lines: list[bytes] = []
    if main.phase == DECK or main.log.number in main.joined:
        lines.extend(signed.to_bytes() for signed in decks[main.number].log.messages())
    lines.extend(signed.to_bytes() for signed in main.log.messages(main.log.number))
    return lines
