"""Gigogne, sentence by sentence, in the order of its page of rules. Positions are drawn: see gigogne_board.py."""

from itertools import combinations, pairwise, product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.gigogne import GAME
from tablee.games.gigogne.rules import (
    SIZES,
    Cell,
    GigogneOptions,
    GigogneState,
    Passed,
    Place,
    Placed,
    Size,
    Stock,
    TurnBegan,
)
from tablee.kernel import Ended, Left, Outcome, Refusal, TimedOut
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, check_options, leave, parse_action, parse_json_action, parse_options, timeout
from tablee.kernel.views import perspective, redact, view
from tablee.testing.playing import NO_CHANCE, after, after_leaving, after_timeout, events_of, refusal_of
from tests.games.gigogne_board import drawing_of, drawn

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
TRIPLES = list(combinations(range(9), 3))
ALL_PLACES = [Place(size, cell) for size in SIZES for cell in range(9)]
RANDOM = st.builds(Random, st.integers(0, 2**32 - 1))

EMPTY = """
    ...  ...  ...
    ...  ...  ...
    ...  ...  ...
"""


def same_board(state: GigogneState, drawing: str) -> bool:
    return drawing_of(state).split() == drawing.split()


# ── Components ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_begins_with_an_empty_board_and_three_squares_of_each_size_for_each_seat(seats: int) -> None:
    state = begin(GAME, seats, GigogneOptions(), NO_CHANCE, starter=1)
    assert isinstance(state, GigogneState)
    assert state.cells == (Cell(None, None, None),) * 9
    assert state.stock == (Stock(small=3, medium=3, large=3),) * seats
    assert GAME.to_act(state) == (1,)
    assert state.turn == 0


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_for_two_to_four_seats(seats: int) -> None:
    refusal = begin(GAME, seats, GigogneOptions(), NO_CHANCE)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"


def test_the_first_seat_to_play_is_drawn() -> None:
    starters = [begin(GAME, 4, GigogneOptions(), Chance.seeded(seed)) for seed in range(40)]
    assert {state.active for state in starters if isinstance(state, GigogneState)} == {0, 1, 2, 3}


def test_cells_are_numbered_in_reading_order() -> None:
    state = after(GAME, drawn(EMPTY), (0, Place("small", 2)), (1, Place("medium", 3)), (0, Place("large", 7)))
    assert same_board(
        state,
        """
        ...  ...  0..
        .1.  ...  ...
        ...  ..0  ...
        """,
    )


# ── A turn ───────────────────────────────────────────────────────────────────────────────────────────────


def test_on_an_empty_board_every_size_may_go_to_every_cell() -> None:
    assert list(GAME.legal(drawn(EMPTY), 0)) == ALL_PLACES


