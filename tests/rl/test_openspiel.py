"""OpenSpiel takes our games by its own tests, and its algorithms run on them.

Skipped where OpenSpiel is not installed: its wheel is large, and nothing but this and `make bench-rl` needs it.
`PYTHONPATH=benchmarks/peers/.venv/lib/python3.11/site-packages` lends that of the benchmarks.
"""

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from skull.skull import GAME as SKULL
from tablee.games.gigogne import GAME as GIGOGNE
from tablee.kernel import Refusal, Secret, only
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin
from tablee.rl import Environment
from tests.rl.games import of_every_game, play_on
from tests.rl.kuhn import GAME as KUHN

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here: pip install open-spiel")

from tablee.rl import openspiel  # noqa: E402 - where there is OpenSpiel

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@of_every_game
def test_its_simulation_of_the_whole_interface_passes(game: AnyGame) -> None:
    name = openspiel.register(game)
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, False, False)


@of_every_game
def test_its_playthrough_is_written_and_is_the_same_again(game: AnyGame) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    name = openspiel.register(game)
    text = playthrough(f"{name}(recall=4)", [], seed=3)
    assert "IsTerminal() = True" in text
    assert f'GameType.short_name = "{name}"' in text


@of_every_game
def test_a_state_survives_serialising_and_cloning(game: AnyGame) -> None:
    spiel = pyspiel.load_game(openspiel.register(game))
    state, source = spiel.new_initial_state(), random.Random(1)
    for _ in range(90):
        if not state.is_terminal():
            legal = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
            state.apply_action(source.choice(legal or state.legal_actions()))
    read = spiel.deserialize_state(state.serialize())
    assert read.history() == state.history() == state.clone().history()
    assert str(read) == str(state) == str(state.clone())


@of_every_game
def test_monte_carlo_tree_search_plays_it(game: AnyGame) -> None:
    from open_spiel.python.algorithms import mcts

    spiel = pyspiel.load_game(openspiel.register(game))
    source = np.random.RandomState(1)
    bot = mcts.MCTSBot(spiel, 1.4, 4, _Level(), random_state=source)
    state = spiel.new_initial_state()
    acted = 0
    while not state.is_terminal() and acted < 3:
        if state.is_chance_node():
            state.apply_action(int(source.choice([outcome for outcome, _ in state.chance_outcomes()])))
        else:
            acted += 1
            state.apply_action(bot.step(state))
    assert acted == 3


class _Level:
    """Takes every position for even: a search of few simulations need not play games of hundreds of steps out."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> Any:
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_counterfactual_regret_finds_the_play_of_kuhn_poker_that_none_can_exploit() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    # Who wins and loses is told here, not how much: so it is compared with what follows from the rules, solved.
    spiel = pyspiel.load_game(openspiel.register(KUHN))
    solver = cfr.CFRPlusSolver(spiel)
    before = exploitability.exploitability(spiel, solver.average_policy())
    for _ in range(100):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(spiel, solver.average_policy())
    assert before > 0.1
    assert after < 0.01


def test_a_small_skull_is_solved_and_its_solution_can_hardly_be_exploited() -> None:
    """Each has a flower and the skull, and the next point wins: its tree goes to OpenSpiel's compiled solver whole."""
    from open_spiel.python.algorithms.gambit import export_gambit

    begun = begin(SKULL, 2, SKULL.options(), Chance.seeded(0), 0)
    assert not isinstance(begun, Refusal)
    hands = tuple(tuple(Secret(disc, only(seat)) for disc in ("flower", "skull")) for seat in range(2))
    position = replace(begun, hands=hands, points=(1, 1))
    spiel = pyspiel.load_efg_game(export_gambit(openspiel.from_position(SKULL, position)))
    assert pyspiel.exploitability(spiel, pyspiel.UniformRandomPolicy(spiel)) > 0.4
    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(120):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(spiel, solver.average_policy()) < 0.01


def test_the_example_of_the_docs_solves_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/rl.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```py\n(.*?)^```", page, flags=re.DOTALL | re.MULTILINE)
    exec(example, {})
    assert f"{float(capsys.readouterr().out):.3f}" == re.findall(r"# (0\.\d+); of random play", example)[0]


def test_a_position_near_the_end_is_solved_exactly() -> None:
    from open_spiel.python.algorithms import minimax

    table = Environment(GIGOGNE, starter=0)
    for seed in range(100):
        table.reset(0)
        play_on(table, random.Random(seed), 13)
        if not table.is_over:
            break
    spiel = openspiel.from_position(GIGOGNE, table.state)
    value, _ = minimax.alpha_beta_search(spiel)
    best = max(_value(table, number) for number in table.legal(table.to_act[0]))
    assert value == best  # to who is to act


def _value(table: Environment, number: int) -> float:
    """What a step is worth to who takes it, by trying everything."""
    seat, after = table.to_act[0], table.clone()
    after.step(seat, number)
    if after.is_over:
        return after.utilities()[seat]
    best = max(_value(after, answer) for answer in after.legal(after.to_act[0]))
    return best if after.to_act[0] == seat else -best


def test_options_and_seats_are_parameters() -> None:
    spiel = pyspiel.load_game("tablee_diggers(seats=3,tiles=0)")
    assert spiel.num_players() == 3
    assert spiel.new_initial_state().chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert pyspiel.load_game("tablee_gigogne").get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert pyspiel.load_game("tablee_gigogne(starter=-1)").new_initial_state().is_chance_node()
