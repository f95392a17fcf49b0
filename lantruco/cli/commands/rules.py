"""`lantruco rules check FILE…`: does the engine play as these scenario files say?"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lantruco.cli.failure import ENVIRONMENT, FALSE, OK, USAGE, Failure
from lantruco.cli.invocation import Invocation
from lantruco.rules.scenario import PLACED, Difference, ScenarioError, read_scenarios, run_scenario
from lantruco.tui.texts import Texts

SCHEMA: Final = "lantruco-rules-check/1"
MAX_FILE: Final = 2**24
"""Bytes of a scenario file: some thousand scenarios; a bigger file is something else."""


@dataclass
class _Checked:
    """One file: how many scenarios ran, what differs, and what could not be read."""

    file: str
    scenarios: int = 0
    differences: list[Difference] = field(default_factory=list)
    errors: list[Failure | ScenarioError] = field(default_factory=list)

    @property
    def status(self) -> int:
        if self.differences:
            return FALSE
        if any(error.code == "E_NO_FILE" for error in self.errors):
            return USAGE
        return ENVIRONMENT if self.errors else OK


def run(invocation: Invocation) -> int:
    """Run every scenario of every file.

    0: all are played so; 1: one is not; 2: there is no such file; 4: a file, or a scenario of it, is none.
    """
    checked = [_check(file) for file in invocation.arguments.files]
    if invocation.arguments.json:
        invocation.output.json(SCHEMA, {"files": [_plain(one, invocation) for one in checked]})
    else:
        for one in checked:
            _tell(one, invocation)
    return max((one.status for one in checked), key=(OK, ENVIRONMENT, USAGE, FALSE).index)


def _check(file: str) -> _Checked:
    checked = _Checked(file)
    try:
        scenarios = read_scenarios(_read(file))
    except (Failure, ScenarioError) as error:
        checked.errors.append(error)
        return checked
    for scenario in scenarios:
        try:
            checked.differences += run_scenario(scenario)
        except ScenarioError as error:
            checked.errors.append(error)
        else:
            checked.scenarios += 1
    return checked


def _read(file: str) -> str:
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_FILE + 1)
    except FileNotFoundError as error:
        raise Failure("E_NO_FILE", path=file) from error
    except (OSError, ValueError) as error:
        raise Failure("E_READ", path=file) from error
    if len(data) > MAX_FILE:
        raise ScenarioError("size", str(MAX_FILE))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError("utf8") from error


def _tell(checked: _Checked, invocation: Invocation) -> None:
    texts, output = invocation.texts, invocation.output
    for difference in checked.differences:
        output.line(
            texts(
                "check.differs",
                file=checked.file,
                scenario=difference.scenario,
                what=_what(difference, texts),
                expected=_json(difference.expected),
                got=_json(difference.got),
            )
        )
    for error in checked.errors:
        output.error(texts("check.error", file=checked.file, reason=_sentence(error, texts)))
    if checked.status == OK:
        output.line(texts("check.holds", file=checked.file, count=checked.scenarios))


def _plain(checked: _Checked, invocation: Invocation) -> dict[str, object]:
    return {
        "file": checked.file,
        "holds": {OK: True, FALSE: False}.get(checked.status),
        "scenarios": checked.scenarios,
        "failures": [
            {
                "scenario": difference.scenario,
                "what": difference.what,
                "at": dict(difference.at),
                "expected": difference.expected,
                "got": difference.got,
            }
            for difference in checked.differences
        ],
        "errors": [
            {"code": error.code, "message": _sentence(error, invocation.texts)} for error in checked.errors
        ],
    }


def _what(difference: Difference, texts: Texts) -> str:
    if difference.what in PLACED:
        return texts(f"check.{difference.what}", **difference.at)
    return difference.what


def _sentence(error: Failure | ScenarioError, texts: Texts) -> str:
    if isinstance(error, Failure):
        return texts.failure(error)
    reason = texts(f"scenario.{error.fault}", given=error.given)
    sentence = texts.error(error.code, {"reason": reason})
    return f"{error.scenario}: {sentence}" if error.scenario else sentence


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
