"""Facts made by hand, for figures that can be checked in one's head."""

from collections.abc import Mapping, Sequence

from tablee.lab.report.facts import Dealt, Decision, Item, Offer, PlayedGame
from tablee.lab.report.plan import EQUALS


def game(
    winner: int | None,
    *,
    deal: int = 0,
    match: str = EQUALS,
    first: int = 0,
    players: Sequence[str] = ("hard:8", "hard:8"),
    strong: int | None = None,
    reckoned: Sequence[tuple[int, float | None]] = (),
    choices: Sequence[int] = (),
    offers: Sequence[Mapping[Item, tuple[int, int]]] = (),
    dealt: Sequence[Sequence[Dealt]] = (),
    reason: str = "line",
    turns: int = 5,
    has_chance: bool = True,
) -> PlayedGame:
    """A game of two, won by that seat, or drawn. `reckoned`: who decided, and what it thought of its chance."""
    seats = len(players)
    shares = tuple(1 / seats if winner is None else float(seat == winner) for seat in range(seats))
    steps = reckoned or [(0, None)] * len(choices)
    counts = choices or [2] * len(steps)
    return PlayedGame(
        match=match,
        number=0,
        deal=deal,
        first=first,
        players=tuple(players),
        strong=strong,
        shares=shares,
        scores=tuple(map(int, shares)),
        reason=reason,
        turns=turns,
        decisions=tuple(
            Decision(seat, turn, count, "{}", (0,) * seats, chance)
            for turn, ((seat, chance), count) in enumerate(zip(steps, counts, strict=True))
        ),
        offers=tuple({item: Offer(*offer) for item, offer in each.items()} for each in offers) or ({},) * seats,
        dealt=tuple(tuple(each) for each in dealt) or ((),) * seats,
        has_chance=has_chance,
    )
