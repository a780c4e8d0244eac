"""What Gigogne is worth for two seats, proven: the values on its page of rules, by exact search.

The solver is tested first: that it plays by the real rules, and that it searches as a plain minimax does. Then come
the values, and the bot that plays by it.
"""

from random import Random
from typing import Literal, NamedTuple, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.bots import levels_of, make_player
from tablee.bots.levels import Player, level_of, think
from tablee.games.gigogne import GAME
from tablee.games.gigogne.rules import LINES, SIZES, GigogneOptions, GigogneState, Place, Size
from tablee.games.gigogne.solver import (
    ALL,
    TURNED,
    Late,
    Solver,
    alike,
    best,
    book,
    each,
    look_up,
    place_in,
    placements,
    stock,
    turned,
)
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective
from tablee.testing.playing import NO_CHANCE, after, after_timeout
from tests.games.gigogne_board import drawn

Win: TypeAlias = Literal["visible", "classic"]

WINS: tuple[Win, ...] = ("visible", "classic")
SOLVERS = {win: Solver(win == "classic") for win in WINS}
"""One for each way to win; what it has found out in one test helps it in the next."""

RANDOM = st.builds(Random, st.integers(0, 2**32 - 1))

CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), (4,)


class Position(NamedTuple):
    """A position in which nobody has won."""

    mine: int
    """The squares of the seat to place."""
    theirs: int

    @property
    def to_come(self) -> int:
        return stock(self.mine) + stock(self.theirs)

    def after(self, slot: int) -> "Position":
        return Position(self.theirs, self.mine | slot)


EMPTY = Position(0, 0)


def slot_of(place: Place) -> int:
    return 1 << (9 * SIZES.index(place.size) + place.cell)


def position_of(state: GigogneState) -> Position:
    squares = [0, 0]
    for number, cell in enumerate(state.cells):
        for size in SIZES:
            owner = getattr(cell, size)
            if owner is not None:
                squares[owner] |= slot_of(Place(size, number))
    return Position(squares[state.active], squares[1 - state.active])


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


# ── The solver searches as a plain minimax does ──────────────────────────────────────────────────────────


def plain_value(solver: Solver, position: Position, n: int) -> int:
    """What `Solver.value` gives, looking n placements ahead: every placement is tried, nothing is remembered."""
    if solver.wins(*position):
        return 1
    slots = each(placements(*position))
    if not slots:  # whoever has nothing left is passed over
        others = Position(position.theirs, position.mine)
        return -plain_value(solver, others, n) if stock(position.theirs) else 0
    if n <= 1:
        return 0
    values = [one_later(-plain_value(solver, position.after(slot), n - 1)) for slot in slots]
    winning = [value for value in values if value > 0]
    return min(winning) if winning else 0 if 0 in values else min(values)


def one_later(value: int) -> int:
    """The value of a position in which it takes one placement more."""
    return value + 1 if value > 0 else value - 1 if value < 0 else 0


def some_position(solver: Solver, random: Random, placed: int, skips: float = 0.0) -> Position:
    """A position after that many placements, in none of which a seat took a win or left one to the other."""
    position = EMPTY
    while position.to_come > 18 - placed:
        slots = each(placements(*position) & ~solver.wins(*position))
        random.shuffle(slots)
        calm = (slot for slot in slots if not solver.wins(position.theirs, position.mine | slot))
        slot = next(calm, slots[0] if slots else 0)
        position = position.after(slot) if slot else EMPTY
        if random.random() < skips:
            position = Position(position.theirs, position.mine)
    return position