def test_a_placed_square_comes_from_the_stock_of_its_seat() -> None:
    state = after(GAME, drawn(EMPTY), (0, Place("medium", 4)))
    assert state.stock == (Stock(small=3, medium=2, large=3), Stock(small=3, medium=3, large=3))
    assert state.cells[4] == Cell(medium=0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("owner", [0, 1])
def test_a_cell_takes_one_square_of_each_size_whoever_owns_it(size: Size, owner: int) -> None:
    marks = "".join(str(owner) if other == size else "." for other in SIZES)
    state = drawn(EMPTY.replace("...", marks, 1))
    assert refusal_of(GAME, state, 0, Place(size, 0)).rule == "slot_taken"
    assert [place for place in ALL_PLACES if place not in GAME.legal(state, 0)] == [Place(size, 0)]


@pytest.mark.parametrize(
    ("size", "drawing"),
    [
        ("small", "0..  .1.  0..    .1.  ...  ...    ...  0..  ..1"),
        ("medium", ".0.  1..  .0.    1..  ...  ...    ...  .0.  ..1"),
        ("large", "..0  .1.  ..0    .1.  ...  ...    ...  ..0  1.."),
    ],
)
def test_a_seat_places_only_what_it_has_left(size: Size, drawing: str) -> None:
    state = drawn(drawing)
    assert refusal_of(GAME, state, 0, Place(size, 4)).rule == "none_left"
    assert {place.size for place in GAME.legal(state, 0)} == set(SIZES) - {size}


def test_a_small_square_may_be_slipped_inside_a_large_one() -> None:
    state = drawn("""
        ...  ...  ...
        ...  ..0  ...
        ...  ...  ...
    """)
    assert same_board(
        after(GAME, state, (0, Place("small", 4))),
        """
        ...  ...  ...
        ...  0.0  ...
        ...  ...  ...
        """,
    )


@pytest.mark.parametrize(
    "order", [("small", "medium", "large"), ("large", "medium", "small"), ("medium", "large", "small")]
)
def test_the_sizes_go_into_a_cell_in_any_order(order: tuple[Size, Size, Size]) -> None:
    first, second, third = order
    state = after(GAME, drawn(EMPTY), (0, Place(first, 0)), (1, Place(second, 0)), (0, Place(third, 0)))
    assert None not in (state.cells[0].small, state.cells[0].medium, state.cells[0].large)


def test_the_turn_goes_to_the_next_seat_and_round_to_the_first() -> None:
    state = drawn(EMPTY, seats=3, active=1)
    assert events_of(GAME, state, 1, Place("small", 0)) == [Placed(1, "small", 0), TurnBegan(2)]
    state = after(GAME, state, (1, Place("small", 0)), (2, Place("small", 1)))
    assert GAME.to_act(state) == (0,)
    assert state.turn == 2


def test_only_the_active_seat_has_legal_placements() -> None:
    state = drawn(EMPTY, seats=3, active=1)
    assert [len(GAME.legal(state, seat)) for seat in range(3)] == [0, 27, 0]
    assert refusal_of(GAME, state, 2, Place("small", 0)).code == "not_your_turn"


# Nine small squares are placed, and seat 3 has nothing else left.
SEAT_3_IS_STUCK = """
    033  133  2..
    0..  2..  133
    1..  0..  2..
"""


def test_a_seat_with_squares_but_no_slot_for_them_is_passed_over_at_once() -> None:
    state = drawn(SEAT_3_IS_STUCK, seats=4, active=2)
    assert events_of(GAME, state, 2, Place("large", 8)) == [Placed(2, "large", 8), Passed(3), TurnBegan(0)]


def test_several_seats_in_a_row_may_be_passed_over() -> None:
    state = drawn(
        """
        022  122  333
        033  1..  022
        1..  233  2..
        """,
        seats=4,
        active=1,
    )
    assert state.stock[2:] == (Stock(1, 0, 0), Stock(2, 0, 0))  # and no small slot is empty
    assert events_of(GAME, state, 1, Place("large", 8)) == [Placed(1, "large", 8), Passed(2), Passed(3), TurnBegan(0)]


# Seat 0 has placed all it had; seat 1 was skipped once by the clock and has two squares left.
SEAT_0_HAS_NO_SQUARES = """
    ..0  101  01.
    00.  .00  .11
    ..1  010  ...
"""


def test_a_seat_without_squares_is_passed_over_and_the_other_plays_again() -> None:
    state = drawn(SEAT_0_HAS_NO_SQUARES, active=1)
    assert state.stock == (Stock(0, 0, 0), Stock(2, 0, 0))
    assert events_of(GAME, state, 1, Place("small", 0)) == [Placed(1, "small", 0), Passed(0), TurnBegan(1)]
    assert after(GAME, state, (1, Place("small", 0))).turn == state.turn + 1


# One slot is empty, and seat 2 has a large square for it.
ONE_SLOT_IS_EMPTY = """
    121  21.  220
    010  102  021
    211  000  102
"""


def test_a_single_legal_placement_is_still_asked_for() -> None:
    state = drawn(
        """
        121  21.  22.
        010  102  021
        211  000  102
        """,
        seats=3,
        active=0,
    )
    state = after(GAME, state, (0, Place("large", 2)))
    assert GAME.to_act(state) == (2,)
    assert list(GAME.legal(state, 2)) == [Place("large", 1)]


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 3), random=RANDOM)
def test_with_two_or_three_seats_whoever_has_squares_can_place_one(seats: int, random: Random) -> None:
    for state in positions_of_a_game(seats, GigogneOptions(), random):
        for seat, stock in enumerate(state.stock):
            assert bool(GAME.legal(msgspec.structs.replace(state, active=seat, ended=None), seat)) == (
                stock != Stock(0, 0, 0)
            )


