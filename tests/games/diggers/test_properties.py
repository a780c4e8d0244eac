"""What holds in every game, found out by random play against a second, naive reading of the rules."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.bots.worlds import alike
from tablee.games.diggers import GAME
from tablee.games.diggers.mine import Tile
from tablee.games.diggers.rules import DiggersOptions, DiggersState, Disable, RaceRoundBegan
from tablee.kernel import AnyGame, Event
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin, leave, timeout
from tablee.testing.playing import events_of
from tests.games.diggers.positions import DIAMONDS, can_be_disabled, can_be_entered, folded, touch

ANY_GAME: AnyGame = GAME
_seeds = st.integers(0, 2**32)
_few = settings(max_examples=40, deadline=None)


@dataclass
class Naive:
    """The game as a mutable thing that follows the rules sentence by sentence; dice are told to it."""

    seats: int
    tiles: int
    play_on: bool
    round: int = 0
    racing: bool = False
    dice: tuple[int, ...] = ()
    disabled: list[list[Tile]] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)
    at: list[Tile] = field(default_factory=list)
    oxygen: list[int] = field(default_factory=list)
    visited: list[set[Tile]] = field(default_factory=list)
    chosen: dict[int, Tile] = field(default_factory=dict)
    timed_out: set[int] = field(default_factory=set)
    out: dict[int, int] = field(default_factory=dict)
    dead: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    result: tuple[list[int], list[int]] | None = None
    """The winners and those who draw."""

    def __post_init__(self) -> None:
        self.disabled = [[] for _ in range(self.seats)]
        self.owed = [self.tiles] * self.seats
        self.at = [(0, 0)] * self.seats
        self.oxygen = [5] * self.seats
        self.visited = [set() for _ in range(self.seats)]

    @property
    def inside(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out and seat not in self.dead]

    def mine(self, seat: int) -> int:
        return (seat + self.round) % self.seats

    def options(self, seat: int) -> set[Tile]:
        if self.result or seat not in self.inside:
            return set()
        if not self.racing:
            return can_be_disabled(self.disabled[self.mine(seat)]) if self.owed[seat] else set()
        if seat in self.chosen or seat in self.timed_out:
            return set()
        return can_be_entered(self.at[seat], self.dice, self.disabled[seat])

    def awaited(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.options(seat)]

    def act(self, seat: int, tile: Tile, rolled: list[tuple[int, ...]]) -> None:
        if self.racing:
            self.chosen[seat] = tile
        else:
            self.disabled[self.mine(seat)].append(tile)
            self.owed[seat] -= 1
        self.go_on(rolled)

    def run_out(self, rolled: list[tuple[int, ...]]) -> None:
        for seat in self.awaited():
            self.timed_out.add(seat)
            self.owed[seat] = 0
        self.go_on(rolled)

    def walk_out(self, seat: int, rolled: list[tuple[int, ...]]) -> None:
        if seat not in self.inside:
            return
        self.left.add(seat)
        self.dead.add(seat)
        self.chosen.pop(seat, None)
        self.test_end()
        self.go_on(rolled)

    def go_on(self, rolled: list[tuple[int, ...]]) -> None:
        while not self.result and not self.awaited():
            if self.racing and self.is_over_after_this_round():
                return
            self.timed_out.clear()
            if not self.racing and self.round + 1 < self.seats:
                self.round += 1
                self.owed = [self.tiles] * self.seats
            else:
                self.round = self.round + 1 if self.racing else 1
                self.racing = True
                self.dice = rolled.pop(0)
                assert len(self.dice) == max(1, 4 - len(self.out))

    def is_over_after_this_round(self) -> bool:
        for seat in self.inside:
            if seat in self.chosen:
                self.at[seat] = self.chosen[seat]
                self.visited[seat] |= {self.at[seat]} & DIAMONDS
                if self.at[seat] == (9, 9):
                    self.out[seat] = self.round
            else:
                self.oxygen[seat] -= 1
                if self.oxygen[seat] == 0:
                    self.dead.add(seat)
        self.chosen.clear()
        self.test_end()
        if self.round == 60 and not self.result:
            self.result = (self.best(), []) if self.out else ([], self.inside)
        return self.result is not None

    def test_end(self) -> None:
        inside = self.inside
        if len(inside) > 1:
            return
        if not self.out:
            self.result = (inside, [] if inside else [s for s in range(self.seats) if s not in self.left])
        elif not inside or not self.play_on:
            self.result = (self.best(), [])

    def scores(self) -> list[int]:
        points = []
        for seat in range(self.seats):
            earlier = {exit_round for exit_round in self.out.values() if exit_round < self.out.get(seat, 0)}
            points.append(3 * len(self.visited[seat]) + (10, 5, 2, 0)[len(earlier)] if seat in self.out else 0)
        return points

    def best(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in sorted(self.out) if scores[seat] == max(scores[other] for other in self.out)]


def agrees(state: DiggersState, naive: Naive) -> None:
    assert list(GAME.to_act(state)) == naive.awaited()
    for seat in range(naive.seats):
        legal = GAME.legal(state, seat)
        assert {action.tile for action in legal} == naive.options(seat)
        assert all(isinstance(action, Disable) != naive.racing for action in legal)
    assert [list(mine) for mine in state.disabled] == naive.disabled
    assert list(state.positions) == naive.at
    assert list(state.oxygen) == naive.oxygen
    assert [set(tiles) for tiles in state.diamonds] == naive.visited
    assert {s: r for s, r in enumerate(state.exit_rounds) if r is not None} == naive.out
    assert list(state.in_mine) == naive.inside
    assert (state.phase == "race", state.round) == (naive.racing, naive.round)
    assert list(GAME.scores(state)) == naive.scores()
    ended = state.ended
    assert (ended and (list(ended.winners), list(ended.drawn))) == naive.result


def start(source: random.Random) -> tuple[DiggersState, Naive, Chance]:
    seats, tiles, play_on = source.randint(2, 4), source.choice([0, 1, 3, 10]), source.random() < 0.5
    chance = Chance(source)
    state = begin(GAME, seats, DiggersOptions(tiles=tiles, play_on=play_on), chance)
    assert isinstance(state, DiggersState)
    naive = Naive(seats, tiles, play_on)
    if not tiles:
        naive.racing, naive.round, naive.dice = True, 1, state.dice
    return state, naive, chance


def pick(state: DiggersState, seat: int, source: random.Random) -> Any:
    """Mostly a step ahead, so that many games see the exit."""
    legal = sorted(GAME.legal(state, seat), key=lambda action: sum(action.tile))
    return legal[-1] if state.phase == "race" and source.random() < 0.7 else source.choice(legal)


def rolled_in(events: Any) -> list[tuple[int, ...]]:
    return [event.dice for event in events if isinstance(event, RaceRoundBegan)]


@_few
@given(_seeds)
def test_random_games_agree_with_the_naive_reading_of_the_rules(seed: int) -> None:
    source = random.Random(seed)
    state, naive, chance = start(source)
    agrees(state, naive)
    while GAME.to_act(state):
        turn = state.turn
        events: Sequence[Event]
        fate = source.random()
        if fate < 0.01:
            seat = source.randrange(naive.seats)
            events = leave(ANY_GAME, state, seat, chance).events
            naive.walk_out(seat, rolled := rolled_in(events))
        elif fate < 0.03:
            events = timeout(ANY_GAME, state, chance).events
            naive.run_out(rolled := rolled_in(events))
        else:
            seat = source.choice(GAME.to_act(state))
            action = pick(state, seat, source)
            events = events_of(GAME, state, seat, action, chance)
            naive.act(seat, action.tile, rolled := rolled_in(events))
        assert not rolled, "more rounds began than the rules say"
        state = folded(state, events)
        agrees(state, naive)
        began = sum(type(event).__name__.endswith("RoundBegan") for event in events)
        assert state.turn == turn + began


@_few
@given(_seeds)
def test_every_position_of_a_game_is_sound(seed: int) -> None:
    source = random.Random(seed)
    state, _, chance = start(source)
    seats = len(state.positions)
    while GAME.to_act(state):
        seat = source.choice(GAME.to_act(state))
        state = folded(state, events_of(GAME, state, seat, pick(state, seat, source), chance))
        for mine in state.disabled:
            assert len(set(mine)) == len(mine) <= seats * state.options.tiles
            assert not any(touch(one, other) for one in mine for other in mine)
            assert not set(mine) & (DIAMONDS | {(0, 0), (9, 9)})
        for seat in range(seats):
            assert state.positions[seat] not in state.disabled[seat]
            assert set(state.diamonds[seat]) <= DIAMONDS
            assert 0 <= state.oxygen[seat] <= 5
            assert (state.positions[seat] == (9, 9)) == (state.exit_rounds[seat] is not None)
            assert (seat in state.in_mine) == (state.oxygen[seat] > 0 and state.exit_rounds[seat] is None)
            assert state.choices[seat] is None or seat not in state.awaited
        assert set(state.awaited) <= set(state.in_mine)
        assert state.round <= 60


@_few
@given(_seeds)
def test_the_round_is_applied_whatever_the_hidden_choices_are(seed: int) -> None:
    """The proof of secrecy changes hidden choices for one another; nothing may break over it."""
    source = random.Random(seed)
    state, _, chance = start(source)
    while GAME.to_act(state):
        seat = source.choice(GAME.to_act(state))
        state = alike(state, None, chance)
        state = folded(state, events_of(GAME, state, seat, pick(state, seat, source), chance))
    assert state.ended is not None
