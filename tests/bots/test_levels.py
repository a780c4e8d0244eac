"""Each level is stronger than the one below it, in every game; and what a player's name can say."""

import msgspec
import pytest

from tablee.bots import make_player
from tablee.bots.levels import LEVELS, level_of
from tablee.games.diggers.mine import EXIT, steps_out
from tablee.games.diggers.rules import DiggersOptions, DiggersState, Move
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.views import perspective
from tablee.lab.arena import ArenaReport, arena
from tests.bots.compiled import once_compiled
from tests.games.diggers.positions import race

EACH = [("ninth", 4), ("diggers", 6), ("noe", 40), ("gigogne", 40), ("kitty", 40)]


# ── Who is stronger ──────────────────────────────────────────────────────────────────────────────────────
# With simulations instead of a clock the games are always the same. benchmarks/bots.py plays many more.


@once_compiled
@pytest.mark.parametrize(
    ("game", "stronger", "weaker", "games"),
    [
        ("ninth", "hard:60", "easy", 2),
        ("diggers", "hard:60", "easy", 4),
        ("noe", "hard:300", "medium:40", 20),
        ("noe", "medium:80", "easy", 20),
        ("gigogne", "hard:400", "medium", 20),
        ("gigogne", "medium", "easy", 20),
        ("kitty", "hard:300", "medium:40", 12),
        ("kitty", "medium:80", "easy", 20),
    ],
)
def test_a_stronger_level_wins_most_games(game: str, stronger: str, weaker: str, games: int) -> None:
    wins, losses = meet(game, stronger, weaker, games)
    assert wins >= 1.8 * losses
    assert wins >= games / 2


@once_compiled
@pytest.mark.parametrize(("game", "games"), EACH)
def test_the_easy_level_plays_better_than_at_random(game: str, games: int) -> None:
    wins, losses = meet(game, "easy", "random", games)
    assert wins >= 2 * losses


@once_compiled
@pytest.mark.parametrize(("game", "games"), EACH)
def test_the_easy_level_can_be_beaten_by_who_takes_what_is_best_at_once(game: str, games: int) -> None:
    wins, losses = meet(game, "easy", "greedy", games)
    assert wins < losses


def meet(game: str, one: str, other: str, games: int) -> tuple[int, int]:
    """How many games each of the two won; both with their simulations, and no clock that a busy machine could stop."""
    known = load_game(game)
    players = [f"{name}:{level_of(known, name).simulations}" if name in LEVELS else name for name in (one, other)]
    report = arena(game, players, games, load_game(game).options(), seed=1, workers=1)
    assert isinstance(report, ArenaReport)
    return report.standings[0].wins, report.standings[1].wins


# ── Names and budgets ────────────────────────────────────────────────────────────────────────────────────


def test_a_level_can_be_given_another_time_or_a_number_of_simulations() -> None:
    game = load_game("gigogne")
    assert level_of(game, "hard") == LEVELS["hard"]
    assert level_of(game, "hard@0.05") == msgspec.structs.replace(LEVELS["hard"], seconds=0.05)
    assert level_of(game, "medium:70") == msgspec.structs.replace(LEVELS["medium"], simulations=70, seconds=0.0)


def test_a_game_can_have_levels_of_its_own() -> None:
    assert level_of(load_game("noe"), "easy").slips > LEVELS["easy"].slips
    assert level_of(load_game("noe"), "hard") == LEVELS["hard"]


@pytest.mark.parametrize(
    "name", ["nobody", "hard@", "hard:2.5", "hard:-1", "random:5", "greedy@1", "hard@1@2", "hard:0", "hard@0.0", ""]
)
def test_a_name_that_says_nothing_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no player"):
        make_player(load_game("gigogne"), name)


# ── Greedy where nobody has a score yet ──────────────────────────────────────────────────────────────────


def test_the_way_out_goes_round_disabled_tiles() -> None:
    assert steps_out(EXIT, ()) == 0
    assert steps_out((0, 0), ()) == 9
    assert steps_out((0, 0), [(1, 1), (3, 3), (5, 5), (7, 7)]) == 10


def test_the_greedy_player_of_diggers_steps_towards_the_exit_though_the_other_chooses_at_the_same_time() -> None:
    game = load_game("diggers")
    state = begin(game, 2, DiggersOptions(tiles=0), Chance.seeded(1), 0)
    assert isinstance(state, DiggersState)
    state = msgspec.structs.replace(state, positions=((5, 5), (5, 5)), dice=(1, 2, 4, 5))
    assert len(game.legal(state, 0)) > 1
    for seed in range(5):
        assert make_player(game, "greedy", seed)(perspective(game, state, 0)) == Move((6, 6))


def test_the_greedy_one_moves_beside_a_choice_that_it_can_not_see() -> None:
    state = race((8, 8), (0, 0), dice=(2, 3, 4, 6), chosen={1: (0, 1)})
    game = load_game("diggers")
    assert make_player(game, "greedy", seed=1)(perspective(game, state, 0)) == Move(EXIT)
