"""What the documents show is what the programs do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

from lantruco.rules import CODES, CODES_OF_REFUSAL, Reason, parse_match, print_match
from lantruco.rules.engine import MAX_REQUEST, PROTOCOL, Engine
from lantruco.rules.notation import MAGIC, MAX_NAME, MAX_TEXT

DOCS = Path(__file__).parents[2] / "docs"
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
ENGINE = (DOCS / "engine.md").read_text(encoding="utf-8")
SOURCE = Path(__file__).parents[2] / "lantruco" / "rules" / "notation.py"


def test_the_example_of_the_notation_is_read_and_printed_again_without_its_comment() -> None:
    block = next(part for part in NOTATION.split("\n\n    truco/1")[1:])
    text = dedent("    " + MAGIC + block.split("\n\nUTF-8")[0] + "\n")
    assert print_match(parse_match(text)) == re.sub(r" *;.*", "", text)


def test_the_limits_reasons_and_errors_of_the_notation_are_in_its_document() -> None:
    assert f"{MAX_TEXT:,} characters" in NOTATION
    assert f"1 to {MAX_NAME} printable" in NOTATION
    assert all(f"`{reason}`" in NOTATION for reason in Reason)
    codes = set(re.findall(r"E_NOTE_[A-Z]+", SOURCE.read_text(encoding="utf-8")))
    assert codes == set(re.findall(r"`(E_NOTE_[A-Z]+)`", NOTATION))


def test_the_requests_of_the_engine_are_answered_as_its_document_says() -> None:
    engine = Engine(lambda code, values: code)
    deck = json.dumps(list(CODES))
    requests = re.findall(r'^\| `(\{"(?:new|act|legal|view|state)".*?\})` \|', ENGINE, re.MULTILINE)
    assert len(requests) == 5
    for request in requests:
        assert json.loads(engine.answer(request.replace("[…]", deck).encode()))["ok"]
    assert f"{MAX_REQUEST:,} bytes" in ENGINE
    assert f"Version {PROTOCOL}." in ENGINE
    assert all(f"`{code}`" in ENGINE for code in (*CODES_OF_REFUSAL, "E_REQUEST"))


def test_every_key_of_the_state_is_in_the_document_and_no_other() -> None:
    engine = Engine(lambda code, values: code)
    new = {"players": 2, "options": {}, "dealer": 1, "score": [0, 0], "deck": list(CODES)}
    state = json.loads(engine.answer(json.dumps({"new": new}).encode()))["state"]
    table = ENGINE.split("The state:")[1].split("\n\n## ")[0]
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \|", table, re.MULTILINE)
    assert {name.strip("` ") for row in rows for name in row.split(",")} == set(state)
