"""Gigogne's search form: squares as bits.

A square of size s in cell c is bit 9 s + c, so that 27 bits hold a seat's squares; a stock holds two bits a size.
Nothing is hidden in this game: a deal is a copy.
"""

from typing import Any, Final

from mypy_extensions import i64

from tablee.games.gigogne.rules import LINES, SIZES, Place
from tablee.kernel.search import Codes, Dice, SearchForm, add_codes, larger, up_to, whose

_NINE: Final = 0x1FF
_CENTRE_LARGE: Final = 9 * 2 + 4
_CENTRE_LARGE_BIT: Final = 1 << _CENTRE_LARGE

_LINE_MASKS: Final = [sum(1 << cell for cell in line) for line in LINES]
_HAS_LINE: Final = bytes(any(cells & line == line for line in _LINE_MASKS) for cells in range(512))
"""For each set of cells, whether it holds a line."""
_BITS: Final = bytes(cells.bit_count() for cells in range(512))


class GigogneForm(SearchForm):
    """One position."""

    def __init__(self, seats: int, is_classic: bool) -> None:
        super().__init__(seats)
        self.is_classic = is_classic
        self.owns: list[int] = [0] * seats
        self.stocks: list[int] = [0b111111] * seats
        """For each seat, how many squares of each size are left: two bits each, the small ones lowest."""
        self.active = 0
        self.taken = 0
        """The squares of all seats, also of those who left."""
        self.out = 0
        """The seats that left, one bit each."""
        self.winner = -1
        self.is_over = False
        self.is_fair = False
        """Whether the large square in the centre is closed: the first move of a fair opening."""
        self.has_fair_opening = False

    def deal(self, dice: Dice) -> SearchForm:
        copy = GigogneForm(self.seats, self.is_classic)
        copy.owns = self.owns[:]
        copy.stocks = self.stocks[:]
        copy.active = self.active
        copy.taken = self.taken
        copy.out = self.out
        copy.is_fair = self.is_fair
        copy.has_fair_opening = self.has_fair_opening
        copy.is_over = self.is_over
        copy.winner = self.winner
        return copy

    def actions(self, seat: int) -> list[int]:
        """The codes of its placements: 9 times the size, plus the cell."""
        free = placements(self.stocks[seat], self.taken)
        if self.is_fair:
            free &= ~_CENTRE_LARGE_BIT
        codes: list[int] = []
        add_codes(codes, 0, free)
        return codes

    def play(self, seat: int, action: int, dice: Dice) -> None:
        square = 1 << action
        own = self.owns[seat] | square
        self.owns[seat] = own
        self.taken |= square
        self.stocks[seat] -= 1 << (action // 9 * 2)
        self.is_fair = False
        if wins(own, self.taken, action, self.is_classic):
            self.winner, self.is_over = seat, True
            return
        following = seat
        for _ in range(self.seats):
            following = following + 1 if following + 1 < self.seats else 0
            if not self.out >> following & 1 and placements(self.stocks[following], self.taken):
                self.active = following
                return
        self.is_over = True

    def rollout(self, dice: Dice) -> None:
        if self.is_over:
            return
        winner = roll(self.owns, self.stocks, self.active, self.taken, self.out, self.is_classic, dice)
        self.winner, self.is_over = winner, True

    def key(self) -> tuple[object, ...]:
        return (*self.owns, *self.stocks, self.taken, self.out, -1 if self.is_over else self.active, self.winner)

    def rewards(self) -> list[float]:
        """A win is 1; a draw is shared among those who stayed."""
        if self.winner >= 0:
            return [1.0 if seat == self.winner else 0.0 for seat in range(self.seats)]
        staying = [seat for seat in range(self.seats) if not self.out >> seat & 1]
        return [1 / len(staying) if seat in staying else 0.0 for seat in range(self.seats)]

    def fresh(self, dice: Dice) -> SearchForm:
        new = GigogneForm(self.seats, self.is_classic)
        new.active = int(dice.below(self.seats))
        new.is_fair = new.has_fair_opening = self.has_fair_opening
        return new

    def actor(self) -> int:
        return -1 if self.is_over else self.active

    def write(self, seat: int, words: list[int], at: int) -> None:
        taken: i64 = self.taken
        free: i64 = placements(self.stocks[seat], taken)
        if self.is_fair:
            free &= ~_CENTRE_LARGE_BIT
        words[at] = int(free)
        other = seat
        for place in range(at + 1, at + 1 + self.seats):
            own: i64 = self.owns[other]
            stock: i64 = self.stocks[other]
            left: i64 = up_to(stock & 3) | up_to(stock >> 2 & 3) << 3 | up_to(stock >> 4) << 6
            words[place] = int(own | visible_cells(own, taken) << 27 | left << 36)
            other = other + 1 if other + 1 < self.seats else 0


def placements(stock: i64, taken: i64) -> i64:
    sizes: i64 = 0
    if stock & 3:
        sizes |= 0x1FF
    if stock & 12:
        sizes |= 0x3FE00
    if stock & 48:
        sizes |= 0x7FC0000
    return sizes & ~taken


def wins(own: i64, taken: i64, action: i64, is_classic: bool) -> bool:
    """Whether a seat's squares, the last of them just placed, complete the condition."""
    small: i64 = own & 511
    medium: i64 = own >> 9 & 511
    large: i64 = own >> 18
    if not is_classic:
        return _HAS_LINE[visible_cells(own, taken)] != 0
    if _HAS_LINE[small] or _HAS_LINE[medium] or _HAS_LINE[large]:
        return True
    if small & medium & large:
        return True
    return is_rising(small, medium, large)


def visible_cells(own: i64, taken: i64) -> i64:
    covered: i64 = taken >> 18
    return own >> 18 | (own >> 9 & 511) & ~covered | (own & 511) & ~(covered | taken >> 9 & 511)


def is_rising(small: i64, medium: i64, large: i64) -> bool:
    """Whether a line holds small, medium and large in this order or the other."""
    for a, b, c in LINES:
        if medium >> b & 1 and ((small >> a & 1 and large >> c & 1) or (small >> c & 1 and large >> a & 1)):
            return True
    return False


def roll(owns: list[int], stocks: list[int], active: int, taken: i64, out: i64, is_classic: bool, dice: Dice) -> int:
    """Random placements to the end; the winner, or -1."""
    seats: i64 = len(owns)
    seat: i64 = active
    passed: i64 = 0
    while passed < seats:
        free: i64 = 0
        if not out >> seat & 1:
            free = placements(stocks[seat], taken)
        if free == 0:
            passed += 1
        else:
            passed = 0
            count: i64 = _BITS[free & 511] + _BITS[free >> 9 & 511] + _BITS[free >> 18]
            index: i64 = dice.below(count)
            while index > 0:
                free &= free - 1
                index -= 1
            square: i64 = free & -free
            action: i64 = 0
            size: i64 = 0 if square < 512 else 1 if square < 262144 else 2
            own: i64 = owns[seat] | square
            owns[seat] = int(own)
            taken |= square
            stocks[seat] -= int(1 << (size * 2))
            if wins(own, taken, action, is_classic):
                return int(seat)
        seat += 1
        if seat == seats:
            seat = 0
    return -1


# ── From a view, and back to actions ─────────────────────────────────────────────────────────────────────

CODES: Final = Codes([Place(size, cell) for size in SIZES for cell in range(9)])
MASK: Final = (27,)


def sight(seats: int) -> list[list[str]]:
    """The names of what `write` writes: a word for each seat."""
    return [
        [f"{who}.{size}[{cell}]" for size in SIZES for cell in range(9)]
        + [f"{who}.visible[{cell}]" for cell in range(9)]
        + [name for size in SIZES for name in larger(f"{who}.stock.{size}", 3)]
        for who in map(whose, range(seats))
    ]


def form(seats: int, seat: int, view: Any) -> GigogneForm:
    """The position of a view; nothing is hidden."""
    made = GigogneForm(seats, view.options.win == "classic")
    for cell, square in enumerate(view.cells):
        for size, owner in enumerate((square.small, square.medium, square.large)):
            if owner is not None:
                made.owns[owner] |= 1 << (9 * size + cell)
                made.taken |= 1 << (9 * size + cell)
    made.stocks = [stock.small + 4 * stock.medium + 16 * stock.large for stock in view.stock]
    made.out = sum(1 << gone for gone in view.left)
    made.active = view.active
    if view.ended is not None:
        made.is_over = True
        made.winner = view.ended.winners[0] if view.ended.winners else -1
    made.has_fair_opening = view.options.fair_opening
    made.is_fair = view.options.fair_opening and made.taken == 0
    return made
