"""No Kitty: hearts on eight tiles and a little magic, for two seats.

A turn draws a heart and a magic card, then places hearts on empty tiles and uses magic, in any order and
number, and ends when the seat says so. A heart is worth its points on a white tile, twice as much on its own
colour, nothing on another. Wind removes an opponent's heart, Recycle turns a tile white, Shield protects the
tiles with its owner's hearts until the end of the owner's next turn; it can be renewed, and none can be played
under the opponent's. The game ends at once when every tile holds a heart, or at the end of a turn when both decks are
empty; more points win, equal points are a draw.

Rulings: a tile is white three times in ten; the hearts are drawn evenly from all nine. A heart's worth follows
from the present colour of its tile. With two hearts a turn, the first turn of the game places one at most.
No guard is needed: every turn draws, so there are twelve turns at most.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from tablee.games.kitty import words
from tablee.games.kitty.pieces import (
    COLOURS,
    HEARTS,
    MAGIC,
    Heart,
    Magic,
    Tile,
    deal,
)
from tablee.kernel import (
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

SEATS: Final = (0, 1)
TILES: Final = range(8)
WHITE_IN_TEN: Final = 3
HEART_CARDS: Final = 16
HEARTS_DEALT: Final = 3
MAGIC_DEALT: Final = 2
SHIELD_LASTS: Final = 3
"""Turns, the present one included: the owner's, the opponent's, the owner's again."""

PerTurn: TypeAlias = Annotated[int, Meta(ge=1, le=16)]


class KittyOptions(Options, frozen=True):
    hearts_per_turn: Annotated[
        PerTurn | None,
        explained(
            "hearts you may place per turn (no limit by default); with 2, only one on the very first turn",
            "cœurs à poser par tour au plus (sans limite par défaut) ; avec 2, un seul au tout premier tour",
        ),
    ] = None
    magic_per_turn: Annotated[
        PerTurn | None,
        explained(
            "the most magic cards a turn may use, shields included (no limit by default)",
            "le nombre maximal de cartes magie utilisées par tour, boucliers compris (sans limite par défaut)",
        ),
    ] = None


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

TileNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]


class Draw(Action, frozen=True):
    pass


class Place(Action, frozen=True):
    heart: Heart
    tile: TileNumber


class Wind(Action, frozen=True):
    tile: TileNumber


class Recycle(Action, frozen=True):
    tile: TileNumber


class Shield(Action, frozen=True):
    pass


class EndTurn(Action, frozen=True):
    pass


KittyAction: TypeAlias = Draw | Place | Wind | Recycle | Shield | EndTurn


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────


class Drawn(Event, frozen=True):
    """The top card of each deck went into a hand; None where the deck was empty."""

    seat: int
    heart: Secret[Heart] | None
    magic: Secret[Magic] | None


class Placed(Event, frozen=True):
    seat: int
    heart: Open[Heart]
    tile: int


class MagicUsed(Event, frozen=True):
    """A magic card was shown and used up; what it did comes next."""

    seat: int
    magic: Open[Magic]


class HeartRemoved(Event, frozen=True):
    tile: int
    heart: Open[Heart]


class TileWhitened(Event, frozen=True):
    tile: int


class ShieldRaised(Event, frozen=True):
    seat: int


class TurnEnded(Event, frozen=True):
    seat: int


class TurnBegan(Event, frozen=True):
    seat: int


KittyEvent: TypeAlias = (
    Drawn | Placed | MagicUsed | HeartRemoved | TileWhitened | ShieldRaised | TimedOut | Left | TurnEnded | TurnBegan
)  # fmt: skip


# ── State ────────────────────────────────────────────────────────────────────────────────────────────────


class KittyState(State, frozen=True):
    """
    Tiles:   0 1 2 3
             4 5 6 7     (which are neighbours means nothing)
    """  # noqa: D205, D400 - a diagram

    options: KittyOptions
    active: int
    tiles: tuple[Tile, ...]
    hearts: tuple[tuple[Secret[Heart], ...], ...]
    """Each seat's hand of hearts, in the order of HEARTS."""
    magic: tuple[tuple[Secret[Magic], ...], ...]
    """Each seat's hand of magic, in the order of MAGIC."""
    heart_deck: tuple[Secret[Heart], ...]
    """The next to be drawn first."""
    magic_deck: tuple[Secret[Magic], ...]
    """The next to be drawn first."""
    owes_draw: bool = True
    """Whether the active seat has yet to draw."""
    hearts_placed: int = 0
    """In this turn."""
    magic_used: int = 0
    """In this turn."""
    shields: tuple[int, ...] = (0, 0)
    """For each seat, the turns its shield still lasts, the present one included; 0 without one."""
    removed: tuple[Open[Heart], ...] = ()
    """The hearts that are out of the game."""
    spent: tuple[Open[Magic], ...] = ()
    """The magic cards that are out of the game."""


