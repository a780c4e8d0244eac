"""The tree search: the same for the same seed, and not blind to what is one move away."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tablee.bots.best_so_far import BestSoFar
from tablee.bots.levels import Level, make_player, searcher, think
from tablee.bots.readable import readable_form
from tablee.bots.tree import Edge, is_clear, search
from tablee.bots.worker import begin_worker, ponder
from tablee.games.gigogne import GAME
from tablee.games.gigogne.rules import Cell, GigogneState, Place
from tablee.kernel.chance import Chance
from tablee.kernel.data import State
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective
from tests.bots.compiled import IS_COMPILED, once_compiled
from tests.patience import at_leisure

THINKING = Level(simulations=600, seconds=0.0)


def position(*squares: tuple[int, str, int], active: int = 0) -> GigogneState:
    """Squares as (cell, size, seat)."""
    state = begin(GAME, 2, GAME.options(), Chance.seeded(1), active)
    assert isinstance(state, GigogneState)
    cells = list(state.cells)
    for cell, size, seat in squares:
        owners = {name: getattr(cells[cell], name) for name in ("small", "medium", "large")} | {size: seat}
        cells[cell] = Cell(**owners)
    return GigogneState(turn=4, options=state.options, active=active, cells=tuple(cells), stock=state.stock)


def choose(state: State, seat: int) -> Place:
    action = think(GAME, perspective(GAME, state, seat), THINKING, Dice(3))
    assert isinstance(action, Place)
    return action


def test_it_takes_a_win_that_is_there() -> None:
    #  0 0 .
    #  1 1 .      seat 0 to place
    #  . . .
    state = position((0, "large", 0), (1, "large", 0), (3, "large", 1), (4, "large", 1))
    assert choose(state, 0).cell == 2


def test_it_stops_a_win_that_threatens() -> None:
    #  1 1 .
    #  0 . .      seat 0 to place: a square of its own in the corner, or over one of the two
    #  . . .
    state = position((0, "medium", 1), (1, "medium", 1), (3, "small", 0))
    assert choose(state, 0).cell in {0, 1, 2}


def test_the_same_seed_and_budget_give_the_same_figures() -> None:
    sight = perspective(GAME, position(), 0)
    figures = [search(readable_form(GAME, 2, sight), 0, Dice(9), 80, 0.0, 0.7) for _ in range(2)]
    assert figures[0] == figures[1]


def test_a_time_limit_is_kept() -> None:
    from time import perf_counter

    sight = perspective(GAME, position(), 0)
    began = perf_counter()
    search(readable_form(GAME, 2, sight), 0, Dice(9), 0, 0.2, 0.7)
    assert perf_counter() - began < at_leisure(1.0)


def test_a_player_with_a_seed_repeats_itself() -> None:
    sight = perspective(GAME, position(), 0)
    assert make_player(GAME, "random", 4)(sight) == make_player(GAME, "random", 4)(sight)


def edges(*visits: float) -> list[Edge]:
    made = [Edge(action) for action in range(len(visits))]
    for edge, count in zip(made, visits, strict=True):
        edge.visits = count
    return made


def test_it_stops_when_no_other_action_can_catch_up() -> None:
    assert is_clear(edges(40, 100, 20), 59)
    assert not is_clear(edges(40, 100, 20), 60)
    assert is_clear(edges(3), 1000)


def test_it_stops_at_a_sure_win() -> None:
    state = position((0, "large", 0), (1, "large", 0), (3, "large", 1), (4, "large", 1))
    form, _ = searcher(GAME)(2, perspective(GAME, state, 0))
    figures = search(form, 0, Dice(1), 100_000, 0.0, 0.7)
    assert sum(visits for visits, _ in figures.values()) < 10_000
    assert max(figures.values())[1] == 1.0


@once_compiled
def test_a_worker_that_thinks_hard_stays_under_300_megabytes() -> None:
    # By simulations, as a busy machine would make few in a second; so many are about what a second is good for.
    simulations = 150_000 if IS_COMPILED else 3_000
    context = get_context("spawn")
    with ProcessPoolExecutor(1, context, begin_worker, (BestSoFar(context),)) as worker:
        for name in ("ninth", "diggers", "noe", "gigogne", "kitty"):
            game = load_game(name)
            state: Any = begin(game, game.seats[1], game.options(), Chance.seeded(2), 0)
            sight = perspective(game, state, game.to_act(state)[-1])
            chosen = worker.submit(ponder, name, f"hard:{simulations}", sight, 1.0, 5, 1).result(at_leisure(120))
            assert 0 <= chosen < len(sight.legal)
        # The peak that getrusage tells is also that of the process which started this one.
        status = worker.submit(Path("/proc/self/status").read_text).result(at_leisure(30))
    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
    assert peak < 300 * 1024
