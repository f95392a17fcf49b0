"""Hands and matches as text, written and read (``docs/notation.md``)."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .actions import RuleError
from .cards import DECK_SIZE, HAND_SIZE, HIDDEN, Card
from .events import Outcome, VazaEnded
from .hand import Hand
from .scoring import GOAL
from .table import CHOICES, DEALS, TABLE_SIZES, Options

MAGIC: Final = "truco/1"
"""First word of every text; the number grows when older readers would not understand."""
MAX_NAME: Final = 64
"""Characters of a name: a line of a match should fit a screen."""
NOBODY: Final = "-"
"""Stands for the winner of a hand that nobody wins."""
MAX_TEXT: Final = 2**20
"""Characters of a text: a match of some hundred hands has a fiftieth of it."""

_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|;.*|[^\s;"]+|"')
_PLAYERS: Final = " | ".join(map(str, TABLE_SIZES))


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """One hand: the deal, and what was done in order."""

    players: int
    """2, 4 or 6."""
    options: Options
    """The table's."""
    dealer: int
    """The seat that dealt."""
    score: tuple[int, int]
    """Tentos of A and B before the hand."""
    deck: tuple[Card | None, ...]
    """40 cards from the top, None where nobody wrote it down."""
    actions: tuple[tuple[int, str], ...] = ()
    """(seat, token), in order."""

    def start(self) -> Hand:
        """The hand before its first action. Raises ValueError if there is no such hand."""
        return Hand.new(
            players=self.players,
            options=self.options,
            dealer=self.dealer,
            score=self.score,
            deck=self.deck,
        )

    def end(self) -> Hand:
        """The hand after its last action.

        Raises RuleError for an action that the rules refuse, ValueError for one that opens an unknown card.
        """
        hand = self.start()
        for seat, token in self.actions:
            hand.act(seat, token)
        return hand


@dataclass(frozen=True, slots=True)
class WrittenMatch:
    """Hands of one table, each following from the one before; the last may be unfinished."""

    players: int
    """2, 4 or 6."""
    options: Options
    """The table's."""
    names: tuple[str, ...] = ()
    """Of the players by seat, or () when nobody wrote them down."""
    hands: tuple[WrittenHand, ...] = ()
    """In order of play."""


def is_name(name: str) -> bool:
    """Whether a player can be called so in a text: printable characters only, 1 to `MAX_NAME`."""
    return 1 <= len(name) <= MAX_NAME and name.isprintable()


def print_match(match: WrittenMatch) -> str:
    """The text of a match.

    Raises RuleError or ValueError when the match cannot have been played so.
    """
    lines = [MAGIC, f"players {match.players}"]
    if match.names:
        if len(match.names) != match.players or not all(map(is_name, match.names)):
            raise ValueError(f"these are not the names of {match.players} players")
        lines.append("names " + " ".join(json.dumps(name, ensure_ascii=False) for name in match.names))
    chosen = match.options.chosen()
    if chosen:
        pairs = (f"{name}={option_word(value)}" for name, value in chosen.items())
        lines.append("options " + " ".join(pairs))
    for hand in match.hands:
        if (hand.players, hand.options) != (match.players, match.options):
            raise ValueError("all hands of a match are of one table")
        lines += ["", *_hand_lines(hand)]
    return "\n".join(lines) + "\n"


def print_hand(hand: WrittenHand) -> str:
    """The text of one hand; raises as `print_match`."""
    return print_match(WrittenMatch(hand.players, hand.options, (), (hand,)))


def result_words(outcome: Outcome) -> str:
    """How the end of a hand is written: ``A+3 vazas 3-0``, or ``- empate 0-0`` when nobody scores."""
    winner = NOBODY if outcome.winner is None else f"{outcome.winner}+{outcome.points}"
    return f"{winner} {outcome.reason} {outcome.score[0]}-{outcome.score[1]}"


def vaza_words(ended: VazaEnded) -> str:
    """How the end of a vaza is written: its result and the seat that leads next, ``A>0``."""
    return f"{ended.winner}>{ended.torna}"