KittyStory: TypeAlias = Story[KittyState, KittyEvent]


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, options: KittyOptions, starter: int, chance: Chance) -> KittyState:
    """Eight tiles, three hearts and two magic cards for each seat, two decks of the rest."""
    tiles = tuple([Tile("white" if chance.below(10) < WHITE_IN_TEN else chance.pick(COLOURS)) for _ in TILES])
    hearts = [chance.pick(HEARTS) for _ in range(HEART_CARDS)]
    magic = chance.shuffled(MAGIC)
    heart_hands, heart_deck = deal(hearts, HEARTS_DEALT, HEARTS)
    magic_hands, magic_deck = deal(magic, MAGIC_DEALT, MAGIC)
    return KittyState(
        turn=0,
        options=options,
        active=starter,
        tiles=tiles,
        hearts=heart_hands,
        magic=magic_hands,
        heart_deck=heart_deck,
        magic_deck=magic_deck,
    )


# ── Legal actions ────────────────────────────────────────────────────────────────────────────────────────

_DRAW: Final = Draw()
_PLACES: Final = {heart: [Place(heart, tile) for tile in TILES] for heart in HEARTS}
_WINDS: Final = [Wind(tile) for tile in TILES]
_RECYCLES: Final = [Recycle(tile) for tile in TILES]
_SHIELD: Final = Shield()
_END_TURN: Final = EndTurn()


def legal(state: KittyState, seat: int) -> Sequence[KittyAction]:
    """The draw first; then every heart in hand on every empty tile, every use of magic, and the end of the turn."""
    if state.owes_draw:
        return (_DRAW,)
    actions: list[KittyAction] = []
    tiles, other = state.tiles, 1 - seat
    is_other_shielded = state.shields[other] > 0
    if _can_place(state):
        empty = [number for number in TILES if tiles[number].heart is None]
        hearts = {card.value for card in state.hearts[seat]}
        for heart in HEARTS:
            if heart in hearts:
                places = _PLACES[heart]
                actions += [places[number] for number in empty]
    if _can_use_magic(state):
        magic = {card.value for card in state.magic[seat]}
        if "wind" in magic and not is_other_shielded:
            actions += [_WINDS[number] for number in TILES if tiles[number].owner == other]
        if "recycle" in magic:
            actions += [
                _RECYCLES[number]
                for number in TILES
                if tiles[number].colour != "white" and not (is_other_shielded and tiles[number].owner == other)
            ]
        if "shield" in magic and not is_other_shielded:
            actions.append(_SHIELD)
    actions.append(_END_TURN)
    return actions


def why_not(state: KittyState, seat: int, action: KittyAction) -> Rule:
    match action:
        case Draw():
            return words.ALREADY_DRAWN
        case EndTurn():
            return words.DRAW_FIRST
        case _ if state.owes_draw:
            return words.DRAW_FIRST
        case Place(heart, tile):
            if not holds(state.hearts[seat], heart):
                return words.HEART_NOT_IN_HAND
            if state.tiles[tile].heart is not None:
                return words.TILE_OCCUPIED
            return words.FIRST_TURN if _is_short_first_turn(state) else words.HEARTS_PER_TURN
        case Wind(tile):
            aims = {None: words.NO_HEART_THERE, seat: words.OWN_HEART, 1 - seat: words.PROTECTED}
            return _why_not_magic(state, seat, "wind") or aims[state.tiles[tile].owner]
        case Recycle(tile):
            is_white = state.tiles[tile].colour == "white"
            aim = words.ALREADY_WHITE if is_white else words.PROTECTED
            return _why_not_magic(state, seat, "recycle") or aim
        case Shield():
            return _why_not_magic(state, seat, "shield") or words.OPPONENTS_SHIELD


def _why_not_magic(state: KittyState, seat: int, kind: Magic) -> Rule | None:
    if not holds(state.magic[seat], kind):
        return words.MAGIC_NOT_IN_HAND
    return None if _can_use_magic(state) else words.MAGIC_PER_TURN


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(story: KittyStory, seat: int, action: KittyAction, chance: Chance) -> None:
    """One step of the turn; a full board ends the game at once."""
    match action:
        case Draw():
            _draw(story)
        case Place(heart, tile):
            story.tell(Placed(seat, heart, tile))
            if all(on_board.heart is not None for on_board in story.state.tiles):
                story.end(best_of(SEATS, scores(story.state), "full"))
        case Wind(tile):
            removed = story.state.tiles[tile].heart
            assert removed is not None  # noqa: S101 - legal only where there is one
            story.tell(MagicUsed(seat, "wind"))
            story.tell(HeartRemoved(tile, removed))
        case Recycle(tile):
            story.tell(MagicUsed(seat, "recycle"))
            story.tell(TileWhitened(tile))
        case Shield():
            story.tell(MagicUsed(seat, "shield"))
            story.tell(ShieldRaised(seat))
        case EndTurn():
            _end_turn(story)


