"""A hand as plain values, for comparing hands and for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cards import DECK_SIZE
from .events import Played

if TYPE_CHECKING:
    from .hand import Hand


def state_of(hand: Hand) -> dict[str, Any]:
    """The whole state: two hands are equal when these are.

    The names of a scenario's ``expect`` (with ``score`` as it stands after the hand, if it has ended), and:
    players, options, dealer, kind, turn, leader, pending, claimant, raised_this_turn, table and past (lists
    of [seat, slot, covered]), hands, monte and discards (slots), cards (codes by slot, None where unknown).
    """
    outcome = hand.outcome
    cards = map(hand.known, range(DECK_SIZE))
    return {
        "players": hand.players,
        "options": hand.options.to_map(),
        "dealer": hand.dealer,
        "kind": hand.kind,
        "phase": hand.phase.value,
        "actors": list(hand.actors),
        "turn": hand.turn,
        "leader": hand.leader,
        "value": hand.value,
        "pending": hand.pending,
        "vazas": list(hand.vazas),
        "torna": list(hand.torna),
        "raises": [str(raised) for raised in hand.raises],
        "raised_this_turn": hand.raised_this_turn,
        "claimant": hand.claimant,
        "table": _plain(hand.table),
        "past": [_plain(vaza) for vaza in hand.past],
        "hands": [list(held) for held in hand.hands],
        "monte": list(hand.monte),
        "discards": list(hand.discards),
        "cards": [None if card is None else card.code for card in cards],
        "winner": outcome and outcome.winner,
        "points": outcome and outcome.points,
        "reason": outcome and outcome.reason,
        "score": list(outcome.score if outcome else hand.score),
        "match_winner": outcome and outcome.match_winner,
        "next_dealer": outcome and outcome.next_dealer,
        "next_kind": outcome and outcome.next_kind,
    }


def _plain(plays: tuple[Played, ...]) -> list[list[int | bool]]:
    return [[played.seat, played.slot, played.covered] for played in plays]
