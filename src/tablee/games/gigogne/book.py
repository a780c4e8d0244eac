"""Writes the book of openings: the positions of the first placements that take the solver longest, solved.

    python -m tablee.games.gigogne.book > src/tablee/games/gigogne/openings.txt

A compiled solver hardly needs it; without a compiler some of these positions would take seconds. In a line stand the
number of a position and its best slots, as hexadecimal numbers. In `classic` no position takes long.
"""

import sys
from collections.abc import Iterator
from typing import Final

from tablee.games.gigogne.solver import ALL, FAIR, Solver, alike, each, number_in_book, placements, turned, turns_to

PLACED: Final = 4
"""Placements after which the book ends."""
LOOKED_AT: Final = 10_000
"""What a position must cost the solver to be in the book, in positions that it looks at; a sixth of a second or so
where it is not compiled."""


def write() -> Iterator[str]:
    for mine, theirs in openings():
        for is_fair in (False, True) if mine | theirs == 0 else (False,):
            solver = Solver(is_classic=False)
            best = solver.best(mine, theirs, FAIR if is_fair else ALL)
            if solver.looked_at > LOOKED_AT:
                to = turns_to(mine, theirs)[0]
                slots = sum(turned(slot, to) for slot in best)
                yield f"{number_in_book(mine, theirs, is_fair):x} {slots:x}"


def openings() -> Iterator[tuple[int, int]]:
    """Every position of the first placements in which the seat to place can't win at once, one of those alike."""
    solver = Solver(is_classic=False)
    positions = [(0, 0)]
    for _ in range(PLACED + 1):
        calm = [(mine, theirs) for mine, theirs in positions if not solver.wins(mine, theirs)]
        yield from calm
        after = [(theirs, mine | slot) for mine, theirs in calm for slot in each(placements(mine, theirs))]
        positions = list({alike(mine, theirs): (mine, theirs) for mine, theirs in after}.values())


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in write())
