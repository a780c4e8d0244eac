"""Actions assessed for those who look back: the same for the same seed, the played one never starved."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.bots.assess import Assessment, assess, weigh_each
from tablee.bots.levels import EXPLORATION, searcher
from tablee.games.gigogne import GAME
from tablee.games.gigogne.rules import Place
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective
from tests.bots.test_honesty import GAMES, some_way_into
from tests.bots.test_search import position

#  0 0 .
#  1 1 .      seat 0 to place: it wins in the corner, and loses anywhere but beside the other two
#  . . .
WON = position((0, "large", 0), (1, "large", 0), (3, "large", 1), (4, "large", 1))


def assessed(played: Place, simulations: int = 400, seed: int = 3) -> Assessment:
    form, codes = searcher(GAME)(2, perspective(GAME, WON, 0))
    return assess(form, 0, Dice(seed), simulations, EXPLORATION, codes.of(played))


def test_what_throws_a_win_away_is_told_from_the_win() -> None:
    found = assessed(Place("small", 8))
    _, codes = searcher(GAME)(2, perspective(GAME, WON, 0))
    assert codes.action(found.best).cell == 2
    assert found.value_best == 1.0
    assert found.value_other < 0.4
    assert found.value_best - found.value_other > 4 * found.error
    assert found.line == [(0, found.best)]
    assert found.rewards == [1.0, 0.0]


def test_half_of_the_simulations_go_in_pairs_to_the_best_and_the_played_action() -> None:
    found = assessed(Place("small", 8))
    assert found.pairs == 100
    assert found.actions[found.other][0] >= 100
    assert sum(visits for visits, _ in found.actions.values()) == 400


def test_the_best_is_compared_with_the_next_where_it_was_played() -> None:
    _, codes = searcher(GAME)(2, perspective(GAME, WON, 0))
    best = codes.action(assessed(Place("small", 8)).best)
    found = assessed(best)
    assert codes.action(found.best) == best
    assert found.other not in {-1, found.best}
    assert found.pairs == 100


@pytest.mark.parametrize(("id_", "seats"), GAMES)
def test_the_same_seed_gives_the_same_figures_and_every_seat_its_share(id_: str, seats: int) -> None:
    game = load_game(id_)
    state = some_way_into(game, seats, 5, 2)
    seat = game.to_act(state)[0]
    form, codes = searcher(game)(seats, perspective(game, state, seat))
    played = codes.of(game.legal(state, seat)[-1])
    one, two = (assess(form, seat, Dice(8), 120, EXPLORATION, played) for _ in range(2))
    assert vars_of(one) == vars_of(two)
    assert sum(one.rewards) == pytest.approx(1.0)
    assert one.rewards[seat] == one.value_best


def vars_of(found: Assessment) -> tuple[object, ...]:
    return (found.actions, found.rewards, found.best, found.other, found.value_best, found.value_other, found.line)


def test_every_action_is_weighed_beside_one_on_the_same_deals() -> None:
    form, codes = searcher(GAME)(2, perspective(GAME, WON, 0))
    win, loss = codes.of(Place("large", 2)), codes.of(Place("small", 8))
    weighed = weigh_each(form, 0, Dice(3), EXPLORATION, [win, loss], loss, 60)
    assert weighed[win].gain > 0.5
    assert weighed[win].gain > 4 * weighed[win].error_of_gain
    assert weighed[win].error == 0.0, "it always wins"
    assert -0.3 < weighed[loss].gain < 0.3


def test_who_chooses_at_the_same_time_answers_what_was_played_and_not_only_the_best() -> None:
    """Seat 0 can leave the mine at once: then nothing that seat 1 does matters, but else it does."""
    diggers = load_game("diggers")
    state: Any = begin(diggers, 2, diggers.options(), Chance.seeded(1), 0)
    ways = (((2, 0), (1, 4), (0, 1), (2, 2), (8, 8), (3, 4)), ((2, 0), (4, 7), (6, 3), (1, 1), (2, 3), (3, 2)))
    state = replace(state, turn=14, phase="race", round=13, disabled=ways, tiles_left=(0, 0), dice=(5, 2, 5, 6))
    state = replace(state, positions=((9, 8), (6, 8)), diamonds=((), ((3, 5),)))
    form, codes = searcher(diggers)(2, perspective(diggers, state, 0))
    stays = codes.of(next(move for move in diggers.legal(state, 0) if move.tile == (9, 7)))
    for seed in range(1, 9):
        found = assess(form, 0, Dice(seed), 600, EXPLORATION, stays)
        assert found.value_best == 1.0
        assert found.value_other < 0.5
