"""What Gigogne is worth for two seats, proven: the values on its page of rules, by exact search.

The solver (gigogne_solver.py) is tested first: that it plays by the real rules, and that it searches as a plain
minimax does. Then come the values.
"""

from random import Random
from typing import Literal, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablee.games.gigogne import GAME
from tablee.games.gigogne.rules import LINES, GigogneOptions, GigogneState, Place, Size
from tablee.testing.playing import NO_CHANCE, after, after_timeout
from tests.games.gigogne_board import drawn
from tests.games.gigogne_solver import TURNED, Position, Solver, each, place_in, placements, position_of, slot_of

Win: TypeAlias = Literal["visible", "classic"]

WINS: tuple[Win, ...] = ("visible", "classic")
SOLVERS = {win: Solver(win) for win in WINS}
"""One for each way to win; what it has found out in one test helps it in the next."""

RANDOM = st.builds(Random, st.integers(0, 2**32 - 1))

CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), (4,)


def begun(win: Win = "visible", *, fair_opening: bool = False) -> GigogneState:
    return GAME.setup(2, GigogneOptions(win, fair_opening), 0, NO_CHANCE)


def openings(size: Size, cells: tuple[int, ...]) -> list[Place]:
    return [Place(size, cell) for cell in cells]


def named(place: Place) -> str:
    return f"{place.size}-{place.cell}"


# ── The solver plays by the rules ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=60, deadline=None)
@given(random=RANDOM)
def test_the_solver_has_the_same_placements_and_the_same_ends_as_the_rules(win: Win, random: Random) -> None:
    solver, state = SOLVERS[win], begun(win)
    placed = 0
    while state.ended is None:
        position = position_of(state)
        legal = GAME.legal(state, state.active)
        ends = {place: after(GAME, state, (state.active, place)).ended for place in legal}
        assert {place_in(slot) for slot in each(placements(*position))} == set(legal)
        assert {place_in(slot) for slot in each(solver.wins(*position))} == {
            place for place, end in ends.items() if end is not None and end.winners == (state.active,)
        }
        # The game goes on as long as it can, so that full boards are seen as well.
        place = random.choice([place for place in legal if ends[place] is None] or legal)
        state = after(GAME, state, (state.active, place))
        placed += 1
        if state.ended is None:
            assert position_of(state) == position.after(slot_of(place))
            assert position_of(state).to_come == 18 - placed
        elif state.ended.is_draw:
            assert placed == 18


def test_a_placement_and_its_slot_name_each_other() -> None:
    places = [Place(size, cell) for size in ("small", "medium", "large") for cell in range(9)]
    assert [place_in(slot_of(place)) for place in places] == places
    assert sum(slot_of(place) for place in places) == 2**27 - 1


def test_a_game_in_which_a_seat_was_skipped_is_not_for_the_solver() -> None:
    state = after_timeout(GAME, after(GAME, begun(), (0, Place("small", 0))))
    state = after(GAME, state, (0, Place("small", 1)))
    with pytest.raises(ValueError, match="not placed in turn"):
        position_of(state)


# ── The solver searches as a plain minimax does ──────────────────────────────────────────────────────────


def plain_value(solver: Solver, position: Position, n: int) -> int:
    """What `Solver.value` gives, looking n placements ahead: every placement is tried, nothing is remembered."""
    if solver.wins(*position):
        return 1
    if n <= 1:
        return 0
    values = [one_later(-plain_value(solver, position.after(slot), n - 1)) for slot in each(placements(*position))]
    winning = [value for value in values if value > 0]
    return min(winning) if winning else 0 if 0 in values else min(values)


def one_later(value: int) -> int:
    """The value of a position in which it takes one placement more."""
    return value + 1 if value > 0 else value - 1 if value < 0 else 0


def some_position(solver: Solver, random: Random, placed: int) -> Position:
    """A position after that many placements, in none of which a seat took a win or left one to the other."""
    position = Position(0, 0)
    while position.to_come > 18 - placed:
        slots = list(each(placements(*position) & ~solver.wins(*position)))
        random.shuffle(slots)
        calm = (slot for slot in slots if not solver.wins(position.theirs, position.mine | slot))
        slot = next(calm, slots[0] if slots else 0)
        position = position.after(slot) if slot else Position(0, 0)
    return position


