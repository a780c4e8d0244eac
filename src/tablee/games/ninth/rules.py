"""Ninth: planets in line on a shared square of nine cards, for two seats.

A turn takes one card from the square into the hand, then places a card of the hand in an empty slot or passes.
After a placement the seat claims one line of three face-up cards of one planet, if there is one; then the pile
refills the square. The pile's last card ends the game and the better score wins; a square that shows all nine
planets after a placement wins at once.

    taken    Venus looks at the next three cards of the pile and puts them back in any order. What fills Jupiter's
             slot this turn lies face down. Nothing fills Neptune's slot this turn.
    placed   Earth wins another turn. Mars takes the card it replaces out of the game. Saturn swaps two other cards.
    always   Uranus may form a diagonal. Ninth counts as any planet in a line. A line of Mercury counts double.

Rulings: the card taken this turn can't be placed in it. Any line on the square counts, also one that a
refill made, but only after a placement. A turn won by Earth can't win a further one. Mars removes the card taken this
turn from the very slot it is placed in, and in an older hole nothing. A face-down card is inert: it does nothing
when it is placed or taken so. On one placement: Mars, then Saturn's swap, then the nine planets, then the lines.
After 24 turns in a row without a draw from the pile the game ends and is scored.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Annotated, Final, Literal, NewType, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.games.ninth import words
from tablee.games.ninth.board import DIAGONALS, LINES, Board, Line, Slot, lines_on, shows_nine_planets
from tablee.games.ninth.planets import PLANETS, Hand, Planet
from tablee.kernel import (
    EVERYONE,
    Action,
    Bounds,
    Chance,
    Event,
    Game,
    Left,
    Open,
    Options,
    Rule,
    Secret,
    State,
    Story,
    TimedOut,
    best_of,
    explained,
    holds,
    in_order,
    only,
    put,
    without,
    won,
)

# ── Constants ────────────────────────────────────────────────────────────────────────────────────────────

Phase: TypeAlias = Literal["take", "arrange", "place", "swap", "claim"]

COPIES: Final = 9
LOOKED_AT: Final = 3
"""How many cards of the pile Venus shows."""
GUARD: Final = 24
"""Turns in a row without a draw that end the game."""


class NinthOptions(Options, frozen=True):
    powers: Annotated[
        bool,
        explained(
            "the planets have their powers; without them only lines and the nine planets count",
            "les planètes ont leurs pouvoirs ; sans eux, seuls comptent les lignes et les neuf planètes",
        ),
    ] = True


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

SlotNumber: TypeAlias = Annotated[int, Meta(ge=0, le=8)]


class Take(Action, frozen=True):
    slot: SlotNumber


class Arrange(Action, frozen=True):
    order: Annotated[tuple[Annotated[int, Meta(ge=0, le=2)], ...], Meta(max_length=LOOKED_AT)]
    """The present places of the cards in the pile, the next to be drawn first."""


class Place(Action, frozen=True):
    card: Planet
    slot: SlotNumber


class Pass(Action, frozen=True):
    pass


class Swap(Action, frozen=True):
    a: SlotNumber
    b: SlotNumber


class Claim(Action, frozen=True):
    line: tuple[SlotNumber, SlotNumber, SlotNumber]


NinthAction: TypeAlias = Take | Arrange | Place | Pass | Swap | Claim


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────

Order = NewType("Order", tuple[int, ...])
"""An order given to the cards that Venus showed: known to the seat that chose it."""


class Asked(Event, frozen=True):
    """The active seat has a decision to take: the next step of its turn."""

    phase: Phase


class Taken(Event, frozen=True):
    seat: int
    slot: int
    card: Secret[Planet]


class Covered(Event, frozen=True):
    """Jupiter: whatever fills the slot this turn lies face down."""

    slot: int


class Closed(Event, frozen=True):
    """Neptune: nothing fills the slot this turn."""

    slot: int


class LookedAtPile(Event, frozen=True):
    """Venus: the seat sees the next cards of the pile."""

    seat: int
    cards: tuple[Secret[Planet], ...]


class Arranged(Event, frozen=True):
    """Venus: the seat put the cards back in an order of its choice, so that only it knows which is which."""

    seat: int
    order: Secret[Order]


class Passed(Event, frozen=True):
    seat: int


class Placed(Event, frozen=True):
    seat: int
    card: Secret[Planet]
    slot: int
    face_down: bool


class Removed(Event, frozen=True):
    """Mars: the card taken this turn left the hand and the game, for all to see."""

    seat: int
    card: Open[Planet]


class ExtraTurnWon(Event, frozen=True):
    """Earth: the seat plays another turn after this one."""

    seat: int


class Swapped(Event, frozen=True):
    """Saturn: two cards changed places."""

    seat: int
    a: int
    b: int


class Claimed(Event, frozen=True):
    seat: int
    line: Line
    planet: Open[Planet]
    """The planet that the line counts for: that of its cards other than ninths; ninth if it has no others."""
    points: int


class Drawn(Event, frozen=True):
    """A card of the pile filled a slot."""

    slot: int
    card: Secret[Planet]
    face_down: bool


class TurnEnded(Event, frozen=True):
    """The card taken, if there is one, joins the hand."""

    seat: int
    has_drawn: bool
    """Whether the refill took a card from the pile."""


class TurnBegan(Event, frozen=True):
    seat: int
    is_extra: bool


NinthEvent: TypeAlias = (
    Asked | Taken | Covered | Closed | LookedAtPile | Arranged | Passed | Placed | Removed | ExtraTurnWon | Swapped
    | Claimed | Drawn | TurnEnded | TurnBegan | TimedOut | Left
)  # fmt: skip


# ── State ────────────────────────────────────────────────────────────────────────────────────────────────


class WonLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Three cards before a seat."""

    cards: tuple[Open[Planet], ...]
    planet: Open[Planet]
    points: int


