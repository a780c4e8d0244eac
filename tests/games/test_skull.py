"""Skull, the example that hides discs, bluffs, and brings its words: its rules, and what every game must keep."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace as with_other
from typing import Any

from msgspec.structs import replace

from skull.skull import GAME, Bid, Disc, Lay, Pass, Table, TurnOver
from skull.skull import is_possible as can_be
from tablee.bots.worlds import Worlds
from tablee.kernel import Refusal, Secret, only
from tablee.kernel.chance import Chance, ScriptedChance
from tablee.kernel.play import begin, carry_out
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective, view
from tablee.testing import GameConformance


class TestSkull(GameConformance):
    game = GAME

    def census(self, state: Any) -> Mapping[str, int]:
        """Everyone's four discs, wherever they are."""
        places = (*state.hands, *state.stacks, *state.lost)
        return Counter(disc.value for discs in places for disc in discs)


def played(*steps: tuple[int, Any], seats: int = 2, chance: Chance | None = None) -> Table:
    state = begin(GAME, seats, GAME.options(), Chance.seeded(1), 0)
    assert not isinstance(state, Refusal)
    for seat, action in steps:
        state = carry_out(GAME, state, seat, action, chance or ScriptedChance(())).state
    return state


LAID = ((0, Lay("flower")), (1, Lay("skull")))


def test_all_lay_their_first_disc_at_once_and_nobody_sees_which() -> None:
    assert GAME.to_act(played()) == (0, 1)
    state = played((1, Lay("skull")))
    assert (state.turn, GAME.to_act(state)) == (0, (0,))
    assert view(state, 0)["stacks"] == [[], ["?"]]
    assert view(state, 1)["stacks"] == [[], ["skull"]]


def test_who_bids_highest_turns_over_their_own_discs_first_and_keeps_the_bet_without_a_skull() -> None:
    state = played(*LAID, (0, Bid(1)), (1, Pass()))
    assert state.points == (1, 0)
    assert state.stacks == ((), ())


def test_a_skull_costs_a_disc_at_random_that_only_its_owner_sees() -> None:
    state = played(*LAID, (0, Bid(2)), (0, TurnOver(1)), chance=ScriptedChance([3]))
    assert [len(hand) for hand in state.hands] == [3, 4]
    assert view(state, 1)["lost"] == [["?"], []]
    assert state.shown == (False, True)


def test_what_was_shown_is_remembered_in_every_world_that_a_bot_imagines() -> None:
    lost = played(*LAID, (0, Bid(2)), (0, TurnOver(1)), chance=ScriptedChance([0]))
    state = carry_out(GAME, lost, 0, Lay("flower"), ScriptedChance(())).state
    worlds, dice = Worlds(GAME, 2, perspective(GAME, state, 1)), Dice(1)
    imagined = [worlds.fill(dice) for _ in range(60)]
    # Seat 0 has lost a disc, and seat 1 does not know which: it may be the skull, but there is only one.
    skulls = [[disc.value for disc in (*world.hands[0], *world.stacks[0], *world.lost[0])] for world in imagined]
    assert {discs.count("skull") for discs in skulls} == {1}
    assert {world.lost[0][0].value for world in imagined} == {"flower", "skull"}


def test_with_six_seats_no_world_is_dealt_in_vain() -> None:
    """Five others have shown their last disc, a skull: of the worlds that the types allow one in 15,504 can be."""

    def own(seat: int, *discs: Disc) -> tuple[Secret[Disc], ...]:
        return tuple(Secret(disc, only(seat)) for disc in discs)

    fresh, others = played(seats=6), range(1, 6)
    state = replace(
        fresh,
        hands=(fresh.hands[0], *(own(seat, "skull") for seat in others)),
        lost=((), *(own(seat, "flower", "flower", "flower") for seat in others)),
        shown=(False, *(True for _ in others)),
    )
    judged: list[bool] = []

    def is_possible(world: Table, seat: int) -> bool:
        judged.append(can_be(world, seat))
        return judged[-1]

    counted = with_other(GAME, possible_worlds=is_possible)
    worlds, dice = Worlds(counted, 6, perspective(GAME, state, 0)), Dice(1)
    assert [worlds.fill(dice).hands[5][0].value for _ in range(20)] == ["skull"] * 20
    assert judged == [True] * 20
