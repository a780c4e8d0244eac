"""A bot is given what its seat may see, and nothing else; so worlds that look alike get the same choice."""

import inspect
from typing import Any, get_type_hints

import pytest

from tablee.bots import PLAYERS, make_player
from tablee.bots.levels import Level, think
from tablee.bots.worlds import alike
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, carry_out
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective, perspective

GAMES = [("ninth", 2), ("diggers", 3), ("noe", 4), ("gigogne", 3), ("kitty", 2)]
QUICK = Level(simulations=40, seconds=0.0)


def some_way_into(game: AnyGame, seats: int, moves: int, seed: int) -> Any:
    """A state after random moves."""
    chance = Chance.seeded(seed)
    state: Any = begin(game, seats, game.options(), chance, 0)
    for _ in range(moves):
        awaited = game.to_act(state)
        if not awaited:
            break
        seat = chance.pick(awaited)
        state = carry_out(game, state, seat, chance.pick(game.legal(state, seat)), chance).state
    return state


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_takes_the_sight_of_a_seat_and_nothing_else(name: str) -> None:
    player = make_player(load_game("gigogne"), name)
    assert list(inspect.signature(player).parameters) == ["sight"]
    assert get_type_hints(player)["sight"] is Perspective


@pytest.mark.parametrize(("id_", "seats"), GAMES)
def test_worlds_that_look_alike_to_a_seat_get_the_same_choice(id_: str, seats: int) -> None:
    game = load_game(id_)
    for seed in range(4):
        state = some_way_into(game, seats, 3 + 7 * seed, seed)
        for seat in game.to_act(state):
            choices = {
                repr(think(game, perspective(game, alike(state, seat, Chance.seeded(world)), seat), QUICK, Dice(11)))
                for world in range(4)
            }
            assert len(choices) == 1


@pytest.mark.parametrize(("id_", "seats"), GAMES)
@pytest.mark.parametrize("name", ["random", "greedy", "easy"])
def test_every_player_plays_only_what_is_legal(id_: str, seats: int, name: str) -> None:
    game = load_game(id_)
    player = make_player(game, name, seed=5)
    for seed in range(3):
        state = some_way_into(game, seats, 4 + 9 * seed, seed)
        for seat in game.to_act(state):
            sight = perspective(game, state, seat)
            assert player(sight) in sight.legal
