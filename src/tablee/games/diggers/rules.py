"""Diggers: sabotage every mine, then race through your own before the oxygen runs out; for two to four seats.

Every seat has a mine of its own, all alike (mine.py). First the seats go round the mines and disable tiles, each
on a different mine at the same time. Then all race: the same dice for everyone, each in secret picks a neighbouring
active tile that carries a number rolled, all move at once. Who can't move loses one of five points of oxygen.
Who gets out scores 3 for each diamond visited and 10, 5, 2 or 0 for the order of getting out.

Rulings: a tile with a diamond can't be disabled. A seat that has no tile to disable has done its part. The race
goes on until at most one seat is in the mine; with `play_on` that last one goes on alone, if somebody is out. If
nobody is out and one seat alone survives, it wins at once. After 60 rounds of the race the game ends. Those who
get out in one round share the better bonus. A seat out by the exit that leaves keeps its score and can still win.
"""

from collections.abc import Container, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec.structs import replace

from tablee.games.diggers import refusals
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
    Chance,
    Ended,
    Event,
    Game,
    Left,
    Open,
    Options,
    Outcome,
    Rule,
    Secret,
    State,
    Text,
    TimedOut,
    Zone,
    drawn,
    explained,
    only,
    put,
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
            "how many tiles each seat disables on each mine before the race, 0 to 10; with 0 the race begins at once",
            "combien de tuiles chaque place condamne dans chaque mine, de 0 à 10 ; avec 0, on commence par la course",
            ge=0,
            le=10,
        ),
    ] = 3
    play_on: Annotated[
        bool,
        explained(
            "once somebody is out, the last seat in the mine goes on alone (good for two seats)",
            "une fois que quelqu’un est sorti, la dernière place dans la mine continue seule (une bonne idée à deux)",
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
    """A seat has disabled all its tiles of this round, or finds none any more."""

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
    SabotageRoundBegan
    | Disabled
    | SabotageDone
    | RaceRoundBegan
    | Chose
    | Revealed
    | GotOut
    | OxygenLost
    | Eliminated
    | TimedOut
    | Left
    | Ended
)

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
    ended: Outcome | None = None


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
    """The seats with a tile to disable, or with a move to choose."""
    return () if state.ended else state.awaited


def legal(state: DiggersState, seat: int) -> Sequence[DiggersAction]:
    """In the sabotage: every tile that can be disabled; in the race: every tile that can be entered."""
    if seat not in to_act(state):
        return ()
    if state.phase == "race":
        return _moves(state, seat, state.dice)
    free = can_be_disabled(state.disabled[_mine_of(state, seat)])
    return [disable for bit, disable in _DISABLES if free & bit]


def why_not(state: DiggersState, seat: int, action: DiggersAction) -> Rule:
    """The rule against disabling a tile, or against moving there."""
    tile = action.tile
    if isinstance(action, Disable):
        if state.phase == "race":
            return refusals.SABOTAGE_IS_OVER
        if tile not in NUMBERS:
            return refusals.NO_SUCH_TILE
        if tile in state.disabled[_mine_of(state, seat)]:
            return refusals.ALREADY_DISABLED
        if tile in (ENTRANCE, EXIT):
            return refusals.ENTRANCE_OR_EXIT
        return refusals.DIAMOND if tile in DIAMONDS else refusals.TOUCHES_DISABLED
    if state.phase == "sabotage":
        return refusals.RACE_NOT_BEGUN
    if tile not in NUMBERS:
        return refusals.NO_SUCH_TILE
    if tile not in NEIGHBOURS[state.positions[seat]]:
        return refusals.NOT_ADJACENT
    return refusals.DISABLED if tile in state.disabled[seat] else refusals.NUMBER_NOT_ROLLED


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(state: DiggersState, seat: int, action: DiggersAction, chance: Chance) -> list[DiggersEvent]:
    """A tile is disabled or chosen; when nobody is awaited any more, the round ends."""
    events: list[DiggersEvent]
    if isinstance(action, Move):
        events = [Chose(seat, Secret(action.tile, only(seat)))]
    else:
        mine = _mine_of(state, seat)
        events = [Disabled(seat, mine, action.tile)]
        if state.tiles_left[seat] == 1 or not can_be_disabled((*state.disabled[mine], action.tile)):
            events.append(SabotageDone(seat))
    return _and_what_follows(state, events, chance)


def _and_what_follows(state: DiggersState, events: Sequence[DiggersEvent], chance: Chance) -> list[DiggersEvent]:
    """The events, and the rounds that end and begin by themselves until somebody is awaited or the game ends."""
    happened = list(events)
    state = _fold(state, events)
    while not state.awaited:
        if state.phase == "race":
            applied = _race_round_applied(state)
            happened += applied
            state = _fold(state, applied)
            end = _end(state, had_left=state.left) or (_guard(state) if state.round == RACE_ROUNDS_AT_MOST else None)
            if end:
                return [*happened, Ended(end)]
        began = _next_round(state, chance)
        happened.append(began)
        state = evolve(state, began)
    return happened


def _race_round_applied(state: DiggersState) -> list[DiggersEvent]:
    """All that have chosen move; all others in the mine stay and lose oxygen."""
    events: list[DiggersEvent] = []
    choices = {seat: choice.value for seat, choice in enumerate(state.choices) if choice}
    staying = _without(state.in_mine, choices)
    if choices:
        events.append(Revealed(tuple(choices), tuple(choices.values())))
        out = tuple([seat for seat, tile in choices.items() if tile == EXIT])
        if out:
            events.append(GotOut(out))
    if staying:
        events.append(OxygenLost(staying))
        choked = tuple([seat for seat in staying if state.oxygen[seat] == 1])
        if choked:
            events.append(Eliminated(choked))
    return events


def _next_round(state: DiggersState, chance: Chance) -> SabotageRoundBegan | RaceRoundBegan:
    """The next round: the sabotage has as many as there are seats, then comes the race."""
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
    """The state after an event."""
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
        case Ended(outcome):
            return replace(state, awaited=(), ended=outcome)


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(state: DiggersState, chance: Chance) -> list[DiggersEvent]:
    """All that are awaited give up their tiles of this round, or stay where they are and lose oxygen."""
    return _and_what_follows(state, [TimedOut(seat) for seat in state.awaited], chance)


def leave(state: DiggersState, seat: int, chance: Chance) -> list[DiggersEvent]:
    """A seat in the mine is eliminated, its choice of this round dropped; the end is tested at once."""
    return leave_together(state, (seat,), chance)


def leave_together(state: DiggersState, seats: tuple[int, ...], chance: Chance) -> list[DiggersEvent]:
    """As `leave`; if nobody is left, nobody was left sooner than the others, and they share the draw."""
    left = [Left(seat) for seat in seats if seat in state.in_mine]
    if not left:
        return []
    end = _end(_fold(state, left), had_left=state.left)
    return [*left, Ended(end)] if end else _and_what_follows(state, left, chance)


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def outcome(state: DiggersState) -> Outcome | None:
    """How it ended, if it has."""
    return state.ended


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
    """Fewer steps to the exit are better; of as many steps, more diamonds. Who was eliminated stands last."""
    return tuple([_standing(state, seat) for seat in range(len(state.positions))])


def _standing(state: DiggersState, seat: int) -> int:
    is_eliminated = seat not in state.in_mine and state.exit_rounds[seat] is None
    steps = len(TILES) if is_eliminated else steps_out(state.positions[seat], state.disabled[seat])
    return len(state.diamonds[seat]) - len(DIAMONDS) * steps


def _end(state: DiggersState, had_left: Container[int]) -> Outcome | None:
    """How the game ends after a round or a leaving, if it does; who had left before has no share in a draw."""
    in_mine, out = state.in_mine, _seats_out(state)
    if len(in_mine) > 1 or (len(in_mine) == 1 and out and state.options.play_on):
        return None
    if out:
        return _best_of_those_out(state, "out")
    if in_mine:
        return won(in_mine, scores(state), "survivor")
    staying = [seat for seat in range(len(state.positions)) if seat not in had_left]
    return drawn(staying, scores(state), "eliminated")


def _guard(state: DiggersState) -> Outcome:
    """How the game ends when its last round is over and somebody is still in the mine."""
    return _best_of_those_out(state, "guard") if _seats_out(state) else drawn(state.in_mine, scores(state), "guard")


def _best_of_those_out(state: DiggersState, reason: str) -> Outcome:
    """The highest score wins; equal ones share the win."""
    points, out = scores(state), _seats_out(state)
    best = max(points[seat] for seat in out)
    return won([seat for seat in out if points[seat] == best], points, reason)


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


def _fold(state: DiggersState, events: Sequence[DiggersEvent]) -> DiggersState:
    for event in events:
        state = evolve(state, event)
    return state


def _without(seats: tuple[int, ...], gone: Container[int]) -> tuple[int, ...]:
    return tuple([seat for seat in seats if seat not in gone])


GAME: Final = Game(
    id="diggers",
    name=Text("Diggers", "Diggers"),
    seats=(2, 4),
    rules_version=1,
    start_policy="host",
    has_starter=False,
    options=DiggersOptions,
    state=DiggersState,
    actions=DiggersAction,
    events=DiggersEvent,
    setup=setup,
    legal=legal,
    decide=decide,
    evolve=evolve,
    to_act=to_act,
    timeout=timeout,
    leave=leave,
    leave_together=leave_together,
    scores=scores,
    standing=standing,
    outcome=outcome,
    why_not=why_not,
    search="tablee.games.diggers.search",
    reasons={
        "out": Text(
            "The race is over; the best score of those who got out wins.",
            "La course est finie ; le meilleur score de ceux qui sont sortis l’emporte.",
        ),
        "survivor": Text(
            "Nobody got out, and only one digger is left.", "Personne n’est sorti, et il ne reste qu’un mineur."
        ),
        "eliminated": Text(
            "Everybody is eliminated; nobody got out.", "Tout le monde est éliminé ; personne n’est sorti."
        ),
        "guard": Text("The race has lasted sixty rounds.", "La course a duré soixante manches."),
    },
    zones=(
        Zone(field="dice", title=Text("Dice", "Dés")),
        Zone(field="oxygen", title=Text("Oxygen", "Oxygène"), form="counter", by_seat=True),
        Zone(field="positions", title=Text("Position", "Position"), by_seat=True),
        Zone(field="diamonds", title=Text("Diamonds", "Diamants"), by_seat=True),
        Zone(field="disabled", title=Text("Disabled tiles", "Tuiles condamnées"), by_seat=True),
        Zone(field="choices", title=Text("Choice", "Choix"), by_seat=True),
    ),
    sketch=sketch,
)
