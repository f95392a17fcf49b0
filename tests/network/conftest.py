"""The fixture `hosts`: machines on one network, or a good reason why not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.network.hosts import Network, missing, network

MUST_RUN = "LANTRUCO_NETWORK_TESTS"


@pytest.fixture
def hosts() -> Iterator[Callable[[int], Network]]:
    """`hosts(4)` makes a network of four machines that lasts as long as the test.

    Where none can be made the test is skipped, or fails if LANTRUCO_NETWORK_TESTS=1 says that it must run.
    """
    reason = missing()
    if reason is not None:
        if os.environ.get(MUST_RUN) == "1":
            pytest.fail(f"{MUST_RUN}=1, but {reason}")
        pytest.skip(reason)
    with ExitStack() as stack:
        yield lambda count: stack.enter_context(network(count))