class NinthState(State, frozen=True):
    """
    Slots:   0 1 2
             3 4 5
             6 7 8
    """  # noqa: D205, D400 - a diagram

    options: NinthOptions
    active: int
    board: Board
    pile: tuple[Secret[Planet], ...]
    """The next card to be drawn first."""
    hands: tuple[Hand, ...] = ((), ())
    """For each seat, in the order of the planets; without the card taken this turn."""
    lines: tuple[tuple[WonLine, ...], ...] = ((), ())
    """For each seat."""
    removed: tuple[Open[Planet], ...] = ()
    """The cards that Mars took out of the game."""
    phase: Phase = "take"
    """The step of the turn that the active seat owes."""
    taken: Secret[Planet] | None = None
    """The card taken this turn: it can't be placed, and joins the hand when the turn ends."""
    taken_from: int | None = None
    placed_at: int | None = None
    covered: int | None = None
    """The slot that is filled face down this turn, after Jupiter."""
    closed: int | None = None
    """The slot that nothing fills this turn, after Neptune."""
    extra_turn: bool = False
    """Whether this turn was won by Earth."""
    extra_turn_won: bool = False
    """Whether the active seat plays another turn after this one."""
    turns_without_draw: int = 0
    """How many turns in a row have drawn nothing from the pile: a screen shows it past half the guard."""


NinthStory: TypeAlias = Story[NinthState, NinthEvent]


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, options: NinthOptions, starter: int, chance: Chance) -> NinthState:
    """Nine cards face up, the others in the pile, the hands empty."""
    deck = chance.shuffled(PLANETS * COPIES)
    board = tuple([Slot(Secret(card, EVERYONE)) for card in deck[:9]])
    return NinthState(turn=0, options=options, active=starter, board=board, pile=tuple(map(Secret, deck[9:])))


# ── Legal actions ────────────────────────────────────────────────────────────────────────────────────────

_TAKES: Final = tuple(Take(slot) for slot in range(9))
_ARRANGES: Final = tuple(tuple(map(Arrange, permutations(range(count)))) for count in range(LOOKED_AT + 1))
_PLACES: Final = {planet: tuple(Place(planet, slot) for slot in range(9)) for planet in PLANETS}
_PASS: Final = Pass()
_SWAPS: Final = tuple(Swap(a, b) for a, b in combinations(range(9), 2))
_CLAIMS: Final = {line: Claim(line) for line in LINES}
_VENUS_TAKEN_FACE_UP: Final[Secret[Planet]] = Secret("venus", EVERYONE)