def positions_of_a_game(seats: int, options: GigogneOptions, random: Random) -> list[GigogneState]:
    """All positions of a game at random, in which now and then a clock runs out and a seat leaves."""
    states = [GAME.setup(seats, options, random.randrange(seats), NO_CHANCE)]
    while states[-1].ended is None:
        state, what = states[-1], random.randrange(30)
        if what == 0:
            staying = [seat for seat in range(seats) if seat not in state.left]
            states.append(after_leaving(GAME, state, random.choice(staying)))
        elif what <= 3:
            states.append(after_timeout(GAME, state))
        else:
            states.append(after(GAME, state, (state.active, random.choice(GAME.legal(state, state.active)))))
    return states


ANY_GAME = {
    "seats": st.integers(2, 4),
    "options": st.sampled_from([GigogneOptions("visible"), GigogneOptions("classic")]),
    "random": RANDOM,
}


@settings(max_examples=100, deadline=None)
@given(**ANY_GAME)
def test_squares_never_move_and_are_never_captured(seats: int, options: GigogneOptions, random: Random) -> None:
    states = positions_of_a_game(seats, options, random)
    for earlier, later in pairwise(states):
        for before, now in zip(marks_of(earlier), marks_of(later), strict=True):
            assert before in (now, ".")


def marks_of(state: GigogneState) -> str:
    """The owners of the 27 slots."""
    return "".join(drawing_of(state).split())


@settings(max_examples=100, deadline=None)
@given(**ANY_GAME)
def test_the_squares_of_a_seat_are_on_the_board_or_in_its_stock(
    seats: int, options: GigogneOptions, random: Random
) -> None:
    for state in positions_of_a_game(seats, options, random):
        for seat, stock in enumerate(state.stock):
            placed = [sum(getattr(cell, size) == seat for cell in state.cells) for size in SIZES]
            if seat in state.left:
                assert stock == Stock(0, 0, 0)
            else:
                assert stock == Stock(*(3 - count for count in placed))


@settings(max_examples=100, deadline=None)
@given(**ANY_GAME)
def test_legal_lists_each_remaining_size_in_each_empty_slot_once(
    seats: int, options: GigogneOptions, random: Random
) -> None:
    for state in positions_of_a_game(seats, options, random)[:-1]:
        (seat,) = GAME.to_act(state)
        assert seat not in state.left
        marks = marks_of(state)
        assert list(GAME.legal(state, seat)) == [
            place
            for place in ALL_PLACES
            if marks[3 * place.cell + SIZES.index(place.size)] == "." and getattr(state.stock[seat], place.size) > 0
        ]
        assert list(GAME.legal(state, seat)) != []


# ── Winning: visible ─────────────────────────────────────────────────────────────────────────────────────


def test_visible_is_the_default() -> None:
    assert GigogneOptions() == GigogneOptions(win="visible", fair_opening=False)


@pytest.mark.parametrize("cells", TRIPLES, ids=str)
def test_three_visible_squares_win_in_these_eight_lines_and_nowhere_else(cells: tuple[int, int, int]) -> None:
    a, b, c = cells
    marks = ["..."] * 9
    marks[a], marks[b] = "0..", "..0"
    ended = after(GAME, drawn(" ".join(marks)), (0, Place("medium", c))).ended
    assert ended == (Outcome((0,), (), (1, 0), "line") if cells in LINES else None)


@pytest.mark.parametrize("sizes", list(product(SIZES, repeat=3)), ids=str)
def test_their_sizes_do_not_matter(sizes: tuple[Size, Size, Size]) -> None:
    state = drawn(EMPTY)
    for size, cell in zip(sizes[:2], (2, 4), strict=True):
        state = after(GAME, state, (0, Place(size, cell)), (1, Place("small" if cell == 2 else "medium", 8)))
    assert wins(state, Place(sizes[2], 6))


def wins(state: GigogneState, place: Place) -> bool:
    """Whether that placement wins for the active seat."""
    ended = after(GAME, state, (state.active, place)).ended
    return ended is not None and ended.winners == (state.active,)


def test_the_visible_square_of_a_cell_is_its_largest() -> None:
    state = drawn("""
        0..  1..  01.
        .0.  ..1  ...
        .0.  ...  10.
    """)
    assert [cell.visible for cell in state.cells] == [0, 1, 1, 0, 1, None, 0, None, 0]


def test_a_covered_square_is_not_part_of_a_line() -> None:
    state = drawn("""
        0..  01.  ...
        ...  ..1  ...
        ...  ...  ...
    """)
    assert not wins(state, Place("small", 2))


def test_covering_the_square_of_another_may_complete_a_line() -> None:
    state = drawn("""
        0..  0..  1..
        ...  .1.  ...
        ...  ...  ...
    """)
    assert wins(state, Place("medium", 2))
    assert wins(state, Place("large", 2))


