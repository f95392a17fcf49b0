"""`config.toml` in the home folder: reading it with plain complaints, and writing the name into it."""

from __future__ import annotations

import difflib
import os
import re
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lantruco.cli.failure import Failure
from lantruco.cli.names import clean_name
from lantruco.tui.texts import LANGUAGES

FILE = "config.toml"
CONFIG_REASONS: Final = ("toml", "utf8", "size")
MAX_BYTES = 64 * 1024  # a settings file of five keys; more is another file under this name


@dataclass(frozen=True)
class UnknownKey:
    """A key nobody reads, and the known key most like it (None: nothing is like it)."""

    key: str
    line: int
    nearest: str | None


@dataclass(frozen=True)
class Config:
    """What the player has set. None: not set."""

    name: str | None = None
    lang: str | None = None
    port: int | None = None
    interface: tuple[str, ...] | None = None
    ascii: bool | None = None
    unknown: tuple[UnknownKey, ...] = field(default=())


def load_config(home: Path) -> Config:
    """Read the file, if there is one.

    Failure E_CONFIG: not to be understood (path, line, reason: one of `CONFIG_REASONS`); E_CONFIG_<KEY>: a
    value of the wrong kind (path, line); E_CONFIG_READ: it cannot be read.
    """
    path = home / FILE
    text = _read(path)
    if text is None:
        return Config()
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Failure("E_CONFIG", path=path, line=_error_line(str(error), text), reason="toml") from error
    unknown = tuple(
        UnknownKey(key, _line_of(key, text), _nearest(key)) for key in data if key not in _READERS
    )
    values = {key: _value(data[key], key, path, text) for key in _READERS if key in data}
    return Config(unknown=unknown, **values)


def write_name(home: Path, name: str) -> None:
    """Put `name = …` at the head of the file, and keep everything else that is there. Failure E_HOME."""
    path = home / FILE
    old = _read(path) or ""
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    try:
        # The file that a link leads to: whoever keeps it elsewhere keeps it there.
        place = Path(os.path.realpath(path))
        handle, temporary = tempfile.mkstemp(prefix=".config", dir=place.parent)
        try:
            # newline="" keeps the line ends of the old text as they are.
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
                out.write(f"name = {quoted}\n{old}")
            os.replace(temporary, place)
        except OSError:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise Failure("E_HOME", path=path) from error


def _read(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        # A home that nobody can enter stops what needs it, and not what only would have read this.
        if not (os.path.isdir(path.parent) and os.access(path.parent, os.X_OK)):
            return None
        raise Failure("E_CONFIG_READ", path=path) from error
    if len(data) > MAX_BYTES:
        raise Failure("E_CONFIG", path=path, line=1, reason="size")
    try:
        # Editors on Windows put a byte order mark there, which TOML does not know.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Failure("E_CONFIG", path=path, line=line, reason="utf8") from error


def _error_line(message: str, text: str) -> int:
    found = re.search(r"line (\d+)", message)
    return int(found[1]) if found else max(1, len(text.splitlines()))


def _line_of(key: str, text: str) -> int:
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}\b""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def _nearest(key: str) -> str | None:
    return next(iter(difflib.get_close_matches(key.lower(), _READERS, n=1, cutoff=0.5)), None)


def _value(value: object, key: str, path: Path, text: str) -> Any:
    code, read = _READERS[key]
    wanted = read(value)
    if wanted is None:
        raise Failure(code, path=path, line=_line_of(key, text))
    return wanted


def _name(value: object) -> str | None:
    try:
        return clean_name(value) if isinstance(value, str) else None
    except Failure:
        return None


def _lang(value: object) -> str | None:
    return value if isinstance(value, str) and value in LANGUAGES else None


def _port(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 65536 else None


def _bool(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _interface(value: object) -> tuple[str, ...] | None:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not items:
        return None
    texts = tuple(item for item in items if isinstance(item, str) and item)
    return texts if len(texts) == len(items) else None


_READERS: dict[str, tuple[str, Callable[[object], object]]] = {
    "name": ("E_CONFIG_NAME", _name),
    "lang": ("E_CONFIG_LANG", _lang),
    "port": ("E_CONFIG_PORT", _port),
    "interface": ("E_CONFIG_INTERFACE", _interface),
    "ascii": ("E_CONFIG_ASCII", _bool),
}
