"""How good the analysis of games is, and what makes it so: `make analysis`.

    calibration   do estimates predict results? Games of medium against medium; the fits go into calibration.json
    precision     are marked decisions really worse? Decisions of easy; both actions played out by stronger players, on
                  worlds that look alike to the seat
    holding       is the only action that holds really better than the next? Decisions of medium, played out likewise
    ladder        does more thought help? Four times the simulations against one
    whole         whole games: the processor time they take, and whether luck comes to nothing on the average

Every unit of work (a game, a match) is kept in build/analysis when it is done, so that a run that was stopped goes on
where it was; --minutes bounds it. The tables are written into docs/analysis.md; what was measured before of other games
stays in them.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import exp, hypot, log, sqrt
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.analysis.decision import Decision, decisions
from tablee.analysis.estimating import estimated
from tablee.analysis.figures import BUDGET, CLOSER, EARNED, LITTLE, Calibration, Earned, Fit, earned_by, phase_of
from tablee.analysis.hindsight import analysis_of, balance_of, judge_backwards
from tablee.bots import Player, make_player, tree
from tablee.bots.assess import assess
from tablee.bots.levels import EXPLORATION, searcher
from tablee.bots.worlds import alike
from tablee.kernel.chance import Chance
from tablee.kernel.data import State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, carry_out
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.replay import Position, Step
from tablee.kernel.search import Dice
from tablee.kernel.views import perspective
from tablee.lab.arena import play_out
from tablee.lab.simulation import interval

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "build/analysis"
PAGE: Final = ROOT / "docs/analysis.md"
FITS: Final = ROOT / "src/tablee/analysis/calibration.json"
BEGIN, END = "<!-- figures of benchmarks/analysis.py: {} -->\n", "<!-- end of the figures -->\n"

TABLES: Final = (("kitty", 2), ("noe", 2), ("diggers", 2), ("ninth", 2), ("noe", 4), ("diggers", 3), ("gigogne", 3))
"""Games and seats that are judged by search."""
MANY: Final = {("noe", 4): (3, 6), ("diggers", 3): (3, 6), ("gigogne", 3): (3, 4)}
"""What is measured for one number of seats stands for these."""
BUDGETS: Final = (BUDGET, CLOSER * BUDGET)
PHASED: Final = ("diggers",)
"""Games whose phases are judged apart: another kind of search looks at each."""
SAMPLED: Final = 8
"""Decisions of a game that are looked at: more of one game would tell little more."""
MARKED: Final = 2
"""Marked decisions of a game that are played out."""
STRONGER: Final = {"kitty": "hard:300", "noe": "hard:300", "diggers": "hard:100", "ninth": "hard:100"}
"""Who plays marked decisions out; what is marked was played by easy, of 20 simulations."""
MOST_PAIRS, FEWEST_PAIRS = 48, 12
"""Worlds on which both actions are played out; fewer where it is clear."""
CLEAR: Final = 2.0
"""Standard errors; if that is too soon, it is so for either action."""
LEAST_ERROR: Final = 0.003
"""A search that saw one result only tells no error at all."""
FEWEST_GAMES, FEWEST_LOSSES = 10, 40
"""For a fit, and for the spread of losses; with fewer, that of values stands for it."""
SEED: Final = 14


class Sample(Struct, frozen=True, array_like=True):
    """What two searches said of a decision, and what came of it."""

    simulations: int
    values: tuple[float, float]
    """Of the played action."""
    errors: tuple[float, float]
    losses: tuple[float, float]
    loss_errors: tuple[float, float]
    result: float
    phase: str | None = None


class Calibrated(Struct, frozen=True):
    """A game of medium against medium."""

    game: str
    seats: int
    number: int
    samples: tuple[Sample, ...]


class Flag(Struct, frozen=True, array_like=True):
    """A marked decision, played out."""

    phase: str
    lost: int
    difference: float
    """What the better action won more, on the average."""
    error: float
    pairs: int


class Flagged(Struct, frozen=True):
    """A game of equals, and what was marked in it."""

    game: str
    seats: int
    number: int
    flags: tuple[Flag, ...]


class Match(Struct, frozen=True):
    """One rotation of the seats: one seat thinks four times as much as all others."""

    game: str
    seats: int
    number: int
    simulations: int
    """Of the weaker."""
    won: float
    games: int


class Whole(Struct, frozen=True):
    """A game of medium against medium, judged as people are shown it."""

    game: str
    seats: int
    number: int
    decisions: int
    seconds: float
    """Of processor time."""
    first: float
    """Of it, until the first moment; the same as `seconds` where there is none."""
    marks: int
    luck: float | None
    """Of a seat on the average, in points of 100. What one of two has in luck the other lacks, but for what estimates
    are wrong by: so both of a game tell more than one of many."""


# ── Games to look at ─────────────────────────────────────────────────────────────────────────────────────


def game_of(game: AnyGame, seats: int, level: str, number: int) -> tuple[Outcome, list[Decision], dict[int, State]]:
    """A game of bots: its decisions, and the states in which they were made, by step."""
    chance = Chance.seeded(f"{SEED}/{level}/{number}")
    state: Any = begin(game, seats, game.options(), chance, number % seats)
    players = [make_player(game, level, SEED + 7 * number + seat, seats) for seat in range(seats)]
    positions: list[Position] = []
    while state.ended is None:
        seat = game.to_act(state)[0]
        action = players[seat](perspective(game, state, seat))
        story = carry_out(game, state, seat, action, chance)
        step = Step("played", seat, action, story.events)
        positions.append(Position(len(positions) + 1, step, state, story.state))
        state = story.state
    return state.ended, list(decisions(game, positions)), {each.number: each.before for each in positions}


def share(outcome: Outcome, seat: int) -> float:
    sharing = outcome.winners or outcome.drawn
    return 1 / len(sharing) if seat in sharing else 0.0


def calibrated(game: AnyGame, seats: int, number: int) -> Calibrated:
    outcome, made, _ = game_of(game, seats, "medium", number)
    chosen = random.Random(number).sample(made, min(SAMPLED, len(made)))
    samples = []
    for decision in chosen:
        form, codes = searcher(game)(seats, decision.sight)
        played = codes.of(decision.sight.legal[decision.played])
        for budget in BUDGETS:
            one, two = (assess(form, decision.seat, Dice(seed), budget, EXPLORATION, played) for seed in (1, 2))
            values = [found.value_best if found.best == played else found.value_other for found in (one, two)]
            losses = [found.value_best - found.value_other if found.best != played else 0.0 for found in (one, two)]
            samples.append(
                Sample(
                    budget,
                    (values[0], values[1]),
                    (one.error_best, two.error_best),
                    (losses[0], losses[1]),
                    (one.error, two.error),
                    share(outcome, decision.seat),
                    phase_of(decision.sight.view) if game.id in PHASED else None,
                )
            )
    return Calibrated(game.id, seats, number, tuple(samples))


def flagged(
    game: AnyGame, seats: int, number: int, level: str, marks: Sequence[str], phase_wanted: str | None = None
) -> Flagged:
    """A game with its decisions of these marks played out: the best action and the one that it is told to be above."""
    _, made, states = game_of(game, seats, level, number)
    made = [each for each in made if phase_wanted in (None, phase_of(each.sight.view))]
    marked = [
        (decision, judged)
        for decision in made
        if (judged := estimated(game, decision, SEED + decision.step, BUDGET, marking(game, decision))).mark in marks
    ]
    chosen = random.Random(number).sample(marked, min(MARKED, len(marked)))
    flags = []
    for decision, judged in chosen:
        if judged.answer is None or judged.best is None:
            raise TypeError("a marked decision has no answer")
        best, following = judged.answer.options[:2]
        played = decision.sight.legal[decision.played]
        is_best = played == best.action
        phase = (game.id in PHASED and phase_of(decision.sight.view)) or ""
        told = judged.lost
        if is_best and following.chance is not None:
            told = judged.best.points - following.chance.points
        other = following.action if is_best else played
        state = states[decision.step]
        flags.append(Flag(phase, told, *played_out(game, state, decision.seat, best.action, other)))
    return Flagged(game.id, seats, number, tuple(flags))


def marking(game: AnyGame, decision: Decision) -> Earned:
    """What a game has to earn to be marked in full: what is measured here."""
    return replace(earned_by(game.id, decision.seats, decision.sight.view), standing="flags", holds=True)


def played_out(game: AnyGame, state: State, seat: int, best: Any, played: Any) -> tuple[float, float, int]:
    """How much more often the better action wins in worlds that look alike, played on by stronger players."""
    seats = len(game.scores(state))
    differences: list[float] = []
    for number in range(MOST_PAIRS):
        world = alike(state, seat, Chance.seeded(f"{SEED}/world/{number}"))
        results = []
        for action in (best, played):
            chance = Chance.seeded(f"{SEED}/luck/{number}")
            players = [make_player(game, STRONGER[game.id], SEED * number + each, seats) for each in range(seats)]
            results.append(share(_from(game, world, seat, action, players, chance), seat))
        differences.append(results[0] - results[1])
        mean, error = mean_of(differences)
        if len(differences) >= FEWEST_PAIRS and abs(mean) > CLEAR * max(error, 0.01):
            break
    return (*mean_of(differences), len(differences))


def _from(game: AnyGame, state: State, seat: int, action: Any, players: Sequence[Player], chance: Chance) -> Outcome:
    """How a game ends after an action; those who choose at the same time choose on the same sight."""
    others = [(other, players[other](perspective(game, state, other))) for other in game.to_act(state) if other != seat]
    turn = state.turn
    after = carry_out(game, state, seat, action, chance).state
    for other, reply in others:
        if after.turn == turn and reply in game.legal(after, other):
            after = carry_out(game, after, other, reply, chance).state
    return play_out(game, after, players, chance)


def match(game: AnyGame, seats: int, number: int, simulations: int) -> Match:
    won = 0.0
    for strong in range(seats):
        chance = Chance.seeded(f"{SEED}/ladder/{number}")
        state = begin(game, seats, game.options(), chance, number % seats)
        if isinstance(state, Refusal):
            raise TypeError(state.text.en)
        players = [
            make_player(game, f"hard:{simulations * (4 if seat == strong else 1)}", SEED + 31 * number + seat, seats)
            for seat in range(seats)
        ]
        won += share(play_out(game, state, players, chance), strong)
    return Match(game.id, seats, number, simulations, won, seats)


def whole(game: AnyGame, seats: int, number: int) -> Whole:
    outcome, made, _ = game_of(game, seats, "medium", number)
    began = process_time()
    first: float | None = None
    judged = []
    for found in judge_backwards(game, made, SEED):
        judged.append(found)
        if first is None and found.mark:
            first = process_time() - began
    seconds = process_time() - began
    analysis = analysis_of(game, outcome, len(made), judged)
    balances = [balance_of(analysis.decisions, seat, outcome) for seat in range(seats)] if seats == 2 else []
    lucks = [balance.luck for balance in balances if balance is not None]
    luck = sum(lucks) / 2 if len(lucks) == 2 and game.id != "gigogne" else None
    marks = sum(found.mark is not None for found in judged)
    return Whole(game.id, seats, number, len(made), seconds, seconds if first is None else first, marks, luck)


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────────────


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, 1.0
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def fitted(samples: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Offset and slope of the logistic fit of results to log odds, by Newton's method.

    A weak pull to what the search says keeps few samples from running away.
    """
    points = [(_log_odds(reward), result) for reward, result in samples]

    def badness(offset: float, slope: float) -> float:
        total = (offset**2 + 4 * (slope - 1) ** 2) / 2
        for x, result in points:
            score = offset + slope * x
            total += log(1 + exp(-abs(score))) + max(score, 0) - result * score
        return total

    offset, slope = 0.0, 1.0
    for _ in range(50):
        g0, g1, h00, h01, h11 = -offset, -4 * (slope - 1), 1.0, 0.0, 4.0
        for x, result in points:
            p = 1 / (1 + exp(-offset - slope * x))
            g0 += result - p
            g1 += (result - p) * x
            h00 += p * (1 - p)
            h01 += p * (1 - p) * x
            h11 += p * (1 - p) * x * x
        size = h00 * h11 - h01 * h01
        step, before = ((h11 * g0 - h01 * g1) / size, (h00 * g1 - h01 * g0) / size), badness(offset, slope)
        part = 1.0
        while part > 1e-6 and badness(offset + part * step[0], slope + part * step[1]) > before:
            part /= 2
        offset, slope = offset + part * step[0], slope + part * step[1]
        if part * max(map(abs, step)) < 1e-6:
            break
    return offset, max(slope, 0.05)