def legal(state: NinthState, seat: int) -> Sequence[NinthAction]:
    """List what the step of the turn allows: a take, an order, a placement or a pass, a swap, a claim."""
    match state.phase:
        case "take":
            return [_TAKES[slot] for slot in range(9) if state.board[slot] is not None]
        case "arrange":
            return _ARRANGES[min(LOOKED_AT, len(state.pile))]
        case "place":
            planets = dict.fromkeys([card.value for card in state.hands[seat]])
            slots = _open_slots(state)
            return [*[_PLACES[planet][slot] for planet in planets for slot in slots], _PASS]
        case "swap":
            return _swaps(state)
        case "claim":
            return [_CLAIMS[line] for line, _ in _lines(state)]


def why_not(state: NinthState, seat: int, action: NinthAction) -> Rule:
    """The rule against an action: another step is owed, or that step does not allow it."""
    if not state.options.powers and isinstance(action, Arrange | Swap):
        return words.NO_POWERS
    match state.phase, action:
        case "take", Take():
            return words.EMPTY_SLOT
        case "arrange", Arrange():
            return words.NOT_AN_ORDER
        case "place", Place():
            return _why_not_place(state, seat, action)
        case "swap", Swap():
            return _why_not_swap(state, action)
        case "claim", Claim():
            return _why_not_claim(state, action.line)
        case "place", Arrange():
            return words.ALREADY_ARRANGED if state.taken == _VENUS_TAKEN_FACE_UP else words.NO_VENUS
        case "place", Swap():
            return words.NO_SATURN
        case "place", Claim():
            return words.PLACE_TO_CLAIM
        case phase, _:
            return words.OWED[phase]


def _why_not_place(state: NinthState, seat: int, action: Place) -> Rule:
    if not holds(state.hands[seat], action.card):
        taken = state.taken
        return words.TAKEN_THIS_TURN if taken is not None and taken.value == action.card else words.NOT_IN_HAND
    return words.SLOT_CLOSED if action.slot == state.closed else words.SLOT_OCCUPIED


def _why_not_swap(state: NinthState, action: Swap) -> Rule:
    if state.placed_at in (action.a, action.b):
        return words.SWAP_OTHERS
    return words.SWAP_ORDER if action.a >= action.b else words.SWAP_CARDS


def _why_not_claim(state: NinthState, line: Line) -> Rule:
    if line not in LINES:
        return words.NO_SUCH_LINE
    if any(on_board is not None and on_board.face_down for on_board in [state.board[slot] for slot in line]):
        return words.FACE_DOWN_LINE
    if line in DIAGONALS:
        return words.DIAGONAL if state.options.powers else words.NO_DIAGONAL
    return words.NO_LINE


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(story: NinthStory, seat: int, action: NinthAction, chance: Chance) -> None:
    """The step is done, and the turn goes on to the next decision, of this seat or the other."""
    match action:
        case Take(slot):
            _take(story, seat, slot)
        case Arrange(order):
            story.tell(Arranged(seat, Secret(Order(order), only(seat))))
            _go_on_to_place(story)
        case Place(card, slot):
            _place(story, seat, card, slot)
        case Pass():
            story.tell(Passed(seat))
            _refill(story)
        case Swap(a, b):
            story.tell(Swapped(seat, a, b))
            _look_for_lines(story)
        case Claim(line):
            _claim(story, line, dict(_lines(story.state))[line])
            _refill(story)


def _take(story: NinthStory, seat: int, slot: int) -> None:
    """The card is taken in the open, with its power, or face down, for the taker's eyes only and without its power."""
    on_board = story.state.board[slot]
    assert on_board is not None  # noqa: S101 - legal
    is_open = not on_board.face_down
    story.tell(Taken(seat, slot, on_board.card if is_open else Secret(on_board.card.value, only(seat))))
    if is_open and story.state.options.powers:
        match on_board.card.value:
            case "venus":
                cards = tuple([card.shown_to(seat) for card in story.state.pile[:LOOKED_AT]])
                story.tell(LookedAtPile(seat, cards))
                if len(cards) > 1:
                    story.tell(Asked("arrange"))
                    return
            case "jupiter":
                story.tell(Covered(slot))
            case "neptune":
                story.tell(Closed(slot))
    _go_on_to_place(story)


