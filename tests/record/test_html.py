"""The page of a record: whole, the same for every reader, and deaf to whatever stands in a name."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from lantruco.record.deals import deals
from lantruco.record.html import page
from lantruco.record.verify import verify_bytes
from lantruco.tui.texts import Texts
from tests.fairdeal.smallgroup import SMALL
from tests.record.golden import report_of
from tests.simulation import table as simulation
from tests.simulation.table import Table

EMPTY = {"meta", "input", "path", "use", "br"}
WORDINGS = (Texts("pt"), Texts("en"))


class Reader(HTMLParser):
    """What a browser would see: elements, words and attributes; every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[str] = []
        self.words: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize(
    "name", ["two-seats", "four-seats", "fault", "unfinished", "familia-true", "covered-card"]
)
def test_the_page_of_any_record_is_whole_and_loads_nothing(name: str) -> None:
    reader = read(page(report_of(name), WORDINGS))
    assert reader.elements.count("main") == 2
    assert reader.elements.count("section") == 2 * len(report_of(name).hands)
    assert "script" not in reader.elements
    fetched = [value for key, value in reader.attributes if key in ("src", "href", "action", "data")]
    assert all(value is not None and value.startswith("#s") for value in fetched)
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in reader.attributes
    assert not any(key.startswith("on") for key, _ in reader.attributes)


def test_the_page_tells_who_committed_shuffled_and_vouched_and_who_won() -> None:
    report = report_of("two-seats")
    words = " ".join(read(page(report, WORDINGS)).words)
    first = deals(report)[0]
    names = [seat.name for seat in report.seats]
    assert " → ".join(names[seat] for seat in first.shuffled) in words
    assert sorted(first.committed) == sorted(first.vouched) == [0, 1]
    assert first.shuffled[0] == report.hands[0].dealer
    assert report.digest.hex() in words
    for text in WORDINGS:
        one, two = report.score
        assert report.winner is not None
        assert text("verify.finished", side=names[report.winner], one=one, two=two) in words


@pytest.mark.parametrize("wording", WORDINGS)
def test_the_page_tells_by_which_options_was_played_and_only_where_they_are_not_as_usual(
    wording: Texts,
) -> None:
    usual = report_of("two-seats")
    other = replace(usual, rules={"coberta": False, "limite": "nunca"}, table={"sinais": "espiados"})
    word = wording("replay.options", options="coberta=false, limite=nunca, sinais=espiados")
    assert word in page(other, [wording])
    assert word.split(":")[0] not in page(usual, [wording])


def test_every_card_played_is_drawn_and_a_covered_one_shows_its_back() -> None:
    report = report_of("covered-card")
    played = [move.card for hand in report.hands for vaza in hand.vazas for move in vaza.moves if move.card]
    text = page(report, WORDINGS[:1])
    assert text.count('class="card back"') == played.count("??") > 0
    viras = sum(hand.vira is not None for hand in report.hands)
    assert text.count('<use href="#s') == len(played) - played.count("??") + viras


def test_the_cards_that_a_claimant_had_to_show_are_drawn() -> None:
    report = report_of("familia-true")
    moves = [move for hand in report.hands for vaza in hand.vazas for move in vaza.moves]
    shown = sum(len(move.shown) for move in moves)
    faces = sum(move.card not in (None, "??") for move in moves)
    viras = sum(hand.vira is not None for hand in report.hands)
    assert shown
    assert page(report, WORDINGS[:1]).count('<use href="#s') == shown + faces + viras


def test_in_each_vaza_the_card_that_took_it_is_marked() -> None:
    report = report_of("four-seats")
    won = sum(vaza.winner in ("A", "B") for hand in report.hands for vaza in hand.vazas)
    assert page(report, WORDINGS[:1]).count('<li class="took">') == won > 0


def test_shares_of_the_deal_are_counted_as_they_are_in_the_record() -> None:
    """Two seats: each gives shares for the vira and the other's three cards, and one for a card played."""
    report, counted = report_of("two-seats"), 0
    for deal, hand in zip(deals(report), report.hands, strict=False):
        moves = [move for vaza in hand.vazas for move in vaza.moves]
        if hand.kind == "normal" and not any(move.word == "familia" for move in moves):
            assert deal.shares == 2 * 4 + sum(move.card not in (None, "??") for move in moves)
            counted += 1
    assert counted


HOSTILE = ('<b>"x"&\'</b>', "</main><script>1", "<!--", "&lt;b&gt;")


def test_names_that_are_code_stay_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guard: everything from a record is escaped, attributes too."""
    monkeypatch.setattr(simulation, "NAMES", HOSTILE)
    table = Table(4, 1, SMALL, bots=(2,))
    table.play()
    reader = read(page(verify_bytes(table.file(0), group=SMALL), WORDINGS))
    assert "script" not in reader.elements
    assert "b" not in reader.elements
    words = "".join(reader.words)
    for name in HOSTILE:
        assert name in words


def test_an_unfinished_record_says_so_on_its_page_and_is_not_sealed() -> None:
    text = page(report_of("unfinished"), WORDINGS)
    assert 'class="seal open"' in text
    assert 'class="seal"' not in text


def test_the_page_is_the_same_every_time() -> None:
    assert page(report_of("fault"), WORDINGS) == page(report_of("fault"), WORDINGS)
