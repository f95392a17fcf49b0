from __future__ import annotations

import pytest

from lantruco.fairdeal import Group, ristretto255

from .smallgroup import SMALL


@pytest.fixture(params=["ristretto255", "small"])
def group(request: pytest.FixtureRequest) -> Group:
    """Each of the two groups in turn."""
    return SMALL if request.param == "small" else ristretto255()
