"""Games for the board that draws any game: a column, a row and a column, two places, none, hidden cards, numbers."""

from typing import NewType

from msgspec.structs import replace

from tablee.kernel import (
    Action,
    Chance,
    Event,
    Game,
    Open,
    Options,
    Secret,
    State,
    Story,
    Text,
    Zone,
    drawn,
    only,
    put,
    rule,
    won,
)

# ── Connect Four: a column is pressed ────────────────────────────────────────────────────────────────────

COLUMNS, ROWS = 7, 6
LINES = [
    [column + row * COLUMNS + step * number for number in range(4)]
    for row in range(ROWS)
    for column in range(COLUMNS)
    for step, right, down in ((1, 3, 0), (COLUMNS, 0, 3), (COLUMNS + 1, 3, 3), (COLUMNS - 1, -3, 3))
    if 0 <= column + right < COLUMNS and row + down < ROWS
]


class Drop(Action, frozen=True):
    column: int


class Dropped(Event, frozen=True):
    seat: int
    cell: int


class Wall(State, frozen=True):
    active: int
    cells: tuple[int | None, ...] = (None,) * (COLUMNS * ROWS)


def drop(story: Story[Wall, Dropped], seat: int, action: Drop, _chance: Chance) -> None:
    free = [cell for cell in range(action.column, COLUMNS * ROWS, COLUMNS) if story.state.cells[cell] is None]
    story.tell(Dropped(seat, free[-1]))
    cells = story.state.cells
    if any(all(cells[cell] == seat for cell in line) for line in LINES):
        story.end(won([seat], (int(seat == 0), int(seat == 1)), "line"))
    elif None not in cells:
        story.end(drawn((0, 1), (0, 0), "full"))


def _lose(story: Story[Wall, Dropped], seat: int) -> None:
    story.end(won([1 - seat], (seat, 1 - seat), "left"))


FOUR = Game(
    id="four", name=Text("Four in line", "Quatre alignés"), seats=(2, 2), rules_version=1,
    options=Options, state=Wall, actions=Drop, events=Dropped,
    setup=lambda seats, options, starter, chance: Wall(turn=0, active=starter),
    legal=lambda state, seat: [Drop(column) for column in range(COLUMNS) if state.cells[column] is None],
    decide=drop,
    evolve=lambda state, event: replace(
        state, cells=put(state.cells, event.cell, event.seat), active=1 - event.seat, turn=state.turn + 1
    ),
    why_not=lambda state, seat, action: rule("full", "That column is full.", "Cette colonne est pleine."),
    timeout=lambda story, chance: _lose(story, story.state.active),
    leave=lambda story, seat, chance: _lose(story, seat),
    scores=lambda state: state.ended.scores if state.ended else (0, 0),
    reasons={
        "line": Text("Four in line.", "Quatre alignés."),
        "full": Text("The wall is full.", "Le mur est plein."),
        "left": Text("The other seat left.", "L’autre place est partie."),
    },
    zones=(Zone(field="cells", title=Text("Wall", "Mur"), form="grid", columns=COLUMNS, of_seats=True),),
)  # fmt: skip

# ── A market: everything else ────────────────────────────────────────────────────────────────────────────

Card = NewType("Card", str)


class Take(Action, frozen=True):
    """A row and a column are one place."""

    row: int
    column: int


class Move(Action, frozen=True):
    """Two places in one zone."""

    origin: int
    goal: int


class Bid(Action, frozen=True):
    """A number that is no place, under a name that a zone seems to claim."""

    stake: int


class Play(Action, frozen=True):
    """A card of one's own hand, at somebody."""

    card: int
    at: int | None = None


class Traded(Event, frozen=True):
    seat: int
    stalls: tuple[Open[Card] | None, ...]


class Market(State, frozen=True):
    active: int
    hands: tuple[tuple[Secret[Card], ...], ...]
    stalls: tuple[Open[Card] | None, ...]
    stakes: int = 3


