"""The search form of Diggers plays the same game as its rules."""

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.diggers import GAME
from tablee.games.diggers.mine import BIT, DIAMONDS, EXIT, TILES, Tile
from tablee.games.diggers.rules import DiggersOptions, DiggersState, Move
from tablee.games.diggers.search import best_step, estimate, form, make_plan
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, carry_out
from tablee.kernel.search import Dice
from tablee.kernel.views import view
from tablee.testing.forms import FormConformance


class TestDiggersForm(FormConformance):
    game = GAME
    option_sets = ({}, {"play_on": True}, {"tiles": 0}, {"tiles": 10}, {"tiles": 1, "play_on": True})


# ── What is dealt ────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 30), seats=st.integers(2, 4), steps=st.integers(1, 60))
def test_a_hidden_choice_is_dealt_as_one_that_its_seat_could_take_and_nothing_else_changes(
    seed: int, seats: int, steps: int
) -> None:
    state = played(seed, seats, steps)
    for seat in GAME.to_act(state):
        made = form(seats, seat, view(state, seat))
        world = made.deal(Dice(seed))
        for other in range(seats):
            if state.choices[other] is None:
                assert world.choices[other] == -1
            else:
                # Before it chose, the seat was awaited in the same round.
                asked = msgspec.structs.replace(state, awaited=(other,))
                assert Move(TILES[world.choices[other]]) in GAME.legal(asked, other)
        world.choices = made.choices
        assert world.key() == made.key()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 1 << 30), seats=st.integers(2, 4), steps=st.integers(0, 60))
def test_a_view_that_came_as_json_gives_the_same_form(seed: int, seats: int, steps: int) -> None:
    sight = view(played(seed, seats, steps), 0)
    sent = msgspec.json.decode(msgspec.json.encode(sight))
    assert form(seats, 0, sent).deal(Dice(1)).key() == form(seats, 0, sight).deal(Dice(1)).key()


def test_each_choice_that_a_seat_could_take_is_dealt_as_often() -> None:
    state = race(dice=(1, 2, 6, 6))
    options = GAME.legal(state, 1)
    assert len(options) == 3
    state = carry_out(GAME, state, 1, options[0], Chance.seeded(1)).state
    made, dice, deals = form(2, 0, view(state, 0)), Dice(7), 3000
    counts = Counter(made.deal(dice).choices[1] for _ in range(deals))
    assert {TILES[place] for place in counts} == {option.tile for option in options}
    expected = deals / 3
    # Of two degrees of freedom; it is above 23 once in a hundred thousand times.
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 23


# ── Plans and rollouts ───────────────────────────────────────────────────────────────────────────────────


def test_a_plan_says_how_long_it_takes_from_every_tile_and_longer_where_tiles_are_disabled() -> None:
    guess = [(18 - x - y) * 1024 for x, y in TILES]
    plan = make_plan(0, guess, 40)
    assert plan[TILES.index(EXIT)] == 0
    # From (8, 8) the exit is open with any number but 1.
    beside = plan[TILES.index((8, 8))] / 1024
    assert 1 < beside < 1.01
    blocked = make_plan(BIT[1, 1] | BIT[3, 3] | BIT[5, 5], guess, 40)
    assert all(longer >= shorter for longer, shorter in zip(blocked, plan, strict=True))
    assert blocked[0] > plan[0] + 1024


def test_who_has_the_worse_mine_may_hope_for_less() -> None:
    state = begun(DiggersOptions())
    made = form(2, 0, view(state, 0))
    assert estimate(made) == [0.5, 0.5]
    made.disabled[1] = BIT[1, 1]
    mine, other = estimate(made)
    assert mine > 0.5 > other


def test_a_rollout_steps_out_where_it_can() -> None:
    assert step_of_a_rollout((8, 8), dice=(2, 4, 4, 4), play_on=False) == EXIT


def test_a_rollout_goes_a_little_out_of_its_way_for_a_diamond_only_where_the_first_who_is_out_need_not_win() -> None:
    assert (4, 2) in DIAMONDS
    assert step_of_a_rollout((3, 2), dice=(3, 5, 5, 5), play_on=True) == (4, 2)
    assert step_of_a_rollout((3, 2), dice=(3, 5, 5, 5), play_on=False) == (3, 3)


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def begun(options: DiggersOptions, seed: int = 1, seats: int = 2) -> DiggersState:
    state = begin(GAME, seats, options, Chance.seeded(seed), 0)
    assert isinstance(state, DiggersState)
    return state


def race(dice: tuple[int, ...]) -> DiggersState:
    """The first round of a race between two, with these dice."""
    return msgspec.structs.replace(begun(DiggersOptions(tiles=0)), dice=dice)


def step_of_a_rollout(position: Tile, dice: tuple[int, ...], *, play_on: bool) -> Tile:
    """Where a seat steps that goes by its plan, with nothing disabled."""
    options = DiggersOptions(tiles=0, play_on=play_on)
    state = msgspec.structs.replace(race(dice), options=options, positions=(position, position))
    made = form(2, 0, view(state, 0))
    made.deal(Dice(1)).rollout(Dice(1))
    return TILES[best_step(made, 0)]


def played(seed: int, seats: int, steps: int) -> DiggersState:
    """A race after some random actions, or at its end."""
    state, chance = begun(DiggersOptions(tiles=0), seed, seats), Chance.seeded(seed)
    for _ in range(steps):
        awaited = GAME.to_act(state)
        if awaited:
            seat = chance.pick(awaited)
            state = carry_out(GAME, state, seat, chance.pick(GAME.legal(state, seat)), chance).state
    return state
