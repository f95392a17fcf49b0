"""Machines that know nothing of each other meet on a bare network: no router, no server, no name service."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from lantruco.net.address import DEFAULT_PORT
from tests.network.hosts import Host, Network, network
from tests.patience import PATIENCE

pytestmark = pytest.mark.network


class Linker:
    """The linker program running on a host, and the lines it prints."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.lines: list[str] = []
        self._new: queue.Queue[str] = queue.Queue()
        self._process = host.start([sys.executable, "-m", "tests.network.linker", str(host.number)])
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._new.put(line.strip())

    def wait_for(self, line: str, times: int = 1) -> None:
        """Until the line has been printed so many times, counted from the start."""
        while self.lines.count(line) < times:
            self.lines.append(self._new.get(timeout=PATIENCE))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def test_two_hosts_find_each_other_and_link_up(hosts: Callable[[int], Network]) -> None:
    net = hosts(2)
    one, other = (Linker(host) for host in net.hosts)
    one.wait_for(f"here {DEFAULT_PORT}")
    one.wait_for(f"table 1 {net.hosts[1].address}")
    other.wait_for(f"table 0 {net.hosts[0].address}")
    one.wait_for("said 1 oi")
    other.wait_for("said 0 oi")


def test_a_pair_that_is_cut_off_links_up_again_and_the_third_notices_nothing(
    hosts: Callable[[int], Network],
) -> None:
    net = hosts(3)
    zero, one, two = linkers = [Linker(host) for host in net.hosts]
    for linker in linkers:
        for other in linkers:
            if other is not linker:
                linker.wait_for(f"said {other.host.number} oi")
    net.cut(zero.host, one.host)
    zero.wait_for("down 1")
    one.wait_for("down 0")
    net.heal()
    zero.wait_for("said 1 oi", times=2)
    one.wait_for("said 0 oi", times=2)
    assert not [line for linker in (zero, one) for line in linker.lines if line == "down 2"]
    two.kill()
    zero.wait_for("down 2")


@pytest.mark.long
def test_a_cable_pulled_and_put_back_costs_only_the_wait(hosts: Callable[[int], Network]) -> None:
    net = hosts(2)
    one, other = (Linker(host) for host in net.hosts)
    one.wait_for("said 1 oi")
    net.unplug(other.host)
    one.wait_for("down 1")
    net.plug(other.host)
    one.wait_for("said 1 oi", times=2)
    other.wait_for("said 0 oi", times=2)


def test_a_network_leaves_nothing_behind(hosts: Callable[[int], Network]) -> None:
    others = set(hosts(1).namespaces)
    with network(2) as net:
        mine = set(net.namespaces)
        assert mine <= namespaces()
        assert not mine & others
        sleeping = net.hosts[0].start(["sleep", "1000"])
    assert not mine & namespaces()
    assert sleeping.wait(PATIENCE) != 0
    assert others <= namespaces()


def namespaces() -> set[str]:
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines()}
