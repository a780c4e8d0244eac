"""An exact solver of Gigogne for two seats: what a position is worth, in how many placements, and what to place.

It answers one question: can the attacker force a win within n placements? The attacker needs one placement that
succeeds, the defender one that holds: an AND/OR search. A position is a draw if neither seat can force a win up to
the last placement. What keeps the search small:

- A placement that lets the other seat win at once is not tried.
- An attacker who has only one placement after this one must threaten to win with it: what the other seat places in
  between can never help.
- Positions that are turned or mirrored are one. What is proven within n placements holds within more, what is
  refuted within n holds within fewer; so the question is asked for n = 1, 2, 3 …, and each answer helps the next.

A seat that still has squares can always place one: two seats have six squares of a size, and nine slots to put them
in. A seat that was skipped by the clock has more of them left than the other, and in the end places them alone.

The few openings that take long are looked up in a book (book.py). Compiled by mypyc; runs unchanged without.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final

from mypy_extensions import i64

from tablee.games.gigogne.rules import CENTRE, LINES, SIZES, Place
from tablee.kernel.search import bit, size

# ── Bitboards ────────────────────────────────────────────────────────────────────────────────────────────
#
# The slots that hold a seat's squares are one int, nine bits for each size, the lowest one for cell 0:
#
#     876543210 876543210 876543210
#       large     medium    small

ALL: Final = 0x7FFFFFF
FAIR: Final = ALL & ~(1 << (18 + CENTRE))
"""The slots for the first square of a fair opening."""
_SQUARES: Final = 9
"""Of each seat."""
_ALONE: Final = 3
"""Placements with which a seat that places alone completes a line, or never does."""

_CHECK_EVERY: Final = 256
_MOST_REMEMBERED: Final = 250_000
"""Answers kept from one question to the next: some 25 MB."""
_SOON: Final = 8
"""Placements ahead within which every one is looked at; further on, one that holds is enough."""
_FORESIGHT: Final = 5
"""Of placements that draw, that is best after which the other seat has most replies that lose within this many."""

AT_ONCE: Final = 99
"""The worth of a placement that wins at once: after it, nobody places."""

_COUNT: Final = bytes([cells.bit_count() for cells in range(512)])
"""How many cells a set has."""


def _third_cells(cells: int) -> int:
    """The cells that would complete a line of which two are in the set."""
    third = 0
    for line in LINES:
        missing = sum(1 << cell for cell in line) & ~cells
        if missing.bit_count() == 1:
            third |= missing
    return third


_THIRD_CELLS: Final[list[int]] = [_third_cells(cells) for cells in range(512)]

_RISING: Final[list[int]] = [1 << a | 1 << (9 + b) | 1 << (18 + c) for line in LINES for a, b, c in (line, line[::-1])]
"""The slots of each rising line."""

_TURNS: Final[list[tuple[int, ...]]] = [
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (2, 1, 0, 5, 4, 3, 8, 7, 6),
    (6, 7, 8, 3, 4, 5, 0, 1, 2),
    (0, 3, 6, 1, 4, 7, 2, 5, 8),
    (8, 5, 2, 7, 4, 1, 6, 3, 0),
]
"""The eight ways to lay the board down: where each cell comes to lie."""

TURNED: Final[list[list[int]]] = [
    [sum(1 << to[cell] for cell in range(9) if cells >> cell & 1) for cells in range(512)] for to in _TURNS
]
"""For each of them: where each set of cells comes to lie."""


def turned(slots: i64, cells: list[int]) -> i64:
    """The slots to which those of a set go."""
    small: i64 = cells[slots & 511]
    medium: i64 = cells[slots >> 9 & 511]
    large: i64 = cells[slots >> 18]
    return small | medium << 9 | large << 18


def alike(first: i64, second: i64) -> i64:
    """A number that two positions share only if one is the other, turned or mirrored."""
    least: i64 = -1
    for cells in TURNED:
        number: i64 = turned(first, cells) | turned(second, cells) << 27
        if least < 0 or number < least:
            least = number
    return least


def each(slots: i64) -> list[int]:
    found: list[int] = []
    while slots:
        slot: i64 = slots & -slots
        found.append(int(slot))
        slots ^= slot
    return found


def stock(mine: i64) -> i64:
    return _SQUARES - size(mine)


def in_stock(mine: i64) -> i64:
    slots: i64 = 0
    if _COUNT[mine & 511] < 3:
        slots |= 0x1FF
    if _COUNT[mine >> 9 & 511] < 3:
        slots |= 0x3FE00
    if _COUNT[mine >> 18] < 3:
        slots |= 0x7FC0000
    return slots


def placements(mine: i64, theirs: i64) -> i64:
    return in_stock(mine) & ~(mine | theirs)


def visible_wins(mine: i64, theirs: i64) -> i64:
    """The placements with which the seat of `mine` wins at once in `visible`."""
    taken: i64 = mine | theirs
    under_large: i64 = taken >> 18
    under_medium: i64 = under_large | taken >> 9 & 511
    seen: i64 = mine >> 18 | mine >> 9 & 511 & ~under_large | mine & 511 & ~under_medium
    third: i64 = _THIRD_CELLS[seen]
    if third == 0:
        return 0
    on_top: i64 = (third & ~under_large) << 18 | (third & ~under_medium) << 9 | third & ~(under_medium | taken)
    return on_top & in_stock(mine)


def classic_wins(mine: i64, theirs: i64) -> i64:
    """The placements with which the seat of `mine` wins at once in `classic`."""
    small: i64 = mine & 511
    medium: i64 = mine >> 9 & 511
    large: i64 = mine >> 18
    last_small: i64 = _THIRD_CELLS[small] | medium & large
    last_medium: i64 = _THIRD_CELLS[medium] | small & large
    last_large: i64 = _THIRD_CELLS[large] | small & medium
    last: i64 = last_small | last_medium << 9 | last_large << 18
    for pattern in _RISING:
        missing: i64 = pattern & ~mine
        if missing & (missing - 1) == 0:
            last |= missing
    return last & placements(mine, theirs)


# ── Search ───────────────────────────────────────────────────────────────────────────────────────────────


class Late(Exception):  # noqa: N818 - not an error: there was no time
    """The time is up."""


def _never() -> bool:
    return False


class Solver:
    """Solves the positions of one way to win, and remembers what it has found out.

    A position is the squares of the seat to place (`mine`) and of the other (`theirs`), in which nobody has won.
    """

    def __init__(self, is_classic: bool) -> None:
        self.is_classic = is_classic
        self.is_late: Callable[[], bool] = _never
        """Asked now and then in a search, which ends in `Late` when it is so."""
        self.looked_at = 0
        """How many positions it has looked into, ever."""
        self._known: dict[int, int] = {}
        """For a position, up to turning it: what is known of both seats' attacks, five bits a number. Lowest the fewest
        placements within which the seat to place is known to win, 0 if none; then the most within which it is known
        not to; then the same for the other seat."""

    def wins(self, mine: i64, theirs: i64) -> i64:
        return classic_wins(mine, theirs) if self.is_classic else visible_wins(mine, theirs)

    def value(self, mine: i64, theirs: i64) -> int:
        """What the position is worth to the seat to place, if both play their best.

        n > 0: it wins, with the nth placement from now; n < 0: it loses, by the -nth; 0: a draw.
        """
        to_come = int(stock(mine) + stock(theirs))
        for n in range(1, to_come + 1):
            if self.wins_within(mine, theirs, n):
                return n
            if self.loses_within(mine, theirs, n):
                return -n
        return 0

    def wins_within(self, mine: i64, theirs: i64, n: i64) -> bool:
        """Whether the seat to place can force a win with the nth placement from now at the latest."""
        return self._attack_succeeds(mine, theirs, n)

    def loses_within(self, mine: i64, theirs: i64, n: i64) -> bool:
        """Whether the other seat can force a win with the nth placement from now at the latest."""
        return self.wins(mine, theirs) == 0 and self._defence_fails(mine, theirs, n)

    def best(self, mine: i64, theirs: i64, among: i64) -> list[int]:
        """The best slots to fill among these: the quickest wins, else one that draws, else the slowest losses.

        Of those that draw, the one after which the other seat can most easily go wrong.
        """
        if len(self._known) > _MOST_REMEMBERED:
            self._known = {}
        holding = each(placements(mine, theirs) & among)
        winning: i64 = self.wins(mine, theirs)
        at_once = [slot for slot in holding if winning & slot]
        if at_once:
            return at_once
        to_come = int(stock(mine) + stock(theirs))
        for n in range(2, to_come + 1):
            in_time = [slot for slot in holding if self.loses_within(theirs, mine | slot, n - 1)]
            if in_time:
                return in_time
            still: list[int] = []
            fallen: list[int] = []
            for slot in holding:
                # In a drawn position it would take longest to prove that each of many placements holds.
                is_asked = n <= _SOON or not still
                if is_asked and self.wins_within(theirs, mine | slot, n - 1):
                    fallen.append(slot)
                else:
                    still.append(slot)
            if not still:
                return [slot for slot in fallen if not self.wins_within(theirs, mine | slot, n - 2)]
            holding = self._trickiest_first(mine, theirs, still) if n == min(_SOON, to_come) else still
        return holding[:1]

    def verdicts(self, mine: i64, theirs: i64, among: i64) -> tuple[dict[int, int], int]:
        """What each slot among these is worth once filled, as `value` has it for the seat that filled it.

        n > 0: it wins by the nth placement after this one (AT_ONCE: by this one), n < 0: it loses by the -nth, 0: a
        draw. Slots whose worth was not found before it was late are left out; the second number says up to which
        placement all of them were looked at.
        """
        found: dict[int, int] = {}
        winning: i64 = self.wins(mine, theirs)
        open_: list[int] = []
        for slot in each(placements(mine, theirs) & among):
            if winning & slot:
                found[slot] = AT_ONCE
            else:
                open_.append(slot)
        to_come = int(stock(mine) + stock(theirs)) - 1
        for n in range(1, to_come + 1):
            still: list[int] = []
            try:
                for slot in open_:
                    if self.wins_within(theirs, mine | slot, n):
                        found[slot] = -n
                    elif self.loses_within(theirs, mine | slot, n):
                        found[slot] = n
                    else:
                        still.append(slot)
            except Late:
                return found, n - 1
            open_ = still
        for slot in open_:
            found[slot] = 0
        return found, to_come

    def _trickiest_first(self, mine: i64, theirs: i64, slots: list[int]) -> list[int]:
        """In order of how many replies lose soon."""
        tricky: list[tuple[int, int]] = []
        for slot in slots:
            replies = each(placements(theirs, mine | slot))
            mistakes = [reply for reply in replies if self.wins_within(mine | slot, theirs | reply, _FORESIGHT)]
            tricky.append((-len(mistakes), slot))
        return [slot for _, slot in sorted(tricky)]

    def _attack_succeeds(self, mine: i64, theirs: i64, n: i64) -> bool:
        """Whether the attacker, to place, can force a win within n placements."""
        if n < 1:
            return False
        if self.wins(mine, theirs):
            return True
        others: i64 = stock(theirs)
        if others == 0:
            return self._succeeds_alone(mine, theirs, n)
        n = min(n, stock(mine) + others)
        if n % 2 == 0 and n <= 2 * others + 1:  # the last placement would be the defender's
            n -= 1
        if n < 3:
            return False
        position = int(alike(mine, theirs))
        known = self._recall(position)
        proven: i64 = known & 31
        if proven and proven <= n:
            return True
        if known >> 5 & 31 >= n or known >> 10 & 31:
            return False
        must_threaten: bool = n == 3
        forcing: list[int] = []
        threatening: list[int] = []
        quiet: list[int] = []
        slots: i64 = placements(mine, theirs)
        while slots:
            slot: i64 = slots & -slots
            slots ^= slot
            squares: i64 = mine | slot
            threats: i64 = self.wins(squares, theirs)
            if (threats == 0 and must_threaten) or self.wins(theirs, squares):
                continue
            if threats == 0:
                quiet.append(int(squares))
            elif threats & (threats - 1):
                forcing.append(int(squares))
            else:
                threatening.append(int(squares))
        for tries in (forcing, threatening, quiet):
            for after in tries:
                if self._defence_fails(theirs, after, n - 1):
                    self._learn(position, 0, n)
                    return True
        self._learn(position, 5, n)
        return False

    def _defence_fails(self, mine: i64, theirs: i64, n: i64) -> bool:
        """Whether the defender, to place and unable to win at once, can't stop a win within n placements."""
        own: i64 = stock(mine)
        if own == 0:
            return self._succeeds_alone(theirs, mine, n)
        n = min(n, own + stock(theirs))
        if n % 2 == 1 and n <= 2 * own:  # the last placement would be the defender's
            n -= 1
        if n < 2:
            return False
        position = int(alike(mine, theirs))
        known = self._recall(position)
        proven: i64 = known >> 10 & 31
        if proven and proven <= n:
            return True
        if known >> 15 & 31 >= n or known & 31:
            return False
        threatening: list[int] = []
        quiet: list[int] = []
        slots: i64 = placements(mine, theirs)
        while slots:
            slot: i64 = slots & -slots
            slots ^= slot
            squares: i64 = mine | slot
            if self.wins(theirs, squares):
                continue
            if self.wins(squares, theirs):
                threatening.append(int(squares))
            else:
                quiet.append(int(squares))
        for tries in (threatening, quiet):
            for after in tries:
                if not self._attack_succeeds(theirs, after, n - 1):
                    self._learn(position, 15, n)
                    return False
        self._learn(position, 10, n)
        return True

    def _succeeds_alone(self, mine: i64, theirs: i64, n: i64) -> bool:
        """Whether a seat wins within n placements when the other has none left."""
        if n < 1:
            return False
        if self.wins(mine, theirs):
            return True
        n = min(n, _ALONE)
        slots: i64 = placements(mine, theirs) if n > 1 else 0
        while slots:
            slot: i64 = slots & -slots
            slots ^= slot
            if self._succeeds_alone(mine | slot, theirs, n - 1):
                return True
        return False

    def _recall(self, position: int) -> int:
        self.looked_at += 1
        if self.looked_at % _CHECK_EVERY == 0 and self.is_late():
            raise Late
        return self._known.get(position, 0)

    def _learn(self, position: int, number: i64, n: i64) -> None:
        """Put n in place of the number that begins at that bit."""
        known: i64 = self._known.get(position, 0)
        self._known[position] = int(known & ~(bit(number) * 31) | bit(number) * n)