def test_a_square_slipped_inside_a_larger_one_completes_nothing() -> None:
    state = drawn("""
        0..  0..  ..1
        ...  .1.  ...
        ...  ...  ...
    """)
    assert not wins(state, Place("small", 2))
    assert not wins(state, Place("medium", 2))


def test_covering_breaks_the_line_of_another() -> None:
    state = drawn(
        """
        0..  0..  ...
        ...  ..1  ...
        ...  ...  ...
    """,
        active=1,
    )
    state = after(GAME, state, (1, Place("medium", 1)))
    assert not wins(state, Place("small", 2))


def test_a_square_slipped_inside_a_larger_one_does_not_break_a_line() -> None:
    state = drawn(
        """
        ..0  0..  ...
        ...  ..1  ...
        ...  ...  ...
    """,
        active=1,
    )
    state = after(GAME, state, (1, Place("small", 0)))
    assert wins(state, Place("small", 2))


def test_in_visible_a_full_cell_does_not_win() -> None:
    state = drawn("""
        00.  1..  ...
        ...  .1.  ...
        ...  ...  ...
    """)
    assert not wins(state, Place("large", 0))


def test_in_visible_a_covered_line_of_one_size_does_not_win() -> None:
    state = drawn("""
        0..  0.1  ...
        ...  ..1  ...
        ...  ...  ...
    """)
    assert not wins(state, Place("small", 2))


# ── Winning: classic ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("line", LINES, ids=str)
@pytest.mark.parametrize("sizes", list(product(range(3), repeat=3)), ids=str)
def test_in_classic_a_line_wins_if_it_is_of_one_size_or_rises_either_way(
    line: tuple[int, int, int], sizes: tuple[int, int, int]
) -> None:
    """Each of the three squares in turn is the one that completes the line."""
    winning = sizes in [(0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 1, 2), (2, 1, 0)]
    for last in range(3):
        state = with_squares(
            0, [(size, cell) for i, (size, cell) in enumerate(zip(sizes, line, strict=True)) if i != last]
        )
        assert wins(state, Place(SIZES[sizes[last]], line[last])) == winning


def with_squares(seat: int, squares: list[tuple[int, int]]) -> GigogneState:
    """A position of `classic` with those squares, (size, cell) each, of one seat."""
    marks = ["..."] * 9
    for size, cell in squares:
        marks[cell] = marks[cell][:size] + str(seat) + marks[cell][size + 1 :]
    return drawn(" ".join(marks), active=seat, win="classic")


@pytest.mark.parametrize("cells", TRIPLES, ids=str)
def test_in_classic_three_of_one_size_win_in_the_same_eight_lines_and_nowhere_else(cells: tuple[int, int, int]) -> None:
    a, b, c = cells
    assert wins(with_squares(0, [(1, a), (1, b)]), Place("medium", c)) == (cells in LINES)


@pytest.mark.parametrize("cell", range(9))
@pytest.mark.parametrize("last", SIZES)
def test_in_classic_small_medium_and_large_in_one_cell_win(cell: int, last: Size) -> None:
    state = with_squares(0, [(size, cell) for size in range(3) if SIZES[size] != last])
    assert wins(state, Place(last, cell))


def test_in_classic_a_cell_filled_by_two_colours_does_not_win() -> None:
    state = drawn(
        """
        01.  ...  ...
        ...  ...  ...
        ...  ...  ...
    """,
        win="classic",
    )
    assert not wins(state, Place("large", 0))


def test_in_classic_a_line_of_two_colours_does_not_win() -> None:
    state = drawn(
        """
        0..  1..  ...
        ...  ...  ...
        ...  ...  ...
    """,
        win="classic",
    )
    assert not wins(state, Place("small", 2))


@pytest.mark.parametrize(
    ("drawing", "place"),
    [
        ("011  0.1  ...    ...  ...  ...    ...  ...  ...", Place("small", 2)),  # a line of small ones
        ("011  .01  ...    ...  ...  ...    ...  ...  ...", Place("large", 2)),  # a rising line
        ("0.1  0.1  ..1    ...  ...  ...    ...  ...  ...", Place("small", 2)),  # the last one is covered itself
    ],
)
def test_in_classic_being_covered_does_not_matter(drawing: str, place: Place) -> None:
    assert wins(drawn(drawing, win="classic"), place)


