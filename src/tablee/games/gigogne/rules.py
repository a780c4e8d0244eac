"""Gigogne: nested squares on a 3×3 grid, for two to four seats.

Each cell takes one small, one medium and one large square of any owner, in any order. A turn places one
square. By default three visible squares of one colour in line win, the visible square of a cell being its
largest; in `classic` it is, of one colour, three of one size in line, a rising row of sizes in line, or all
three sizes in one cell, covered or not. When nobody can place, the game is a draw.

Rulings: a seat that can't place is skipped at once. When the clock has skipped every seat that could place three
times since the last placement, the game is a draw. A seat that leaves takes its remaining squares away, leaves those
on the board, and never shares a draw.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.games.gigogne import words
from tablee.kernel import (
    Action,
    Bounds,
    Chance,
    Event,
    Game,
    Left,
    Options,
    Rule,
    State,
    Story,
    TimedOut,
    drawn,
    explained,
    put,
    seats_after,
    seats_in_play,
    won,
)

# ── Constants ────────────────────────────────────────────────────────────────────────────────────────────

Size: TypeAlias = Literal["small", "medium", "large"]

SIZES: Final[tuple[Size, ...]] = ("small", "medium", "large")
SQUARES_OF_EACH_SIZE: Final = 3
CENTRE: Final = 4
SKIPS_TO_A_DRAW: Final = 3
"""Of every seat that could place, by the clock, since the last placement."""

LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH: Final = tuple(tuple(line for line in LINES if cell in line) for cell in range(9))
_OTHERS_IN_LINE: Final = tuple(
    tuple([other for other in line if other != cell] for line in LINES_THROUGH[cell]) for cell in range(9)
)

_CLASSIC_SIZES: Final = ((0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 1, 2), (2, 1, 0))
"""The sizes that make a line in `classic`: one size three times, or a rising row, either way."""


class GigogneOptions(Options, frozen=True):
    win: Annotated[
        Literal["visible", "classic"],
        explained(
            "visible: three visible squares of one colour in line; classic: a line of one size, "
            "a rising line, or all three sizes in one cell, of one colour",
            "visible : trois carrés visibles d’une même couleur, alignés ; classique : d’une même couleur, "
            "trois carrés d’une même taille alignés, un alignement croissant, ou les trois tailles dans une même case",
        ),
    ] = "visible"
    fair_opening: Annotated[
        bool,
        explained(
            "no large square in the centre on the first move (two players, visible only)",
            "pas de grand carré au centre au premier coup (à deux, en « visible »)",
        ),
    ] = False


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────


class Place(Action, frozen=True):
    size: Size
    cell: Annotated[int, Meta(ge=0, le=8)]


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────


class Placed(Event, frozen=True):
    seat: int
    size: Size
    cell: int


class Passed(Event, frozen=True):
    """A seat that can't place was passed over."""

    seat: int


class TurnBegan(Event, frozen=True):
    seat: int


GigogneEvent: TypeAlias = Placed | Passed | TimedOut | Left | TurnBegan


# ── State ────────────────────────────────────────────────────────────────────────────────────────────────


