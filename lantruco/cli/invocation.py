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
from lantruco.cli.home import Home, home_path, sweep_places, take_home
from lantruco.cli.logs import log_to
from lantruco.cli.names import clean_name, default_name, numbered
from lantruco.cli.output import Output
from lantruco.tui.keyboard import drop_waiting
from lantruco.tui.texts import Texts


@dataclass
class Invocation:
    """What a command works with. `texts` and `output` obey the config after `follow_config`."""

    arguments: argparse.Namespace
    output: Output
    lang: str

    @cached_property
    def home_path(self) -> Path:
        return home_path(self.arguments.home, os.environ)

    @cached_property
    def config(self) -> Config:
        """The config of the home folder; nothing set where there is no such folder, since not every command
        needs one. Failure E_CONFIG…
        """
        try:
            return load_config(self.home_path)
        except Failure as failure:
            if failure.code != "E_NO_HOME":
                raise
            return Config()

    def follow_config(self) -> None:
        """Speak as the config says, where the arguments say nothing else, and warn of keys nobody reads."""
        if self.config.lang and not self.arguments.lang:
            self.lang = self.config.lang
        if self.arguments.ascii or self.config.ascii:
            self.output.ascii = True
        for unknown in self.config.unknown:
            self.output.error(self.unknown_key(unknown))

    @property
    def texts(self) -> Texts:
        return Texts(self.lang, ascii=self.output.ascii)

    def take_home(self) -> Home:
        """Hold the home, or a guest place in it, and say so when it is a guest place."""
        home = take_home(self.home_path)
        self.log_into(home)
        self.tell_left([*home.left, *sweep_places(self.home_path)])
        if home.guest:
            self.output.error(self.texts("home.guest", path=self.home_path, guest=home.path))
        return home

    def tell_left(self, left: list[Path]) -> None:
        """Say what is left of matches that were cut short, and could not be erased."""
        for path in left:
            self.output.error(self.texts("home.left", path=path))

    def log_into(self, home: Home) -> None:
        """Keep the log in this home, unless `--log` says where."""
        if not self.arguments.log:
            log_to(home.log)

    def player_name(self, home: Home) -> str:
        """`--as`, else the config's, else asked once in a terminal, else the system's user name."""
        given = getattr(self.arguments, "as")
        if given is not None:
            return clean_name(given)
        if home.guest:
            # Two shells of one person at one table: under one name they would be told apart by seat only.
            return numbered(self.own_name(), home.guest + 1)
        if self.config.name is None and _at_terminal():
            return self._ask_name(home, default_name())
        return self.own_name()

    def own_name(self) -> str:
        """The name of the person of this home, as far as it is known without asking."""
        return self.config.name or default_name()

    def operator_name(self, person: str) -> str:
        """The name under which a bot's person stands at the table: `--of`, else `person`."""
        given = self.arguments.of
        return person if given is None else clean_name(given)

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
            if drop_waiting():
                self.output.line(self.texts("line.too_fast"))
            if not line:
                self.output.line()
                return fallback
            try:
                name = clean_name(line if line.strip() else fallback)
            except Failure as failure:
                self.output.line(self.texts.failure(failure))
                continue
            try:
                write_name(home.path, name)
            except Failure as failure:
                self.output.line(self.texts.failure(Failure("E_KEEP", **failure.values)))
            return name


def _at_terminal() -> bool:
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()
