"""Which file holds which vectors, and how it is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fairdeal import vectors as fairdeal
from tests.vectors import encoding, genesis, identity, link, lobby, messages, sealing, talk

VECTORS = Path(__file__).resolve().parents[2] / "seeds" / "vectors"
FILES: dict[str, Callable[[], dict[str, Any]]] = {
    "encoding": encoding.made,
    "fairdeal": fairdeal.made,
    "genesis": genesis.made,
    "identity": identity.made,
    "link": link.made,
    "lobby": lobby.made,
    "messages": messages.made,
    "sealing": sealing.made,
    "talk": talk.made,
}


def written(vector: dict[str, Any]) -> str:
    return json.dumps(vector, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