def _log_odds(reward: float) -> float:
    reward = min(max(reward, 0.005), 0.995)
    return log(reward / (1 - reward))


def brier(samples: Sequence[tuple[float, float]], chance: Callable[[float], float]) -> float:
    return sum((chance(reward) - result) ** 2 for reward, result in samples) / len(samples)


def cross_validated(games: Sequence[Sequence[tuple[float, float]]], folds: int = 5) -> float:
    """The Brier score of fits to four fifths of the games, on the fifth that they have not seen."""
    total, count = 0.0, 0
    for fold in range(folds):
        train = [sample for number, game in enumerate(games) if number % folds != fold for sample in game]
        test = [sample for number, game in enumerate(games) if number % folds == fold for sample in game]
        if train and test:
            fit = Fit("", (2, 2), 0, *fitted(train))
            total += brier(test, fit.chance) * len(test)
            count += len(test)
    return total / count


def spread_of(pairs: Sequence[tuple[float, float]], errors: Sequence[tuple[float, float]]) -> float:
    """By how much the errors that searches tell must be multiplied for 95 of 100 pairs of them to agree within them."""
    ratios = sorted(
        abs(one - two) / (1.96 * hypot(max(error, LEAST_ERROR), max(other, LEAST_ERROR)))
        for (one, two), (error, other) in zip(pairs, errors, strict=True)
    )
    return ratios[min(int(0.95 * len(ratios)), len(ratios) - 1)]


