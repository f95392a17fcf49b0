"""What holds for all tests: where they live, and how long they try."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import apart

apart.settle()

# How long an example takes says more about the machine than about the program.
settings.register_profile("any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples each time: what `make test` has found sound stays sound.
settings.register_profile("short", settings.get_profile("any pace"), max_examples=50, derandomize=True)


def pytest_configure(config: pytest.Config) -> None:
    """`make test` tries half as many examples of each property as `pytest` alone does, and the same ones."""
    settings.load_profile("short" if config.option.markexpr == "not long" else "any pace")
    place = apart.place_for_files()
    if place is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(place))


def pytest_xdist_auto_num_workers() -> int:
    """While one process waits for the clock or for a program, another has the processor."""
    if sys.platform == "linux":
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return min(processors, 8) + 1


@pytest.fixture(scope="session", autouse=True)
def _own_person(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder that is not the user's."""
    folder = tmp_path_factory.mktemp("person")
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(folder)
    return folder


_NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def _own_home(_own_person: Path) -> None:
    """Another home for each test that names none; it does not exist yet."""
    os.environ["LANTRUCO_HOME"] = str(_own_person / f"home-{next(_NUMBERS)}")