# ── From a view, and back to actions ─────────────────────────────────────────────────────────────────────

_SOLVERS: Final[dict[bool, Solver]] = {}
"""One for each way to win; what it has found out for one turn helps it in the next."""


def best(seats: int, seat: int, view: Any, is_late: Callable[[], bool]) -> list[Place]:
    """The best placements of a seat in a game of two; none if the time was up before they were found."""
    mine, theirs, is_fair_opening = squares_in(seat, view)
    is_classic = view.options.win == "classic"
    slots = [] if is_classic else look_up(mine, theirs, is_fair_opening)
    if not slots:
        solver = _SOLVERS.setdefault(is_classic, Solver(is_classic))
        solver.is_late = is_late
        try:
            slots = solver.best(mine, theirs, FAIR if is_fair_opening else ALL)
        except Late:
            return []
    return [place_in(slot) for slot in slots]


def verdicts(seats: int, seat: int, view: Any, looks: int) -> list[tuple[Place, str, int]]:
    """For each placement of a seat in a game of two: win, draw, loss or open, and within how many placements after it.

    It is open where nothing was proven within that depth and that number of positions. Nothing is
    remembered from one question to the next, so that the same position is always told the same.
    """
    mine, theirs, is_fair_opening = squares_in(seat, view)
    solver = Solver(view.options.win == "classic")
    solver.is_late = lambda: solver.looked_at >= looks
    among = FAIR if is_fair_opening else ALL
    found, depth = solver.verdicts(mine, theirs, among)
    told: list[tuple[Place, str, int]] = []
    for slot in each(placements(mine, theirs) & among):
        worth = found.get(slot)
        if worth is None:
            told.append((place_in(slot), "open", depth))
        elif worth == AT_ONCE:
            told.append((place_in(slot), "win", 0))
        else:
            told.append((place_in(slot), "win" if worth > 0 else "loss" if worth < 0 else "draw", abs(worth)))
    return told


