"""Refusals fuzzed: a hundred thousand random JSON values as actions for each game, from noise to almost right."""

import random
from typing import Any

import pytest

from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import game_ids, load_game
from tablee.lab.random_play import random_steps
from tablee.testing.fuzz import check_refusals

VALUES = 100_000
EACH = 250


@pytest.mark.parametrize("game_id", game_ids())
def test_no_random_value_is_accepted_wrongly_or_raises(game_id: str) -> None:
    game, source, tried, accepted, number = load_game(game_id), random.Random(20), 0, 0, 0
    while tried < VALUES:
        number += 1
        chance = Chance.seeded(number)
        seats = source.randint(*game.seats)
        state: Any = begin(game, seats, game.options(), chance)
        for step in random_steps(game, state, chance, chance):
            if source.randrange(4) == 0 or not game.to_act(step.state):
                seat = source.randrange(seats)
                accepted += check_refusals(game, step.state, seat, source, EACH)
                tried += EACH
    assert accepted > 100, "the fuzzer has to hit legal actions now and then, or it proves little"