def _place(story: NinthStory, seat: int, card: Planet, slot: int) -> None:
    """The card lies face up, with its power, or, in the slot that Jupiter covers, face down and without its power."""
    face_down = slot == story.state.covered
    story.tell(Placed(seat, Secret(card, only(seat) if face_down else EVERYONE), slot, face_down))
    if story.state.options.powers and not face_down:
        taken = story.state.taken
        match card:
            case "earth" if not story.state.extra_turn:
                story.tell(ExtraTurnWon(seat))
            case "mars" if taken is not None and slot == story.state.taken_from:
                story.tell(Removed(seat, taken.value))
            case "saturn":
                _go_on_to_swap(story)
                return
    _look_for_lines(story)


def _go_on_to_place(story: NinthStory) -> None:
    """The seat is asked, unless it has nothing to place or nowhere to."""
    if story.state.hands[story.state.active] and _open_slots(story.state):
        story.tell(Asked("place"))
    else:
        _refill(story)


def _go_on_to_swap(story: NinthStory) -> None:
    """The seat is asked, unless there is one pair or none."""
    swaps = _swaps(story.state)
    if len(swaps) > 1:
        story.tell(Asked("swap"))
        return
    for swap in swaps:
        story.tell(Swapped(story.state.active, swap.a, swap.b))
    _look_for_lines(story)


def _look_for_lines(story: NinthStory, *, is_late: bool = False) -> None:
    """Nine planets win; one line is claimed; between several the seat is asked, or the first is claimed if late."""
    state = story.state
    if shows_nine_planets(state.board):
        story.end(won([state.active], scores(state), "nine_planets"))
        return
    lines = _lines(state)
    if len(lines) > 1 and not is_late:
        story.tell(Asked("claim"))
        return
    for line, planet in lines[:1]:
        _claim(story, line, planet)
    _refill(story)


def _claim(story: NinthStory, line: Line, planet: Planet) -> None:
    """Mercury's power is that its line is worth two."""
    points = 2 if planet == "mercury" and story.state.options.powers else 1
    story.tell(Claimed(story.state.active, line, planet, points))


def _refill(story: NinthStory) -> None:
    """The pile fills the empty slots, in their order, but not Neptune's; the turn ends, and perhaps the game."""
    state = story.state
    drawn = list(zip(_open_slots(state), state.pile, strict=False))
    for slot, card in drawn:
        face_down = slot == state.covered
        story.tell(Drawn(slot, card if face_down else card.shown_to_all(), face_down))
    story.tell(TurnEnded(state.active, has_drawn=bool(drawn)))
    _end_or_pass_on(story)


def _end_or_pass_on(story: NinthStory) -> None:
    """The last card of the pile ends the game, and so does the guard; else the next turn begins."""
    state = story.state
    if not state.pile:
        story.end(best_of((0, 1), scores(state), "last_card"))
    elif state.turns_without_draw >= GUARD:
        story.end(best_of((0, 1), scores(state), "guard"))
    else:
        seat = state.active if state.extra_turn_won else 1 - state.active
        story.tell(TurnBegan(seat, is_extra=state.extra_turn_won))


# ── Evolve ───────────────────────────────────────────────────────────────────────────────────────────────


