"""Many games at once play the same games as the rules, and tell a seat no more than it sees."""

import numpy as np
import pytest

from tablee.bots.worlds import alike
from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.kitty import GAME as KITTY
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.views import perspective
from tablee.rl import IllegalActionError
from tablee.rl.vector import NoFormError, VectorEnvironment
from tablee.testing.forms import positions
from tests.rl.games import EVERY_GAME, of_our_games


@of_our_games
def test_random_games_end_and_begin_anew_with_rewards_that_add_up(game: AnyGame) -> None:
    for seats in set(game.seats):
        games = VectorEnvironment(game, 16, seats, seed=1)
        seen, ended = games.reset(1), 0
        for _ in range(150):
            assert seen.observations.shape == (16, len(games.names))
            assert set(np.unique(seen.observations)) <= {0, 1}
            assert seen.masks.any(axis=1).all()
            seen = games.step(games.sample())
            assert np.abs(seen.rewards.sum(axis=1)).max() < 1e-6
            assert not seen.rewards[~seen.ended].any()
            ended += int(seen.ended.sum())
        assert ended or game.id in ("ninth", "diggers")


@of_our_games
def test_a_look_at_a_perspective_has_its_legal_actions_and_the_same_bits_in_every_world_alike(game: AnyGame) -> None:
    games, chance = VectorEnvironment(game, 1), Chance.seeded(3)
    for number, (state, seat) in enumerate(positions(game, games.seats, game.options(), 3)):
        sight = perspective(game, state, seat)
        bits, mask = games.look(sight)
        assert [*mask.nonzero()[0]] == sorted(games.index.of(action) for action in sight.legal)
        if number % 4 == 0:
            other, _ = games.look(perspective(game, alike(state, seat, chance), seat))
            assert np.array_equal(bits, other)


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (VectorEnvironment(KITTY, 8, seed=4) for _ in range(2))
    for _ in range(60):
        actions = one.sample()
        assert np.array_equal(actions, other.sample())
        seen, again = one.step(actions), other.step(actions)
        assert np.array_equal(seen.observations, again.observations)
        assert np.array_equal(seen.rewards, again.rewards)


def test_names_are_of_the_seat_to_act_and_those_after_it() -> None:
    games = VectorEnvironment(GIGOGNE, 2, 3, seed=1)
    first = games.reset(1).seats
    seen = games.step([13, 13])
    bits = dict(zip(games.names, seen.observations[0], strict=True))
    assert seen.seats[0] == (first[0] + 1) % 3
    assert bits["next2.medium[4]"] == bits["next2.visible[4]"] == bits["own.stock.medium>2"] == 1
    assert bits["next2.stock.medium>2"] == 0


def test_an_illegal_action_is_refused_with_its_game() -> None:
    games = VectorEnvironment(GIGOGNE, 3)
    games.step([0, 1, 2])
    with pytest.raises(IllegalActionError, match="in game 1, 1 is not legal"):
        games.step([1, 1, 1])
    with pytest.raises(IllegalActionError, match="in game 0, 99"):
        games.step([99, 0, 0])
    with pytest.raises(IllegalActionError, match="want as many actions"):
        games.step([1])


def test_a_game_without_a_form_is_refused_with_what_to_use_instead() -> None:
    with pytest.raises(NoFormError, match="play it in an Environment"):
        VectorEnvironment(EVERY_GAME[-1], 4)
