"""What holds for all tests: which of them may not run side by side."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("short", max_examples=50)
# A shell starts what runs in its background deaf to Ctrl-C, and children inherit that: the tests that
# interrupt a program need one that hears.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ON_ONE_NETWORK = ("net", "network", "peer", "cli")
"""Folders whose tests find each other by mDNS or take ports: one worker runs them, one after the other."""


def pytest_configure(config: pytest.Config) -> None:
    """`make test` tries half as many examples of each property as `pytest` alone does."""
    if config.option.markexpr == "not long":
        settings.load_profile("short")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    root = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(root).parts[0]
        group = "network" if folder in ON_ONE_NETWORK else item.nodeid
        item.add_marker(pytest.mark.xdist_group(group))
