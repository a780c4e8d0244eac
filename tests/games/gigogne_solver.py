"""An exact solver of Gigogne for two seats: what a position is worth, and in how many placements.

A search of its own, on bitboards, that shares no code with the rules; test_gigogne_solved.py proves that both
play the same game. It knows no clock: the seats place in turn, none is ever skipped. (With squares in stock a
seat can always place: two seats have six squares of a size, and nine slots to put them in.)

It answers one question: can the attacker force a win within n placements? The attacker needs one placement
that succeeds, the defender one that holds: an AND/OR search. A position is a draw if neither seat can force a
win up to the last placement. What keeps the search small:

- A placement that lets the other seat win at once is not tried.
- An attacker who has only one placement after this one must threaten to win with it: what the other seat places
  in between can never help.
- Positions that are turned or mirrored are one. What is proven within n placements holds within more, what is
  refuted within n holds within fewer; so the question is asked for n = 1, 2, 3 …, and each answer helps the next.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from tablee.games.gigogne.rules import GigogneState, Place

# ── Bitboards ────────────────────────────────────────────────────────────────────────────────────────────
#
# The slots that hold a seat's squares are one int, nine bits for each size, the lowest one for cell 0:
#
#     876543210 876543210 876543210
#       large     medium    small

Slots: TypeAlias = int
"""A set of slots; often of one."""

_NINE: Final = 0b111_111_111
_MEDIUM: Final = 9
"""Where the bits of the medium squares begin."""
_LARGE: Final = 18
"""Where the bits of the large squares begin."""
_PLACEMENTS: Final = 18
"""In a whole game: nine squares for each of the two seats."""

_SIZES: Final[tuple[Literal["small", "medium", "large"], ...]] = ("small", "medium", "large")
_ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
_LINES: Final = (*_ROWS, *zip(*_ROWS, strict=True), (0, 4, 8), (2, 4, 6))


class Position(NamedTuple):
    """A position in which nobody has won; what the seats have left in stock follows from it."""

    mine: Slots
    """The squares of the seat to place."""
    theirs: Slots
    """The squares of the other seat."""

    @property
    def to_come(self) -> int:
        """How many placements there are until the board is full."""
        return _PLACEMENTS - self.mine.bit_count() - self.theirs.bit_count()

    def after(self, slot: Slots) -> "Position":
        """The position after a placement, as the other seat sees it."""
        return Position(self.theirs, self.mine | slot)


def position_of(state: GigogneState) -> Position:
    """A state of the real game, as the active seat sees it. Raises ValueError if somebody was skipped in it."""
    squares = [0, 0]
    for number, cell in enumerate(state.cells):
        for size, owner in zip(_SIZES, (cell.small, cell.medium, cell.large), strict=True):
            if owner is not None:
                squares[owner] |= slot_of(Place(size, number))
    position = Position(squares[state.active], squares[1 - state.active])
    if position.theirs.bit_count() - position.mine.bit_count() not in (0, 1):
        raise ValueError("the seats have not placed in turn")
    return position


def slot_of(place: Place) -> Slots:
    """The slot that a placement fills."""
    return 1 << (9 * _SIZES.index(place.size) + place.cell)


def place_in(slot: Slots) -> Place:
    """The placement that fills a slot."""
    size, cell = divmod(slot.bit_length() - 1, 9)
    return Place(_SIZES[size], cell)


def each(slots: Slots) -> Iterator[Slots]:
    """The slots of a set, one by one."""
    while slots:
        slot = slots & -slots
        yield slot
        slots ^= slot


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────


def placements(mine: Slots, theirs: Slots) -> Slots:
    """The slots that the seat of `mine` may fill."""
    return _in_stock(mine) & ~(mine | theirs)


def visible_wins(mine: Slots, theirs: Slots) -> Slots:
    """The placements with which the seat of `mine` wins at once in `visible`."""
    taken = mine | theirs
    under_large = taken >> _LARGE
    under_medium = under_large | taken >> _MEDIUM & _NINE
    seen = mine >> _LARGE | mine >> _MEDIUM & _NINE & ~under_large | mine & _NINE & ~under_medium
    third = _THIRD_CELLS[seen]
    if not third:
        return 0
    on_top = (third & ~under_large) << _LARGE | (third & ~under_medium) << _MEDIUM | third & ~(under_medium | taken)
    return on_top & _in_stock(mine)


def classic_wins(mine: Slots, theirs: Slots) -> Slots:
    """The placements with which the seat of `mine` wins at once in `classic`."""
    last = 0
    for pattern in _CLASSIC_PATTERNS:
        missing = pattern & ~mine
        if not missing & (missing - 1):  # just one
            last |= missing
    return last & placements(mine, theirs)


def _in_stock(mine: Slots) -> Slots:
    """All slots of the sizes that the seat of `mine` has left."""
    slots = 0
    if (mine & _NINE).bit_count() < 3:
        slots |= _NINE
    if (mine >> _MEDIUM & _NINE).bit_count() < 3:
        slots |= _NINE << _MEDIUM
    if (mine >> _LARGE).bit_count() < 3:
        slots |= _NINE << _LARGE
    return slots


def _third_cells(cells: int) -> int:
    """The cells that would complete a line of which two are in the set."""
    missing = (sum(1 << cell for cell in line) & ~cells for line in _LINES)
    return sum({cell for cell in missing if cell.bit_count() == 1})


_THIRD_CELLS: Final = tuple(_third_cells(cells) for cells in range(512))

_CLASSIC_PATTERNS: Final[tuple[Slots, ...]] = (
    *(
        sum(1 << (9 * size + cell) for size, cell in zip(sizes, line, strict=True))
        for line in _LINES
        for sizes in ((0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 1, 2), (2, 1, 0))
    ),
    *((1 | 1 << _MEDIUM | 1 << _LARGE) << cell for cell in range(9)),
)


# ── Search ───────────────────────────────────────────────────────────────────────────────────────────────


class Solver:
    """Solves the positions of one way to win, and remembers what it has found out."""

    def __init__(self, win: Literal["visible", "classic"]) -> None:
        self.wins: Final = visible_wins if win == "visible" else classic_wins
        """(mine, theirs) -> the placements with which the seat of `mine` wins at once."""
        self._proven: dict[int, int] = {}
        """For an attack: the fewest placements within which it is known to succeed."""
        self._refuted: dict[int, int] = {}
        """For an attack: the most placements within which it is known to fail."""

    def value(self, position: Position) -> int:
        """What the position is worth to the seat to place, if both play their best.

        n > 0: it wins, with the nth placement from now; n < 0: it loses, by the -nth; 0: a draw.
        """
        for n in range(1, position.to_come + 1):
            if self.wins_within(position, n):
                return n
            if self.loses_within(position, n):
                return -n
        return 0

    def wins_within(self, position: Position, n: int) -> bool:
        """Whether the seat to place can force a win with the nth placement from now at the latest."""
        return self._attack_succeeds(position.mine, position.theirs, min(n, position.to_come))

    def loses_within(self, position: Position, n: int) -> bool:
        """Whether the other seat can force a win with the nth placement from now at the latest."""
        if self.wins(position.mine, position.theirs):
            return False
        return self._defence_fails(position.mine, position.theirs, min(n, position.to_come))

    def best(self, position: Position) -> list[Slots]:
        """The best placements: the quickest wins, else those that draw, else the slowest losses."""
        if winning := self.wins(position.mine, position.theirs):
            return list(each(winning))
        value = self.value(position)
        slots = each(placements(position.mine, position.theirs))
        if value > 0:
            return [slot for slot in slots if self.loses_within(position.after(slot), value - 1)]
        too_soon = -value - 2 if value else _PLACEMENTS
        return [slot for slot in slots if not self.wins_within(position.after(slot), too_soon)]

    def _attack_succeeds(self, mine: Slots, theirs: Slots, n: int) -> bool:
        """Whether the attacker, to place, can force a win within n placements."""
        if n < 1:
            return False
        if self.wins(mine, theirs):
            return True
        if n < 3:
            return False
        attack = 2 * _alike(mine, theirs)
        if (known := self._known(attack, n)) is not None:
            return known
        tries: list[tuple[int, Slots]] = []
        for slot in each(placements(mine, theirs)):
            squares = mine | slot
            threats = self.wins(squares, theirs)
            if (threats or n > 4) and not self.wins(theirs, squares):
                tries.append((threats.bit_count(), squares))
        tries.sort(reverse=True)
        return self._learned(attack, n, any(self._defence_fails(theirs, squares, n - 1) for _, squares in tries))

    def _defence_fails(self, mine: Slots, theirs: Slots, n: int) -> bool:
        """Whether the defender, to place and unable to win at once, can't stop a win within n placements."""
        if n < 2:
            return False
        attack = 2 * _alike(theirs, mine) + 1
        if (known := self._known(attack, n)) is not None:
            return known
        tries: list[tuple[int, Slots]] = []
        for slot in each(placements(mine, theirs)):
            squares = mine | slot
            if not self.wins(theirs, squares):
                tries.append((self.wins(squares, theirs).bit_count(), squares))
        tries.sort(reverse=True)
        return self._learned(attack, n, all(self._attack_succeeds(theirs, squares, n - 1) for _, squares in tries))

    def _known(self, attack: int, n: int) -> bool | None:
        """Whether an attack succeeds within n placements, as far as that is known."""
        if self._proven.get(attack, _PLACEMENTS + 1) <= n:
            return True
        if self._refuted.get(attack, 0) >= n:
            return False
        return None

    def _learned(self, attack: int, n: int, succeeds: bool) -> bool:
        """The answer, remembered."""
        found_out = self._proven if succeeds else self._refuted
        found_out[attack] = n
        return succeeds