def trades(state: Market, seat: int) -> list[Take | Move | Bid | Play]:
    full = [place for place, card in enumerate(state.stalls) if card is not None]
    empty = [place for place, card in enumerate(state.stalls) if card is None]
    hand = range(len(state.hands[seat]))
    return [
        *(Take(place // 3, place % 3) for place in full),
        *(Move(place, goal) for place in full for goal in empty),
        *(Bid(stake) for stake in (1, 2, 7)),
        *(Play(card, at) for card in hand for at in (None, 1 - seat)),
    ]


def trade(story: Story[Market, Traded], seat: int, action: Take | Move | Bid | Play, _chance: Chance) -> None:
    stalls = story.state.stalls
    match action:
        case Take(row, column):
            stalls = put(stalls, 3 * row + column, None)
        case Move(origin, goal):
            stalls = put(put(stalls, goal, stalls[origin]), origin, None)
        case Bid() | Play():
            pass
    story.tell(Traded(seat, stalls))
    if story.state.turn == 12 or not any(stalls):
        story.end(drawn((0, 1), (0, 0), "over"))


def _deal(_seats: int, _options: Options, starter: int, chance: Chance) -> Market:
    cards = chance.shuffled([Card(name) for name in ("rose", "lily", "fern", "iris", "moss", "reed")])
    hands = tuple(tuple(Secret(card, only(seat)) for card in cards[2 * seat : 2 * seat + 2]) for seat in (0, 1))
    return Market(turn=0, active=starter, hands=hands, stalls=(Card("tulip"), None, Card("tulip"), None, None, None))


MARKET = Game(
    id="market", name=Text("Market", "Marché"), seats=(2, 2), rules_version=1,
    options=Options, state=Market, actions=Take | Move | Bid | Play, events=Traded,
    setup=_deal, legal=trades, decide=trade,
    evolve=lambda state, event: replace(state, stalls=event.stalls, active=1 - event.seat, turn=state.turn + 1),
    why_not=lambda state, seat, action: rule("no", "That is not on offer.", "Ce n’est pas en vente."),
    timeout=lambda story, chance: story.end(drawn((0, 1), (0, 0), "over")),
    leave=lambda story, seat, chance: story.end(drawn((0, 1), (0, 0), "over")),
    scores=lambda state: (0, 0),
    reasons={"over": Text("The market is over.", "Le marché est fini.")},
    zones=(
        Zone(field="stalls", title=Text("Stalls", "Étals"), form="grid", columns=3, targets=("origin", "goal")),
        Zone(field="hands", title=Text("Hand", "Main"), by_seat=True, targets=("card",)),
        Zone(field="stakes", title=Text("Stakes", "Mises")),
    ),
)  # fmt: skip

# ── Ranks: a card that is a number is pressed where it lies ──────────────────────────────────────────────

Rank = NewType("Rank", int)


class Discard(Action, frozen=True):
    card: Rank


class Discarded(Event, frozen=True):
    seat: int
    card: Open[Rank]


class Ranks(State, frozen=True):
    active: int
    hands: tuple[tuple[Secret[Rank], ...], ...]


def _shed(state: Ranks, event: Discarded) -> Ranks:
    hand = tuple(card for card in state.hands[event.seat] if card.value != event.card)
    return replace(state, hands=put(state.hands, event.seat, hand), active=1 - event.seat, turn=state.turn + 1)


def _discard(story: Story[Ranks, Discarded], seat: int, action: Discard, _chance: Chance) -> None:
    story.tell(Discarded(seat, action.card))
    if not any(story.state.hands):
        story.end(drawn((0, 1), (0, 0), "over"))


RANKS = Game(
    id="ranks", name=Text("Ranks", "Rangs"), seats=(2, 2), rules_version=1,
    options=Options, state=Ranks, actions=Discard, events=Discarded,
    setup=lambda seats, options, starter, chance: Ranks(
        turn=0,
        active=starter,
        hands=tuple(tuple(Secret(Rank(rank), only(seat)) for rank in (1, 2, 5)) for seat in (0, 1)),
    ),
    legal=lambda state, seat: [Discard(card.value) for card in state.hands[seat]], decide=_discard, evolve=_shed,
    why_not=lambda state, seat, action: rule("no", "You don’t have that.", "Vous ne l’avez pas."),
    timeout=lambda story, chance: story.end(drawn((0, 1), (0, 0), "over")),
    leave=lambda story, seat, chance: story.end(drawn((0, 1), (0, 0), "over")),
    scores=lambda state: (0, 0),
    reasons={"over": Text("All is played.", "Tout est joué.")},
    zones=(Zone(field="hands", title=Text("Hand", "Main"), by_seat=True, targets=("card",)),),
)  # fmt: skip
