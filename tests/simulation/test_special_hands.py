"""Mão de onze, família real and covered cards through the whole protocol, with cards really hidden."""

from __future__ import annotations

import pytest

from lantruco.protocol.events import CardsDealt, CardsDrawn, Event, HandStarted, PartnerCards, RuleEvent
from lantruco.protocol.messages import SIGNED, Boxes, Message, Opened, Play, ShowCards
from lantruco.rules import HandEnded, Played, Shown, Swapped
from tests.attacks.verdicts import observed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import calm, claiming, eager
from tests.simulation.staging import to_onze
from tests.simulation.table import Table
from tests.simulation.test_matches import assert_finished


def bodies(table: Table) -> list[Message]:
    return [SIGNED.decode(line).body for line in table.records[0][1:]]


def ruled(events: list[Event], kind: type) -> list[object]:
    return [event.event for event in events if isinstance(event, RuleEvent) and isinstance(event.event, kind)]


@pytest.mark.parametrize("seats", [4, 6])
def test_at_onze_partners_see_each_others_cards_and_nobody_else_does(seats: int) -> None:
    table = Table(seats, 5, SMALL, policy=to_onze)
    table.play()
    assert_finished(table)
    starts = [event for event in table.events[0] if isinstance(event, HandStarted) and event.kind == "onze"]
    assert len(starts) > 1
    for start in starts:
        eleven = start.score.index(11)
        for seat, events in enumerate(table.events):
            seen = {e.seat: e.cards for e in events if isinstance(e, PartnerCards) and e.hand == start.hand}
            partners = {other for other in range(seats) if other % 2 == eleven and other != seat}
            assert set(seen) == (partners if seat % 2 == eleven else set())
            for partner, cards in seen.items():
                (dealt,) = [
                    e for e in table.events[partner] if isinstance(e, CardsDealt) and e.hand == start.hand
                ]
                assert cards == dealt.cards


def test_at_onze_without_that_option_partners_stay_blind_to_each_other() -> None:
    table = Table(4, 2, SMALL, policy=calm, options={"onze_ve_parceiro": False})
    table.play()
    assert_finished(table)
    assert not any(isinstance(event, PartnerCards) for events in table.events for event in events)
    assert not any(isinstance(body, Boxes) for body in bodies(table))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_accepted_familia_real_gives_three_new_cards_that_only_the_claimant_sees(seats: int) -> None:
    table = Table(seats, 4, SMALL, policy=claiming(1, "aceita"))
    table.play()
    assert_finished(table)
    swaps = ruled(table.events[0], Swapped)
    assert swaps
    drawn = [
        (seat, event)
        for seat in range(seats)
        for event in table.events[seat]
        if isinstance(event, CardsDrawn)
    ]
    assert len(drawn) == len(swaps)
    for seat, event in drawn:
        (dealt,) = [e for e in table.events[seat] if isinstance(e, CardsDealt) and e.hand == event.hand]
        assert not set(event.cards) & {*dealt.cards, dealt.vira, "??"}


@pytest.mark.parametrize(("seats", "times"), [(2, 14), (4, 10), (6, 8)])
def test_positions_dealt_a_second_time_go_sealed_to_the_new_holder_and_can_be_played(
    seats: int, times: int
) -> None:
    table = Table(seats, 6, SMALL, policy=claiming(times, "aceita"))
    table.play()
    assert_finished(table)
    assert any(isinstance(body, Boxes) for body in bodies(table))
    witness = observed(table.records[0], table)
    assert witness.closed
    for seat, events in enumerate(table.events):
        for event in events:
            if isinstance(event, CardsDrawn):
                assert "??" not in event.cards, seat


@pytest.mark.parametrize("seats", [2, 4])
def test_a_challenge_opens_exactly_the_claimants_three_cards(seats: int) -> None:
    table = Table(seats, 5, SMALL, policy=claiming(1, "mostra"))
    table.play()
    assert_finished(table)
    shows = [body for body in bodies(table) if isinstance(body, ShowCards)]
    shown = ruled(table.events[0], Shown)
    assert len(shows) == len(shown) > 0
    for outcome in ruled(table.events[0], HandEnded):
        assert isinstance(outcome, HandEnded)
        if outcome.outcome.reason in ("fr_real", "fr_blefe"):
            assert outcome.outcome.points == 3


def test_a_challenged_hand_that_was_dealt_a_second_time_is_shown_with_the_shares_that_came_sealed() -> None:
    def policy(replica, chance):  # type: ignore[no-untyped-def]
        view = replica.view()
        if "mostra" in view.legal:
            swaps = [e for e in table.events[0] if isinstance(e, RuleEvent) and isinstance(e.event, Swapped)]
            return "mostra" if len(swaps) >= 13 else "aceita"
        return "familia" if "familia" in view.legal else eager(replica, chance)

    table = Table(2, 3, SMALL, policy=policy)
    table.play(limit=3_000)
    shows = [body for body in bodies(table) if isinstance(body, ShowCards)]
    assert shows
    assert observed(table.records[0], table).digest == table.replicas[0].digest


def test_a_covered_card_is_never_opened() -> None:
    table = Table(4, 8, SMALL)
    table.play()
    assert_finished(table)
    covered = [body for body in bodies(table) if isinstance(body, Play) and body.share is None]
    assert covered
    for body in covered:
        opened = [other for other in bodies(table) if isinstance(other, Play) and other.hand == body.hand]
        assert [other.share for other in opened if other.position == body.position] == [None]
    plays = [event for event in ruled(table.events[0], Played) if isinstance(event, Played)]
    assert [event.card for event in plays if event.covered] == [None] * len(covered)


def test_no_message_about_boxes_is_needed_where_nothing_is_sealed() -> None:
    table = Table(2, 1, SMALL, policy=eager)
    table.play()
    assert_finished(table)
    assert not any(isinstance(body, Boxes | Opened) for body in bodies(table))