def test_in_classic_three_visible_squares_of_other_sizes_do_not_win() -> None:
    state = drawn(
        """
        0..  ..0  ...
        ...  1..  ...
        ...  ...  ...
    """,
        win="classic",
    )
    assert not wins(state, Place("medium", 2))


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────

SEAT_0_WINS_IN_CELL_2 = """
    0..  0..  ...
    ...  11.  ...
    ...  ...  ...
"""


def test_the_game_is_won_as_soon_as_a_placement_completes_the_condition() -> None:
    state = drawn(SEAT_0_WINS_IN_CELL_2)
    assert events_of(GAME, state, 0, Place("large", 2)) == [
        Placed(0, "large", 2),
        Ended(Outcome(winners=(0,), drawn=(), scores=(1, 0), reason="line")),
    ]


def test_after_the_end_nobody_is_to_act_and_everything_is_refused() -> None:
    state = after(GAME, drawn(SEAT_0_WINS_IN_CELL_2), (0, Place("large", 2)))
    assert GAME.to_act(state) == ()
    assert [GAME.legal(state, seat) for seat in (0, 1)] == [(), ()]
    assert [refusal_of(GAME, state, seat, Place("small", 8)).code for seat in (0, 1)] == ["game_over", "game_over"]
    assert (timeout(GAME, state, NO_CHANCE).events, leave(GAME, state, 1, NO_CHANCE).events) == ([], [])


@settings(max_examples=150, deadline=None)
@given(**ANY_GAME)
def test_a_game_is_won_by_a_line_if_and_only_if_the_board_shows_one_of_the_seat_that_placed(
    seats: int, options: GigogneOptions, random: Random
) -> None:
    """So a placement never completes another seat's line."""
    states = positions_of_a_game(seats, options, random)
    for state in states[:-1]:
        assert winners_on_the_board(state) == set()
    *_, before, end = states
    assert end.ended is not None
    assert winners_on_the_board(end) == ({before.active} if end.ended.reason == "line" else set())


def winners_on_the_board(state: GigogneState) -> set[int]:
    """All seats that fulfil the condition, found by looking at the whole board."""
    found: set[int] = set()
    owned = [(cell.small, cell.medium, cell.large) for cell in state.cells]
    for seat in range(len(state.stock)):
        if state.options.win == "visible":
            tops = [next((owner for owner in reversed(owners) if owner is not None), None) for owners in owned]
            if any(tops[a] == tops[b] == tops[c] == seat for a, b, c in LINES):
                found.add(seat)
        else:
            held = [{size for size, owner in enumerate(owners) if owner == seat} for owners in owned]
            flat = any(held[a] & held[b] & held[c] for a, b, c in LINES)
            rising = any(
                (0 in held[a] and 1 in held[b] and 2 in held[c]) or (2 in held[a] and 1 in held[b] and 0 in held[c])
                for a, b, c in LINES
            )
            if flat or rising or {0, 1, 2} in held:
                found.add(seat)
    return found


def test_when_two_seats_have_placed_all_their_squares_the_game_is_a_draw() -> None:
    state = drawn(
        """
        ..0  101  01.
        00.  .00  111
        ..1  010  ...
        """,
        active=1,
    )
    assert events_of(GAME, state, 1, Place("small", 0)) == [
        Placed(1, "small", 0),
        Ended(Outcome(winners=(), drawn=(0, 1), scores=(0, 0), reason="full")),
    ]


def test_the_last_square_may_still_win() -> None:
    state = drawn(
        """
        ..0  101  01.
        00.  .00  111
        ..1  010  ...
        """,
        active=1,
    )
    assert wins(state, Place("small", 8))


def test_when_four_seats_still_have_squares_but_no_slots_the_game_is_a_draw() -> None:
    state = drawn(
        """
        100  3.2  211
        030  202  121
        113  233  030
        """,
        seats=4,
        active=2,
    )
    ended = after(GAME, state, (2, Place("medium", 1))).ended
    assert ended == Outcome(winners=(), drawn=(0, 1, 2, 3), scores=(0, 0, 0, 0), reason="full")


# ── The fair opening ─────────────────────────────────────────────────────────────────────────────────────


def test_without_the_fair_opening_the_large_square_in_the_centre_may_open() -> None:
    assert Place("large", 4) in GAME.legal(drawn(EMPTY), 0)