def _draw(story: KittyStory) -> None:
    """The active seat draws one card from each deck that still has one."""
    state, seat = story.state, story.state.active
    heart = Secret(state.heart_deck[0].value, only(seat)) if state.heart_deck else None
    magic = Secret(state.magic_deck[0].value, only(seat)) if state.magic_deck else None
    story.tell(Drawn(seat, heart, magic))


def _end_turn(story: KittyStory) -> None:
    """The other seat's turn, or the end of the game when both decks are empty."""
    seat = story.state.active
    story.tell(TurnEnded(seat))
    if story.state.heart_deck or story.state.magic_deck:
        story.tell(TurnBegan(1 - seat))
    else:
        story.end(best_of(SEATS, scores(story.state), "decks"))


# ── Evolve ───────────────────────────────────────────────────────────────────────────────────────────────


def evolve(state: KittyState, event: KittyEvent) -> KittyState:
    match event:
        case Placed(seat, heart, tile):
            return replace(
                state,
                tiles=put(state.tiles, tile, Tile(state.tiles[tile].colour, heart, seat)),
                hearts=put(state.hearts, seat, without(state.hearts[seat], heart)),
                hearts_placed=state.hearts_placed + 1,
            )
        case Drawn(seat, heart_card, magic_card):
            hearts, magic = state.hearts, state.magic
            if heart_card is not None:
                hearts = put(hearts, seat, in_order((*hearts[seat], heart_card), HEARTS))
            if magic_card is not None:
                magic = put(magic, seat, in_order((*magic[seat], magic_card), MAGIC))
            return replace(
                state,
                hearts=hearts,
                magic=magic,
                heart_deck=state.heart_deck[1:],
                magic_deck=state.magic_deck[1:],
                owes_draw=False,
            )
        case MagicUsed(seat, kind):
            return replace(
                state,
                magic=put(state.magic, seat, without(state.magic[seat], kind)),
                magic_used=state.magic_used + 1,
                spent=(*state.spent, kind),
            )
        case HeartRemoved(tile, heart):
            return replace(
                state,
                tiles=put(state.tiles, tile, Tile(state.tiles[tile].colour)),
                removed=(*state.removed, heart),
            )
        case TileWhitened(tile):
            return replace(state, tiles=put(state.tiles, tile, replace(state.tiles[tile], colour="white")))
        case ShieldRaised(seat):
            return replace(state, shields=put(state.shields, seat, SHIELD_LASTS))
        case TurnEnded():
            return replace(state, shields=tuple([max(turns - 1, 0) for turns in state.shields]))
        case TurnBegan(seat):
            return replace(state, turn=state.turn + 1, active=seat, owes_draw=True, hearts_placed=0, magic_used=0)
        case TimedOut() | Left():
            return state


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(story: KittyStory, chance: Chance) -> None:
    """The draw, if it is still owed, is made; the turn ends."""
    story.tell(TimedOut(story.state.active))
    if story.state.owes_draw:
        _draw(story)
    _end_turn(story)


def leave(story: KittyStory, seat: int, chance: Chance) -> None:
    """The other seat wins, whatever the score."""
    story.tell(Left(seat))
    story.end(won([1 - seat], scores(story.state), "left"))


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def scores(state: KittyState) -> tuple[int, ...]:
    """For each seat, what its hearts on the board are worth now."""
    return tuple([sum([tile.worth for tile in state.tiles if tile.owner == seat]) for seat in SEATS])


def bounds(options: KittyOptions, seats: int) -> Bounds:
    """Eight hearts of three points, doubled. Every turn draws and ends; each card is used once at most."""
    turns = len(MAGIC) - 2 * MAGIC_DEALT
    return Bounds((0, 8 * 3 * 2), 2 * turns + HEART_CARDS + len(MAGIC))


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _can_place(state: KittyState) -> bool:
    limit = state.options.hearts_per_turn
    return limit is None or state.hearts_placed < (1 if _is_short_first_turn(state) else limit)


def _is_short_first_turn(state: KittyState) -> bool:
    """Whether this is the first turn of a game with two hearts a turn, which places one at most."""
    return state.turn == 0 and state.options.hearts_per_turn == 2


def _can_use_magic(state: KittyState) -> bool:
    limit = state.options.magic_per_turn
    return limit is None or state.magic_used < limit


GAME: Final = Game(
    id="kitty", name=words.NAME, seats=(2, 2), rules_version=1,
    policy="ready",
    options=KittyOptions, state=KittyState, actions=KittyAction, events=KittyEvent,
    setup=setup, legal=legal, why_not=why_not, decide=decide, evolve=evolve,
    timeout=timeout, leave=leave, scores=scores, bounds=bounds,
    reasons=words.REASONS, zones=words.ZONES, words=words.WORDS,
    search="tablee.games.kitty.search",
)  # fmt: skip