def option_word(value: str | bool) -> str:
    """An option's value as it is written."""
    return str(value).lower() if isinstance(value, bool) else value


def _hand_lines(written: WrittenHand) -> list[str]:
    hand = written.start()
    lines = [
        f"hand dealer={hand.dealer} score={hand.score[0]}-{hand.score[1]}",
        f"vira {_codes(hand, (hand.vira_slot,))}",
        "cards " + " / ".join(_codes(hand, held) for held in hand.hands),
    ]
    known = [place for place, slot in enumerate(hand.monte, 1) if hand.known(slot) is not None]
    if known:
        lines.append("monte " + _codes(hand, hand.monte[: known[-1]]))
    words: list[str] = []
    for seat, token in written.actions:
        words = words or [f"{len(hand.vazas) + 1}."]
        words.append(f"{seat}:{token}")
        events = hand.act(seat, token)
        ended = next((event for event in events if isinstance(event, VazaEnded)), None)
        if ended is not None:
            lines.append(" ".join([*words, "=", vaza_words(ended)]))
            words = []
    if words:
        lines.append(" ".join(words))
    if hand.outcome is not None:
        lines.append(f"end {result_words(hand.outcome)}")
    return lines


def _codes(hand: Hand, slots: Sequence[int]) -> str:
    cards = [hand.known(slot) for slot in slots]
    return " ".join(HIDDEN if card is None else card.code for card in cards)


class NotationError(ValueError):
    """A text that is no hand or match. ``values`` has what its sentence needs: line and column, from 1, and

    - E_NOTE_FORM: ``expected``, what should stand there. E_NOTE_SIZE: ``limit``, characters. E_NOTE_BYTES: in
      a file, bytes that are no text.
    - E_NOTE_VALUE: ``given``, which does not exist, and ``expected``.
    - E_NOTE_DEAL: ``given``, a card that is dealt twice, or that is laid open without being written down.
    - E_NOTE_ACTION: ``given``, and ``reason`` and ``clause``, why the rules refuse it.
    - E_NOTE_RESULT: ``given``, and ``expected``, what the rules say.
    - E_NOTE_FOLLOW: ``given``, and ``expected`` after the hand before. E_NOTE_OVER: the match was over.
    """

    def __init__(self, code: str, line: int, column: int, **values: object) -> None:
        super().__init__(f"{code} at line {line}, column {column}")
        self.code = code
        self.line = line
        self.column = column
        self.values: dict[str, object] = {"line": line, "column": column, **values}


class _Word(str):
    """A word of the text, and where it stands."""

    line: int
    column: int

    def wrong(self, code: str, **values: object) -> NotationError:
        return NotationError(code, self.line, self.column, **values)


def parse_match(text: str) -> WrittenMatch:
    """The match of a text; raises NotationError."""
    if len(text) > MAX_TEXT:
        raise NotationError("E_NOTE_SIZE", 1, 1, limit=MAX_TEXT)
    return _Reader(text).match()


def parse_hand(text: str) -> WrittenHand:
    """The hand of a text that holds one; raises NotationError."""
    match = parse_match(text)
    if len(match.hands) != 1:
        raise NotationError("E_NOTE_FORM", 1, 1, expected="hand dealer=… score=…")
    return match.hands[0]


def is_notation(text: str) -> bool:
    """Whether a text says of itself that it is one of these."""
    lines = _lines(text[:MAX_TEXT])
    return bool(lines) and lines[0][0].startswith(MAGIC.split("/")[0] + "/")


def _word(text: str, line: int, column: int) -> _Word:
    word = _Word(text)
    word.line, word.column = line, column
    return word


