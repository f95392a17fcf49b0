"""A table that plays whole matches by the rules engine alone, with the events and views of a real session."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Generator

from lantruco.peer.events import Ended, Gathered, MatchBegun, RematchOff, Staying
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import (
    CardsDealt,
    CardsDrawn,
    DeckAdvanced,
    HandStarted,
    MatchClosed,
    MatchEnded,
    RuleEvent,
)
from lantruco.protocol.sidetalk_messages import CONSULT, SINAIS, check_text
from lantruco.protocol.views import TableView
from lantruco.rules import (
    CANONICAL,
    HIDDEN,
    SIDES,
    VALUE_OF,
    Hand,
    HandEnded,
    Match,
    Options,
    Phase,
    RuleError,
    Swapped,
    side,
)
from lantruco.tui.doors import Hosting

NAMES = ("Ana", "Beto", "Caju", "Dora", "Edu", "Flor")
PHASES = {Phase.PLAY: "turn", Phase.RAISE: "answer", Phase.FAMILIA: "answer", Phase.ONZE: "answer"}


class Said:
    """A word that is taken already: there is nothing to wait for."""

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


class HandSession:
    """I sit at seat 0; bots play the others' seats as soon as it is their turn."""

    def __init__(
        self,
        players: int = 2,
        *,
        seed: int = 0,
        score: tuple[int, int] = (0, 0),
        options: Options | None = None,
        names: tuple[str, ...] = NAMES,
    ) -> None:
        self.players = players
        self.names = names[:players]
        self.rng = random.Random(seed)
        self.match = Match.new(players, options or Options(), players - 1)
        self.match.score = score
        self.number = -1
        self.hand: Hand
        self.said: list[str] = []
        self.chatted: list[str] = []
        self.signed: list[str] = []
        self.consulted: list[str] = []
        self.left = False
        self.closed = False
        self.stays = False
        self.parts = True
        self.agreed: set[int] = set()
        self._options, self._first_score = self.match.options, score
        self._moods = random.Random(seed + 1)
        self._queue: asyncio.Queue[object] = asyncio.Queue()
        bots = (None, *("Ana" for _ in range(players - 1)))
        self._put(Gathered(self.names, bots, 0), MatchBegun(bytes(32)))
        self._deal()
        self._let_bots()

    hosting: Hosting | None = None

    # -- what a screen asks of a session

    async def events(self) -> AsyncIterator[object]:
        while (event := await self._queue.get()) is not None:
            yield event

    def view(self) -> TableView:
        return self.seen_by(0)

    def say(self, token: str) -> Awaitable[None]:
        self._act(0, token)
        self.said.append(token)
        self._let_bots()
        return Said()

    def stay(self) -> None:
        self.stays = True

    def again(self) -> None:
        if not self.closed:
            raise Refused("E_PHASE")
        self.agree(0)

    def chat(self, text: str) -> None:
        check_text(text)
        self.chatted.append(text)

    def sinal(self, sinal: str) -> None:
        if sinal not in SINAIS:
            raise Refused("E_SINAL")
        self.signed.append(sinal)

    def consult(self, word: str) -> None:
        if word not in CONSULT:
            raise Refused("E_SINAL")
        self.consulted.append(word)

    async def leave(self) -> None:
        if not self.left:
            self.left = True
            self._put(Ended(None if self.closed else "E_LEFT"), None)

    # -- the table

    def seen_by(self, seat: int) -> TableView:
        hand = self.hand
        winner = self.match.winner
        seen = hand.view(seat)
        speaking = hand.phase is not Phase.END
        return TableView(
            seat=seat,
            players=self.players,
            names=self.names,
            bots=(None, *("Ana" for _ in range(self.players - 1))),
            hand=self.number,
            dealer=hand.dealer,
            mao=(hand.dealer + 1) % self.players,
            turn=hand.turn if hand.phase is Phase.PLAY else None,
            leader=hand.leader,
            score=self.match.score,
            kind=hand.kind,
            value=hand.value,
            pending=hand.pending,
            phase=PHASES.get(hand.phase, "closed"),
            actors=hand.actors,
            cards=seen.hands[seat],
            counts=tuple(len(held) for held in hand.hands),
            vira=seen.vira,
            table=tuple(
                (played.seat, HIDDEN if played.card is None else played.card.code) for played in hand.table
            ),
            vazas=hand.vazas,
            legal=tuple(hand.legal(seat)) if speaking else (),
            waiting=hand.actors,
            deck=("ready", self.players, self.players),
            winner=None if winner is None else SIDES.index(winner),
            fault=None,
            closed=self.closed,
            partners=tuple(
                (other, seen.hands[other])
                for other in range(self.players)
                if other != seat and side(other) == side(seat) and HIDDEN not in seen.hands[other]
            )
            if hand.kind == "onze" and speaking
            else (),
        )

    def agree(self, seat: int) -> None:
        """A seat wants the same again; with the last of them another match begins."""
        self.agreed.add(seat)
        self._put(Staying(tuple(sorted(self.agreed))))
        if len(self.agreed) == self.players:
            self.agreed = set()
            self.closed = False
            self.match = Match.new(self.players, self._options, self.players - 1)
            self.match.score = self._first_score
            self.number = -1
            self._put(MatchBegun(bytes(32)))
            self._deal()
            self._let_bots()

    def go(self, seat: int) -> None:
        """A seat leaves the table after the match."""
        self._put(RematchOff("left", (seat,)), Ended(None), None)

    def _put(self, *events: object) -> None:
        for event in events:
            self._queue.put_nowait(event)

    def _deal(self) -> None:
        self.number += 1
        deck = list(CANONICAL)
        self.rng.shuffle(deck)
        self.hand = Hand.new(
            players=self.players,
            options=self.match.options,
            dealer=self.match.dealer,
            score=self.match.score,
            deck=deck,
        )
        view = self.view()
        assert view.vira is not None
        self._put(
            DeckAdvanced(self.number, "shuffle", self.players, self.players),
            HandStarted(self.number, self.match.dealer, self.hand.kind, self.match.score),
            CardsDealt(self.number, view.vira, view.cards),
        )

    def _act(self, seat: int, token: str) -> None:
        if self.closed:
            raise RuleError("E_END", "R44")
        for event in self.hand.act(seat, token):
            self._put(RuleEvent(event))
            if isinstance(event, Swapped) and event.seat == 0:
                self._put(CardsDrawn(self.number, self.view().cards))
            if isinstance(event, HandEnded):
                self._end_hand(event)

    def _end_hand(self, event: HandEnded) -> None:
        self.match.finish(event.outcome)
        if self.match.winner is None:
            self._deal()
            return
        self.closed = True
        self._put(
            MatchEnded(SIDES.index(self.match.winner), self.match.score, None),
            MatchClosed(bytes(32)),
        )
        if self.parts:
            self._put(Ended(None), None)
        else:
            self._put(Staying(tuple(sorted(self.agreed))))

    def _let_bots(self) -> None:
        while not self.closed and 0 not in self.hand.actors:
            seat = self.hand.actors[0]
            self._act(seat, self._decide(self.hand.legal(seat)))

    def _decide(self, legal: list[str]) -> str:
        """Somebody who mostly plays on, and now and then asks for more."""
        words = [token for token in legal if token in ("joga", "aceita", "mostra")]
        raises = [token for token in legal if token in VALUE_OF]
        chance = self._moods.random()
        if raises and chance < 0.15:
            return raises[0]
        if "corre" in legal and chance < 0.3:
            return "corre"
        rest = words or [token for token in legal if token not in VALUE_OF and token != "familia"]
        return self._moods.choice(rest)
