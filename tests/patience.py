"""How long tests wait for what must come."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 240.0
"""Seconds after which something is taken to hang, however busy the machine. Nothing that works takes them."""
