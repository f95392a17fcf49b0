"""The catalogue is whole: nothing missing, nothing left over, the same blanks in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from lantruco.cli.arguments import COMMANDS, command_parser
from lantruco.cli.config import CONFIG_REASONS
from lantruco.players.tongue import LINES, OCCASIONS
from lantruco.protocol.sidetalk_messages import CONSULT, SINAIS
from lantruco.record.compare import Relation
from lantruco.record.outputs import OUTPUT_REASONS
from lantruco.rules import Reason
from lantruco.rules.events import LUCK, SPECIAL
from lantruco.rules.scenario import FAULTS, PLACED
from lantruco.tui.system import OS_REASONS
from lantruco.tui.texts import CATALOGUES, Texts, blanks
from lantruco.tui.texts.en import EN
from lantruco.tui.texts.pt import PT

SOURCE = Path(__file__).resolve().parents[2] / "lantruco"
CODE = re.compile(r"E_[A-Z0-9_]+")

# Codes that stay inside: they end a link or a message, never a sentence.
INTERNAL: frozenset[str] = frozenset()

# What net gives as the reason of an error.
NET_REASONS = (
    *(
        "refused",
        "timeout",
        "unreachable",
        "network",
        "socket",
        "multicast",
        "name",
        "service",
        "busy",
        "proof",
        "unknown",
    ),
    *("damaged", "unreadable", "host"),
)

# Keys put together at run time: the stem in the source, and all that can follow it.
SIDES = ("us", "them", "nobody", "side")
BUILT: dict[str, tuple[str, ...]] = {
    "help.": COMMANDS,
    "error.E_CANON.": ("crlf",),
    "error.E_FOREIGN.": ("bom",),
    "examples.": COMMANDS,
    "manilha.": tuple("PCEO"),
    "page.card.": tuple("PCEO"),
    "sinal.": SINAIS,
    "bot.": tuple(f"{occasion}.{number}" for occasion in OCCASIONS for number in range(1, LINES + 1)),
    "consult.": (*CONSULT, "joga"),
    "talk.twice.": ("veiled", "chat", "sidekey", "mixed"),
    "shout.": ("truco", "seis", "nove", "doze"),
    "vaza.": SIDES,
    "event.hand.": SIDES,
    "event.match.": ("us", "them", "side"),
    "hand.onze.": ("us", "them", "side"),
    "event.said.": ("aceita", "corre", "joga", "mostra"),
    "verify.relation.": Relation.__args__,  # type: ignore[attr-defined]
    "verify.kind.": ("onze", "ferro"),
    "check.": PLACED,
    "scenario.": FAULTS,
    "engine.": ("late", "illegal", "gone"),
    "special.": (*SPECIAL, *LUCK),
    "rematch.off.": ("left", "away", "unsigned", "late"),
    "replay.": ("finished", "fault", "unfinished"),
    "choice.": ("aceita", "corre", "joga", "mostra", "familia", "raise"),
    "reason.": (*OS_REASONS, *OUTPUT_REASONS, *CONFIG_REASONS, *NET_REASONS, *Reason),
}


def literals() -> set[str]:
    """All string constants of the source, the catalogues themselves left out."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        if path.parent.name != "texts":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    return found


def used_keys() -> set[str]:
    known = literals()
    keys = {key for key in PT if key in known}
    keys |= {f"{key}.me" for key in keys if f"{key}.me" in PT}
    keys |= {stem + end for stem, ends in BUILT.items() for end in ends}
    keys |= {key + ".me" for key in keys if key.startswith("event.said.")}
    keys |= {f"error.{code}" for code in codes()} | {"error.unknown"}
    keys |= {f"{key}.bare" for key in keys if f"{key}.bare" in PT}
    return keys


def codes() -> set[str]:
    """Every error code that any package can raise."""
    return {text for text in literals() if CODE.fullmatch(text)} - INTERNAL


def test_both_languages_say_the_same_things() -> None:
    assert PT.keys() == EN.keys()


@pytest.mark.parametrize("key", sorted(PT))
def test_a_text_has_the_same_blanks_in_both_languages(key: str) -> None:
    assert blanks(PT[key]) == blanks(EN[key])


def test_no_text_is_missing() -> None:
    assert sorted(used_keys() - PT.keys()) == []


def test_no_text_is_left_over() -> None:
    assert sorted(PT.keys() - used_keys()) == []


def test_every_error_code_has_a_sentence_in_both_languages() -> None:
    assert sorted(code for code in codes() if f"error.{code}" not in PT) == []


# How a session may end for me (`lantruco.peer.events.Ended`): a code alone, without a detail.
ENDINGS = (
    *("E_LEFT", "E_TABLE_CLOSED", "E_OPENER_GONE", "E_SILENT", "E_PROPOSAL", "E_DISK", "E_INTERNAL"),
    *("E_FULL", "E_SEAT", "E_SEATED", "E_NAME", "E_KEY", "E_OPERATOR", "E_LATE", "E_LOBBY"),
    "E_SENT_AWAY",
)


@pytest.mark.parametrize("lang", sorted(CATALOGUES))
@pytest.mark.parametrize("code", ENDINGS)
def test_an_end_at_the_table_is_told_in_a_whole_sentence(code: str, lang: str) -> None:
    assert "?" not in Texts(lang).error(code)


def test_a_sentence_without_details_says_nothing_of_them() -> None:
    texts = Texts("pt")
    assert texts.error("E_FULL", {"name": "Praça"}).startswith("A mesa “Praça” está cheia.")
    assert texts.error("E_FULL").startswith("A mesa está cheia.")
    assert texts.error("E_INTERFACE", {"name": "eth7", "known": ""}).endswith("nem outra nesta máquina.")


@pytest.mark.parametrize("lang", sorted(CATALOGUES))
@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_names_all_its_options(command: str, lang: str) -> None:
    page = CATALOGUES[lang][f"help.{command}"] + CATALOGUES[lang]["help.common"] + CATALOGUES[lang]["help"]
    for action in command_parser(command)._actions:
        for option in action.option_strings:
            assert option in page


def test_a_detail_that_nobody_gave_is_a_question_mark_and_no_error() -> None:
    assert Texts("pt").error("E_HOME") == "Não consigo escrever em ? (?). Escolha outra pasta com --home."


def test_an_unknown_code_is_named() -> None:
    assert "E_NEVER_SEEN" in Texts("en").error("E_NEVER_SEEN")


@pytest.mark.parametrize("key", sorted(PT))
def test_in_ascii_every_text_is_ascii(key: str) -> None:
    for lang in CATALOGUES:
        values = dict.fromkeys(blanks(PT[key]), "ã♣")
        assert Texts(lang, ascii=True)(key, **values).isascii()