def calibration_tables(kept: Sequence[Calibrated]) -> tuple[list[Fit], list[str]]:
    fits = []
    rows = [
        "| game, seats | simulations | games, decisions | constant | raw | fitted | spread of a value | of a loss |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game, seats in TABLES:
        units = [unit for unit in kept if (unit.game, unit.seats) == (game, seats)]
        for phase in sorted({sample.phase for unit in units for sample in unit.samples}, key=str):
            for budget in BUDGETS:
                games = [
                    [sample for sample in unit.samples if (sample.simulations, sample.phase) == (budget, phase)]
                    for unit in units
                ]
                games = [samples for samples in games if samples]
                if len(games) >= FEWEST_GAMES:
                    fit, row = _calibration(game, seats, phase, budget, games)
                    fits.append(fit)
                    rows.append(row)
    return fits, rows


def _calibration(
    game: str, seats: int, phase: str | None, budget: int, games: Sequence[Sequence[Sample]]
) -> tuple[Fit, str]:
    found = [sample for samples in games for sample in samples]
    said = [[(value, sample.result) for sample in samples for value in sample.values] for samples in games]
    flat = [pair for pairs in said for pair in pairs]
    spread = spread_of([sample.values for sample in found], [sample.errors for sample in found])
    compared = [sample for sample in found if 0.0 not in sample.losses]
    spread_of_loss = spread
    if len(compared) >= FEWEST_LOSSES:
        spread_of_loss = spread_of([sample.losses for sample in compared], [each.loss_errors for each in compared])
    offset, slope = (round(each, 3) for each in fitted(flat))
    fit = Fit(
        game,
        MANY.get((game, seats), (seats, seats)),
        budget,
        offset,
        slope,
        round(max(spread, 1.0), 2),
        round(max(spread_of_loss, 1.0), 2),
        phase,
    )
    mean = sum(result for _, result in flat) / len(flat)
    constant = sum((mean - result) ** 2 for _, result in flat) / len(flat)
    raw = sum((reward - result) ** 2 for reward, result in flat) / len(flat)
    row = (
        f"| {named(game, seats)}{f', {phase}' if phase else ''} | {budget:,} | {len(games)}, {len(found)} "
        f"| {constant:.3f} | {raw:.3f} | {cross_validated(said):.3f} | {spread:.1f} | {spread_of_loss:.1f} |"
    )
    return fit, row


def precision_table(kept: Sequence[Flagged]) -> list[str]:
    rows = [
        "| game, seats | marked | really worse | 95 % interval | lost by playing out | told |",
        "|---|---|---|---|---|---|",
    ]
    for game, seats in TABLES:
        least = next((earned.least for earned in EARNED if earned.game == game and seats in earned.seats), LITTLE)
        flags = [
            flag
            for unit in kept
            if (unit.game, unit.seats) == (game, seats)
            for flag in unit.flags
            if flag.lost >= least
        ]
        for phase in sorted({flag.phase for flag in flags}):
            of_phase = [flag for flag in flags if flag.phase == phase]
            worse = sum(flag.difference > 0 for flag in of_phase)
            low, high = interval(worse, len(of_phase))
            mean, error = mean_of([flag.difference for flag in of_phase])
            told = sum(flag.lost for flag in of_phase) / len(of_phase)
            name = f"{named(game, seats)}, {phase}" if phase else named(game, seats)
            rows.append(
                f"| {name} | {len(of_phase)} | {worse} ({100 * worse / len(of_phase):.0f} %) "
                f"| {100 * low:.0f}–{100 * high:.0f} % | {100 * mean:.0f} ± {196 * error:.0f} points "
                f"| {told:.0f} points |"
            )
    return rows


def ladder_table(kept: Sequence[Match]) -> list[str]:
    rows = ["| game, seats | simulations | games | share won | even |", "|---|---|---|---|---|"]
    for game, seats in TABLES:
        for simulations in sorted({unit.simulations for unit in kept}):
            units = [unit for unit in kept if (unit.game, unit.seats, unit.simulations) == (game, seats, simulations)]
            if units:
                shares = [unit.won / unit.games for unit in units]
                mean, error = mean_of(shares)
                rows.append(
                    f"| {named(game, seats)} | {4 * simulations:,} against {simulations:,} | {len(units) * seats} "
                    f"| {mean:.2f} ± {1.96 * error:.2f} | {1 / seats:.2f} |"
                )
    return rows


def whole_table(kept: Sequence[Whole]) -> list[str]:
    rows = [
        "| game, seats | games | decisions | processor time, mean | most | until the first mark, most | marks a game "
        "| mean luck of one seat |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game, seats in (("gigogne", 2), *TABLES):
        units = [unit for unit in kept if (unit.game, unit.seats) == (game, seats)]
        if not units:
            continue
        count = len(units)
        marked = [unit.first for unit in units if unit.marks]
        lucks = [unit.luck for unit in units if unit.luck is not None]
        luck, error = mean_of(lucks) if lucks else (0.0, 0.0)
        rows.append(
            f"| {named(game, seats)} | {count} | {sum(unit.decisions for unit in units) / count:.0f} "
            f"| {sum(unit.seconds for unit in units) / count:.1f} s | {max(unit.seconds for unit in units):.1f} s "
            f"| {f'{max(marked):.1f} s' if marked else 'none'} | {sum(unit.marks for unit in units) / count:.1f} "
            f"| {f'{luck:+.0f} ± {1.96 * error:.0f} points' if len(lucks) >= FEWEST_GAMES else ''} |"
        )
    return rows


def named(game: str, seats: int) -> str:
    return f"{load_game(game).name.en}, {seats}"


def with_older(section: str, old: Sequence[str], rows: Sequence[str]) -> list[str]:
    """The rows of a table, with those of before whose games were not measured again."""
    told_by = 2 if section in ("calibration", "ladder") else 1
    new = {tuple(row.split("|")[1 : 1 + told_by]): row for row in rows}
    kept = {tuple(row.split("|")[1 : 1 + told_by]): row for row in (old if rows[:2] == list(old[:2]) else ())}
    return list({**kept, **new}.values())


def write_page(section: str, rows: Sequence[str]) -> None:
    begin_ = BEGIN.format(section)
    before, found, rest = PAGE.read_text(encoding="utf-8").partition(begin_)
    if not found:
        raise SystemExit(f"{PAGE} has no place for {section}")
    old, _, after = rest.partition(END)
    table = "\n".join(with_older(section, old.strip().splitlines(), rows))
    PAGE.write_text(f"{before}{begin_}\n{table}\n\n{END}{after}", encoding="utf-8")


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────

PARTS: Final[dict[str, tuple[type[Any], int]]] = {
    "calibration": (Calibrated, 200),
    "precision": (Flagged, 100),
    "holding": (Flagged, 100),
    "ladder": (Match, 100),
    "whole": (Whole, 40),
}
"""What is kept of each part, and how many units of each game are enough."""


def units_of(
    part: str, numbers: range, games: Sequence[str], seats: int | None, phase: str | None
) -> Iterator[tuple[tuple[Any, ...], Callable[[], Any]]]:
    """All units of a part, each by its key, in rounds over the games: a run that is stopped has some of each."""
    tables = [table for table in ((("gigogne", 2), *TABLES) if part == "whole" else TABLES) if table[0] in games]
    tables = [table for table in tables if seats in (None, table[1])]
    if part in ("precision", "holding"):
        tables = [table for table in tables if table[0] in STRONGER and table != ("diggers", 3)]
    for number in numbers:
        for id_, count in tables:
            game = load_game(id_)
            if part == "ladder":
                yield (id_, count, number, 500), partial(match, game, count, number, 500)
            else:
                work: Any = {
                    "calibration": calibrated,
                    "precision": partial(flagged, level="easy", marks=("?", "?!"), phase_wanted=phase),
                    "holding": partial(flagged, level="medium", marks=("!",), phase_wanted=phase),
                    "whole": whole,
                }[part]
                yield (id_, count, number), partial(work, game, count, number)


def run(
    part: str, numbers: range, games: Sequence[str], seats: int | None, phase: str | None, until: float
) -> list[Any]:
    """Do what was not done yet, as long as there is time; all that is kept."""
    type_, _ = PARTS[part]
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{part}.jsonl"
    kept = [msgspec.json.decode(line, type=type_) for line in file.read_bytes().splitlines()] if file.exists() else []
    done = {_key(unit) for unit in kept}
    for key, work in units_of(part, numbers, games, seats, phase):
        if key in done:
            continue
        if monotonic() > until:
            break
        kept.append(work())
        with file.open("ab") as out:
            out.write(msgspec.json.encode(kept[-1]) + b"\n")
        print(part, *key, flush=True)
    return kept


def _key(unit: Any) -> tuple[Any, ...]:
    key = unit.game, unit.seats, unit.number
    return (*key, unit.simulations) if isinstance(unit, Match) else key


def main() -> int:
    """Measure what was not measured yet, and write the page and the fits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=list(PARTS), help="only this part")
    parser.add_argument("--game", action="append", choices=sorted({game for game, _ in TABLES}), help="only this game")
    parser.add_argument("--seats", type=int, help="only games of so many seats")
    parser.add_argument("--phase", help="of decisions to be played out, only those of this phase of a game")
    parser.add_argument("--games", type=int, help="units of each game (default: 40 to 200, by part)")
    parser.add_argument("--first", type=int, default=0, help="the first unit's number: another one, other games")
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after so many (default: 600)")
    parser.add_argument("--write", action="store_true", help="write the page and the fits only from all that is kept")
    arguments = parser.parse_args()
    if (tree.__file__ or "").endswith(".py"):
        print("This runs on the source, which is not compiled: it will take days. `make analysis` compiles it first.")
    until = 0.0 if arguments.write else monotonic() + 60 * arguments.minutes
    games = arguments.game or sorted({earned.game for earned in EARNED})
    for part in arguments.part or PARTS:
        numbers = range(arguments.first, arguments.first + (arguments.games or PARTS[part][1]))
        kept = run(part, numbers, games, arguments.seats, arguments.phase, until)
        if part == "calibration":
            fits, rows = calibration_tables(kept)
            measured = {(fit.game, fit.seats, fit.phase) for fit in fits}
            before = msgspec.json.decode(FITS.read_bytes(), type=Calibration).fits if FITS.exists() else ()
            fits = [*(fit for fit in before if (fit.game, fit.seats, fit.phase) not in measured), *fits]
            FITS.write_bytes(msgspec.json.format(msgspec.json.encode(Calibration(tuple(fits))), indent=1) + b"\n")
        else:
            table: Any = {"ladder": ladder_table, "whole": whole_table}.get(part, precision_table)
            rows = table(kept)
        if PAGE.exists():
            write_page(part, rows)
        print("\n".join(rows), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
