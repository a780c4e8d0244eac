"""Diggers: sabotage every mine, then race through your own before the oxygen runs out; for two to four seats.

Every seat has a mine of its own, all alike (mine.py). First the seats go round the mines and disable tiles, each
on a different mine at the same time. Then all race: the same dice for everyone, each in secret picks a neighbouring
active tile that carries a number rolled, all move at once. Who can't move loses one of five points of oxygen.
Who gets out scores 3 for each diamond visited and 10, 5, 2 or 0 for the order of getting out.

Rulings: a tile with a diamond can't be disabled. A seat that has no tile to disable has done its part. The race
goes on until at most one seat is in the mine; with `play_on` that last one goes on alone, if someone is out. If
nobody is out and one seat alone survives, it wins at once. After 60 rounds of the race the game ends. Those who
get out in one round share the better bonus. A seat out by the exit that leaves keeps its score and can still win.
"""

from collections.abc import Container, Sequence
from typing import Annotated, Final, Literal, Self, TypeAlias

from msgspec.structs import replace

from tablee.games.diggers import words
from tablee.games.diggers.mine import (
    BIT,
    DIAMONDS,
    ENTRANCE,
    EXIT,
    NEIGHBOURS,
    NEVER_DISABLED,
    NUMBERS,
    TILES,
    Tile,
    can_be_disabled,
    steps_out,
)
from tablee.games.diggers.sketch import sketch
from tablee.kernel import (
    Action,
    Bounds,
    Chance,
    Event,
    Game,
    Left,
    Open,
    Options,
    Outcome,
    Rule,
    Secret,
    State,
    Story,
    TimedOut,
    drawn,
    explained,
    only,
    put,
    seats_in_play,
    won,
)

# ── Constants ────────────────────────────────────────────────────────────────────────────────────────────

Phase: TypeAlias = Literal["sabotage", "race"]

OXYGEN: Final = 5
DICE: Final = 4
RACE_ROUNDS_AT_MOST: Final = 60
DIAMOND_POINTS: Final = 3
BONUSES: Final = (10, 5, 2, 0)


class DiggersOptions(Options, frozen=True):
    tiles: Annotated[
        int,
        explained(
            "tiles each player collapses in each mine, 0 to 10; 0 goes straight to the race",
            "tuiles que chaque joueur condamne dans chaque mine, de 0 à 10 ; avec 0, course immédiate",
            ge=0,
            le=10,
        ),
    ] = 3
    play_on: Annotated[
        bool,
        explained(
            "once someone gets out, the last player in the mine plays on alone (recommended for two)",
            "une fois que quelqu’un est sorti, le dernier joueur dans la mine continue seul (conseillé à deux)",
        ),
    ] = False


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────


class Disable(Action, frozen=True):
    tile: Tile


class Move(Action, frozen=True):
    tile: Tile


DiggersAction: TypeAlias = Disable | Move

# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────


class SabotageRoundBegan(Event, frozen=True):
    round: int
    awaited: tuple[int, ...]
    """The seats that find a tile to disable on their mine of this round."""


class Disabled(Event, frozen=True):
    seat: int
    mine: int
    tile: Open[Tile]


class SabotageDone(Event, frozen=True):
    """A seat has disabled all its tiles of this round, or finds none left."""

    seat: int


class RaceRoundBegan(Event, frozen=True):
    round: int
    dice: tuple[int, ...]
    awaited: tuple[int, ...]
    """The seats that can move with these dice."""


class Chose(Event, frozen=True):
    seat: int
    tile: Secret[Tile]


class Revealed(Event, frozen=True):
    """The choices of a round were revealed, and all moved at once."""

    seats: tuple[int, ...]
    """Those who had chosen."""
    tiles: tuple[Open[Tile], ...]
    """The choice of each of them."""


class GotOut(Event, frozen=True):
    seats: tuple[int, ...]


class OxygenLost(Event, frozen=True):
    """Those who stayed lost one point."""

    seats: tuple[int, ...]


class Eliminated(Event, frozen=True):
    seats: tuple[int, ...]


DiggersEvent: TypeAlias = (
    SabotageRoundBegan | Disabled | SabotageDone | RaceRoundBegan | Chose | Revealed | GotOut | OxygenLost
    | Eliminated | TimedOut | Left
)  # fmt: skip

# ── State ────────────────────────────────────────────────────────────────────────────────────────────────


