"""Whole matches of players on the rules engine, each told what a session would tell its seat."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lantruco.players.showcase import Showcase
from lantruco.players.sight import view_of
from lantruco.protocol.events import CardsDealt, CardsDrawn, HandStarted, PartnerCards, RuleEvent
from lantruco.rules import CANONICAL, ONZE, Hand, Match, Options, Outcome, Swapped, side


class Stage:
    """A match of showcases. said: (seat, token) of every hand; outcomes: how each ended."""

    def __init__(self, players: int, seed: int) -> None:
        self._rng = random.Random(f"{players} {seed}")
        self.seats = [Showcase(random.Random(f"{seed} {seat}"), "facil") for seat in range(players)]
        self._match = Match.new(players, Options(), self._rng.randrange(players))
        self.said: list[list[tuple[int, str]]] = []
        self.outcomes: list[Outcome] = []

    def play(self) -> None:
        while self._match.winner is None:
            self._play_hand()

    def _play_hand(self) -> None:
        match, number = self._match, len(self.outcomes)
        deck = self._rng.sample(CANONICAL, len(CANONICAL))
        hand = Hand.new(
            players=match.players, options=match.options, dealer=match.dealer, score=match.score, deck=deck
        )
        everybody = range(match.players)
        self.said.append([])
        self._tell(hand, everybody, HandStarted(number, hand.dealer, hand.kind, hand.score))
        for seat in everybody:
            seen = hand.view(seat)
            self._tell(hand, [seat], CardsDealt(number, seen.vira, seen.hands[seat]))
            if hand.kind == "onze" and hand.score[side(seat)] == ONZE:
                for partner in (other for other in range(side(seat), match.players, 2) if other != seat):
                    self._tell(hand, [seat], PartnerCards(number, partner, seen.hands[partner]))
        while hand.outcome is None:
            seat, token = self._decision(hand, number)
            self.said[-1].append((seat, token))
            for event in hand.act(seat, token):
                self._tell(hand, everybody, RuleEvent(event))
                if isinstance(event, Swapped):
                    cards = hand.view(event.seat).hands[event.seat]
                    self._tell(hand, [event.seat], CardsDrawn(number, cards))
        self.outcomes.append(hand.outcome)
        match.finish(hand.outcome)

    def _tell(self, hand: Hand, seats: Sequence[int], event: object) -> None:
        for seat in seats:
            self.seats[seat].hear(event, view_of(hand, seat, len(self.outcomes)))

    def _decision(self, hand: Hand, number: int) -> tuple[int, str]:
        """What is said next; exactly one seat says something, and what it says is legal."""
        said = []
        for seat in range(hand.players):
            token = self.seats[seat].decide(view_of(hand, seat, number))
            if token is not None:
                assert token in hand.legal(seat)
                said.append((seat, token))
        (only,) = said
        return only
