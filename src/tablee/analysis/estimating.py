"""By search: chances as a seat could see them, with how sure they are."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tablee.analysis.decision import Decision, unjudged
from tablee.analysis.figures import CLOSER, Earned, Fit, earned_by, fit_for, phase_of
from tablee.analysis.findings import Answer, Beside, Considered, Estimate, Judged, Mark
from tablee.analysis.following import followed
from tablee.bots.assess import LEAST_VISITS, Assessment, Weighed, assess, weigh_each
from tablee.bots.levels import EXPLORATION, searcher
from tablee.bots.worlds import CannotFill
from tablee.kernel.game import AnyGame
from tablee.kernel.search import Codes, Dice, SearchForm

READABLE: Final = 5
"""A search on the readable rules gets one simulation where a search form gets this many: it is that much slower."""
LEAST_FOR_EACH: Final = 20
"""Simulations for each legal action without which a search on the readable rules says nothing."""

SEEMS_LOST: Final = 0.03
"""A difference of reward above which a decision is looked at more closely."""
IS_LOST: Final = 0.10
"""A difference of reward above which a closer look may mark a decision …"""
SURE: Final = 4.0
"""… if it is as many times the error that the search tells."""
MUCH: Final = 15
"""Points of 100; `?`, and `?!` for less."""
ONLY: Final = 10
"""Points of 100 by which the only action that holds is better than the next; `!`."""
EACH: Final = 4
"""Each other action of a marked decision gets the marking simulations divided by this."""
_WIDE: Final = 1.96
"""Standard deviations on either side that hold 95 of 100."""


def estimated(game: AnyGame, decision: Decision, seed: int, simulations: int, earned: Earned | None = None) -> Judged:
    """Judge a decision by the game's search form or on its readable rules.

    `earned` overrides what the game has earned, for those who measure it.
    """
    sight = decision.sight
    earned = earned or earned_by(game.id, decision.seats, sight.view)
    if game.search is None:
        simulations //= READABLE
        if simulations < LEAST_FOR_EACH * len(sight.legal):
            return unjudged(decision, "weak")
    try:
        form, codes = searcher(game)(decision.seats, sight)
    except CannotFill:
        return unjudged(decision, "weak")
    played = codes.of(sight.legal[decision.played])
    found = assess(form, decision.seat, Dice(seed), simulations, EXPLORATION, played)
    is_close = earned.standing == "flags" and found.value_best - found.value_other > SEEMS_LOST
    if is_close:
        simulations *= CLOSER
        found = assess(form, decision.seat, Dice(seed + 1), simulations, EXPLORATION, played)
    fit = fit_for(game.id, decision.seats, simulations, phase_of(sight.view))
    best, other = (_estimate(fit, value, found.error_best) for value in (found.value_best, found.value_other))
    is_best = played == found.best
    mark = _mark(found, fit, best.points - other.points, earned, is_best=is_best) if is_close else None
    if (
        mark
        and earned.ends_turns
        and _next_to_act(form, decision, found.best) == _next_to_act(form, decision, found.other)
    ):
        mark = None
    told: dict[int, tuple[Estimate, Beside | None]] = {found.best: (best, None), found.other: (other, None)}
    line: list[tuple[int, Any]] = []
    if mark is not None:
        others = [code for action in sight.legal if (code := codes.of(action)) not in told]
        weighed = weigh_each(form, decision.seat, Dice(seed + 2), EXPLORATION, others, played, simulations // EACH)
        value = found.value_best if is_best else found.value_other
        told = {
            **{code: (_estimate(fit, value + one.gain, one.error), _beside(one, fit)) for code, one in weighed.items()},
            found.best: (best, "even" if is_best else "better"),
            found.other: (other, "worse" if is_best else "even"),
        }
        line = [(seat, codes.action(code)) for seat, code in found.line]
    return replace(
        unjudged(decision, earned.standing),
        simulations=simulations,
        best=best,
        played=best if is_best else other,
        lost=0 if is_best else max(best.points - other.points, 0),
        shares=shares_of(fit, found.rewards, decision.seat),
        mark=mark,
        answer=Answer(_options(decision, found, codes, fit, told), followed(game, decision, line, seed)),
    )


def _mark(found: Assessment, fit: Fit, gap: int, earned: Earned, *, is_best: bool) -> Mark | None:
    """After a closer look; none inside the noise, nor below what the game has earned."""
    difference = found.value_best - found.value_other
    if gap < earned.least or difference <= IS_LOST or difference <= _noise(found.error, fit):
        return None
    if not is_best:
        return "?" if gap >= MUCH else "?!"
    is_obvious = found.first_sight == found.best or len(found.actions) == 2
    return "!" if earned.holds and gap >= ONLY and not is_obvious else None


def _next_to_act(form: SearchForm, decision: Decision, action: int) -> list[int]:
    """The seats that are to act after an action; none after one that ends the game."""
    dice = Dice(0)
    world = form.deal(dice)
    world.play(decision.seat, action, dice)
    return world.actors()


def _beside(weighed: Weighed, fit: Fit) -> Beside:
    if abs(weighed.gain) <= max(SEEMS_LOST, _noise(weighed.error_of_gain, fit)):
        return "even"
    return "better" if weighed.gain > 0 else "worse"


def _noise(error: float, fit: Fit) -> float:
    """The difference of two actions that a search of that error may see where there is none."""
    return max(SURE, _WIDE * fit.spread_of_loss) * error


def _estimate(fit: Fit, value: float, error: float) -> Estimate:
    half = _WIDE * fit.spread * error
    return Estimate(*(round(100 * fit.chance(reward)) for reward in (value, value - half, value + half)))


def shares_of(fit: Fit, rewards: list[float], seat: int) -> tuple[int, ...]:
    """All seats' chances, 100 in all: of two, the other gets the rest; of more, each is fitted separately."""
    if len(rewards) == 2:
        own = round(100 * fit.chance(rewards[seat]))
        return (own, 100 - own) if seat == 0 else (100 - own, own)
    # A seat that is out of the game has nothing, whatever the fit says.
    chances = [fit.chance(reward) if reward > 0 else 0.0 for reward in rewards]
    points = [round(100 * chance / sum(chances)) for chance in chances]
    points[points.index(max(points))] += 100 - sum(points)
    return tuple(points)


def _options(
    decision: Decision, found: Assessment, codes: Codes, fit: Fit, told: Mapping[int, tuple[Estimate, Beside | None]]
) -> tuple[Considered, ...]:
    """All actions of the seat: those that were weighed, and the rest as the search saw them."""
    ranked: list[tuple[bool, int, int, Considered]] = []
    for place, action in enumerate(decision.sight.legal):
        code = codes.of(action)
        visits, mean = found.actions.get(code, (0, 0.0))
        guess = _estimate(fit, mean, 0.0) if visits >= LEAST_VISITS else None
        chance, beside = told.get(code, (guess, None))
        option = Considered(action, chance, None, beside)
        ranked.append((code != found.best, 1 if chance is None else -chance.points, place, option))
    return tuple([option for *_, option in sorted(ranked, key=lambda row: row[:3])])
