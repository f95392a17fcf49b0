"""Why a command stops: an error with a stable code, and the exit status that goes with it."""

from __future__ import annotations

OK = 0
FALSE = 1
USAGE = 2
UNFINISHED = 3
ENVIRONMENT = 4
INTERRUPTED = 130

_STATUS = {
    "E_USAGE": USAGE,
    "E_COMMAND": USAGE,
    "E_ARGUMENT": USAGE,
    "E_CHOICE": USAGE,
    "E_NEEDS_VALUE": USAGE,
    "E_NO_VALUE": USAGE,
    "E_NEEDS_TABLE": USAGE,
    "E_NEEDS_FILE": USAGE,
    "E_NEEDS_CHECK": USAGE,
    "E_NUMBER": USAGE,
    "E_PAIR": USAGE,
    "E_BOTS": USAGE,
    "E_RULES": USAGE,
    "E_TABLE": USAGE,
    "E_CONFIG": USAGE,
    "E_CONFIG_NAME": USAGE,
    "E_CONFIG_LANG": USAGE,
    "E_CONFIG_PORT": USAGE,
    "E_CONFIG_INTERFACE": USAGE,
    "E_CONFIG_ASCII": USAGE,
    "E_NAME": USAGE,
    "E_OPTION": USAGE,
    "E_ADDRESS": USAGE,
    "E_TWO_TABLES": USAGE,
    "E_NO_FILE": USAGE,
    "E_OVERWRITE": USAGE,
    "E_NOT_FILE": USAGE,
    "E_NOT_FOLDER": USAGE,
    "E_NOT_UTF8": USAGE,
    "E_NO_TABLE": UNFINISHED,
    "E_NOBODY": UNFINISHED,
    "E_FULL": UNFINISHED,
    "E_SEAT": UNFINISHED,
    "E_SEATED": UNFINISHED,
    "E_UNFINISHED": UNFINISHED,
    "E_LEFT": UNFINISHED,
    "E_TABLE_CLOSED": UNFINISHED,
    "E_OPENER_GONE": UNFINISHED,
    "E_RETURN": UNFINISHED,
    "E_SILENT": UNFINISHED,
    "E_LATE": UNFINISHED,
    "E_SENT_AWAY": UNFINISHED,
    "E_PROPOSAL": UNFINISHED,
    "E_DEMO": FALSE,
}


class Failure(Exception):
    """A command cannot go on. `code` is stable (E_*), `values` fill the sentence of that code."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def status_of(code: str) -> int:
    """The exit status for an error code; codes that are not listed concern the machine, hence 4."""
    return _STATUS.get(code, ENVIRONMENT)
