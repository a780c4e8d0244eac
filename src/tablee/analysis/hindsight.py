"""A whole game in hindsight: moments to learn from, luck beside skill, and what can't be said."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tablee.analysis.decision import Decision
from tablee.analysis.figures import BUDGET, engine_for, has_luck, is_measured, marks_ends_of_turns
from tablee.analysis.findings import Analysis, Balance, Judged, Luck, SeatFound
from tablee.analysis.judging import judge
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.words import Text

MOST_MOMENTS: Final = 3
"""Of a seat."""
EVEN: Final = 20
"""Points of 100, either way, that are neither good luck nor bad."""

_GRAVEST_FIRST: Final = ("?", "?!", "!")

CURVE_ONLY: Final = Text(
    "In this game estimates aren’t sure enough to mark decisions: there’s only the curve.",
    "Dans ce jeu, les estimations ne sont pas assez sûres pour signaler des décisions : il n’y a que la courbe.",
)
CURVE_IN_PARTS: Final = Text(
    "In parts of this game estimates aren’t sure enough to mark decisions: there, there’s only the curve.",
    "Dans certaines phases de ce jeu, les estimations ne sont pas assez sûres pour signaler des décisions : "
    "là, il n’y a que la courbe.",
)
ENDS_OF_TURNS: Final = Text(
    "In this game estimates are only sure enough to mark where a turn should have ended, or gone on.",
    "Dans ce jeu, les estimations ne sont assez sûres que pour signaler un tour à finir ou à poursuivre.",
)
NOT_MEASURED: Final = Text(
    "How well this game is judged has never been measured: take the curve as a rough guess.",
    "La qualité des estimations n’a jamais été mesurée pour ce jeu : la courbe n’est qu’une idée.",
)
TOO_WEAK: Final = Text(
    "Where there are many actions to choose from, the search is too weak to judge this game.",
    "Là où il y a beaucoup de choix, la recherche est trop faible pour juger ce jeu.",
)
TOO_DEEP: Final = Text(
    "Early placements are too deep to be decided: they stay open.",
    "Les premiers placements sont trop profonds pour être tranchés : ils restent ouverts.",
)
NO_LUCK: Final = Text(
    "Luck can’t be told from skill in this game.", "Dans ce jeu, on ne peut pas distinguer la chance de l’habileté."
)


def judge_backwards(
    game: AnyGame, decisions: Sequence[Decision], seed: int, simulations: int = BUDGET
) -> Iterator[Judged]:
    """Judge a game's decisions, the last one first: near the end it is surest, and what is learnt there comes first."""
    for decision in reversed(decisions):
        yield judge(game, decision, seed, simulations)


def analysis_of(
    game: AnyGame, outcome: Outcome, total: int, judged: Iterable[Judged], simulations: int = BUDGET
) -> Analysis:
    """Summarise a game from the decisions judged so far, of `total` in all."""
    seats = len(outcome.scores)
    found = tuple(sorted(judged, key=lambda decision: -decision.step))
    is_done = len(found) == total
    tells_luck = is_done and has_luck(game.id, seats)
    return Analysis(
        engine=engine_for(simulations),
        game=game.id,
        total=total,
        is_done=is_done,
        decisions=found,
        seats=tuple([_seat_found(found, seat, outcome, tells_luck=tells_luck) for seat in range(seats)]),
        notes=tuple(_notes(game, seats, found)),
    )


def _seat_found(judged: Sequence[Judged], seat: int, outcome: Outcome, *, tells_luck: bool) -> SeatFound:
    balance = balance_of(judged, seat, outcome) if tells_luck else None
    return SeatFound(seat=seat, moments=_moments(judged, seat), balance=balance)


def _moments(judged: Sequence[Judged], seat: int) -> tuple[int, ...]:
    marked = [
        (_GRAVEST_FIRST.index(each.mark), -each.lost, each.step) for each in judged if each.mark and each.seat == seat
    ]
    return tuple([step for _, _, step in sorted(marked)[:MOST_MOMENTS]])


def balance_of(judged: Sequence[Judged], seat: int, outcome: Outcome) -> Balance | None:
    """Where the chances of one of two seats went; None for a seat that never had a choice.

    Luck is what is left of the result beside where the seat began and what both gave away.
    """
    in_order = [decision for decision in reversed(judged) if decision.shares]
    first = next((decision.step for decision in in_order if decision.seat == seat), None)
    if first is None:
        return None
    since = [decision for decision in in_order if decision.step >= first]
    own = max(sum(_given_away(decision) for decision in since if decision.seat == seat), 0)
    others = max(sum(_given_away(decision) for decision in since if decision.seat != seat), 0)
    start, end = since[0].shares[seat], round(100 * _share(outcome, seat))
    luck = end - start + own - others
    word: Luck = "lucky" if luck > EVEN else "unlucky" if luck < -EVEN else "even"
    return Balance(start=start, own=-own, others=others, luck=luck, end=end, word=word)


def _given_away(decision: Judged) -> int:
    """Unlike `lost` it can be below 0: noise goes either way, and in a sum it should come to nothing."""
    return decision.best.points - decision.played.points if decision.best and decision.played else 0


def _share(outcome: Outcome, seat: int) -> float:
    sharing = outcome.winners or outcome.drawn
    return 1 / len(sharing) if seat in sharing else 0.0


def _notes(game: AnyGame, seats: int, judged: Sequence[Judged]) -> Iterator[Text]:
    """Findings that this game can't have, and why."""
    standings = {decision.standing for decision in judged}
    if "weak" in standings:
        yield TOO_WEAK
    if "curve" in standings:
        yield NOT_MEASURED if not is_measured(game.id) else CURVE_IN_PARTS if "flags" in standings else CURVE_ONLY
    if "flags" in standings and marks_ends_of_turns(game.id, seats):
        yield ENDS_OF_TURNS
    if any(decision.proof and decision.proof.result == "open" for decision in judged):
        yield TOO_DEEP
    if "exact" not in standings and not has_luck(game.id, seats):
        yield NO_LUCK
