"""The rules of Truco Paulista: cards, options, hand, match, notation, views. No I/O, no clock, no chance."""

from .cards import CANONICAL, CODES, DECK_SIZE, RANKS, SUITS, Card, manilha_rank, strength
from .errors import CODES_OF_REFUSAL, RuleError
from .events import (
    Answered,
    Called,
    Claimed,
    Event,
    HandEnded,
    Kind,
    Outcome,
    Played,
    Reason,
    Shown,
    Swapped,
    VazaEnded,
)
from .hand import Hand
from .ladder import GOAL, ONZE, VALUE_OF, WORD_OF, Raise
from .match import Match, kind_of
from .notation import CARTA, Action
from .options import CHOICES, OptionError, Options
from .phases import Phase
from .sides import SIDES, TABLE_SIZES, Side, VazaResult, side
from .views import HIDDEN, View

__all__ = [
    "CANONICAL",
    "CARTA",
    "CHOICES",
    "CODES",
    "CODES_OF_REFUSAL",
    "DECK_SIZE",
    "GOAL",
    "HIDDEN",
    "ONZE",
    "RANKS",
    "SIDES",
    "SUITS",
    "TABLE_SIZES",
    "VALUE_OF",
    "WORD_OF",
    "Action",
    "Answered",
    "Called",
    "Card",
    "Claimed",
    "Event",
    "Hand",
    "HandEnded",
    "Kind",
    "Match",
    "OptionError",
    "Options",
    "Outcome",
    "Phase",
    "Played",
    "Raise",
    "Reason",
    "RuleError",
    "Shown",
    "Side",
    "Swapped",
    "VazaEnded",
    "VazaResult",
    "View",
    "kind_of",
    "manilha_rank",
    "side",
    "strength",
]