def test_the_eight_ways_to_lay_the_board_down_keep_the_lines() -> None:
    lines = {sum(1 << cell for cell in line) for line in LINES}
    assert len(set(TURNED)) == 8
    for turned in TURNED:
        assert sorted(turned) == list(range(512))
        assert {turned[line] for line in lines} == lines


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=40, deadline=None)
@given(random=RANDOM, placed=st.integers(12, 17))
def test_the_end_of_the_game_is_worth_what_a_plain_minimax_says(win: Win, random: Random, placed: int) -> None:
    solver = SOLVERS[win]
    position = some_position(solver, random, placed)
    assert solver.value(position) == plain_value(solver, position, position.to_come)


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=25, deadline=None)
@given(random=RANDOM, placed=st.integers(4, 11))
def test_five_placements_ahead_the_solver_sees_what_a_plain_minimax_sees(win: Win, random: Random, placed: int) -> None:
    solver = Solver(win)
    position = some_position(solver, random, placed)
    value = plain_value(solver, position, 5)
    assert [solver.wins_within(position, n) for n in range(1, 6)] == [0 < value <= n for n in range(1, 6)]
    assert [solver.loses_within(position, n) for n in range(1, 6)] == [0 < -value <= n for n in range(1, 6)]


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=60, deadline=None)
@given(random=RANDOM, placed=st.integers(4, 17))
def test_the_best_placements_win_soonest_or_lose_last(win: Win, random: Random, placed: int) -> None:
    solver = SOLVERS[win]
    position = some_position(solver, random, placed)
    n = min(4, position.to_come)
    value = plain_value(solver, position, n)
    assume(value != 0 or position.to_come == n)
    worth = {
        slot: 1 if solver.wins(*position) & slot else one_later(-plain_value(solver, position.after(slot), n - 1))
        for slot in each(placements(*position))
    }
    assert solver.best(position) == [slot for slot in worth if worth[slot] == value]


def test_a_placement_that_threatens_nothing_may_be_the_only_one_that_wins() -> None:
    state = drawn(
        """
        ...  ...  ...
        0..  ...  ..1
        0..  ...  ...
        """,
        active=1,
    )
    solver, position = SOLVERS["visible"], position_of(state)
    (only,) = solver.best(position)
    assert solver.value(position) == plain_value(solver, position, 5) == 5
    assert place_in(only) == Place("large", 6)
    assert not solver.wins(position.mine | only, position.theirs)


def test_one_placement_may_draw_where_many_others_lose_later_on() -> None:
    state = drawn("""
        0..  ..1  ..0
        ...  1.0  ...
        ..1  .10  01.
    """)
    solver, position = SOLVERS["visible"], position_of(state)
    lose_later = [slot for slot in each(placements(*position)) if solver.value(position.after(slot)) > 1]
    assert [place_in(slot) for slot in solver.best(position)] == [Place("medium", 3)]
    assert solver.value(position) == 0
    assert len(lose_later) > 3


# ── The values of `visible` ──────────────────────────────────────────────────────────────────────────────


def last_placement(win: Win, opening: Place) -> int:
    """The placement of the game that decides it after that opening: positive for the opener, 0 for a draw."""
    value = SOLVERS[win].value(Position(0, 0).after(slot_of(opening)))
    return 0 if value == 0 else 1 - value if value < 0 else -1 - value


def test_the_large_square_in_the_centre_wins_by_force_on_the_9th_placement_at_the_latest() -> None:
    assert last_placement("visible", Place("large", 4)) == 9


@pytest.mark.parametrize("opening", openings("large", CORNERS) + openings("medium", CORNERS), ids=named)
def test_a_large_or_a_medium_square_in_a_corner_draws(opening: Place) -> None:
    position = Position(0, 0).after(slot_of(opening))
    assert not SOLVERS["visible"].wins_within(position, 17)
    assert not SOLVERS["visible"].loses_within(position, 17)


