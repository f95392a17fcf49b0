"""One run of one command: its arguments, its language, its home and its voice."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lantruco.cli.config import Config, UnknownKey, load_config, write_name
from lantruco.cli.failure import Failure
from lantruco.cli.home import Home, home_path, take_home
from lantruco.cli.names import clean_name, default_name
from lantruco.cli.output import Output
from lantruco.tui.texts import Texts


@dataclass
class Invocation:
    """What a command works with. `texts` and `output` follow the config once it is read."""

    arguments: argparse.Namespace
    output: Output
    lang: str

    @cached_property
    def home_path(self) -> Path:
        return home_path(self.arguments.home, os.environ)

    @cached_property
    def config(self) -> Config:
        """The config of the home folder. Failure E_CONFIG…"""
        config = load_config(self.home_path)
        if config.lang and not self.arguments.lang:
            self.lang = config.lang
        if self.arguments.ascii or config.ascii:
            self.output.ascii = True
        for unknown in config.unknown:
            self.output.error(self.unknown_key(unknown))
        return config

    @property
    def texts(self) -> Texts:
        return Texts(self.lang, ascii=self.output.ascii)

    def take_home(self) -> Home:
        """Hold the home, or a guest place in it, and say so when it is a guest place."""
        home = take_home(self.home_path)
        if home.guest:
            self.output.error(self.texts("home.guest", path=self.home_path, guest=home.path))
        return home

    def player_name(self, home: Home) -> str:
        """`--as`, else the config's, else asked once in a terminal, else the system's user name."""
        given = getattr(self.arguments, "as")
        if given is not None:
            return clean_name(given)
        if self.config.name is not None:
            # Two shells of one person at one table: both under one name would be told apart by seat only.
            return self.config.name if not home.guest else _numbered(self.config.name, home.guest + 1)
        fallback = default_name() if not home.guest else _numbered(default_name(), home.guest + 1)
        if home.guest or not _at_terminal():
            return fallback
        return self._ask_name(home, fallback)

    def interfaces(self) -> tuple[str, ...] | None:
        """Interfaces by name or address; None: all usable ones."""
        given = self.arguments.interface
        return tuple(given) if given else self.config.interface

    def port(self) -> int | None:
        """The port asked for; None: the usual one, or the next that is free."""
        given: int | None = self.arguments.port
        return given if given is not None else self.config.port

    def unknown_key(self, unknown: UnknownKey) -> str:
        """The warning for a key that nobody reads."""
        key = "config.unknown.near" if unknown.nearest else "config.unknown"
        path = self.home_path / "config.toml"
        return self.texts(key, path=path, line=unknown.line, key=unknown.key, nearest=unknown.nearest)

    def _ask_name(self, home: Home, fallback: str) -> str:
        while True:
            self.output.ask(self.texts("name.ask", default=fallback))
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                self.output.line()
                return fallback
            try:
                name = clean_name(line if line.strip() else fallback)
            except Failure as failure:
                self.output.line(self.texts.failure(failure))
                continue
            write_name(home.path, name)
            return name


def _numbered(name: str, number: int) -> str:
    ending = f" {number}"
    return name[: 24 - len(ending)].rstrip() + ending


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()