def _alike(first: Slots, second: Slots) -> int:
    """A number that two positions share only if one is the other, turned or mirrored."""
    nines = [squares >> start & _NINE for squares in (first, second) for start in (0, _MEDIUM, _LARGE)]
    a, b, c, d, e, f = nines
    return min(
        turned[a] | turned[b] << 9 | turned[c] << 18 | turned[d] << 27 | turned[e] << 36 | turned[f] << 45
        for turned in TURNED
    )


def _turned(cells: int, to: tuple[int, ...]) -> int:
    """The set of cells to which those of a set go, cell by cell."""
    return sum(1 << to[cell] for cell in range(9) if cells >> cell & 1)


TURNED: Final = tuple(
    tuple(_turned(cells, to) for cells in range(512))
    for to in (
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        (2, 5, 8, 1, 4, 7, 0, 3, 6),
        (8, 7, 6, 5, 4, 3, 2, 1, 0),
        (6, 3, 0, 7, 4, 1, 8, 5, 2),
        (2, 1, 0, 5, 4, 3, 8, 7, 6),
        (6, 7, 8, 3, 4, 5, 0, 1, 2),
        (0, 3, 6, 1, 4, 7, 2, 5, 8),
        (8, 5, 2, 7, 4, 1, 6, 3, 0),
    )
)
"""For each of the eight ways to lay the board down: where each set of cells comes to lie."""
