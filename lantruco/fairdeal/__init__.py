"""The fair deal: a deck that all seats shuffle together and nobody can see through or tamper with unnoticed.

Pure: no clock, no files, no network, and randomness only as an argument. It knows bytes and integers: a seat
is an index, a card an index into the codes of the `Context`. `docs/protocol.md` is its specification.
"""

from .commitment import DealSecret, Joint, Reveal, check_reveal, joint, make_commit
from .context import CARDS, Context
from .deck import DECK_BYTES, Deck, first_deck, open_position
from .entropy import Entropy, SystemEntropy
from .errors import CODES, GroupUnavailable, Invalid
from .group import POINT_BYTES, SCALAR_BYTES, Group, Point, Scalar, decode_scalar
from .order import first_dealer, opening_order
from .proof import PROOF_BYTES, check_proof_form
from .ristretto import ristretto255
from .shares import SHARE_PROOF_BYTES, check_shares, make_shares, own_shares
from .shuffle import shuffle
from .verify import verify_chain, verify_shuffle

__all__ = [
    "CARDS",
    "CODES",
    "DECK_BYTES",
    "POINT_BYTES",
    "PROOF_BYTES",
    "SCALAR_BYTES",
    "SHARE_PROOF_BYTES",
    "Context",
    "DealSecret",
    "Deck",
    "Entropy",
    "Group",
    "GroupUnavailable",
    "Invalid",
    "Joint",
    "Point",
    "Reveal",
    "Scalar",
    "SystemEntropy",
    "check_proof_form",
    "check_reveal",
    "check_shares",
    "decode_scalar",
    "first_dealer",
    "first_deck",
    "joint",
    "make_commit",
    "make_shares",
    "open_position",
    "opening_order",
    "own_shares",
    "ristretto255",
    "shuffle",
    "verify_chain",
    "verify_shuffle",
]