def test_with_the_fair_opening_the_first_square_may_not_be_the_large_one_in_the_centre() -> None:
    state = drawn(EMPTY, fair_opening=True)
    assert refusal_of(GAME, state, 0, Place("large", 4)).rule == "fair_opening"
    assert list(GAME.legal(state, 0)) == [place for place in ALL_PLACES if place != Place("large", 4)]


def test_with_the_fair_opening_the_second_square_may_be_the_large_one_in_the_centre() -> None:
    state = after(GAME, drawn(EMPTY, fair_opening=True), (0, Place("small", 4)))
    assert after(GAME, state, (1, Place("large", 4))).cells[4] == Cell(small=0, large=1)


def test_the_fair_opening_holds_for_the_first_square_also_after_a_skipped_turn() -> None:
    state = after_timeout(GAME, drawn(EMPTY, fair_opening=True))
    assert refusal_of(GAME, state, 1, Place("large", 4)).rule == "fair_opening"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, GigogneOptions(fair_opening=True)),
        (4, GigogneOptions(fair_opening=True)),
        (2, GigogneOptions("classic", fair_opening=True)),
    ],
)
def test_the_fair_opening_is_for_two_seats_and_visible_only(seats: int, options: GigogneOptions) -> None:
    refusal = check_options(GAME, seats, options)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("bad_options", "fair_opening_limits")


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, GigogneOptions(fair_opening=True)),
        (3, GigogneOptions()),
        (2, GigogneOptions("classic")),
        (4, GigogneOptions("classic")),
    ],
)
def test_every_other_choice_of_options_is_allowed(seats: int, options: GigogneOptions) -> None:
    assert check_options(GAME, seats, options) is None


def test_options_are_given_by_name() -> None:
    assert parse_options(GAME, {"win": "classic"}) == GigogneOptions("classic")
    assert parse_options(GAME, {"fair_opening": "true"}) == GigogneOptions(fair_opening=True)
    refusal = parse_options(GAME, {"win": "hidden"})
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"


# ── Score ────────────────────────────────────────────────────────────────────────────────────────────────


def test_nobody_has_a_score_before_the_end() -> None:
    assert GAME.scores(drawn(SEAT_0_WINS_IN_CELL_2)) == (0, 0)


def test_the_winner_scores_1_and_the_others_0() -> None:
    state = after(GAME, drawn(SEAT_0_WINS_IN_CELL_2, seats=3), (0, Place("small", 2)))
    assert GAME.scores(state) == (1, 0, 0)


def test_a_draw_scores_0_for_all() -> None:
    state = after(GAME, drawn(ONE_SLOT_IS_EMPTY, seats=3, active=2), (2, Place("large", 1)))
    assert GAME.scores(state) == (0, 0, 0)


def test_a_seat_that_left_never_shares_a_draw() -> None:
    state = drawn(
        """
        ..0  101  01.
        00.  .00  111
        2.1  010  ...
        """,
        seats=3,
        active=1,
        left=(2,),
    )
    ended = after(GAME, state, (1, Place("small", 0))).ended
    assert ended == Outcome(winners=(), drawn=(0, 1), scores=(0, 0, 0), reason="full")


# ── Guard ────────────────────────────────────────────────────────────────────────────────────────────────


def after_skips(state: GigogneState, times: int) -> GigogneState:
    """The clock runs out so often."""
    for _ in range(times):
        assert state.ended is None
        state = after_timeout(GAME, state)
    return state


def test_when_the_clock_has_skipped_every_seat_three_times_the_game_is_a_draw() -> None:
    state = after_skips(drawn(SEAT_0_WINS_IN_CELL_2), 5)
    assert timeout(GAME, state, NO_CHANCE).events == [
        TimedOut(1),
        Ended(Outcome(winners=(), drawn=(0, 1), scores=(0, 0), reason="guard")),
    ]


def test_two_newcomers_who_both_read_the_rules_for_a_turn_play_on() -> None:
    state = after_skips(drawn(EMPTY), 2)
    assert (state.ended, GAME.to_act(state)) == (None, (0,))


def test_a_placement_begins_the_count_of_skips_anew() -> None:
    state = after_skips(drawn(EMPTY, seats=3), 8)
    state = after(GAME, state, (2, Place("small", 0)))
    state = after_skips(state, 8)
    assert state.ended is None
    state = after_skips(state, 1)
    assert state.ended == Outcome(winners=(), drawn=(0, 1, 2), scores=(0, 0, 0), reason="guard")


