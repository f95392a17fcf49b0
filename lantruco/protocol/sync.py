"""Asking a peer for the messages that are missing."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from .codec import Octets32
from .messages import MAX_HANDS, MAX_STEPS

MAX_ANSWER: Final = 512
"""Messages in one answer; whoever misses more asks again."""


class Have(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="have"):
    """How far the sender's logs go: complete steps of main, and of the first deck log not yet ended."""

    genesis: Octets32
    main: Annotated[int, Meta(ge=0, lt=MAX_STEPS)]
    deck_hand: Annotated[int, Meta(ge=0, lt=MAX_HANDS)]
    deck_step: Annotated[int, Meta(ge=0, lt=MAX_STEPS)]
