"""PettingZoo and Gymnasium take our games by their own tests."""

import sys
import time
import warnings
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from tablee.games.diggers import GAME as DIGGERS
from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.kitty import GAME as KITTY
from tablee.kernel.game import AnyGame
from tablee.rl import IllegalActionError
from tablee.rl.gymnasium import SeatEnv
from tablee.rl.pettingzoo import env, parallel_env
from tests.rl.games import of_every_game
from tests.rl.kuhn import GAME as KUHN

# PettingZoo warns of what all its own board games do too: those, it knows by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's benchmark takes five seconds by the clock: here the clock is quicker."""
    clock = SimpleNamespace(time=lambda: 50 * time.time())
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)


@of_every_game
def test_pettingzoo_takes_it_agent_by_agent(game: AnyGame) -> None:
    for seats in {*game.seats}:
        api_test(env(game, seats), num_cycles=20)
    seed_test(lambda: env(game), num_cycles=8)


@of_every_game
def test_pettingzoo_takes_it_all_at_once(game: AnyGame) -> None:
    for seats in {*game.seats}:
        parallel_api_test(parallel_env(game, seats), num_cycles=20)
    parallel_seed_test(lambda: parallel_env(game), num_cycles=8)


@of_every_game
@pytest.mark.usefixtures("hurried")
def test_pettingzoo_measures_it(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env(game))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_pettingzoo_takes_a_game_that_is_written_elsewhere_with_perfect_recall() -> None:
    api_test(env(KUHN, observation="recall"), num_cycles=20)
    parallel_api_test(parallel_env(KUHN, observation="recall"), num_cycles=20)


@of_every_game
def test_gymnasium_takes_one_seat_of_it(game: AnyGame) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SeatEnv(game, opponents="random"), skip_render_check=True)


def test_whoever_acts_illegally_loses_at_once() -> None:
    table = env(GIGOGNE)
    table.reset(seed=1)
    table.step(0)
    late = table.agent_selection
    table.step(0)
    assert table.rewards[late] == -1
    assert all(table.terminations.values())

    seat = SeatEnv(GIGOGNE, opponents="random")
    _, info = seat.reset(seed=1)
    legal = np.int64(info["action_mask"].argmax())
    seat.step(legal)
    _, reward, is_over, _, info = seat.step(legal)
    assert (reward, is_over) == (-1.0, True)
    assert "is not legal" in info["illegal"]


def test_whoever_acts_illegally_at_once_with_others_loses_alone() -> None:
    table = parallel_env(DIGGERS, 3)
    table.reset(seed=1)
    _, rewards, is_over, _, _ = table.step({"seat_0": 5, "seat_1": 0, "seat_2": 6})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0, "seat_2": 0.0}
    assert all(is_over.values())


def test_illegal_actions_raise_where_that_is_asked_for() -> None:
    seat = SeatEnv(GIGOGNE, opponents="random", illegal="raise")
    seat.reset(seed=1)
    seat.step(np.int64(3))
    with pytest.raises(IllegalActionError, match="is not legal"):
        seat.step(np.int64(3))


def test_all_choose_at_once_in_one_step_where_the_game_lets_them() -> None:
    table = parallel_env(DIGGERS, 4, DIGGERS.options(tiles=0))
    seen, _ = table.reset(seed=2)
    table.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in table.agents})
    assert table.game.state.turn == 1
    assert table.game.length == 4


def test_scores_can_be_the_reward() -> None:
    table = env(KITTY, reward="score")
    table.reset(seed=3)
    total = dict.fromkeys(table.agents, 0.0)
    source = np.random.default_rng(1)
    for agent in table.agent_iter():
        seen, _, is_over, _, _ = table.last()
        table.step(None if is_over else int(source.choice(np.flatnonzero(seen["action_mask"]))))
        if not is_over:
            for other, reward in table.rewards.items():
                total[other] += reward
        del agent
    assert tuple(total.values()) == table.unwrapped.game.scores()


def test_gymnasium_makes_a_seat_by_its_name_and_a_bot_answers() -> None:
    seat = gymnasium.make("tablee.rl.gymnasium:tablee/gigogne-v0", opponents="easy")
    _, info = seat.reset(seed=4)
    before = int(info["action_mask"].sum())
    _, _, _, _, info = seat.step(int(info["action_mask"].argmax()))
    assert int(info["action_mask"].sum()) == before - 2


def test_opponents_that_are_too_few_or_no_seat_at_all_are_refused() -> None:
    with pytest.raises(ValueError, match="3 opponents are wanted, not 1"):
        SeatEnv(GIGOGNE, 4, opponents=["easy"])
    with pytest.raises(ValueError, match="there is no seat 2"):
        SeatEnv(GIGOGNE, seat=2)


def test_a_table_is_rendered_as_what_everyone_sees() -> None:
    table = env(KITTY, render_mode="ansi")
    table.reset(seed=1)
    assert '"?"' in table.render()