def test_the_guard_does_not_wait_for_a_seat_that_can_not_place() -> None:
    state = after_skips(drawn(SEAT_3_IS_STUCK, seats=4), 9)
    assert state.ended == Outcome(winners=(), drawn=(0, 1, 2, 3), scores=(0, 0, 0, 0), reason="guard")


def test_the_only_seat_that_can_place_ends_the_game_by_its_third_skip() -> None:
    state = after_skips(drawn(SEAT_0_HAS_NO_SQUARES, active=1), 3)
    assert state.ended == Outcome(winners=(), drawn=(0, 1), scores=(0, 0), reason="guard")


def test_the_guard_is_tested_at_a_skip_and_not_at_a_leaving() -> None:
    state = after_skips(drawn(EMPTY, seats=3), 8)
    state = after_leaving(GAME, state, 2)  # seats 0 and 1, both skipped three times, are all that is left
    assert (state.ended, GAME.to_act(state)) == (None, (0,))
    state = after_timeout(GAME, state)
    assert state.ended == Outcome(winners=(), drawn=(0, 1), scores=(0, 0, 0), reason="guard")


def test_after_such_a_leaving_the_game_may_go_on() -> None:
    state = after_leaving(GAME, after_skips(drawn(EMPTY, seats=3), 8), 2)
    state = after(GAME, state, (0, Place("small", 0)))
    assert after_timeout(GAME, state).ended is None


# ── Actions as data ──────────────────────────────────────────────────────────────────────────────────────


def test_an_action_is_its_type_its_size_and_its_cell() -> None:
    data = {"type": "place", "size": "small", "cell": 4}
    assert parse_action(GAME, data) == Place("small", 4)
    assert msgspec.to_builtins(Place("small", 4)) == data


def test_an_action_comes_as_json_too() -> None:
    assert parse_json_action(GAME, b'{"type":"place","size":"large","cell":0}') == Place("large", 0)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "place", "size": "small", "cell": 9},
        {"type": "place", "size": "small", "cell": -1},
        {"type": "place", "size": "small", "cell": "4"},
        {"type": "place", "size": "huge", "cell": 4},
        {"type": "place", "size": "small"},
        {"type": "place", "size": "small", "cell": 4, "seat": 1},
        {"type": "move", "size": "small", "cell": 4},
        {"size": "small", "cell": 4},
        [],
    ],
    ids=str,
)
def test_anything_else_is_no_action(data: object) -> None:
    refusal = parse_action(GAME, data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_message"


# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("place", "english", "french"),
    [
        (Place("small", 8), "You have no small square left.", "Il ne vous reste aucun petit carré."),
        (Place("medium", 3), "Cell 3 already holds a medium square.", "La case 3 contient déjà un carré moyen."),
        (Place("large", 2), "Cell 2 already holds a large square.", "La case 2 contient déjà un grand carré."),
    ],
)
def test_a_refusal_says_which_rule_in_both_languages(place: Place, english: str, french: str) -> None:
    state = drawn("""
        0..  0.1  ..1
        .1.  ...  ...
        ...  0..  .1.
    """)
    refusal = refusal_of(GAME, state, 0, place)
    assert refusal.code == "illegal_action"
    assert english in refusal.text.en
    assert french in refusal.text.fr


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 4), fair=st.booleans(), random=RANDOM)
def test_every_placement_is_legal_or_refused_by_a_rule(seats: int, fair: bool, random: Random) -> None:
    options = GigogneOptions(fair_opening=fair and seats == 2)
    for state in positions_of_a_game(seats, options, random)[:-1]:
        legal = GAME.legal(state, state.active)
        for place in ALL_PLACES:
            if place not in legal:
                assert refusal_of(GAME, state, state.active, place).rule in ("none_left", "slot_taken", "fair_opening")


# ── Timeout ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_seat_whose_clock_runs_out_is_skipped() -> None:
    state = drawn(SEAT_0_WINS_IN_CELL_2, seats=3)
    assert timeout(GAME, state, NO_CHANCE).events == [TimedOut(0), TurnBegan(1)]
    skipped = after_timeout(GAME, state)
    assert (skipped.cells, skipped.stock) == (state.cells, state.stock)
    assert (skipped.turn, skipped.skipped) == (state.turn + 1, (0,))


def test_after_a_skip_those_that_can_not_place_are_passed_over_as_ever() -> None:
    state = drawn(SEAT_3_IS_STUCK, seats=4, active=2)
    assert timeout(GAME, state, NO_CHANCE).events == [TimedOut(2), Passed(3), TurnBegan(0)]


