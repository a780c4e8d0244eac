"""Gigogne: nested squares on a 3×3 grid, for two to four seats.

Each cell takes one small, one medium and one large square, whoever owns them, in any order. A turn places one
square. By default three visible squares of one colour in line win, the visible square of a cell being its
largest; in `classic` it is, of one colour, three of one size in line, a rising row of sizes in line, or all
three sizes in one cell, covered or not. When nobody can place, the game is a draw.

Rulings: a seat that can't place is skipped at once. When the clock has skipped every seat that could place three
times since the last placement, the game is a draw. A seat that leaves takes its remaining squares away, leaves those
on the board, and never shares a draw.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.kernel import (
    Action,
    Chance,
    Ended,
    Event,
    Game,
    Left,
    Options,
    Outcome,
    Rule,
    State,
    Text,
    TimedOut,
    Zone,
    drawn,
    explained,
    put,
    rule,
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

_CLASSIC_SIZES: Final = ((0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 1, 2), (2, 1, 0))
"""The sizes that make a line in `classic`: one size three times, or a rising row, either way."""

_IN_FRENCH: Final[dict[Size, str]] = {"small": "petit carré", "medium": "carré moyen", "large": "grand carré"}
_NAMES: Final = {"small": Text("small", "petit"), "medium": Text("medium", "moyen"), "large": Text("large", "grand")}


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
            "the first square of the game may not be the large one in the centre (two seats, visible)",
            "le premier carré de la partie ne peut pas être le grand au centre (deux places, visible)",
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


GigogneEvent: TypeAlias = Placed | Passed | TimedOut | Left | TurnBegan | Ended


# ── State ────────────────────────────────────────────────────────────────────────────────────────────────


class Cell(Struct, frozen=True, forbid_unknown_fields=True):
    """Who owns the square of each size, if there is one."""

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
    ended: Outcome | None = None


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, options: GigogneOptions, starter: int, chance: Chance) -> GigogneState:
    """An empty board, a full stock for each seat."""
    return GigogneState(turn=0, options=options, active=starter, cells=(Cell(),) * 9, stock=(Stock(),) * seats)


# ── Legal actions ────────────────────────────────────────────────────────────────────────────────────────

_SMALL, _MEDIUM, _LARGE = (tuple(Place(size, cell) for cell in range(9)) for size in SIZES)


def to_act(state: GigogneState) -> tuple[int, ...]:
    """The active seat."""
    return () if state.ended else (state.active,)


def legal(state: GigogneState, seat: int) -> Sequence[Place]:
    """Every remaining size in every cell that has no square of that size."""
    return _placements(state, seat) if seat == state.active and not state.ended else ()


def why_not(state: GigogneState, seat: int, action: Place) -> Rule:
    """The rule against a placement."""
    if not getattr(state.stock[seat], action.size):
        return rule(
            "none_left",
            f"You have no {action.size} square left.",
            f"Il ne vous reste aucun {_IN_FRENCH[action.size]}.",
        )
    if getattr(state.cells[action.cell], action.size) is not None:
        return rule(
            "slot_taken",
            f"Cell {action.cell} already holds a {action.size} square.",
            f"La case {action.cell} contient déjà un {_IN_FRENCH[action.size]}.",
        )
    return rule(
        "fair_opening",
        "With the fair opening, the first square of the game may not be the large one in the centre.",
        "Avec l’ouverture équitable, le premier carré de la partie ne peut pas être le grand au centre.",
    )


def limit_options(options: GigogneOptions, seats: int) -> Rule | None:
    """The fair opening is for two seats and `visible`."""
    if options.fair_opening and (seats != 2 or options.win != "visible"):
        return rule(
            "fair_opening_limits",
            "The fair opening is only for two seats and the visible win.",
            "L’ouverture équitable ne vaut que pour deux places et la victoire visible.",
        )
    return None


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(state: GigogneState, seat: int, action: Place, chance: Chance) -> list[GigogneEvent]:
    """The square is placed; it wins, or the turn passes on."""
    placed = Placed(seat, action.size, action.cell)
    after = evolve(state, placed)
    if _wins(after, seat, action):
        return [placed, Ended(won([seat], _score(state, seat), "line"))]
    return [placed, *_pass_on(after)]


def _pass_on(state: GigogneState) -> list[GigogneEvent]:
    """The turn goes to the next seat that can place; those that can't are passed over. If none can, it is a draw."""
    events: list[GigogneEvent] = []
    for seat in _seats_after(state, state.active):
        if _can_place(state, seat):
            events.append(TurnBegan(seat))
            return events
        events.append(Passed(seat))
    return [Ended(drawn(_seats_in(state), _score(state), "full"))]


# ── Evolve ───────────────────────────────────────────────────────────────────────────────────────────────