class DiggersState(State, frozen=True):
    """One mine for each seat; its tiles and their coordinates are drawn in mine.py.

    In sabotage round r of n seats, seat s works on mine (s + r) mod n:

                    seat 0  seat 1  seat 2
          round 0   mine 0  mine 1  mine 2
          round 1   mine 1  mine 2  mine 0
          round 2   mine 2  mine 0  mine 1
    """

    options: DiggersOptions
    phase: Phase
    round: int
    """Within the phase: from 0 in the sabotage, from 1 in the race."""
    awaited: tuple[int, ...]
    """The seats that still owe an action in this round."""
    in_mine: tuple[int, ...]
    """The seats neither out by the exit nor eliminated."""
    disabled: tuple[tuple[Open[Tile], ...], ...]
    """For each mine, in the order in which they were disabled."""
    tiles_left: tuple[int, ...]
    """How many tiles each seat may still disable in this round of the sabotage."""
    positions: tuple[Open[Tile], ...]
    oxygen: tuple[int, ...]
    diamonds: tuple[tuple[Open[Tile], ...], ...]
    """For each seat, the tiles with a diamond that it has visited."""
    choices: tuple[Secret[Tile] | None, ...]
    """The tile that each seat has chosen in this round of the race, until all have."""
    exit_rounds: tuple[int | None, ...]
    """The round of the race in which each seat got out, if it did."""
    dice: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    """The seats that were eliminated by leaving."""

    def at_end(self, outcome: Outcome) -> Self:
        """Nobody is awaited any longer, also where the last one left in the middle of a round."""
        return replace(self, awaited=(), ended=outcome)


DiggersStory: TypeAlias = Story[DiggersState, DiggersEvent]


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, options: DiggersOptions, starter: int, chance: Chance) -> DiggersState:
    """Everyone at the entrance of a mine where all tiles are active; nobody starts, all act at once."""
    everyone = tuple(range(seats))
    state = DiggersState(
        turn=0,
        options=options,
        phase="sabotage",
        round=0,
        awaited=everyone,
        in_mine=everyone,
        disabled=((),) * seats,
        tiles_left=(options.tiles,) * seats,
        positions=(ENTRANCE,) * seats,
        oxygen=(OXYGEN,) * seats,
        diamonds=((),) * seats,
        choices=(None,) * seats,
        exit_rounds=(None,) * seats,
    )
    if options.tiles:
        return state
    # The three tiles at the entrance carry all six numbers, so everyone can move.
    return replace(state, phase="race", round=1, dice=chance.roll(DICE))


# ── Legal actions ────────────────────────────────────────────────────────────────────────────────────────

_DISABLES: Final = tuple((BIT[tile], Disable(tile)) for tile in TILES if tile not in NEVER_DISABLED)
_STEPS: Final = {
    tile: tuple((NUMBERS[neighbour], neighbour, Move(neighbour)) for neighbour in NEIGHBOURS[tile]) for tile in TILES
}


def to_act(state: DiggersState) -> tuple[int, ...]:
    return state.awaited


def legal(state: DiggersState, seat: int) -> Sequence[DiggersAction]:
    """In the sabotage: every tile that can be disabled; in the race: every tile that can be entered."""
    if state.phase == "race":
        return _moves(state, seat, state.dice)
    free = can_be_disabled(state.disabled[_mine_of(state, seat)])
    return [disable for bit, disable in _DISABLES if free & bit]


def why_not(state: DiggersState, seat: int, action: DiggersAction) -> Rule:
    tile = action.tile
    if isinstance(action, Disable):
        if state.phase == "race":
            return words.SABOTAGE_IS_OVER
        if tile not in NUMBERS:
            return words.NO_SUCH_TILE
        if tile in state.disabled[_mine_of(state, seat)]:
            return words.ALREADY_DISABLED
        if tile in (ENTRANCE, EXIT):
            return words.ENTRANCE_OR_EXIT
        return words.DIAMOND if tile in DIAMONDS else words.TOUCHES_DISABLED
    if state.phase == "sabotage":
        return words.RACE_NOT_BEGUN
    if tile not in NUMBERS:
        return words.NO_SUCH_TILE
    if tile not in NEIGHBOURS[state.positions[seat]]:
        return words.NOT_ADJACENT
    return words.DISABLED if tile in state.disabled[seat] else words.NUMBER_NOT_ROLLED


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(story: DiggersStory, seat: int, action: DiggersAction, chance: Chance) -> None:
    """A tile is disabled or chosen; when nobody is awaited any longer, the round ends."""
    if isinstance(action, Move):
        story.tell(Chose(seat, Secret(action.tile, only(seat))))
    else:
        mine = _mine_of(story.state, seat)
        story.tell(Disabled(seat, mine, action.tile))
        if not (story.state.tiles_left[seat] and can_be_disabled(story.state.disabled[mine])):
            story.tell(SabotageDone(seat))
    _go_on(story, chance)


