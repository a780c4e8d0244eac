"""The puzzles of the days: each is reached by legal play, and is what it claims to be."""

from collections import Counter
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.gigogne.solver import ALL, Solver, squares_in
from tablee.games.kitty.rules import EndTurn, KittyState, scores
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.registry import load_game
from tablee.lessons.compiled import LessonTry
from tablee.puzzles import kitty
from tablee.puzzles.compiled import CompiledPuzzle
from tablee.puzzles.days import FIRST, WEEK, WEEKS, compiled, puzzle_of
from tablee.puzzles.making import prove
from tablee.puzzles.puzzle import GAMES, Puzzle, PuzzleError, position_of, puzzles_of, read_line

SAMPLE = range(0, 364, 31)
"""`make puzzles` proves all of them."""


def test_a_year_has_a_puzzle_of_each_game_every_day_harder_towards_sunday() -> None:
    for game in GAMES:
        puzzles = puzzles_of(game)
        assert [puzzle.difficulty for puzzle in puzzles] == list(WEEK * WEEKS)
        assert len({puzzle.line for puzzle in puzzles}) == len(puzzles)
    assert FIRST.weekday() == 0


def test_the_same_day_has_the_same_puzzle_everywhere_and_a_year_later_it_comes_again() -> None:
    day = date(2026, 11, 18)
    assert puzzle_of("gigogne", FIRST) == puzzles_of("gigogne")[0]
    assert puzzle_of("kitty", day) == puzzles_of("kitty")[317]
    assert puzzle_of("kitty", day + timedelta(364)) == puzzle_of("kitty", day)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_claimed_of_a_puzzle_is_proven(game: str) -> None:
    for number in SAMPLE:
        prove(puzzles_of(game)[number])


def test_a_claim_that_is_not_so_is_refuted() -> None:
    gigogne, kitty = puzzles_of("gigogne")[0], puzzles_of("kitty")[0]
    for wrong in (
        replace(gigogne, goal=gigogne.goal + 1),
        replace(gigogne, difficulty=3),
        replace(gigogne, moves=gigogne.moves[:-1]),
        replace(kitty, goal=kitty.goal + 1),
        replace(kitty, moves=kitty.moves[:-1]),
    ):
        with pytest.raises(PuzzleError, match="claims what is not so"):
            prove(wrong)


def test_moves_that_the_rules_do_not_allow_are_no_puzzle() -> None:
    puzzle = puzzles_of("gigogne")[0]
    for moves in ((4, 4), (99,)):
        with pytest.raises(PuzzleError):
            position_of(replace(puzzle, moves=moves))
    with pytest.raises(PuzzleError, match="is no puzzle"):
        read_line("gigogne", "2 x")


def test_gigogne_has_one_first_placement_that_wins_at_all() -> None:
    """By the solver's full verdict, and not by what the compiled tree says."""
    for number in SAMPLE:
        puzzle = puzzles_of("gigogne")[number]
        mine, theirs, _ = squares_in(position_of(puzzle).active, position_of(puzzle))
        worths, _ = Solver(is_classic=False).verdicts(mine, theirs, ALL)
        assert [worth for worth in worths.values() if worth > 0] == [2 * (puzzle.goal - 1)]


@pytest.mark.parametrize("number", [0, 2, 5])
def test_gigogne_is_won_in_time_whatever_is_answered_and_not_after_anything_else(number: int) -> None:
    """By playing all replies of the bot by the rules, without the solver."""
    puzzle = next(one for one in puzzles_of("gigogne")[number:] if one.goal == 2)
    game, state = load_game("gigogne"), position_of(puzzle)
    seat = state.active
    winning = []
    for action in game.legal(state, seat):
        after = carry_out(game, state, seat, action, Chance.seeded(0)).state
        if all(then.ended is None and _can_win(game, then, seat) for then in _after_any(game, after, 1 - seat)):
            winning.append(action)
    (first,) = [tried.action for tried in compiled_of(puzzle).nodes[0].tries if tried.is_right]
    assert winning == [first]


