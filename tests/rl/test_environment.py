"""One game in steps of numbers: to be cloned, undone, written down, and drawn by hand."""

import pickle
import random
from collections import Counter

import numpy as np
import pytest

from tablee.games.diggers import GAME as DIGGERS
from tablee.games.gigogne import GAME as GIGOGNE
from tablee.games.kitty import GAME as KITTY
from tablee.games.noe import GAME as NOE
from tablee.kernel import drawn, won
from tablee.kernel.game import AnyGame
from tablee.rl import CHANCE, Environment, IllegalActionError, utilities
from tablee.rl.samples import CannotBeginError
from tests.rl.games import of_every_game, play_on
from tests.rl.kuhn import GAME as KUHN


@of_every_game
def test_what_is_undone_and_done_again_is_the_same(game: AnyGame) -> None:
    table, source = Environment(game, game.seats[1], seed=3), random.Random(3)
    first = table.state
    play_on(table, source, 40)
    states, steps = [table.state], table.history()
    for _ in steps:
        table.undo()
        states.append(table.state)
    assert table.state == first
    for seat, number in steps:
        assert table.state == states.pop()
        table.step(seat, number)
    with pytest.raises(IndexError, match="nothing was done"):
        Environment(game).undo()


@of_every_game
def test_a_clone_goes_its_own_way_and_a_seed_gives_the_same_game(game: AnyGame) -> None:
    table = Environment(game, seed=8)
    copy, again = table.clone(), Environment(game, seed=8)
    before = table.state
    play_on(copy, random.Random(1))
    play_on(again, random.Random(1))
    assert table.state == before
    assert copy.is_over
    assert copy.state == again.state


@of_every_game
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_game_written_down_is_read_again_to_the_same_state(game: AnyGame, chance: str) -> None:
    table = Environment(game, seed=4, chance=chance)  # type: ignore[arg-type]  # as parametrised
    play_on(table, random.Random(2), 120)
    again = Environment.from_bytes(table.to_bytes(), game)
    assert again.state == table.state
    assert again.history() == table.history()
    assert again.outcomes() == table.outcomes()


def test_an_environment_can_be_pickled() -> None:
    table = Environment(NOE, 3, seed=4)
    play_on(table, random.Random(2), 20)
    assert pickle.loads(pickle.dumps(table)).state == table.state  # noqa: S301 - made here


@of_every_game
def test_games_keep_within_their_limits_and_rewards_add_up_to_nothing(game: AnyGame) -> None:
    table = Environment(game, game.seats[1], seed=9)
    play_on(table, random.Random(9))
    least, most = table.limits.scores
    assert table.length <= table.limits.actions
    assert all(least <= score <= most for score in table.scores())
    assert sum(table.utilities()) == pytest.approx(0)
    assert table.limits.are_declared == (game.bounds is not None)


def test_chance_by_hand_gives_every_deal_with_its_probability() -> None:
    deals: Counter[tuple[str, ...]] = Counter()

    def walk(table: Environment, probability: float) -> None:
        if not table.is_drawing:
            deals[tuple(card.value for card in table.state.cards)] += probability  # type: ignore[assignment]  # a float
            return
        for number, share in table.outcomes():
            after = table.clone()
            after.draw(number)
            walk(after, probability * share)

    walk(Environment(KUHN, starter=0, chance="explicit"), 1.0)
    assert len(deals) == 6
    assert [*deals.values()] == pytest.approx([1 / 6] * 6)


def test_dice_wait_for_their_outcome_with_nobody_to_act() -> None:
    table = Environment(DIGGERS, 2, DIGGERS.options(tiles=0), chance="explicit", starter=0)
    assert table.to_act == ()
    assert table.outcomes() == [(face, 1 / 6) for face in range(6)]
    for face in (0, 1, 2, 3):
        table.draw(face)
    assert table.state.dice == (1, 2, 3, 4)
    assert table.history() == [(CHANCE, face) for face in range(4)]
    table.undo()
    assert table.is_drawing


def test_an_outcome_that_cannot_come_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="can't be drawn"):
        Environment(KITTY, chance="explicit").draw(7)


@pytest.mark.parametrize(
    ("seat", "number", "why"),
    [(1, 0, "not to act"), (0, 27, "is no action"), (0, -1, "is no action"), (0, 0, "is not legal")],
)
def test_an_illegal_step_is_refused_and_changes_nothing(seat: int, number: int, why: str) -> None:
    table = Environment(GIGOGNE, starter=0)
    for _ in range(2):
        table.step(table.to_act[0], table.to_act[0])
    before = table.state
    with pytest.raises(IllegalActionError, match=why):
        table.step(seat, number)
    assert table.state == before


def test_seats_that_the_game_does_not_have_are_refused_in_its_own_words() -> None:
    with pytest.raises(CannotBeginError, match="is for 2–4 players, not 7"):
        Environment(GIGOGNE, 7)


def test_a_game_can_begin_from_a_position() -> None:
    table = Environment(GIGOGNE, starter=0)
    table.step(0, 22)
    other = Environment(GIGOGNE, position=table.state)
    assert other.state == table.state
    assert other.to_act == (1,)
    assert other.history() == []


def test_a_win_is_shared_and_the_rest_share_the_loss() -> None:
    assert utilities(won([1], (0, 1), "x"), 2) == (-1.0, 1.0)
    assert utilities(drawn([0, 1], (0, 0), "x"), 2) == (0.0, 0.0)
    assert utilities(won([0], (1, 0, 0), "x"), 3) == (1.0, -0.5, -0.5)
    assert utilities(won([0, 2], (1, 0, 1, 0), "x"), 4) == pytest.approx((1 / 3, -1 / 3, 1 / 3, -1 / 3))


def test_observations_while_the_set_up_is_drawn_are_empty() -> None:
    table = Environment(KITTY, chance="explicit")
    assert not np.any(table.observe(0))
    assert not np.any(table.observe(0, "recall"))
