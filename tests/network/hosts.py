"""Whole machines on one network, made of Linux network namespaces: a bridge, and a cable to each host.

Needs root, iproute2 and nftables. Hosts are 10.99.B.1, 10.99.B.2, … on an interface `lan0`; nothing leads out
of there, not even a default route.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.patience import PATIENCE

TOOLS = ("ip", "nft")
PROJECT = Path(__file__).parents[2]


def missing() -> str | None:
    """Why no hosts can be made here, None if they can."""
    if sys.platform != "linux":
        return "network namespaces are a thing of Linux"
    if os.geteuid() != 0:
        return "network namespaces need root"
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lacking:
        return f"not installed: {', '.join(lacking)}"
    trial = subprocess.run(["ip", "netns", "add", _name("t")], capture_output=True, text=True)
    if trial.returncode:
        return f"no namespaces here: {trial.stderr.strip()}"
    subprocess.run(["ip", "netns", "del", trial.args[-1]], check=True)
    return None


def _name(kind: str) -> str:
    # Interface names have at most 15 characters, and several runs may share one machine.
    return f"lt{kind}{secrets.token_hex(4)}"


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")


@dataclass(frozen=True)
class Host:
    """One machine: its namespace and its address."""

    number: int
    namespace: str
    cable: str
    address: str

    def start(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stdin: int | IO[str] | None = subprocess.DEVNULL,
        stdout: int | IO[str] | None = subprocess.PIPE,
        stderr: int | IO[str] | None = None,
    ) -> subprocess.Popen[str]:
        """Start a command on this host. The caller waits for it; what still runs at the end is killed."""
        return subprocess.Popen(
            ["ip", "netns", "exec", self.namespace, *command],
            env={**os.environ, **(env or {})},
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            text=True,
            cwd=PROJECT,
        )

    def run(self, command: Sequence[str], *, timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
        """Run a command on this host to its end; its output and status are in the result."""
        inside = ["ip", "netns", "exec", self.namespace, *command]
        return subprocess.run(inside, capture_output=True, text=True, timeout=timeout, cwd=PROJECT)


class Network:
    """Hosts on one bridge. Made and taken down by `network`."""

    def __init__(self) -> None:
        self.hosts: list[Host] = []
        self._switch = _name("s")  # the bridge has a namespace of its own, and so have its rules
        self._subnet = 1 + secrets.randbelow(250)

    @property
    def namespaces(self) -> list[str]:
        """The names of all namespaces that make up this network."""
        return [*(host.namespace for host in self.hosts), self._switch]

    def _switch_run(self, *command: str) -> None:
        _run("ip", "netns", "exec", self._switch, *command)

    def _build(self, count: int) -> None:
        _run("ip", "netns", "add", self._switch)
        self._switch_run("ip", "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        self._switch_run("ip", "link", "set", "br0", "up")
        self._switch_run("nft", "add", "table", "bridge", "cut")
        self._switch_run("nft", "add chain bridge cut f { type filter hook forward priority 0; }")
        for number in range(count):
            self._plug_in(number)

    def _plug_in(self, number: int) -> None:
        host = Host(number, _name("h"), _name("c"), f"10.99.{self._subnet}.{number + 1}")
        _run("ip", "netns", "add", host.namespace)
        self.hosts.append(host)
        self._switch_run("ip", "link", "add", host.cable, "type", "veth", "peer", "name", "lan0")
        self._switch_run("ip", "link", "set", "lan0", "netns", host.namespace)
        self._switch_run("ip", "link", "set", host.cable, "master", "br0", "up")
        for command in (
            ("ip", "link", "set", "lo", "up"),
            ("ip", "address", "add", f"{host.address}/24", "dev", "lan0"),
            ("ip", "link", "set", "lan0", "up"),
        ):
            _run("ip", "netns", "exec", host.namespace, *command)

    def cut(self, one: Host, other: Host) -> None:
        """Let nothing pass between two hosts, in silence; everybody else notices nothing."""
        pair = f"{{ {one.address}, {other.address} }}"
        self._switch_run("nft", f"add rule bridge cut f ip saddr {pair} ip daddr {pair} drop")

    def lose(self, percent: int) -> None:
        """Drop so many of a hundred packets, whoever sends them."""
        self._switch_run("nft", f"add rule bridge cut f numgen random mod 100 < {percent} drop")

    def heal(self) -> None:
        """Undo every `cut` and `lose`."""
        self._switch_run("nft", "flush", "chain", "bridge", "cut", "f")

    def unplug(self, host: Host) -> None:
        """Pull one host's cable out of the switch."""
        self._switch_run("ip", "link", "set", host.cable, "down")

    def plug(self, host: Host) -> None:
        """Put it back."""
        self._switch_run("ip", "link", "set", host.cable, "up")

    def _take_down(self) -> None:
        for namespace in self.namespaces:
            found = subprocess.run(["ip", "netns", "pids", namespace], capture_output=True, text=True)
            for process in found.stdout.split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), 9)
            subprocess.run(["ip", "netns", "del", namespace], capture_output=True)


@contextlib.contextmanager
def network(count: int) -> Iterator[Network]:
    """A network of so many hosts; gone afterwards, with all that runs on it. OSError if it cannot be."""
    net = Network()
    try:
        net._build(count)
        yield net
    finally:
        net._take_down()
