"""English texts for written hands, the engine, scenario files and replays."""

from __future__ import annotations

from typing import Final

EN_RULES: Final[dict[str, str]] = {
    "error.E_NOTE_FORM": "Line {line}, column {column}: here should stand “{expected}”.",
    "error.E_NOTE_VALUE": "Line {line}, column {column}: there is no “{given}”; there is {expected}.",
    "error.E_NOTE_DEAL": "Line {line}, column {column}: “{given}” is dealt twice, or opens a card that nobody wrote down.",
    "error.E_NOTE_ACTION": "Line {line}, column {column}: the rules refuse “{given}” ({reason}, {clause}).",
    "error.E_NOTE_RESULT": "Line {line}, column {column}: by the rules it is “{expected}”, not “{given}”.",
    "error.E_NOTE_FOLLOW": "Line {line}, column {column}: after the hand before comes “{expected}”, not “{given}”.",
    "error.E_NOTE_OVER": "Line {line}, column {column}: the match was over with the hand before.",
    "error.E_NOTE_SIZE": "The text is longer than {limit} characters: no match is so long.",
    "error.E_REQUEST": "That is no request that the engine can answer now: {expected}.",
    "help.replay": """\
Usage: lantruco replay FILE [OPTIONS]

Shows a match again: a record, which is checked first, or a text in the notation of docs/notation.md. At a terminal
the table is drawn, and one goes by step, vaza or hand (? there tells the keys); with --plain it is told in lines,
vaza by vaza. Without a terminal everything is told at once.

  --json              one JSON object""",
    "help.rules": """\
Usage: lantruco rules check FILE… [OPTIONS]

Plays the scenarios of the files and shows each difference, with what was expected and what came.

  --json              one JSON object""",
    "help.engine": """\
Usage: lantruco engine

Plays hands for another program: one JSON request a line, one answer a line. See docs/engine.md.""",
    "check.holds": "{file}: all {count} scenarios are played so.",
    "check.differs": "{file}: {scenario}: {what}: expected {expected}, got {got}",
    "check.refused": "action {action} ({seat} {token}), refused with",
    "check.unchanged": "the hand after the refused action {action} ({seat} {token})",
    "check.legal": "what seat {seat} may do after {after} actions",
    "check.seen_hands": "the cards that seat {seat} sees after {after} actions",
    "check.seen_table": "the vaza that seat {seat} sees after {after} actions",
    "check.error": "{file}: {reason}",
    "scenario.size": "more than {given} bytes",
    "scenario.utf8": "no text in UTF-8",
    "scenario.json": "no JSON",
    "scenario.schema": "the schema is not {given}",
    "scenario.scenarios": "scenarios is not a list of objects",
    "scenario.defaults": "options_default is not an object",
    "scenario.kind": "there are no scenarios of kind {given}",
    "scenario.name": "{given} is missing or does not exist",
    "scenario.value": "it cannot be so: {given}",
    "replay.seat": "Player {number}",
    "replay.vs": "{one} × {two}",
    "replay.options": "Options: {options}",
    "replay.keys": "Enter shows the next step, h the next hand, q leaves.",
    "replay.ask": "…",
    "replay.dealt": "{name}: {cards}",
    "replay.finished": "That was the match.",
    "replay.fault": "Somebody broke the rules here: “lantruco verify” says who.",
    "replay.unfinished": "Here it breaks off.",
    "error.E_ENGINE": "The program “{command}” does not start ({reason}). Check the command of --engine.",
    "engine.late": "The program did not answer in time: the built-in bot decides.",
    "engine.illegal": "The program's answer is no legal one: the built-in bot decides.",
    "engine.gone": "The program has ended or reads no more: the built-in bot decides from here on.",
}
