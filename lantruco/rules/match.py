"""A match: hands until one side has 12 tentos (R1, R10, R42)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .cards import Card
from .events import Kind, Outcome
from .hand import Hand
from .scoring import add_points, kind_of, match_winner
from .table import TABLE_SIZES, Options, Side, next_seat


class Match:
    """The score and the maço of a table over its hands.

    Two are equal when table, dealer and score are. They change, so they are not hashable: `key` is.
    """

    __slots__ = ("dealer", "options", "players", "score")

    players: int
    """2, 4 or 6."""
    options: Options
    """The table's."""
    dealer: int
    """Who deals the next hand; the last hand's dealer once the match is over."""
    score: tuple[int, int]
    """Tentos of A and B."""

    def __init__(self, players: int, options: Options, dealer: int, score: tuple[int, int]) -> None:
        self.players = players
        self.options = options
        self.dealer = dealer
        self.score = score

    @classmethod
    def new(cls, players: int, options: Options, dealer: int) -> Match:
        """A match at 0 x 0. Raises ValueError for a number of players or a dealer that no table has."""
        if players not in TABLE_SIZES:
            raise ValueError(f"no table has {players} players")
        if not 0 <= dealer < players:
            raise ValueError(f"seat {dealer} is not at a table of {players}")
        return cls(players, options, dealer, (0, 0))

    def copy(self) -> Match:
        """An independent match in the same state."""
        return Match(self.players, self.options, self.dealer, self.score)

    __copy__ = copy

    def key(self) -> tuple[Hashable, ...]:
        """The whole state as one hashable value: two matches are equal when their keys are."""
        return self.players, self.options, self.dealer, self.score

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Match) else NotImplemented

    def __repr__(self) -> str:
        return f"Match({self.players}, {self.options!r}, {self.dealer}, {self.score})"

    @property
    def winner(self) -> Side | None:
        """The side that has won, None while the match goes on."""
        return match_winner(self.score)

    @property
    def next_kind(self) -> Kind | None:
        """The kind of the next hand, None when the match is over."""
        return None if self.winner else kind_of(self.score)

    def deal(self, deck: Sequence[Card | None]) -> Hand:
        """The next hand, dealt from a deck as of `Hand.new`. Raises ValueError when the match is over."""
        if match_winner(self.score):
            raise ValueError("the match is over")
        return Hand.new(
            players=self.players, options=self.options, dealer=self.dealer, score=self.score, deck=deck
        )

    def finish(self, outcome: Outcome) -> None:
        """Book a finished hand. Raises ValueError when the match is over or the outcome is of
        another score.
        """
        if match_winner(self.score):
            raise ValueError("the match is over")
        expected = add_points(self.score, outcome.winner, outcome.points)
        if outcome.score != expected:
            raise ValueError(f"the hand ends at {outcome.score}, the match expects {expected}")
        self.score = expected
        if not match_winner(expected):
            self.dealer = next_seat(self.dealer, self.players)
