"""Honest seats come to one end of the match, however a cheat times what proves his guilt."""

from __future__ import annotations

import pytest

from tests.attacks.endgame import Endgame, in_main

CHEAT = 1
TABLES = [(4, 3), (6, 4)]


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_a_false_word_that_one_has_closed_binds_nobody(seats: int, seed: int) -> None:
    """Guard: who hears `closed` follows only with all closings in hand. Else all wait for the cheat's."""
    game = Endgame(seats, seed, {CHEAT})
    said = game.closing(CHEAT, game.result(), closed=True)
    game.tell(game.honest[0], said)
    game.play()
    game.tell(game.honest[0], game.contradiction(in_main(game.said(CHEAT))[0]))
    game.play()
    game.assert_one_end(CHEAT)
    game.assert_records_agree()


def test_who_has_promised_to_return_to_an_end_closes_on_no_other() -> None:
    """Guard: the closing that completes another end comes too late. Of two cheats one is known. Both give all
    the natural closing, and one honest seat also the last closing on the fault, when all have said that they
    return."""
    known, unknown = 1, 3
    game = Endgame(4, 3, {known, unknown})
    first, second = game.honest
    natural = game.result()
    proof = game.contradiction(in_main(game.said(known))[0])
    game.tell((first, second), proof)
    while game.deliver():
        pass
    fault = game.closings(first)[-1]
    assert fault.fault == known
    for seat in game.honest:
        game.tell(seat, game.closing(known, natural), game.closing(unknown, natural))
        game.tell(seat, game.closing(unknown, natural, closed=True))
    assert game.closings(first)[-1].closed
    assert game.closings(second)[-1].closed
    # The second hears the last closing on the fault before it hears that the first returns.
    game.tell(second, game.closing(unknown, fault))
    game.play()
    game.assert_safe()