def evolve(state: NinthState, event: NinthEvent) -> NinthState:
    match event:
        case Taken(seat, slot, card):
            return replace(state, board=put(state.board, slot, None), taken=card, taken_from=slot)
        case Asked(phase):
            return replace(state, phase=phase)
        case Placed(seat, card, slot, face_down):
            hand = without(state.hands[seat], card.value)
            return replace(
                state,
                board=put(state.board, slot, Slot(card, face_down)),
                hands=put(state.hands, seat, hand),
                placed_at=slot,
            )
        case Drawn(slot, card, face_down):
            return replace(state, board=put(state.board, slot, Slot(card, face_down)), pile=state.pile[1:])
        case TurnEnded(seat, has_drawn):
            hands = state.hands
            if state.taken is not None:
                hands = put(hands, seat, in_order((*hands[seat], Secret(state.taken.value, only(seat))), PLANETS))
            return replace(
                state,
                hands=hands,
                taken=None,
                taken_from=None,
                placed_at=None,
                covered=None,
                closed=None,
                turns_without_draw=0 if has_drawn else state.turns_without_draw + 1,
            )
        case TurnBegan(seat, is_extra):
            return replace(
                state, turn=state.turn + 1, active=seat, phase="take", extra_turn=is_extra, extra_turn_won=False
            )
        case Claimed(seat, line, planet, points):
            board = list(state.board)
            cards: list[Planet] = []
            for slot in line:
                on_board = board[slot]
                assert on_board is not None  # noqa: S101 - a line stood there
                cards.append(on_board.card.value)
                board[slot] = None
            lines = put(state.lines, seat, (*state.lines[seat], WonLine(tuple(cards), planet, points)))
            return replace(state, board=tuple(board), lines=lines)
        case Swapped(_, a, b):
            board = list(state.board)
            board[a], board[b] = board[b], board[a]
            return replace(state, board=tuple(board))
        case Covered(slot):
            return replace(state, covered=slot)
        case Closed(slot):
            return replace(state, closed=slot)
        case LookedAtPile(_, cards_seen):
            return replace(state, pile=cards_seen + state.pile[len(cards_seen) :])
        case Arranged(seat, order):
            arranged = [Secret(state.pile[place].value, only(seat)) for place in order.value]
            return replace(state, pile=(*arranged, *state.pile[len(arranged) :]))
        case Removed(_, removed):
            return replace(state, taken=None, removed=(*state.removed, removed))
        case ExtraTurnWon():
            return replace(state, extra_turn_won=True)
        case Passed() | TimedOut() | Left():
            return state


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(story: NinthStory, chance: Chance) -> None:
    """No order changes, nothing is placed or swapped; after a placement the first line is claimed.

    A swap that was not made does not take away a win: nine planets that stand without it win all the same.
    """
    story.tell(TimedOut(story.state.active))
    if story.state.phase in ("swap", "claim"):
        _look_for_lines(story, is_late=True)
    else:
        _refill(story)


def leave(story: NinthStory, seat: int, chance: Chance) -> None:
    """The other seat wins."""
    story.tell(Left(seat))
    story.end(won([1 - seat], scores(story.state), "left"))


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def scores(state: NinthState) -> tuple[int, ...]:
    return tuple([sum([line.points for line in lines]) for lines in state.lines])


def bounds(options: NinthOptions, seats: int) -> Bounds:
    """Of nine copies, three cards make a line; those of Mercury and ninth count double at most.

    Before the guard ends the game, a card of the pile is drawn at least. A turn has five steps at most.
    """
    cards = len(PLANETS) * COPIES
    return Bounds((0, cards // 3 + 2 * COPIES // 3), 5 * GUARD * (cards - 9))


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _open_slots(state: NinthState) -> list[int]:
    """The slots that can be filled: the empty ones but Neptune's of this turn."""
    closed = state.closed
    return [slot for slot, on_board in enumerate(state.board) if on_board is None and slot != closed]


def _swaps(state: NinthState) -> list[Swap]:
    """Every pair of cards on the board without the one just placed."""
    board, placed_at = state.board, state.placed_at
    others = [on_board is not None and slot != placed_at for slot, on_board in enumerate(board)]
    return [swap for swap in _SWAPS if others[swap.a] and others[swap.b]]


def _lines(state: NinthState) -> list[tuple[Line, Planet]]:
    return lines_on(state.board, powers=state.options.powers)


GAME: Final = Game(
    id="ninth", name=words.NAME, seats=(2, 2), rules_version=1,
    options=NinthOptions, state=NinthState, actions=NinthAction, events=NinthEvent,
    setup=setup, legal=legal, why_not=why_not, decide=decide, evolve=evolve,
    timeout=timeout, leave=leave, scores=scores, bounds=bounds,
    reasons=words.REASONS, zones=words.ZONES, words=words.WORDS,
    search="tablee.games.ninth.search",
)  # fmt: skip