def test_no_kitty_has_one_board_with_the_best_lead() -> None:
    """By trying every order of every card, with no memory of where it was before."""
    puzzle = min(puzzles_of("kitty"), key=lambda one: len(position_of(one).hearts[position_of(one).active]))
    state = position_of(puzzle)
    boards = Counter({board: lead for lead, board in _ends(state, state.active)})
    best = max(boards.values())
    assert best == puzzle.goal
    assert list(boards.values()).count(best) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_right_way_leads_to_the_end_and_every_wrong_one_is_answered(game: str) -> None:
    for number in SAMPLE:
        puzzle = compiled_of(puzzles_of(game)[number])
        reached = {0}
        for place, node in enumerate(puzzle.nodes):
            assert place in reached
            assert tuple(tried.action for tried in node.tries) == tuple(node.sight.legal)
            assert any(tried.is_right for tried in node.tries)
            for tried in node.tries:
                assert (tried.to is None) or tried.is_right
                _check_told(puzzle, tried)
                reached |= {tried.to} - {None}  # type: ignore[arg-type]  # what is left are numbers
        assert puzzle.steps == 1 + max(node.step for node in puzzle.nodes)
        assert sum(tried.is_right for tried in puzzle.nodes[0].tries) == 1 or game == "kitty"


def test_a_puzzle_tells_nothing_that_the_seat_does_not_know() -> None:
    """Worlds that differ only in what is hidden from the player give the same bytes."""
    state = position_of(puzzles_of("kitty")[3])
    other = 1 - state.active
    hidden = replace(
        state,
        hearts=tuple(
            tuple(replace(card, value="red1") for card in hand) if seat == other else hand
            for seat, hand in enumerate(state.hearts)
        ),
        heart_deck=tuple(replace(card, value="green3") for card in state.heart_deck),
        magic_deck=state.magic_deck[::-1],
    )
    assert hidden != state
    assert _bytes_of(hidden) == _bytes_of(state)


def compiled_of(puzzle: Puzzle) -> CompiledPuzzle:
    return compiled(puzzle.game, FIRST + timedelta(puzzles_of(puzzle.game).index(puzzle)))


def _bytes_of(state: KittyState) -> bytes:
    turn = kitty.explore(state)
    assert turn is not None
    return msgspec.json.encode(kitty.nodes_of(state, turn))


def _check_told(puzzle: CompiledPuzzle, tried: LessonTry) -> None:
    assert tried.say.en
    assert tried.say.fr
    assert len(tried.say.en.split()) <= 12
    is_answered = puzzle.game == "gigogne" and not (tried.is_right and tried.to is None)
    assert [move.seat for move in tried.shown] == [puzzle.seat, 1 - puzzle.seat][: 1 + is_answered]
    if tried.is_right and tried.to is None and puzzle.game == "gigogne":
        assert tried.shown[-1].sight.outcome is not None
        assert tried.shown[-1].sight.outcome.winners == (puzzle.seat,)


def _after_any(game: AnyGame, state: Any, seat: int) -> list[Any]:
    """Where everything leads that a seat can do."""
    return [carry_out(game, state, seat, action, Chance.seeded(0)).state for action in game.legal(state, seat)]


def _can_win(game: AnyGame, state: Any, seat: int) -> bool:
    return any(after.ended is not None and after.ended.winners == (seat,) for after in _after_any(game, state, seat))


def _ends(state: KittyState, seat: int) -> set[tuple[int, object]]:
    points = scores(state)
    ends: set[tuple[int, object]] = {(points[seat] - points[1 - seat], state.tiles)}
    game = load_game("kitty")
    for action in () if state.ended else game.legal(state, seat):
        if not isinstance(action, EndTurn):
            ends |= _ends(carry_out(game, state, seat, action, Chance.seeded(0)).state, seat)
    return ends