def squares_in(seat: int, view: Any) -> tuple[int, int, bool]:
    """The slots of the seat, those of the other, and whether a fair opening limits the first square."""
    owns = [0, 0]
    for cell, square in enumerate(view.cells):
        for size_, owner in enumerate((square.small, square.medium, square.large)):
            if owner is not None:
                owns[owner] |= 1 << (9 * size_ + cell)
    mine, theirs = owns[seat], owns[1 - seat]
    return mine, theirs, bool(view.options.fair_opening and mine | theirs == 0)


def place_in(slot: int) -> Place:
    number = slot.bit_length() - 1
    return Place(SIZES[number // 9], number % 9)


# ── The book ─────────────────────────────────────────────────────────────────────────────────────────────

_BOOK: Final[dict[int, int]] = {}


def book() -> dict[int, int]:
    """The best slots, as the board is laid down in the number of the position (see `number_in_book`)."""
    if not _BOOK:
        text = files("tablee.games.gigogne").joinpath("openings.txt").read_text("ascii")
        for line in text.splitlines():
            position, slots = line.split()
            _BOOK[int(position, 16)] = int(slots, 16)
    return _BOOK


def number_in_book(mine: int, theirs: int, is_fair_opening: bool) -> int:
    """The number of a position, up to turning it; the beginning of a fair opening is one of its own."""
    return int(alike(mine, theirs)) << 1 | is_fair_opening


def look_up(mine: int, theirs: int, is_fair_opening: bool) -> list[int]:
    """The best slots by the book, each that is as good by turning the board; none if the position is not in it."""
    number = number_in_book(mine, theirs, is_fair_opening)
    slots = book().get(number, 0)
    return [
        slot
        for slot in each(placements(mine, theirs))
        if any(turned(slot, to) & slots for to in turns_to(mine, theirs))
    ]


def turns_to(mine: int, theirs: int) -> list[list[int]]:
    """The ways to lay the board down as it is in the number of the position."""
    number = alike(mine, theirs)
    return [to for to in TURNED if turned(mine, to) | turned(theirs, to) << 27 == number]
