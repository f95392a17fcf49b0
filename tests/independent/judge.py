"""One hand by the rules, for an onlooker: cards are deck positions, faces are asked for when they count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.independent.refusal import Illegal

RANKS, SUITS = "4567QJKA23", "OECP"
VALUES = {"truco": 3, "seis": 6, "nove": 9, "doze": 12}
BELOW = {3: 1, 6: 3, 9: 6, 12: 9}
ABOVE = {1: 3, 3: 6, 6: 9, 9: 12}
A, B = 0, 1


def strength(code: str, vira: str) -> int:
    """R3 to R5: 0 to 9, manilhas 10 to 13."""
    rank = RANKS.index(code[0])
    if rank == (RANKS.index(vira[0]) + 1) % 10:
        return 10 + SUITS.index(code[1])
    return rank


def kind_of(score: Sequence[int]) -> str:
    return {0: "normal", 1: "onze", 2: "ferro"}[list(score).count(11)]


@dataclass(frozen=True)
class Raise:
    seat: int
    value: int
    exposed: bool
    over: bool
    vaza: int


@dataclass(frozen=True)
class Laid:
    seat: int
    position: int
    covered: bool


class Hand:
    """``hands``: positions by seat, in deal order; ``monte``: top first; ``face``: a position's code."""

    def __init__(
        self,
        options: Mapping[str, object],
        dealer: int,
        score: Sequence[int],
        hands: Sequence[Sequence[int]],
        monte: Sequence[int],
        vira: Callable[[], str],
        face: Callable[[int], str],
    ) -> None:
        self.options = options
        self.players = len(hands)
        self.score = tuple(score)
        self.hands = [list(hand) for hand in hands]
        self.monte = list(monte)
        self.vira, self.face = vira, face
        self.kind = kind_of(score)
        self.mao = (dealer + 1) % self.players
        self.turn = self.leader = self.mao
        self.value = 3 if self.kind == "onze" else 1
        self.raises: list[Raise] = []
        self.raised_this_turn = False
        self.table: list[Laid] = []
        self.vazas: list[int | None] = []
        self.torna: list[int] = []
        self.claimant: int | None = None
        self.phase = "onze" if self.kind == "onze" else "play"
        self.winner: int | None = None
        self.points = 0
        self.reason: str | None = None

    def actors(self) -> list[int]:
        """Who may speak, in polling order (R28, R29)."""
        if self.phase == "play":
            return [self.turn]
        if self.phase == "end":
            return []
        if self.phase == "onze":
            first, side = self.mao, self.score.index(11)
        else:
            asker = self.raises[-1].seat if self.phase == "raise" else self.claimant
            assert asker is not None
            first, side = asker + 1, 1 - asker % 2
        able = [(first + step) % self.players for step in range(self.players)]
        able = [seat for seat in able if seat % 2 == side]
        return able[:1] if self.options["responde"] == "porta_voz" else able

    # Checks in the order of R44.

    def check_play(self, seat: int, position: int, covered: bool) -> None:
        self._check_phase(seat, self.phase == "play")
        if position not in self.hands[seat]:
            raise Illegal("E_CARD", seat)
        if covered and (not self.vazas or not self.options["coberta"]):
            raise Illegal("E_COVER", seat)

    def check_call(self, seat: int, word: str) -> None:
        words = {
            "onze": ("joga", "corre"),
            "play": (*VALUES, "familia"),
            "raise": (*VALUES, "aceita", "corre"),
            "familia": ("aceita", "mostra"),
            "end": (),
        }[self.phase]
        self._check_phase(seat, word in words)
        if word in VALUES and not self._penalised():
            self._check_raise(seat, VALUES[word])
        if word == "familia" and not self._may_claim(seat):
            raise Illegal("E_FR", seat)

    def _check_phase(self, seat: int, exists: bool) -> None:
        if self.phase == "end":
            raise Illegal("E_END", seat)
        if not exists:
            raise Illegal("E_PHASE", seat)
        if seat not in self.actors():
            raise Illegal("E_TURN", seat)

    def _penalised(self) -> bool:
        return self.phase == "play" and self.kind == "onze" and self.options["onze_truco"] == "penaliza"

    def _check_raise(self, seat: int, value: int) -> None:
        if self.kind != "normal":
            raise Illegal("E_ONZE", seat)
        standing = self.raises[-1].value if self.raises else 1
        if ABOVE.get(standing) != value:
            raise Illegal("E_STEP", seat)
        if self.phase == "play" and self.raises and self.raises[-1].seat % 2 == seat % 2:
            raise Illegal("E_SIDE", seat)
        tied = bool(self.vazas) and all(vaza is None for vaza in self.vazas)
        limit = self.options["limite"]
        if self._over(seat, value) and (limit == "sempre" or (limit == "empate" and tied)):
            raise Illegal("E_LIMIT", seat)

    def _over(self, seat: int, value: int) -> bool:
        return self.score[seat % 2] + BELOW[value] >= 12

    def _may_claim(self, seat: int) -> bool:
        return (
            bool(self.options["familia_real"])
            and self.kind == "normal"
            and not self.vazas
            and len(self.hands[seat]) == 3
            and not self.raised_this_turn
            and len(self.monte) >= 3
        )

    # Deeds, after their checks.

    def play(self, seat: int, position: int, covered: bool) -> None:
        self.hands[seat].remove(position)
        self.table.append(Laid(seat, position, covered))
        self.raised_this_turn = False
        self.turn = (seat + 1) % self.players
        if len(self.table) == self.players:
            self._end_vaza()

    def call(self, seat: int, word: str) -> None:
        if word in VALUES:
            self._raise(seat, VALUES[word])
        elif word == "familia":
            self.claimant, self.phase = seat, "familia"
        elif word == "joga":
            self.phase = "play"
        elif word == "aceita" and self.phase == "raise":
            self.value, self.phase = self.raises[-1].value, "play"
        elif word == "aceita":
            self._swap()
        elif word == "corre" and self.phase == "onze":
            self._end(1 - seat % 2, 1, "onze_correu")
        elif word == "corre":
            self._end(self.raises[-1].seat % 2, self.value, "correu")
        else:
            self._show(seat)

    def _raise(self, seat: int, value: int) -> None:
        if self._penalised():
            self._end(1 - seat % 2, 3, "penalidade")
            return
        if self.phase == "raise":
            self.value = self.raises[-1].value
        exposed = any(not laid.covered and laid.seat % 2 != seat % 2 for laid in self.table)
        self.raises.append(Raise(seat, value, exposed, self._over(seat, value), len(self.vazas)))
        self.raised_this_turn = True
        self.phase = "raise"

    def _swap(self) -> None:
        assert self.claimant is not None
        old = self.hands[self.claimant]
        self.hands[self.claimant] = self.monte[:3]
        self.monte = self.monte[3:] + (old if self.options["fr_descarte"] == "fundo" else [])
        self.claimant, self.phase = None, "play"

    def _show(self, seat: int) -> None:
        assert self.claimant is not None
        royal = all(self.face(position)[0] in "QJK" for position in self.hands[self.claimant])
        self._end((self.claimant if royal else seat) % 2, 3, "fr_real" if royal else "fr_blefe")

    def _end_vaza(self) -> None:
        worth = [
            -1 if laid.covered else strength(self.face(laid.position), self.vira()) for laid in self.table
        ]
        best = [laid.seat for laid, value in zip(self.table, worth, strict=True) if value == max(worth)]
        sides = {seat % 2 for seat in best}
        winner = sides.pop() if len(sides) == 1 and max(worth) >= 0 else None
        first = best[0]
        if winner is None:
            first = {"primeiro": best[0], "ultimo": best[-1], "abridor": self.leader}[
                str(self.options["torna_empate"])
            ]
            if self.options["empate_escopo"] == "vaza":
                winner = self._favoured([one for one in self.raises if one.vaza == len(self.vazas)])
        self.vazas.append(winner)
        self.torna.append(first)
        self.table = []
        self.leader = self.turn = first
        self._decide()

    def _favoured(self, raises: Sequence[Raise]) -> int | None:
        counting = self._unstruck(raises)
        if not counting:
            return None
        last = counting[-1]
        return (last.seat + last.exposed) % 2

    def _unstruck(self, raises: Sequence[Raise]) -> list[Raise]:
        strikes = self.options["limite"] in ("empate", "resultado")
        return [one for one in raises if not (strikes and one.over)]

    def _decide(self) -> None:
        done = self.vazas
        won = [vaza for vaza in done if vaza is not None]
        if len(done) == 2 and won and len(set(won)) == 1:
            self._end(won[0], self.value, "vazas")
        elif len(done) == 3 and won:
            self._end(done[2] if done[2] is not None else won[0], self.value, "vazas")
        elif len(done) == 3:
            self._end_tied()

    def _end_tied(self) -> None:
        counting = self._unstruck(self.raises)
        if self.kind == "onze" and self.options["onze_empate"] == "adversario":
            self._end(1 - self.score.index(11), 3, "empate_onze")
        elif not counting:
            self._end(None, 0, "empate")
        else:
            last = counting[-1]
            reason = "empate_exposta" if last.exposed else "empate_escuro"
            self._end(self._favoured(counting), last.value, reason)

    def _end(self, winner: int | None, points: int, reason: str) -> None:
        self.phase, self.winner, self.points, self.reason = "end", winner, points, reason

    def score_after(self) -> tuple[int, int]:
        """R42."""
        gains = [self.points if self.winner == side else 0 for side in (A, B)]
        return min(12, self.score[A] + gains[A]), min(12, self.score[B] + gains[B])
