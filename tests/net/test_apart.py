"""What the tests announce and look for stays among themselves, and nothing of the machine comes in."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from lantruco.net.announcement import TableAd
from lantruco.net.discovery import SERVICE, Browser, Discovery, usual_service
from lantruco.net.interfaces import interfaces
from tests import apart
from tests.net.living import HERE, code_of, live, person, until
from tests.net.publisher import published

PROJECT = Path(__file__).parents[2]
OWN = apart.OWN_NETWORK in os.environ

needs_a_network = pytest.mark.skipif(
    not OWN and os.environ.get(apart.MUST_RUN) != "1", reason="no network namespaces here"
)


def ad(number: int) -> TableAd:
    return TableAd(person(number).public, "T", f"Mesa {number}", "Zé", 4, 1, 1)


async def table(stack: AsyncExitStack, number: int, service: str | None) -> Browser:
    """Somebody who has announced a table on this network, and sees it in the list."""
    discovery = await Discovery.open([HERE], service=service)
    stack.push_async_callback(discovery.close)
    browser = discovery.browse()
    await discovery.advertise(person(number), 47110, ad(number))
    await until(lambda: person(number).public in browser.tables)
    return browser


@live
async def test_a_table_under_the_real_name_and_those_of_the_tests_do_not_see_each_other() -> None:
    async with AsyncExitStack() as stack:
        real, real_too = [await table(stack, number, SERVICE) for number in (1, 2)]
        ours, ours_too = [await table(stack, number, None) for number in (3, 4)]
        # Who comes last is seen by all of his own kind, so everybody has heard everything.
        await until(
            lambda: len(real.tables) == len(real_too.tables) == len(ours.tables) == len(ours_too.tables)
        )
        await until(lambda: len(real.tables) == 2)
        assert set(real.tables) == set(real_too.tables) == {person(1).public, person(2).public}
        assert set(ours.tables) == set(ours_too.tables) == {person(3).public, person(4).public}


def test_every_process_of_tests_has_a_service_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = usual_service()
    assert mine not in (SERVICE, None)
    code = "from tests import conftest; from lantruco.net.discovery import usual_service as s; print(s())"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=PROJECT, check=True
    )
    assert told.stdout.strip() not in ("", SERVICE, mine)
    monkeypatch.delenv(apart.SERVICE)
    assert usual_service() == SERVICE == "_lantruco._tcp.local."


@pytest.mark.parametrize(
    "name", ["-a", "a-", "a--b", "123", "abcdefghijklmnop", "A", "a.b", "a b", "é", "_a"]
)
@live
async def test_a_service_name_that_cannot_be_is_an_error_with_a_code(name: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(apart.SERVICE, name)
        error = await code_of(Discovery.open([HERE]))
    assert (error.code, error.detail["reason"]) == ("E_NODISCOVERY", "service")


@needs_a_network
def test_the_network_of_the_tests_ends_in_their_own_process() -> None:
    assert OWN
    assert {each.address for each in interfaces()} == {HERE}


@needs_a_network
@live
async def test_a_table_of_the_machine_is_not_heard_by_the_tests_even_under_one_name() -> None:
    """Another namespace stands for the machine: what leaves neither namespace reaches no third one."""
    with published(2, 47110, through=[sys.executable, apart.__file__]) as machine:
        assert apart.network_of(machine.pid) not in (apart.network_of(), None)
        async with AsyncExitStack() as stack:
            ours = await table(stack, 3, None)
            late = await table(stack, 4, None)
            await until(lambda: len(ours.tables) == len(late.tables) == 2)
            assert person(2).public not in {*ours.tables, *late.tables}
