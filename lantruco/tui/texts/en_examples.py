"""English examples of every command, for its help: a command line, and what it does."""

from __future__ import annotations

from typing import Final

EN_EXAMPLES: Final[dict[str, str]] = {
    "examples": "Examples:",
    "examples.start": """\
  lantruco                               the lobby: who has a table open, open one, play with bots
  lantruco open "Zé's table" --seats 4   open a table for four
  lantruco join "Zé's table"             sit down at it, on another machine
  lantruco demo                          watch a whole match of bots, verified at the end""",
    "examples.play": """\
  lantruco                               the lobby, on the full screen
  lantruco --plain --lang en             the lobby line by line, in English""",
    "examples.open": """\
  lantruco open "Zé's table" --seats 4   wait for three others, then play
  lantruco open Quick --bots 1           against a bot of yours
  lantruco open Strict --option coberta=false --option familia_real=false""",
    "examples.tables": """\
  lantruco tables                        who has a table open
  lantruco tables --wait 10 --json       listen longer, and tell a program""",
    "examples.join": """\
  lantruco join "Zé's table"             by its name
  lantruco join 192.168.0.7:47110        by the address that its opener sees
  lantruco join "Zé's table" --seat 2    across from the opener""",
    "examples.bot": """\
  lantruco bot "Zé's table"              a bot of yours on a free seat
  lantruco bot "Zé's table" --engine "node docs/bots/careful.js\"""",
    "examples.demo": """\
  lantruco demo                          four bots, through every special hand
  lantruco demo --seats 2 --keep match   two, and their records stay in match/seat-N
  lantruco demo --seats 6 --level forte  six that play to win""",
    "examples.verify": """\
  lantruco verify records/*.jsonl        every match, one after the other
  lantruco verify mine.jsonl yours.jsonl are these two the same match?""",
    "examples.replay": """\
  lantruco replay match.jsonl            vaza by vaza
  lantruco replay match.jsonl --json     everything, for a program""",
    "examples.rules": """\
  lantruco rules check seeds/scenarios/*.json""",
    "examples.engine": """\
  lantruco engine < requests.jsonl > answers.jsonl""",
    "examples.id": """\
  lantruco id                            read the words to a friend, to compare
  lantruco id --home /mnt/stick/lantruco of another home""",
}
