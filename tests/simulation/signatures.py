"""Signatures at tables where all seats are in one process."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from lantruco.protocol import keys

verify: Final = lru_cache(maxsize=1 << 14)(keys.verify)
"""`keys.verify`, asked once for what every seat of a table is told."""