def test_the_eight_ways_to_lay_the_board_down_keep_the_lines() -> None:
    lines = {sum(1 << cell for cell in line) for line in LINES}
    assert len({tuple(cells) for cells in TURNED}) == 8
    for cells in TURNED:
        assert sorted(cells) == list(range(512))
        assert {cells[line] for line in lines} == lines


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=40, deadline=None)
@given(random=RANDOM, placed=st.integers(12, 17))
def test_the_end_of_the_game_is_worth_what_a_plain_minimax_says(win: Win, random: Random, placed: int) -> None:
    solver = SOLVERS[win]
    position = some_position(solver, random, placed)
    assert solver.value(*position) == plain_value(solver, position, position.to_come)


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=60, deadline=None)
@given(random=RANDOM, placed=st.integers(12, 17))
def test_a_seat_that_was_skipped_places_what_it_has_left_alone(win: Win, random: Random, placed: int) -> None:
    solver = SOLVERS[win]
    position = some_position(solver, random, placed, skips=0.6)
    assert solver.value(*position) == plain_value(solver, position, position.to_come)


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=25, deadline=None)
@given(random=RANDOM, placed=st.integers(4, 11))
def test_five_placements_ahead_the_solver_sees_what_a_plain_minimax_sees(win: Win, random: Random, placed: int) -> None:
    solver = Solver(win == "classic")
    position = some_position(solver, random, placed)
    value = plain_value(solver, position, 5)
    assert [solver.wins_within(*position, n) for n in range(1, 6)] == [0 < value <= n for n in range(1, 6)]
    assert [solver.loses_within(*position, n) for n in range(1, 6)] == [0 < -value <= n for n in range(1, 6)]


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=60, deadline=None)
@given(random=RANDOM, placed=st.integers(4, 17), skips=st.sampled_from([0.0, 0.3]))
def test_the_best_placements_win_soonest_or_lose_last(win: Win, random: Random, placed: int, skips: float) -> None:
    solver = SOLVERS[win]
    position = some_position(solver, random, placed, skips)
    assume(placements(*position))
    n = min(4, position.to_come)
    value = plain_value(solver, position, n)
    assume(value != 0 or position.to_come == n)
    worth = {
        slot: 1 if solver.wins(*position) & slot else one_later(-plain_value(solver, position.after(slot), n - 1))
        for slot in each(placements(*position))
    }
    equal = {slot for slot in worth if worth[slot] == value}
    found = set(solver.best(*position, ALL))
    assert found == equal if value else found and found <= equal


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
    (only,) = solver.best(*position, ALL)
    assert solver.value(*position) == plain_value(solver, position, 5) == 5
    assert place_in(only) == Place("large", 6)
    assert not solver.wins(position.mine | only, position.theirs)


def test_one_placement_may_draw_where_many_others_lose_later_on() -> None:
    state = drawn("""
        0..  ..1  ..0
        ...  1.0  ...
        ..1  .10  01.
    """)
    solver, position = SOLVERS["visible"], position_of(state)
    lose_later = [slot for slot in each(placements(*position)) if solver.value(*position.after(slot)) > 1]
    assert [place_in(slot) for slot in solver.best(*position, ALL)] == [Place("medium", 3)]
    assert solver.value(*position) == 0
    assert len(lose_later) > 3


# ── The values of `visible` ──────────────────────────────────────────────────────────────────────────────


def last_placement(win: Win, opening: Place) -> int:
    """The placement of the game that decides it after that opening: positive for the opener, 0 for a draw."""
    value = SOLVERS[win].value(*EMPTY.after(slot_of(opening)))
    return 0 if value == 0 else 1 - value if value < 0 else -1 - value


def test_the_large_square_in_the_centre_wins_by_force_on_the_9th_placement_at_the_latest() -> None:
    assert last_placement("visible", Place("large", 4)) == 9


@pytest.mark.parametrize("opening", openings("large", CORNERS) + openings("medium", CORNERS), ids=named)
def test_a_large_or_a_medium_square_in_a_corner_draws(opening: Place) -> None:
    assert last_placement("visible", opening) == 0


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
    solver = SOLVERS["visible"]
    assert solver.value(*EMPTY) == 9
    assert [place_in(slot) for slot in solver.best(*EMPTY, ALL)] == [Place("large", 4)]


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


# ── The book ─────────────────────────────────────────────────────────────────────────────────────────────


IN_FAIR_OPENING = 1
"""The number of the empty board in a fair opening."""


def position_in_book(number: int) -> Position:
    return Position(number >> 1 & ALL, number >> 28)


def test_the_book_tells_what_the_solver_would_find() -> None:
    solver = Solver(is_classic=False)
    for number, slots in list(book().items())[::15]:
        position = position_in_book(number)
        value = 0 if number == IN_FAIR_OPENING else solver.value(*position)
        if value:
            assert slots == sum(solver.best(*position, ALL))
        else:  # which of those that draw is the trickiest may be a tie
            assert solver.value(*position.after(slots)) == 0


def test_the_book_holds_only_legal_placements() -> None:
    assert 50 < len(book()) < 200
    for number, slots in book().items():
        position = position_in_book(number)
        assert alike(*position) == number >> 1
        assert slots
        assert not slots & ~placements(*position)


def test_the_book_is_open_however_the_board_is_laid_down() -> None:
    corner = slot_of(Place("medium", 0))
    (reply,) = look_up(0, corner, False)
    for cells in TURNED:
        assert look_up(0, turned(corner, cells), False) == [turned(reply, cells)]


def test_the_book_gives_every_placement_that_is_as_good_by_turning_the_board() -> None:
    assert {place_in(slot) for slot in look_up(0, 0, True)} == {Place("large", corner) for corner in CORNERS}
    assert [place_in(slot) for slot in look_up(0, 0, False)] == [Place("large", 4)]
    assert look_up(slot_of(Place("small", 0)), slot_of(Place("large", 4)), False) == []