# ── Leaving ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(("leaver", "other", "scores"), [(0, 1, (0, 1)), (1, 0, (1, 0))])
def test_with_two_seats_the_other_wins(active: int, leaver: int, other: int, scores: tuple[int, ...]) -> None:
    state = drawn(SEAT_0_WINS_IN_CELL_2, active=active)
    assert leave(GAME, state, leaver, NO_CHANCE).events == [
        Left(leaver),
        Ended(Outcome(winners=(other,), drawn=(), scores=scores, reason="left")),
    ]


def test_the_squares_of_a_seat_that_leaves_stay_and_its_remaining_ones_are_gone() -> None:
    state = after_leaving(GAME, drawn(SEAT_0_WINS_IN_CELL_2, seats=3), 1)
    assert same_board(state, SEAT_0_WINS_IN_CELL_2)
    assert state.stock == (Stock(1, 3, 3), Stock(0, 0, 0), Stock(3, 3, 3))
    assert state.left == (1,)


def test_the_squares_of_a_seat_that_left_still_fill_their_slots() -> None:
    state = after_leaving(GAME, drawn(SEAT_0_WINS_IN_CELL_2, seats=3), 1)
    assert refusal_of(GAME, state, 0, Place("medium", 4)).rule == "slot_taken"


def test_with_more_seats_the_game_goes_on_without_it() -> None:
    state = after_leaving(GAME, drawn(EMPTY, seats=3), 1)
    assert events_of(GAME, state, 0, Place("small", 0)) == [Placed(0, "small", 0), TurnBegan(2)]


def test_when_the_active_seat_leaves_the_turn_passes_on() -> None:
    state = drawn(EMPTY, seats=4, active=3)
    assert leave(GAME, state, 3, NO_CHANCE).events == [Left(3), TurnBegan(0)]


def test_when_another_seat_leaves_the_turn_stays_where_it_is() -> None:
    state = drawn(EMPTY, seats=4, active=3)
    assert leave(GAME, state, 1, NO_CHANCE).events == [Left(1)]
    assert GAME.to_act(after_leaving(GAME, state, 1)) == (3,)


def test_a_seat_that_has_left_can_not_leave_again() -> None:
    state = after_leaving(GAME, drawn(EMPTY, seats=3), 1)
    assert leave(GAME, state, 1, NO_CHANCE).events == []


def test_the_last_one_left_wins() -> None:
    state = after_leaving(GAME, drawn(EMPTY, seats=4), 0, 3)
    assert state.ended is None
    assert after_leaving(GAME, state, 1).ended == Outcome(winners=(2,), drawn=(), scores=(0, 0, 1, 0), reason="left")


def test_when_the_only_seat_that_could_place_leaves_the_others_draw() -> None:
    state = drawn(ONE_SLOT_IS_EMPTY, seats=3, active=2)
    assert leave(GAME, state, 2, NO_CHANCE).events == [
        Left(2),
        Ended(Outcome(winners=(), drawn=(0, 1), scores=(0, 0, 0), reason="full")),
    ]


def test_a_seat_that_is_stuck_may_leave_as_well() -> None:
    state = after_leaving(GAME, drawn(SEAT_3_IS_STUCK, seats=4, active=2), 3)
    assert events_of(GAME, state, 2, Place("large", 8)) == [Placed(2, "large", 8), TurnBegan(0)]


# ── Nothing is hidden ────────────────────────────────────────────────────────────────────────────────────


def test_every_seat_and_every_onlooker_sees_everything() -> None:
    state = drawn(SEAT_0_WINS_IN_CELL_2)
    for viewer in (0, 1, None):
        assert view(state, viewer) == state
        assert redact(Placed(0, "large", 2), viewer) == Placed(0, "large", 2)


def test_only_the_active_seat_is_told_legal_placements() -> None:
    state = drawn(SEAT_0_WINS_IN_CELL_2)
    counts = {viewer: len(perspective(GAME, state, viewer).legal) for viewer in (0, 1, None)}
    assert counts == {0: 23, 1: 0, None: 0}


@settings(max_examples=60, deadline=None)
@given(**ANY_GAME)
def test_every_way_to_end_has_its_words(seats: int, options: GigogneOptions, random: Random) -> None:
    ended = positions_of_a_game(seats, options, random)[-1].ended
    assert ended is not None
    assert ended.reason in GAME.reasons