@pytest.mark.parametrize("opening", openings("large", EDGES), ids=named)
def test_a_large_square_on_an_edge_loses_within_8_placements(opening: Place) -> None:
    assert last_placement("visible", opening) == -8


@pytest.mark.parametrize("opening", openings("medium", CENTRE) + openings("medium", EDGES), ids=named)
def test_a_medium_square_in_the_centre_or_on_an_edge_loses_within_10_placements(opening: Place) -> None:
    assert last_placement("visible", opening) == -10


@pytest.mark.parametrize("opening", openings("small", tuple(range(9))), ids=named)
def test_any_small_square_loses_within_10_placements(opening: Place) -> None:
    assert last_placement("visible", opening) == -10


def test_whoever_begins_wins_by_the_large_square_in_the_centre_only() -> None:
    solver, first = SOLVERS["visible"], Position(0, 0)
    assert solver.value(first) == 9
    assert [place_in(slot) for slot in solver.best(first)] == [Place("large", 4)]


def test_with_the_fair_opening_the_game_is_a_theoretical_draw() -> None:
    decided = {place: last_placement("visible", place) for place in GAME.legal(begun(fair_opening=True), 0)}
    assert [place for place, end in decided.items() if end > 0] == []
    assert sorted({(place.size, place.cell) for place, end in decided.items() if end == 0}) == [
        (size, corner) for size in ("large", "medium") for corner in CORNERS
    ]


# ── The values of `classic` ──────────────────────────────────────────────────────────────────────────────


def test_in_classic_the_medium_square_in_the_centre_wins_within_7_placements() -> None:
    assert last_placement("classic", Place("medium", 4)) == 7


@pytest.mark.parametrize("opening", [p for p in GAME.legal(begun("classic"), 0) if p != Place("medium", 4)], ids=named)
def test_in_classic_every_other_opening_loses(opening: Place) -> None:
    assert last_placement("classic", opening) == -10


# ── The solver at the board, by the real rules ───────────────────────────────────────────────────────────


def played(state: GigogneState, solver_seat: int, random: Random) -> tuple[GigogneState, int]:
    """The end of a game of the solver against placements at random, and how many it took from the state on."""
    solver, count = SOLVERS[state.options.win], 0
    while state.ended is None:
        if state.active == solver_seat:
            place = place_in(random.choice(solver.best(position_of(state))))
        else:
            place = random.choice(GAME.legal(state, state.active))
        state, count = after(GAME, state, (state.active, place)), count + 1
    return state, count


@pytest.mark.parametrize(("win", "most"), [("visible", 9), ("classic", 7)])
@settings(max_examples=30, deadline=None)
@given(random=RANDOM)
def test_whoever_begins_and_plays_by_the_solver_wins_in_time(win: Win, most: int, random: Random) -> None:
    state, count = played(begun(win), 0, random)
    assert state.ended is not None
    assert state.ended.winners == (0,)
    assert count <= most


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=30, deadline=None)
@given(random=RANDOM, size=st.sampled_from(["small", "medium", "large"]))
def test_the_second_seat_wins_by_the_10th_placement_after_an_opening_on_an_edge(
    win: Win, random: Random, size: Size
) -> None:
    state, count = played(after(GAME, begun(win), (0, Place(size, random.choice(EDGES)))), 1, random)
    assert state.ended is not None
    assert state.ended.winners == (1,)
    assert 1 + count <= 10


@pytest.mark.parametrize("solver_seat", [0, 1])
@settings(max_examples=30, deadline=None)
@given(random=RANDOM)
def test_with_the_fair_opening_the_solver_never_loses(solver_seat: int, random: Random) -> None:
    state = begun(fair_opening=True)
    if solver_seat == 0:
        state = after(GAME, state, (0, Place("large", random.choice(CORNERS))))
    state, _ = played(state, solver_seat, random)
    assert state.ended is not None
    assert state.ended.winners in ((), (solver_seat,))