class Cell(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of the square of each size, if there is one."""

    small: int | None = None
    medium: int | None = None
    large: int | None = None

    @property
    def visible(self) -> int | None:
        """The owner of the largest square."""
        if self.large is not None:
            return self.large
        return self.small if self.medium is None else self.medium


class Stock(Struct, frozen=True, forbid_unknown_fields=True):
    """How many squares of each size a seat has left."""

    small: int = SQUARES_OF_EACH_SIZE
    medium: int = SQUARES_OF_EACH_SIZE
    large: int = SQUARES_OF_EACH_SIZE


class GigogneState(State, frozen=True):
    """
    Cells:   0 1 2
             3 4 5
             6 7 8
    """  # noqa: D205, D400 - a diagram

    options: GigogneOptions
    active: int
    """The seat to place."""
    cells: tuple[Cell, ...]
    stock: tuple[Stock, ...]
    """For each seat."""
    left: tuple[int, ...] = ()
    """The seats that are out of the game."""
    skipped: tuple[int, ...] = ()
    """The seats that the clock has skipped since the last placement, each as often as it has."""


GigogneStory: TypeAlias = Story[GigogneState, GigogneEvent]


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, options: GigogneOptions, starter: int, chance: Chance) -> GigogneState:
    """An empty board, a full stock for each seat."""
    return GigogneState(turn=0, options=options, active=starter, cells=(Cell(),) * 9, stock=(Stock(),) * seats)


# ── Legal actions ────────────────────────────────────────────────────────────────────────────────────────

_SMALL, _MEDIUM, _LARGE = (tuple(Place(size, cell) for cell in range(9)) for size in SIZES)


def legal(state: GigogneState, seat: int) -> list[Place]:
    """Every remaining size in every cell that has no square of that size."""
    cells, stock = state.cells, state.stock[seat]
    places: list[Place] = []
    if stock.small:
        for place in _SMALL:
            if cells[place.cell].small is None:
                places.append(place)
    if stock.medium:
        for place in _MEDIUM:
            if cells[place.cell].medium is None:
                places.append(place)
    if stock.large:
        for place in _LARGE:
            if cells[place.cell].large is None:
                places.append(place)
    if state.options.fair_opening and cells == (Cell(),) * 9:
        places.remove(Place("large", CENTRE))
    return places


def why_not(state: GigogneState, seat: int, action: Place) -> Rule:
    if not getattr(state.stock[seat], action.size):
        return words.none_left(action.size)
    if getattr(state.cells[action.cell], action.size) is not None:
        return words.slot_taken(action.size, action.cell)
    return words.FAIR_OPENING


def limit_options(options: GigogneOptions, seats: int) -> Rule | None:
    is_for_it = seats == 2 and options.win == "visible"
    return words.FAIR_OPENING_LIMITS if options.fair_opening and not is_for_it else None


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(story: GigogneStory, seat: int, action: Place, chance: Chance) -> None:
    story.tell(Placed(seat, action.size, action.cell))
    if _wins(story.state, seat, action.cell):
        story.end(won([seat], _score(story.state, seat), "line"))
    else:
        _pass_on(story)


def _pass_on(story: GigogneStory) -> None:
    """The turn goes to the next seat that can place; those that can't are passed over. If none can, it is a draw."""
    state = story.state
    unable: list[int] = []
    for seat in seats_after(state.active, len(state.stock), state.left):
        if _can_place(state, seat):
            for other in unable:
                story.tell(Passed(other))
            story.tell(TurnBegan(seat))
            return
        unable.append(seat)
    story.end(drawn(_seats_in(state), _score(state), "full"))


# ── Evolve ───────────────────────────────────────────────────────────────────────────────────────────────


def evolve(state: GigogneState, event: GigogneEvent) -> GigogneState:
    match event:
        case Placed():
            place, seat = event.cell, event.seat
            cell, stock = _placed(state.cells[place], state.stock[seat], event.size, seat)
            cells, stocks = put(state.cells, place, cell), put(state.stock, seat, stock)
            return replace(state, cells=cells, stock=stocks, skipped=())
        case TurnBegan():
            return replace(state, active=event.seat, turn=state.turn + 1)
        case TimedOut(seat):
            return replace(state, skipped=(*state.skipped, seat))
        case Left(seat):
            return replace(state, stock=put(state.stock, seat, Stock(0, 0, 0)), left=(*state.left, seat))
        case Passed():
            return state


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(story: GigogneStory, chance: Chance) -> None:
    """The turn is skipped; the guard ends a game in which everyone is, again and again."""
    story.tell(TimedOut(story.state.active))
    state = story.state
    able = [seat for seat in _seats_in(state) if _can_place(state, seat)]
    if all(state.skipped.count(seat) >= SKIPS_TO_A_DRAW for seat in able):
        story.end(drawn(_seats_in(state), _score(state), "guard"))
    else:
        _pass_on(story)


def leave(story: GigogneStory, seat: int, chance: Chance) -> None:
    """The seat's squares stay on the board, its remaining ones are gone; the last seat left wins."""
    if seat in story.state.left:
        return
    story.tell(Left(seat))
    staying = _seats_in(story.state)
    if len(staying) == 1:
        story.end(won(staying, _score(story.state, staying[0]), "left"))
    elif seat == story.state.active:
        _pass_on(story)


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def scores(state: GigogneState) -> tuple[int, ...]:
    """1 for the winner, else 0."""
    return state.ended.scores if state.ended else (0,) * len(state.stock)


def bounds(options: GigogneOptions, seats: int) -> Bounds:
    """Every action places a square; a cell takes three."""
    return Bounds((0, 1), min(len(SIZES) * SQUARES_OF_EACH_SIZE * seats, 9 * len(SIZES)))


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _placed(cell: Cell, stock: Stock, size: Size, seat: int) -> tuple[Cell, Stock]:
    """The cell with a square of that seat in it, and what the seat has left."""
    match size:
        case "small":
            return replace(cell, small=seat), replace(stock, small=stock.small - 1)
        case "medium":
            return replace(cell, medium=seat), replace(stock, medium=stock.medium - 1)
        case "large":
            return replace(cell, large=seat), replace(stock, large=stock.large - 1)


def _can_place(state: GigogneState, seat: int) -> bool:
    """Whether there is any placement; the fair opening forbids only one of many."""
    stock = state.stock[seat]
    for cell in state.cells:
        if (
            (cell.small is None and stock.small)
            or (cell.medium is None and stock.medium)
            or (cell.large is None and stock.large)
        ):
            return True
    return False


def _wins(state: GigogneState, seat: int, placed: int) -> bool:
    """Whether the square placed last, in that cell, has completed the condition."""
    cells = state.cells
    if state.options.win == "visible":
        if cells[placed].visible == seat:
            for a, b in _OTHERS_IN_LINE[placed]:
                if cells[a].visible == seat and cells[b].visible == seat:
                    return True
        return False
    owns = [[getattr(cell, size) == seat for size in SIZES] for cell in cells]
    return all(owns[placed]) or any(
        any(owns[a][i] and owns[b][j] and owns[c][k] for i, j, k in _CLASSIC_SIZES) for a, b, c in LINES_THROUGH[placed]
    )


def _seats_in(state: GigogneState) -> list[int]:
    return seats_in_play(len(state.stock), state.left)


def _score(state: GigogneState, winner: int | None = None) -> tuple[int, ...]:
    return tuple([int(seat == winner) for seat in range(len(state.stock))])


GAME: Final = Game(
    id="gigogne", name=words.NAME, seats=(2, 4), rules_version=2,  # before, one skip of each seat was a draw
    options=GigogneOptions, state=GigogneState, actions=Place, events=GigogneEvent,
    setup=setup, legal=legal, why_not=why_not, decide=decide, evolve=evolve,
    timeout=timeout, leave=leave, scores=scores, bounds=bounds, limit_options=limit_options,
    reasons=words.REASONS, zones=words.ZONES, words=words.WORDS,
    search="tablee.games.gigogne.search", solver="tablee.games.gigogne.solver", perfect_seats=(2,),
)  # fmt: skip