def _go_on(story: DiggersStory, chance: Chance) -> None:
    """Rounds end and begin until someone is awaited or the game ends."""
    while not story.state.awaited:
        if story.state.phase == "race":
            _apply_race_round(story)
            end = _end(story.state, had_left=story.state.left) or _guard(story.state)
            if end:
                story.end(end)
                return
        story.tell(_next_round(story.state, chance))


def _apply_race_round(story: DiggersStory) -> None:
    """Move all that have chosen; all others in the mine stay and lose oxygen."""
    state = story.state
    choices = {seat: choice.value for seat, choice in enumerate(state.choices) if choice}
    staying = _without(state.in_mine, choices)
    if choices:
        story.tell(Revealed(tuple(choices), tuple(choices.values())))
        out = tuple([seat for seat, tile in choices.items() if tile == EXIT])
        if out:
            story.tell(GotOut(out))
    if staying:
        story.tell(OxygenLost(staying))
        choked = tuple([seat for seat in staying if not story.state.oxygen[seat]])
        if choked:
            story.tell(Eliminated(choked))


def _next_round(state: DiggersState, chance: Chance) -> SabotageRoundBegan | RaceRoundBegan:
    mines, round_ = state.disabled, state.round + 1
    if state.phase == "sabotage" and round_ < len(mines):
        able = [seat for seat in state.in_mine if can_be_disabled(mines[(seat + round_) % len(mines)])]
        return SabotageRoundBegan(round_, tuple(able))
    if state.phase == "sabotage":
        round_ = 1
    dice = chance.roll(max(1, DICE - len(_seats_out(state))))
    able = [seat for seat in state.in_mine if _moves(state, seat, dice)]
    return RaceRoundBegan(round_, dice, tuple(able))


# ── Evolve ───────────────────────────────────────────────────────────────────────────────────────────────


def evolve(state: DiggersState, event: DiggersEvent) -> DiggersState:
    match event:
        case Chose(seat, tile):
            return replace(state, choices=put(state.choices, seat, tile), awaited=_without(state.awaited, (seat,)))
        case Revealed(seats, tiles):
            positions, diamonds = state.positions, state.diamonds
            for seat, tile in zip(seats, tiles, strict=True):
                positions = put(positions, seat, tile)
                if tile in DIAMONDS and tile not in diamonds[seat]:
                    diamonds = put(diamonds, seat, (*diamonds[seat], tile))
            return replace(state, positions=positions, diamonds=diamonds, choices=(None,) * len(positions))
        case RaceRoundBegan(round_, dice, awaited):
            return replace(state, turn=state.turn + 1, phase="race", round=round_, dice=dice, awaited=awaited)
        case Disabled(seat, mine, tile):
            return replace(
                state,
                disabled=put(state.disabled, mine, (*state.disabled[mine], tile)),
                tiles_left=put(state.tiles_left, seat, state.tiles_left[seat] - 1),
            )
        case OxygenLost(seats):
            oxygen = [points - (seat in seats) for seat, points in enumerate(state.oxygen)]
            return replace(state, oxygen=tuple(oxygen))
        case GotOut(seats):
            exit_rounds = [state.round if seat in seats else old for seat, old in enumerate(state.exit_rounds)]
            return replace(state, exit_rounds=tuple(exit_rounds), in_mine=_without(state.in_mine, seats))
        case Eliminated(seats):
            return replace(state, in_mine=_without(state.in_mine, seats))
        case SabotageDone(seat) | TimedOut(seat):
            return replace(state, tiles_left=put(state.tiles_left, seat, 0), awaited=_without(state.awaited, (seat,)))
        case SabotageRoundBegan(round_, awaited):
            tiles_left = tuple([state.options.tiles * (seat in awaited) for seat in range(len(state.positions))])
            return replace(state, turn=state.turn + 1, round=round_, awaited=awaited, tiles_left=tiles_left)
        case Left(seat):
            return replace(
                state,
                in_mine=_without(state.in_mine, (seat,)),
                left=(*state.left, seat),
                awaited=_without(state.awaited, (seat,)),
                choices=put(state.choices, seat, None),
                tiles_left=put(state.tiles_left, seat, 0),
            )


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(story: DiggersStory, chance: Chance) -> None:
    """Time out the awaited seats: they give up their tiles of this round, or stay and lose oxygen."""
    for seat in story.state.awaited:
        story.tell(TimedOut(seat))
    _go_on(story, chance)


def leave(story: DiggersStory, seat: int, chance: Chance) -> None:
    """A seat in the mine is eliminated, its choice of this round dropped; the end is tested at once."""
    leave_together(story, (seat,), chance)


