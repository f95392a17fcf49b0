"""Which language to speak before anything else is known."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from lantruco.tui.texts import LANGUAGES


def locale_language(environ: Mapping[str, str]) -> str:
    """`pt` for the locales pt*, C, POSIX and for none at all; `en` for every other."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            return _of(environ[variable])
    return _of(_system_locale())


def given_language(arguments: list[str]) -> str | None:
    """The value of `--lang`, found before the arguments are parsed, so that even a usage error speaks it."""
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        value = argument[7:] if argument.startswith("--lang=") else None
        if argument == "--lang" and index + 1 < len(arguments):
            value = arguments[index + 1]
        if value in LANGUAGES:
            return value
    return None


def _of(locale: str) -> str:
    name = locale.split(".")[0].split("@")[0].lower()
    return "pt" if name in ("", "c", "posix") or name.startswith("pt") else "en"


def _system_locale() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
