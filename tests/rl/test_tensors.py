"""What a seat sees, as numbers: all of it, nothing else, and each entry with a name."""

import random

import numpy as np
import pytest

from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.kitty import GAME as KITTY
from tablee.kernel.game import AnyGame
from tablee.kernel.views import Perspective
from tablee.rl import Environment, tensors_of
from tablee.rl.tensors import FARTHEST, Kind
from tablee.testing import find_leak
from tests.kernel.leaky import make
from tests.rl.games import of_every_game, play_on
from tests.rl.kuhn import GAME as KUHN

KINDS: tuple[Kind, ...] = ("sight", "public", "private", "recall")


@of_every_game
def test_every_entry_has_a_name_of_its_own_and_keeps_within_bounds(game: AnyGame) -> None:
    table, source = Environment(game, game.seats[1], seed=6), random.Random(6)
    for kind in KINDS:
        names = table.tensors.names(kind)
        assert len(names) == len(set(names)) == table.tensors.size(kind)
    while not table.is_over:
        play_on(table, source, 12)
        for kind in KINDS:
            seen = table.observe(1, kind)
            assert seen.shape == (table.tensors.size(kind),)
            assert seen.dtype == np.float32
            assert np.abs(seen).max(initial=0) <= FARTHEST


@of_every_game
def test_worlds_that_look_alike_to_a_seat_give_it_the_same_numbers(game: AnyGame) -> None:
    tensors = tensors_of(game, game.seats[0], game.options())

    def told(sight: Perspective) -> bytes:
        return tensors.sight(sight).tobytes() + tensors.private(sight).tobytes()

    assert find_leak(game, game.seats[0], game.options(), seed=2, steps=60, told=told) is None


def test_a_tensor_of_a_game_that_tells_a_secret_is_found_out() -> None:
    game = make("count")
    tensors = tensors_of(game, 2, game.options())
    leaks = [
        find_leak(game, 2, game.options(), seed, told=lambda sight: tensors.sight(sight).tobytes())
        for seed in range(20)
    ]
    assert any(leaks)


@of_every_game
def test_what_differs_to_a_seat_differs_in_its_numbers(game: AnyGame) -> None:
    table, source = Environment(game, seed=7), random.Random(7)
    for _ in range(12):
        before, seen = table.sight(0).view, table.observe(0)
        play_on(table, source, 1)
        if table.is_over:
            return
        assert (table.sight(0).view == before) == np.array_equal(table.observe(0), seen)


def test_names_tell_what_entries_are() -> None:
    table = Environment(GIGOGNE, starter=0)
    table.step(0, 2 * 9 + 4)
    names, seen = table.tensors.names(), table.observe(1)
    entry = dict(zip(names, seen, strict=True))
    assert entry["seat=1"] == entry["to_act=1"] == entry["cells[4].large=0"] == 1
    assert entry["cells[4].small=none"] == 1
    assert entry["stock[0].large"] == pytest.approx(2 / 3)


def test_private_is_what_is_hidden_from_others_and_public_what_everyone_sees() -> None:
    table = Environment(KITTY, seed=1)
    hand = table.state.hearts[0][0].value
    private = dict(zip(table.tensors.names("private"), table.observe(0, "private"), strict=True))
    public = dict(zip(table.tensors.names("public"), table.observe(0, "public"), strict=True))
    assert private[f"hearts[0][0]={hand}"] == 1
    assert private["hearts[1][0]=?"] == 1
    assert public["hearts[0][0]=?"] == 1
    assert not [name for name in private if name.startswith("tiles")]


def test_a_recall_tells_games_apart_that_look_the_same_now() -> None:
    tables = [Environment(GIGOGNE, starter=0) for _ in range(2)]
    for table, order in zip(tables, ((0, 1, 9, 10), (9, 1, 0, 10)), strict=True):
        for number in order:
            table.step(table.to_act[0], number)
    one, other = tables
    assert np.array_equal(one.observe(0), other.observe(0))
    assert not np.array_equal(one.observe(0, "recall"), other.observe(0, "recall"))
    assert str(one.memory(0)) != str(other.memory(0))


def test_a_recall_has_what_the_seat_did_and_only_what_it_saw() -> None:
    table = Environment(KUHN, seed=1, starter=0)
    table.step(0, 1)
    table.step(1, 1)
    assert table.memory(0).told[:3] == [1, {"type": "made", "seat": 0}, {"type": "made", "seat": 1}]
    assert table.memory(1).told[:3] == [{"type": "made", "seat": 0}, 1, {"type": "made", "seat": 1}]
    names = table.tensors.names("recall")
    seen = dict(zip(names, table.observe(0, "recall"), strict=True))
    assert seen["recall[0].event=own_action"] == seen["recall[1].event=made"] == seen["recall[3].event=shown"] == 1


def test_a_recall_that_is_too_short_says_how_much_it_dropped() -> None:
    table = Environment(GIGOGNE, starter=0)
    memory = table.memory(0)
    memory.told = [0] * (3 * table.tensors.rows)
    seen = dict(zip(table.tensors.names("recall"), table.tensors.recall(memory), strict=True))
    assert seen["recall.dropped"] == 2