def leave_together(story: DiggersStory, seats: tuple[int, ...], chance: Chance) -> None:
    """As `leave`; if nobody is left, nobody was left sooner than the others, and they share the draw."""
    before = story.state
    leaving = [seat for seat in seats if seat in before.in_mine]
    if not leaving:
        return
    for seat in leaving:
        story.tell(Left(seat))
    end = _end(story.state, had_left=before.left)
    if end:
        story.end(end)
    else:
        _go_on(story, chance)


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def scores(state: DiggersState) -> tuple[int, ...]:
    """For a seat out by the exit its diamonds and its bonus, else 0."""
    exit_rounds = sorted({exit_round for exit_round in state.exit_rounds if exit_round is not None})
    bonus = dict(zip(exit_rounds, BONUSES, strict=False))
    return tuple(
        [
            0 if exit_round is None else DIAMOND_POINTS * len(diamonds) + bonus[exit_round]
            for exit_round, diamonds in zip(state.exit_rounds, state.diamonds, strict=True)
        ]
    )


def standing(state: DiggersState) -> tuple[int, ...]:
    """Fewer steps to the exit are better; of as many steps, more diamonds. Eliminated seats come last."""
    return tuple([_standing(state, seat) for seat in range(len(state.positions))])


def _standing(state: DiggersState, seat: int) -> int:
    is_eliminated = seat not in state.in_mine and state.exit_rounds[seat] is None
    steps = len(TILES) if is_eliminated else steps_out(state.positions[seat], state.disabled[seat])
    return len(state.diamonds[seat]) - len(DIAMONDS) * steps


def _end(state: DiggersState, had_left: tuple[int, ...]) -> Outcome | None:
    """How the game ends after a round or a leaving, if it does; who had left before has no share in a draw."""
    in_mine, out = state.in_mine, _seats_out(state)
    if len(in_mine) > 1 or (len(in_mine) == 1 and out and state.options.play_on):
        return None
    if out:
        return _best_of_those_out(state, "out")
    if in_mine:
        return won(in_mine, scores(state), "survivor")
    return drawn(seats_in_play(len(state.positions), had_left), scores(state), "eliminated")


def _guard(state: DiggersState) -> Outcome | None:
    """How the game ends if its last round is over and someone is still in the mine."""
    if state.round < RACE_ROUNDS_AT_MOST:
        return None
    return _best_of_those_out(state, "guard") if _seats_out(state) else drawn(state.in_mine, scores(state), "guard")


def _best_of_those_out(state: DiggersState, reason: str) -> Outcome:
    """The highest score wins; equal ones share the win."""
    points, out = scores(state), _seats_out(state)
    best = max(points[seat] for seat in out)
    return won([seat for seat in out if points[seat] == best], points, reason)


def bounds(options: DiggersOptions, seats: int) -> Bounds:
    """All diamonds, and out first. Every seat disables its tiles in every mine, and moves once a round."""
    most = DIAMOND_POINTS * len(DIAMONDS) + BONUSES[0]
    return Bounds((0, most), seats * seats * options.tiles + seats * RACE_ROUNDS_AT_MOST)


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _moves(state: DiggersState, seat: int, dice: tuple[int, ...]) -> list[Move]:
    """Every neighbouring active tile that carries a number rolled."""
    disabled = state.disabled[seat]
    return [
        move
        for numbers, tile, move in _STEPS[state.positions[seat]]
        if not numbers.isdisjoint(dice) and tile not in disabled
    ]


def _mine_of(state: DiggersState, seat: int) -> int:
    """The mine that the seat works on in this round of the sabotage."""
    return (seat + state.round) % len(state.disabled)


def _seats_out(state: DiggersState) -> list[int]:
    return [seat for seat, exit_round in enumerate(state.exit_rounds) if exit_round is not None]


def _without(seats: tuple[int, ...], gone: Container[int]) -> tuple[int, ...]:
    return tuple([seat for seat in seats if seat not in gone])


GAME: Final = Game(
    id="diggers", name=words.NAME, seats=(2, 4), rules_version=1,
    policy="host", has_starter=False,
    options=DiggersOptions, state=DiggersState, actions=DiggersAction, events=DiggersEvent,
    setup=setup, to_act=to_act, legal=legal, why_not=why_not, decide=decide, evolve=evolve,
    timeout=timeout, leave=leave, leave_together=leave_together,
    scores=scores, standing=standing, bounds=bounds,
    reasons=words.REASONS, zones=words.ZONES, words=words.WORDS, sketch=sketch,
    search="tablee.games.diggers.search",
)  # fmt: skip
