"""Cups, the example of a game of bluff with hidden dice: its rules, and what every game must keep."""

from collections.abc import Sequence
from typing import Any

from cups.cups import FACES, GAME, Bid, Doubt, Table
from tablee.bots.worlds import Worlds
from tablee.kernel import Secret, only
from tablee.kernel.chance import Chance
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective, view
from tablee.testing import GameConformance, after, after_leaving, refusal_of


class TestCups(GameConformance):
    game = GAME
    option_sets = ({}, {"dice": 1})


def table(*cups: Sequence[Any], **more: Any) -> Table:
    hidden = tuple(tuple(Secret(die, only(seat)) for die in cup) for seat, cup in enumerate(cups))
    return Table(turn=4, active=0, cups=hidden, **more)


def luck() -> Chance:
    return Chance.seeded(1)


def test_a_bid_is_higher_by_its_dice_or_by_its_face() -> None:
    state = table((2, 2), (5, 6), number=2, face=3, bidder=1)
    for bid in (Bid(2, 4), Bid(3, 1), Doubt()):
        assert bid in GAME.legal(state, 0)
    assert refusal_of(GAME, state, 0, Bid(2, 3)).rule == "not_more"
    assert refusal_of(GAME, table((2,), (5,)), 0, Doubt()).rule == "no_bid"


def test_who_doubts_a_bid_that_holds_loses_a_die_and_begins() -> None:
    state = after(GAME, table((5, 2), (5, 6), number=2, face=5, bidder=1), (0, Doubt()), chance=luck())
    assert [len(cup) for cup in state.cups] == [1, 2]
    assert (state.active, state.number, state.bidder) == (0, 0, None)


def test_a_bid_that_does_not_hold_costs_the_bidder_a_die() -> None:
    state = after(GAME, table((5, 2), (3, 6), number=2, face=5, bidder=1), (0, Doubt()), chance=luck())
    assert [len(cup) for cup in state.cups] == [2, 1]
    assert state.active == 1


def test_the_last_with_dice_wins_and_a_cup_is_seen_by_its_owner_only() -> None:
    state = table((5,), (3,), number=2, face=5, bidder=1)
    assert view(state, 0)["cups"] == [[5], ["?"]]
    ended = after(GAME, state, (0, Doubt()), chance=luck()).ended
    assert ended is not None
    assert ended.winners == (0,)


def test_who_leaves_takes_the_dice_along_and_the_others_roll_again() -> None:
    state = after_leaving(GAME, table((5,), (3,), (4, 4), number=2, face=5, bidder=1), 0, chance=luck())
    assert [len(cup) for cup in state.cups] == [0, 1, 2]
    assert (state.active, state.bidder) == (1, None)


def test_bots_imagine_every_face_under_a_cup_that_they_can_t_see() -> None:
    state = table((1, 1, 1), (2, 3, 4))
    worlds, dice = Worlds(GAME, 2, perspective(GAME, state, 0)), Dice(1)
    imagined = [die.value for _ in range(300) for die in worlds.fill(dice).cups[1]]
    for face in FACES:
        assert 0.08 < imagined.count(face) / len(imagined) < 0.26