def evolve(state: GigogneState, event: GigogneEvent) -> GigogneState:
    """The state after an event."""
    match event:
        case Placed():
            seat, size, cell = event.seat, event.size, event.cell
            square, rest = state.cells[cell], state.stock[seat]
            cells = put(state.cells, cell, replace(square, **{size: seat}))
            stock = put(state.stock, seat, replace(rest, **{size: getattr(rest, size) - 1}))
            return replace(state, cells=cells, stock=stock, skipped=())
        case TurnBegan():
            return replace(state, active=event.seat, turn=state.turn + 1)
        case Ended(outcome):
            return replace(state, ended=outcome)
        case TimedOut(seat):
            return replace(state, skipped=(*state.skipped, seat))
        case Left(seat):
            return replace(state, stock=put(state.stock, seat, Stock(0, 0, 0)), left=(*state.left, seat))
        case Passed():
            return state


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(state: GigogneState, chance: Chance) -> list[GigogneEvent]:
    """The turn is skipped; the guard ends a game in which everybody is, again and again."""
    timed_out = TimedOut(state.active)
    after = evolve(state, timed_out)
    able = [seat for seat in _seats_in(after) if _can_place(after, seat)]
    if all(after.skipped.count(seat) >= SKIPS_TO_A_DRAW for seat in able):
        return [timed_out, Ended(drawn(_seats_in(after), _score(after), "guard"))]
    return [timed_out, *_pass_on(after)]


def leave(state: GigogneState, seat: int, chance: Chance) -> list[GigogneEvent]:
    """The seat's squares stay on the board, its remaining ones are gone; the last seat left wins."""
    if seat in state.left:
        return []
    left = Left(seat)
    after = evolve(state, left)
    staying = _seats_in(after)
    if len(staying) == 1:
        return [left, Ended(won(staying, _score(state, staying[0]), "left"))]
    if seat == state.active:
        return [left, *_pass_on(after)]
    return [left]


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def outcome(state: GigogneState) -> Outcome | None:
    """How it ended, if it has."""
    return state.ended


def scores(state: GigogneState) -> tuple[int, ...]:
    """1 for the winner, else 0."""
    return state.ended.scores if state.ended else (0,) * len(state.stock)


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _placements(state: GigogneState, seat: int) -> list[Place]:
    """What the seat could place if it were its turn."""
    cells, stock = state.cells, state.stock[seat]
    places: list[Place] = []
    if stock.small:
        places += [place for place, cell in zip(_SMALL, cells, strict=True) if cell.small is None]
    if stock.medium:
        places += [place for place, cell in zip(_MEDIUM, cells, strict=True) if cell.medium is None]
    if stock.large:
        places += [place for place, cell in zip(_LARGE, cells, strict=True) if cell.large is None]
    if state.options.fair_opening and cells == (Cell(),) * 9:
        places.remove(Place("large", CENTRE))
    return places


def _can_place(state: GigogneState, seat: int) -> bool:
    """Whether there is any such placement; the fair opening forbids only one of many."""
    cells, stock = state.cells, state.stock[seat]
    return (
        (stock.small > 0 and any(cell.small is None for cell in cells))
        or (stock.medium > 0 and any(cell.medium is None for cell in cells))
        or (stock.large > 0 and any(cell.large is None for cell in cells))
    )


def _wins(state: GigogneState, seat: int, placed: Place) -> bool:
    """Whether the placement has just completed the condition."""
    cells, lines = state.cells, LINES_THROUGH[placed.cell]
    if state.options.win == "visible":
        return any(cells[a].visible == cells[b].visible == cells[c].visible == seat for a, b, c in lines)
    owns = [[getattr(cell, size) == seat for size in SIZES] for cell in cells]
    return all(owns[placed.cell]) or any(
        any(owns[a][i] and owns[b][j] and owns[c][k] for i, j, k in _CLASSIC_SIZES) for a, b, c in lines
    )


def _seats_after(state: GigogneState, seat: int) -> list[int]:
    """The seats still in the game in the order of play, that seat itself last if it is still in."""
    seats = len(state.stock)
    order = (*range(seat + 1, seats), *range(seat + 1))
    return [other for other in order if other not in state.left]


def _seats_in(state: GigogneState) -> list[int]:
    return [seat for seat in range(len(state.stock)) if seat not in state.left]


def _score(state: GigogneState, winner: int | None = None) -> tuple[int, ...]:
    return tuple([int(seat == winner) for seat in range(len(state.stock))])


GAME: Final = Game(
    id="gigogne",
    name=Text("Gigogne", "Gigogne"),
    seats=(2, 4),
    rules_version=2,  # before, one skip of each seat was a draw
    options=GigogneOptions,
    state=GigogneState,
    actions=Place,
    events=GigogneEvent,
    setup=setup,
    legal=legal,
    decide=decide,
    evolve=evolve,
    to_act=to_act,
    timeout=timeout,
    leave=leave,
    scores=scores,
    outcome=outcome,
    why_not=why_not,
    limit_options=limit_options,
    reasons={
        "line": Text("The winning squares are complete.", "Les carrés gagnants sont réunis."),
        "full": Text("Nobody can place a square any more.", "Plus personne ne peut poser de carré."),
        "guard": Text("Everybody let the clock run out.", "Tout le monde a laissé filer l’horloge."),
        "left": Text("Nobody else is left in the game.", "Il ne reste personne d’autre en jeu."),
    },
    search="tablee.games.gigogne.search",
    solver="tablee.games.gigogne.solver",
    solved_seats=(2,),
    zones=(
        Zone(field="cells", title=Text("Board", "Plateau"), form="grid", columns=3, of_seats=True, labels=_NAMES),
        Zone(field="stock", title=Text("Squares left", "Carrés restants"), by_seat=True, labels=_NAMES),
        Zone(field="left", title=Text("Out of the game", "Ont quitté la partie"), of_seats=True),
        Zone(field="skipped", title=Text("Skipped by the clock", "Passés par l’horloge"), of_seats=True),
    ),
)