# ── At the board, by the real rules ──────────────────────────────────────────────────────────────────────


def never() -> bool:
    return False


PATIENT = replace(level_of(GAME, "perfect"), seconds=60.0)
"""Perfect on a busy machine too, where a bot that is late plays what it has found so far."""


def player(name: str, seed: int) -> Player:
    if name != "perfect":
        return make_player(GAME, name, seed)
    return lambda sight: think(GAME, sight, PATIENT, Dice(seed + sight.turn))


def played(state: GigogneState, perfect_seat: int, other: str, seed: int) -> tuple[GigogneState, int]:
    """The end of a game of the perfect bot against another, and how many placements it took from the state on."""
    players = [player("perfect" if seat == perfect_seat else other, seed + seat) for seat in (0, 1)]
    count = 0
    while state.ended is None:
        place = players[state.active](perspective(GAME, state, state.active))
        state, count = after(GAME, state, (state.active, place)), count + 1
    return state, count


@pytest.mark.parametrize(("win", "most"), [("visible", 9), ("classic", 7)])
@pytest.mark.parametrize("other", ["random", "greedy", "medium"])
@pytest.mark.parametrize("seed", range(4))
def test_whoever_begins_and_plays_perfectly_wins_in_time(win: Win, most: int, other: str, seed: int) -> None:
    state, count = played(begun(win), 0, other, seed)
    assert state.ended is not None
    assert state.ended.winners == (0,)
    assert count <= most


@pytest.mark.parametrize("win", WINS)
@pytest.mark.parametrize("other", ["random", "greedy", "medium"])
@pytest.mark.parametrize("size", SIZES)
def test_the_second_seat_wins_by_the_10th_placement_after_an_opening_on_an_edge(
    win: Win, other: str, size: Size
) -> None:
    for edge in EDGES:
        state, count = played(after(GAME, begun(win), (0, Place(size, edge))), 1, other, edge)
        assert state.ended is not None
        assert state.ended.winners == (1,)
        assert 1 + count <= 10


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("other", ["random", "greedy", "medium", "perfect"])
@pytest.mark.parametrize("seed", range(5))
def test_with_the_fair_opening_perfect_never_loses(seat: int, other: str, seed: int) -> None:
    state, count = played(begun(fair_opening=True), seat, other, seed)
    assert state.ended is not None
    assert state.ended.winners == (seat,) if other == "random" else 1 - seat not in state.ended.winners
    assert other != "perfect" or count == 18


@pytest.mark.parametrize("win", WINS)
@settings(max_examples=60, deadline=None)
@given(random=RANDOM, calm=st.integers(0, 12), skips=st.sampled_from([0.0, 0.2]))
def test_perfect_keeps_what_a_position_is_worth(win: Win, random: Random, calm: int, skips: float) -> None:
    """From any position, also where the clock has skipped a seat, against any placements."""
    solver, state = SOLVERS[win], begun(win)
    for _ in range(calm):
        place = random.choice(GAME.legal(state, state.active))
        following = after(GAME, state, (state.active, place))
        state = state if following.ended else following
        if random.random() < skips and not state.skipped:
            state = after_timeout(GAME, state)
    seat, worth = state.active, solver.value(*position_of(state))
    to_come = position_of(state).to_come
    while state.ended is None:
        legal = GAME.legal(state, state.active)
        choices = best(2, seat, state, never) if state.active == seat else legal
        assert set(choices) <= set(legal)
        state = after(GAME, state, (state.active, random.choice(choices)))
    if worth > 0:
        assert state.ended.winners == (seat,)
        assert to_come - position_of(state).to_come <= worth
    elif worth == 0:
        assert state.ended.winners in ((), (seat,))


def test_the_same_seed_gives_the_same_game() -> None:
    games = [played(begun(fair_opening=True), 0, "random", seed)[0] for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert len(set(games)) > 2


def test_a_solver_that_runs_out_of_time_says_nothing() -> None:
    solver, position = Solver(is_classic=False), EMPTY.after(slot_of(Place("medium", 0)))
    solver.is_late = lambda: True
    with pytest.raises(Late):
        solver.best(*position, ALL)


def test_perfect_is_a_level_of_two_seats_only() -> None:
    assert levels_of(GAME, 2) == ("easy", "medium", "hard", "perfect")
    assert levels_of(GAME, 3) == ("easy", "medium", "hard")
    with pytest.raises(
        ValueError, match="there is no player 'perfect' here: gigogne is solved for 2 seats only; there are"
    ):
        make_player(GAME, "perfect", seats=3)
