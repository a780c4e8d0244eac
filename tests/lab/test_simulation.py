"""Simulation: the same seed gives the same numbers whatever the cores, and the numbers are right."""

from functools import cache
from statistics import fmean

import msgspec
import pytest

from tablee.kernel.play import parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.lab.simulation import Report, interval, simulate


def simulated(game_id: str, games: int, seats: int = 2, seed: int = 1, workers: int = 1, **given: object) -> Report:
    options = parse_options(load_game(game_id), given)
    assert not isinstance(options, Refusal)
    report = simulate(game_id, games, seats, options, seed, workers=workers)
    assert isinstance(report, Report)
    return report


def test_the_same_seed_gives_the_same_numbers_whatever_the_cores() -> None:
    assert simulated("gigogne", 101, workers=1) == simulated("gigogne", 101, workers=2)


def test_another_seed_gives_other_numbers() -> None:
    assert simulated("gigogne", 200, seed=1) != simulated("gigogne", 200, seed=2)


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "gigogne", "kitty"])
def test_every_game_is_counted_once(game_id: str) -> None:
    report = simulated(game_id, 40)
    assert report.games == 40
    assert sum(report.wins) + report.draws + report.shared == 40
    assert sum(report.reasons.values()) == 40
    assert report.actions.p5 <= report.actions.p50 <= report.actions.p95


def test_the_report_as_json_has_the_promised_fields_in_order() -> None:
    raw = msgspec.json.decode(msgspec.json.encode(simulated("diggers", 10, seats=3, tiles=2)))
    assert list(raw) == [
        *("game", "options", "seats", "seed", "games", "wins", "draws", "shared", "actions", "reasons", "intervals"),
        *("scores", "players"),
    ]
    assert raw["seed"] == 1
    assert list(raw["intervals"]) == ["wins", "draws", "shared", "reasons"]
    assert [tuple(sure) for sure in raw["intervals"]["wins"]] == [interval(wins, 10) for wins in raw["wins"]]
    assert list(raw["intervals"]["reasons"]) == list(raw["reasons"])
    assert raw["options"] == {"tiles": 2, "play_on": False}
    assert list(raw["actions"]) == ["mean", "p5", "p50", "p95"]
    assert len(raw["wins"]) == 3
    assert [list(score) for score in raw["scores"]] == [["mean", "low", "high"]] * 3
    assert raw["players"] == ["random"] * 3


def test_wins_are_counted_from_the_seat_that_started() -> None:
    """In random Gigogne it is a clear advantage to start, whichever seat does."""
    report = simulated("gigogne", 1500)
    assert report.wins[0] > report.wins[1] * 1.1


def test_the_mean_of_tictactoe_agrees_with_the_exact_chances() -> None:
    """Uniformly random tic-tac-toe: the first wins 0.5849, the second 0.2881, draws 0.1270 (exactly computed)."""
    report = simulate("examples/tictactoe/tictactoe.py", 4000, 2, load_game("noe").options(), 1, workers=1)
    assert isinstance(report, Report)
    exact = exact_tictactoe()
    for hits, chance in zip((*report.wins, report.draws), exact, strict=True):
        low, high = interval(hits, 4000)
        assert low - 0.02 < chance < high + 0.02
    assert [round(chance, 4) for chance in exact] == [0.5849, 0.2881, 0.1270]


def exact_tictactoe() -> tuple[float, ...]:
    """How likely it is that the first wins, that the second does, and that nobody does."""
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    @cache
    def chances(cells: tuple[int | None, ...], player: int) -> tuple[float, ...]:
        for winner in (0, 1):
            if any(all(cells[i] == winner for i in line) for line in lines):
                return (1.0 - winner, float(winner), 0.0)
        free = [i for i in range(9) if cells[i] is None]
        after = [chances((*cells[:i], player, *cells[i + 1 :]), 1 - player) for i in free]
        return tuple(map(fmean, zip(*after, strict=True))) if after else (0.0, 0.0, 1.0)

    return chances((None,) * 9, 0)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0, 1)]
)
def test_the_interval_of_a_rate_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    assert interval(hits, of) == pytest.approx((low, high), abs=1e-4)


def test_options_that_do_not_go_with_the_seats_are_refused() -> None:
    options = parse_options(load_game("gigogne"), {"fair_opening": True})
    assert not isinstance(options, Refusal)
    refusal = simulate("gigogne", 10, 4, options, 1)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad_options"
