"""A record as a written match, and a written match as an account: two ways to tell the same hands."""

from __future__ import annotations

from collections.abc import Iterator

from lantruco.protocol.events import CardsDealt, HandStarted, RuleEvent
from lantruco.protocol.messages import Play
from lantruco.rules import DECK_SIZE, HIDDEN, Card, Hand, Options, WrittenHand, WrittenMatch
from lantruco.rules.notation import is_name

from .account import Account
from .report import HandReport, Move, Report


def account_of(match: WrittenMatch) -> tuple[HandReport, ...]:
    """The hands of a written match; ``vira`` is ``??`` where nobody wrote it down.

    Raises RuleError or ValueError when the match cannot have been played so.
    """
    account = Account()
    for number, written in enumerate(match.hands):
        hand = written.start()
        account.take(
            [
                HandStarted(number, hand.dealer, hand.kind, hand.score),
                CardsDealt(number, hand.view(hand.dealer).vira, ()),
            ]
        )
        for seat, token in written.actions:
            account.take(RuleEvent(event) for event in hand.act(seat, token))
    return account.hands


def written_match(report: Report) -> WrittenMatch:
    """What a record makes public of its hands: nothing of the cards that were never opened.

    A hand that broke off before its deal is left out, and so are names that a text cannot hold.
    """
    options = Options.from_map(report.rules)
    names = tuple(seat.name for seat in report.seats)
    hands = []
    score = (0, 0)
    for hand in report.hands:
        if hand.vira is not None:
            hands.append(_written_hand(report, options, hand, score))
        score = hand.score
    return WrittenMatch(report.players, options, names if all(map(is_name, names)) else (), tuple(hands))


def _written_hand(report: Report, options: Options, told: HandReport, score: tuple[int, int]) -> WrittenHand:
    hand = Hand.new(
        players=report.players, options=options, dealer=told.dealer, score=score, deck=[None] * DECK_SIZE
    )
    assert told.vira is not None
    hand.reveal(hand.vira_slot, Card.parse(told.vira))
    positions = _positions(report, told.hand)
    actions = []
    for move in (move for vaza in told.vazas for move in vaza.moves):
        token = move.word or _card_token(hand, move, next(positions))
        for slot, code in zip(hand.hands[hand.turn], move.shown, strict=False):
            hand.reveal(slot, Card.parse(code))
        hand.act(move.seat, token)
        actions.append((move.seat, token))
    deck = tuple(hand.known(slot) for slot in range(DECK_SIZE))
    return WrittenHand(report.players, options, told.dealer, score, deck, tuple(actions))


def _card_token(hand: Hand, move: Move, position: int) -> str:
    place = f"#{hand.hands[move.seat].index(position) + 1}"
    if move.card is None or move.card == HIDDEN:
        return f"({place})"
    hand.reveal(position, Card.parse(move.card))
    return place if hand.blind else move.card


def _positions(report: Report, hand: int) -> Iterator[int]:
    """The deck positions of the cards played in a hand, in order."""
    return (
        line.body.position
        for line in report.trail
        if isinstance(line.body, Play) and line.body.hand == hand and line.body.log == "main"
    )