def _lines(text: str) -> list[list[_Word]]:
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        words = [_word(match[0], number, match.start() + 1) for match in _WORD.finditer(line)]
        words = [word for word in words if not word.startswith(";")]
        if words:
            found.append(words)
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self._lines = _lines(text)
        self._end = _word("", text.count("\n") + 1, 1)

    def match(self) -> WrittenMatch:
        magic = self._take("")
        if magic != [MAGIC]:
            raise (magic or [self._end])[0].wrong("E_NOTE_FORM", expected=MAGIC)
        players = self._players()
        names = self._names(players)
        options = self._options()
        hands: list[WrittenHand] = []
        before: Hand | None = None
        while self._lines:
            written, before = self._hand(players, options, before)
            hands.append(written)
        return WrittenMatch(players, options, names, tuple(hands))

    def _take(self, keyword: str) -> list[_Word]:
        """The next line if it begins with the keyword, else nothing; any line for an empty keyword."""
        if self._lines and keyword in ("", self._lines[0][0]):
            return self._lines.pop(0)
        return []

    def _need(self, keyword: str, expected: str, *, words: int | None = None) -> list[_Word]:
        line = self._take(keyword)
        if not line or (words is not None and len(line) != words + 1):
            where = line[0] if line else self._lines[0][0] if self._lines else self._end
            raise where.wrong("E_NOTE_FORM", expected=f"{keyword} {expected}")
        return line[1:]

    def _players(self) -> int:
        (word,) = self._need("players", _PLAYERS, words=1)
        if word not in map(str, TABLE_SIZES):
            raise word.wrong("E_NOTE_VALUE", given=word, expected=_PLAYERS)
        return int(word)

    def _names(self, players: int) -> tuple[str, ...]:
        line = self._take("names")
        names = []
        for word in line[1:]:
            try:
                name = json.loads(word)
            except ValueError:
                name = None
            if not isinstance(name, str) or not is_name(name):
                raise word.wrong("E_NOTE_VALUE", given=word, expected='"Ana"')
            names.append(name)
        if line and len(names) != players:
            raise line[0].wrong("E_NOTE_FORM", expected="names " + " ".join(['"…"'] * players))
        return tuple(names)

    def _options(self) -> Options:
        chosen: dict[str, object] = {}
        for word in self._take("options")[1:]:
            name, _, value = word.partition("=")
            values = {option_word(choice): choice for choice in CHOICES.get(name, ())}
            if value not in values or name in chosen:
                expected = f"{name}={' | '.join(values)}" if values else " | ".join(CHOICES)
                raise word.wrong("E_NOTE_VALUE", given=word, expected=expected)
            chosen[name] = values[value]
        return Options.from_map(chosen)

    def _hand(self, players: int, options: Options, before: Hand | None) -> tuple[WrittenHand, Hand]:
        expected = "dealer=0 score=0-0"
        head = self._need("hand", expected, words=2)
        dealer = self._number(head[0], r"dealer=([0-5])", below=players, expected="dealer=0")
        score = self._score(head[1])
        outcome = before and before.outcome
        if outcome:
            if outcome.match_winner:
                raise head[0].wrong("E_NOTE_OVER")
            follows = f"dealer={outcome.next_dealer} score={outcome.score[0]}-{outcome.score[1]}"
            if (dealer, score) != (outcome.next_dealer, outcome.score):
                raise head[0].wrong("E_NOTE_FOLLOW", given=f"{head[0]} {head[1]}", expected=follows)
        deck = self._deck(players, dealer)
        written = WrittenHand(players, options, dealer, score, deck)
        hand = written.start()
        actions = self._actions(hand)
        self._result(hand)
        return WrittenHand(players, options, dealer, score, deck, tuple(actions)), hand

    def _number(self, word: _Word, pattern: str, *, below: int, expected: str) -> int:
        match = re.fullmatch(pattern, word)
        if match is None:
            raise word.wrong("E_NOTE_FORM", expected=expected)
        number = int(match[1])
        if number >= below:
            raise word.wrong("E_NOTE_VALUE", given=word, expected=f"0 … {below - 1}")
        return number

    def _score(self, word: _Word) -> tuple[int, int]:
        match = re.fullmatch(r"score=([0-9]{1,2})-([0-9]{1,2})", word)
        if match is None:
            raise word.wrong("E_NOTE_FORM", expected="score=0-0")
        score = int(match[1]), int(match[2])
        if max(score) >= GOAL:
            raise word.wrong("E_NOTE_VALUE", given=word, expected=f"0 … {GOAL - 1}")
        return score

    def _deck(self, players: int, dealer: int) -> tuple[Card | None, ...]:
        hands, vira_slot, monte = DEALS[players][dealer]
        deck: list[Card | None] = [None] * DECK_SIZE
        seen: set[Card] = set()

        def put(slot: int, word: _Word) -> None:
            if word == HIDDEN:
                return
            try:
                card = Card.parse(word)
            except ValueError:
                raise word.wrong("E_NOTE_VALUE", given=word, expected="4O … 3P, ??") from None
            if card in seen:
                raise word.wrong("E_NOTE_DEAL", given=word)
            seen.add(card)
            deck[slot] = card

        (vira,) = self._need("vira", "4O | ??", words=1)
        put(vira_slot, vira)
        form = " / ".join([" ".join(["??"] * HAND_SIZE)] * players)
        cards = self._need("cards", form, words=(HAND_SIZE + 1) * players - 1)
        for place, word in enumerate(cards):
            seat, index = divmod(place, HAND_SIZE + 1)
            if (word == "/") != (index == HAND_SIZE):
                raise word.wrong("E_NOTE_FORM", expected=f"cards {form}")
            if index < HAND_SIZE:
                put(hands[seat][index], word)
        for index, word in enumerate(self._take("monte")[1:]):
            if index == len(monte):
                raise word.wrong("E_NOTE_FORM", expected="1. …")
            put(monte[index], word)
        return tuple(deck)

    def _actions(self, hand: Hand) -> list[tuple[int, str]]:
        actions: list[tuple[int, str]] = []
        while self._lines and hand.outcome is None and self._lines[0][0] == f"{len(hand.vazas) + 1}.":
            line = self._lines.pop(0)
            rest = line[1:]
            ended: VazaEnded | None = None
            while rest and ended is None and rest[0] != "=":
                word = rest.pop(0)
                seat, token, ended = self._act(hand, word)
                actions.append((seat, token))
            self._vaza_end(ended, line[-1], rest)
            if ended is None:
                break
        return actions

    def _act(self, hand: Hand, word: _Word) -> tuple[int, str, VazaEnded | None]:
        match = re.fullmatch(r"([0-5]):(.+)", word)
        if match is None:
            raise word.wrong("E_NOTE_FORM", expected="0:3O")
        seat, token = int(match[1]), match[2]
        try:
            events = hand.act(seat, token)
        except RuleError as error:
            raise word.wrong("E_NOTE_ACTION", given=word, reason=error.code, clause=error.clause) from None
        except ValueError:
            raise word.wrong("E_NOTE_DEAL", given=word) from None
        return seat, token, next((event for event in events if isinstance(event, VazaEnded)), None)

    @staticmethod
    def _vaza_end(ended: VazaEnded | None, last: _Word, rest: Sequence[_Word]) -> None:
        if ended is None:
            if rest:
                raise rest[0].wrong("E_NOTE_FORM", expected="0:3O")
            return
        expected = vaza_words(ended)
        if len(rest) != 2 or rest[0] != "=":
            raise (rest[0] if rest else last).wrong("E_NOTE_FORM", expected=f"= {expected}")
        if rest[1] != expected:
            raise rest[1].wrong("E_NOTE_RESULT", given=rest[1], expected=expected)

    def _result(self, hand: Hand) -> None:
        outcome = hand.outcome
        if outcome is None:
            if self._lines:
                raise self._lines[0][0].wrong("E_NOTE_FORM", expected=f"{len(hand.vazas) + 1}. …")
            return
        expected = result_words(outcome)
        line = self._need("end", expected, words=len(expected.split()))
        given = " ".join(line)
        if given != expected:
            raise line[0].wrong("E_NOTE_RESULT", given=given, expected=expected)
