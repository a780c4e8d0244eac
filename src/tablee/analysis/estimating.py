"""By search: chances as a seat could see them, with how sure they are."""

from typing import Final

from msgspec.structs import replace

from tablee.analysis.decision import Decision, unjudged
from tablee.analysis.figures import CLOSER, Fit, earned_by, fit_for, phase_of
from tablee.analysis.findings import Answer, Considered, Estimate, Followed, Judged, Mark, Standing
from tablee.bots.assess import LEAST_VISITS, Assessment, assess
from tablee.bots.levels import EXPLORATION, searcher
from tablee.bots.worlds import CannotFill
from tablee.kernel.game import AnyGame
from tablee.kernel.search import Codes, Dice

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
"""Points of 100; `?`."""
LITTLE: Final = 6
"""Points of 100; `?!`."""
ONLY: Final = 10
"""Points of 100 by which the only action that holds is better than the next; `!`."""
_WIDE: Final = 1.96
"""Standard deviations on either side that hold 95 of 100."""


def estimated(
    game: AnyGame, decision: Decision, seed: int, simulations: int, standing: Standing | None = None
) -> Judged:
    """What a decision was worth, by the game's search form or on its readable rules.

    Whoever measures what a game has earned gives it another standing.
    """
    sight, earned = decision.sight, earned_by(game.id, decision.seats, decision.sight.view)
    if game.search is None:
        simulations //= READABLE
        if simulations < LEAST_FOR_EACH * len(sight.legal):
            return unjudged(decision, "weak")
    try:
        form, codes = searcher(game)(decision.seats, sight)
    except CannotFill:
        return unjudged(decision, "weak")
    standing = standing or ("curve" if earned is None else earned.standing)
    played = codes.of(sight.legal[decision.played])
    found = assess(form, decision.seat, Dice(seed), simulations, EXPLORATION, played)
    is_close = standing == "flags" and found.value_best - found.value_other > SEEMS_LOST
    if is_close:
        simulations *= CLOSER
        found = assess(form, decision.seat, Dice(seed + 1), simulations, EXPLORATION, played)
    fit = fit_for(game.id, decision.seats, simulations, phase_of(sight.view))
    best, other = (_estimate(fit, value, found.error_best) for value in (found.value_best, found.value_other))
    is_best = played == found.best
    return replace(
        unjudged(decision, standing),
        simulations=simulations,
        best=best,
        played=best if is_best else other,
        lost=0 if is_best else max(best.points - other.points, 0),
        shares=shares_of(fit, found.rewards, decision.seat),
        mark=_mark(found, fit, best.points - other.points, is_best=is_best) if is_close else None,
        answer=_answer(decision, found, codes, fit),
    )


def _mark(found: Assessment, fit: Fit, gap: int, *, is_best: bool) -> Mark | None:
    """After a closer look; none inside the noise."""
    difference = found.value_best - found.value_other
    if difference <= IS_LOST or difference <= max(SURE, _WIDE * fit.spread_of_loss) * found.error:
        return None
    if not is_best:
        return "?" if gap >= MUCH else "?!" if gap >= LITTLE else None
    is_obvious = found.first_sight == found.best or len(found.actions) == 2
    return "!" if gap >= ONLY and not is_obvious else None


def _estimate(fit: Fit, value: float, error: float) -> Estimate:
    half = _WIDE * fit.spread * error
    return Estimate(*(round(100 * fit.chance(reward)) for reward in (value, value - half, value + half)))


def shares_of(fit: Fit, rewards: list[float], seat: int) -> tuple[int, ...]:
    """All seats' chances, together 100: of two, the other has what is left; of more, each is fitted by itself."""
    if len(rewards) == 2:
        own = round(100 * fit.chance(rewards[seat]))
        return (own, 100 - own) if seat == 0 else (100 - own, own)
    # A seat that is out of the game has nothing, whatever the fit says.
    chances = [fit.chance(reward) if reward > 0 else 0.0 for reward in rewards]
    points = [round(100 * chance / sum(chances)) for chance in chances]
    points[points.index(max(points))] += 100 - sum(points)
    return tuple(points)


def _answer(decision: Decision, found: Assessment, codes: Codes, fit: Fit) -> Answer:
    compared = {found.best: found.value_best, found.other: found.value_other}
    ranked: list[tuple[bool, int, int, Considered]] = []
    for place, action in enumerate(decision.sight.legal):
        code = codes.of(action)
        visits, mean = found.actions.get(code, (0, 0.0))
        is_known = code in compared or visits >= LEAST_VISITS
        points = round(100 * fit.chance(compared.get(code, mean))) if is_known else None
        ranked.append((code != found.best, 1 if points is None else -points, place, Considered(action, points)))
    line = tuple([Followed(seat, codes.action(code)) for seat, code in found.line])
    return Answer(tuple([option for *_, option in sorted(ranked, key=lambda row: row[:3])]), line)
