"""Diggers' search form: tiles, seats and numbers as bits.

A tile is its place in TILES; 58 bits hold a set of them. A number on a die is the bit before it: six bits hold those
that were rolled.

What a mine is worth is its *plan*: how many rounds it takes, on the average, from each of its tiles to the exit.

    actions   0–57 disable the tile; 58–115 move to the tile
"""

from collections.abc import Iterable
from math import exp
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from tablee.games.diggers.mine import BIT, DIAMONDS, ENTRANCE, EXIT, NEIGHBOURS, NUMBERS, TILES, Tile, can_be_disabled
from tablee.games.diggers.rules import (
    BONUSES,
    DIAMOND_POINTS,
    DICE,
    OXYGEN,
    RACE_ROUNDS_AT_MOST,
    Disable,
    Move,
)
from tablee.kernel.search import Codes, Dice, SearchForm, add_codes, bit, larger, member, pick, size, up_to, whose
from tablee.kernel.secrecy import HIDDEN

_MOVE: Final = len(TILES)
_ENTRANCE: Final = TILES.index(ENTRANCE)
_EXIT: Final = TILES.index(EXIT)
_PLACES: Final = {tile: place for place, tile in enumerate(TILES)}

_NEAR: Final = [[_PLACES[other] for other in NEIGHBOURS[tile]] for tile in TILES]
_TOUCHED: Final = [BIT[tile] | sum(BIT[other] for other in NEIGHBOURS[tile]) for tile in TILES]
_WITH_DIAMOND: Final = sum(BIT[tile] for tile in DIAMONDS)
_NUMBERS: Final = [sum(1 << (number - 1) for number in NUMBERS[tile]) for tile in TILES]
_REACH: Final = [
    sum(BIT[other] for other in NEIGHBOURS[tile] if _NUMBERS[_PLACES[other]] & rolled)
    for tile in TILES
    for rolled in range(64)
]
"""For each tile and each set of numbers, the tiles that can be entered from it if no tile is disabled."""

_ALL_FREE: Final = can_be_disabled(())
_DIAMOND_PLACES: Final = [place for place, tile in enumerate(TILES) if tile in DIAMONDS]
_ROUND_STEP: Final = 4
"""Rounds for each bit of the sight."""

_ROUND: Final = 1024
"""A round in a plan, so that it needs no fractions."""
_SURE: Final = 4096
"""A probability of 1 in a plan."""
_MISSES: Final = [_SURE * (6 - count) ** DICE // 6**DICE for count in range(7)]
"""How likely it is that none of this many numbers is rolled."""
_STUCK: Final = _ROUND
"""Worth of a point of oxygen in a plan, besides the round that is lost with it."""
_SWEEPS: Final = 6
_MOST_WAYS: Final = 100_000
"""Most that are kept: some megabytes."""
_FROM_THE_EXIT: Final = sorted(range(len(TILES)), key=lambda place: -sum(TILES[place]))

KEEN: Final = 90
"""How often, in a hundred, a rollout takes the step that its plan likes best instead of any."""
_DIAMOND: Final = _ROUND
"""Reward of a diamond in a rollout, where the first one out doesn't win at once."""
_DECISIVE: Final = 0.7
"""Plan difference, in rounds, that multiplies the odds by e."""

LEVELS: Final = {"medium": {"simulations": 200, "slips": 0.15}}
"""There are some fifty tiles to disable: with fewer simulations it would hardly look at each."""


class DiggersForm(SearchForm):
    """One position."""

    def __init__(self, seats: int, tiles: int, play_on: bool) -> None:
        super().__init__(seats)
        self.tiles = tiles
        self.play_on = play_on
        self.is_over = False
        self.sharing: i64 = 0
        """The seats that share the win or the draw, once it is over."""
        self.is_race = False
        self.round: i64 = 0
        self.awaited: i64 = 0
        self.in_mine: i64 = 0
        self.left: i64 = 0
        self.disabled: list[int] = [0] * seats
        self.free: list[int] = [0] * seats
        """For each mine, the tiles that can still be disabled."""
        self.tiles_left: list[int] = [0] * seats
        self.positions: list[int] = [_ENTRANCE] * seats
        self.oxygen: list[int] = [OXYGEN] * seats
        self.diamonds: list[int] = [0] * seats
        self.choices: list[int] = [-1] * seats
        """-1 for a seat that has not chosen."""
        self.hidden: i64 = 0
        """The seats that have chosen what the seat of the view can't see."""
        self.exit_rounds: list[int] = [0] * seats
        """0 for a seat that is not out."""
        self.rolled: i64 = 0
        self.has_mines = False
        """Whether the mines are as they will be: the view was of the race."""
        self.plans: list[list[int]] = []
        """The plan of each mine, for all worlds of a view; made for the first that is played out."""
        self.ways: dict[int, int] = {}
        """For sets of disabled tiles that were met before, in any world of a view, how long the way out is."""
        self.chances: list[float] = []
        """Each seat's estimated reward, if it was not played out."""
        self.keen: i64 = KEEN

    def deal(self, dice: Dice) -> "DiggersForm":
        """A copy, in which each hidden choice is any that its seat can take."""
        copy = DiggersForm(self.seats, self.tiles, self.play_on)
        copy.is_over, copy.sharing, copy.is_race, copy.round = self.is_over, self.sharing, self.is_race, self.round
        copy.awaited, copy.in_mine, copy.left = self.awaited, self.in_mine, self.left
        copy.disabled, copy.free, copy.tiles_left = self.disabled[:], self.free[:], self.tiles_left[:]
        copy.positions, copy.oxygen, copy.diamonds = self.positions[:], self.oxygen[:], self.diamonds[:]
        copy.choices, copy.exit_rounds, copy.rolled = self.choices[:], self.exit_rounds[:], self.rolled
        copy.has_mines, copy.plans, copy.ways, copy.keen = self.has_mines, self.plans, self.ways, self.keen
        hidden: i64 = self.hidden
        while hidden:
            seat: i64 = member(hidden, 0)
            copy.choices[seat] = int(pick(self.steps(seat), dice))
            hidden &= hidden - 1
        return copy

    def actors(self) -> list[int]:
        seats: list[int] = []
        add_codes(seats, 0, self.awaited)
        return seats

    def actions(self, seat: int) -> list[int]:
        codes: list[int] = []
        add_codes(codes, _MOVE if self.is_race else 0, self.options(seat))
        return codes

    def play(self, seat: int, action: int, dice: Dice) -> None:
        self.act(seat, action - _MOVE if self.is_race else action, dice)

    def rollout(self, dice: Dice) -> None:
        """Play the race on to the end; of mines that are still in the making, compare the plans."""
        if self.has_mines or self.keen == 0:
            if not self.plans:
                self.plans.extend([make_plan(tiles, _OPEN_PLAN, 2 * _SWEEPS) for tiles in self.disabled])
            roll(self, dice)
        elif not self.is_over:
            self.chances = estimate(self)

    def key(self) -> tuple[object, ...]:
        return (
            *(self.is_over, self.sharing, self.is_race, self.round, self.awaited, self.in_mine, self.left),
            *(*self.disabled, *self.free, *self.tiles_left, *self.positions, *self.oxygen, *self.diamonds),
            *(*self.choices, *self.exit_rounds, self.rolled),
        )

    def rewards(self) -> list[float]:
        """Those who win or draw share it."""
        if self.chances:
            return self.chances
        share = 1.0 / float(size(self.sharing))
        return [share if self.sharing >> seat & 1 else 0.0 for seat in range(self.seats)]

    def fresh(self, dice: Dice) -> "DiggersForm":
        new = DiggersForm(self.seats, self.tiles, self.play_on)
        new.keen = self.keen
        dice.below(self.seats)  # a starter, who makes no difference
        new.awaited = new.in_mine = bit(self.seats) - 1
        for seat in range(self.seats):
            new.free[seat] = _ALL_FREE
            new.tiles_left[seat] = self.tiles
        if self.tiles == 0:
            new.is_race = new.has_mines = True
            new.round = 1
            for _ in range(DICE):
                new.rolled |= bit(dice.below(6))
        return new

    def actor(self) -> int:
        return int(member(self.awaited, 0)) if self.awaited else -1

    def write(self, seat: int, words: list[int], at: int) -> None:
        words[at] = 0
        words[at + 1] = 0
        words[at + 1 if self.is_race else at] = int(self.options(seat))
        other: i64 = seat
        place: i64 = at + 2
        for _ in range(self.seats):
            words[place] = self.disabled[other]
            words[place + 1] = int(bit(self.positions[other]))
            words[place + 2] = int(self.looks(other))
            other = other + 1 if other + 1 < self.seats else 0
            place += 3
        stage: i64 = bit(0) if self.is_race else bit(1 + self.round % self.seats)
        words[place] = int(self.rolled | stage << 6 | up_to(self.round // _ROUND_STEP) << 11)

    def looks(self, seat: i64) -> i64:
        """How a seat is doing, as all see it."""
        seen: i64 = up_to(self.oxygen[seat]) | up_to(self.tiles_left[seat]) << 5
        diamonds: i64 = self.diamonds[seat]
        shift: i64 = 15
        for place in _DIAMOND_PLACES:
            seen |= (diamonds >> place & 1) << shift
            shift += 1
        if self.exit_rounds[seat]:
            seen |= bit(21)
        return seen | (self.in_mine >> seat & 1) << 22 | (self.awaited >> seat & 1) << 23

    # ── What is legal, as sets ───────────────────────────────────────────────────────────────────────────

    def options(self, seat: i64) -> i64:
        return self.steps(seat) if self.is_race else self.free[self.mine_of(seat)]

    def steps(self, seat: i64) -> i64:
        return _REACH[64 * self.positions[seat] + self.rolled] & ~self.disabled[seat]

    def mine_of(self, seat: i64) -> i64:
        return (seat + self.round) % self.seats

    # ── What an action does ──────────────────────────────────────────────────────────────────────────────

    def act(self, seat: i64, tile: i64, dice: Dice) -> None:
        """A seat's action, and the rounds that end and begin by themselves."""
        if self.is_race:
            self.choices[seat] = int(tile)
            self.awaited &= ~bit(seat)
        else:
            mine: i64 = self.mine_of(seat)
            self.disabled[mine] |= int(bit(tile))
            self.free[mine] &= ~_TOUCHED[tile]
            self.tiles_left[seat] -= 1
            if self.tiles_left[seat] == 0 or self.free[mine] == 0:
                self.tiles_left[seat] = 0
                self.awaited &= ~bit(seat)
        while self.awaited == 0 and not self.is_over:
            if self.is_race:
                self.apply_choices()
                self.look_for_end()
            if not self.is_over:
                self.begin_round(dice)

    def apply_choices(self) -> None:
        """Move all that have chosen; all others in the mine stay and lose oxygen."""
        seat: i64 = 0
        while seat < self.seats:
            tile: i64 = self.choices[seat]
            if tile >= 0:
                self.choices[seat] = -1
                self.positions[seat] = int(tile)
                self.diamonds[seat] |= int(bit(tile) & _WITH_DIAMOND)
                if tile == _EXIT:
                    self.exit_rounds[seat] = int(self.round)
                    self.in_mine &= ~bit(seat)
            elif self.in_mine >> seat & 1:
                self.oxygen[seat] -= 1
                if self.oxygen[seat] == 0:
                    self.in_mine &= ~bit(seat)
            seat += 1

    def look_for_end(self) -> None:
        """The end of the race, if it is one: at most one seat is in the mine, or the last round is over."""
        count: i64 = size(self.in_mine)
        has_out = self.out() != 0
        is_done = count == 0 or (count == 1 and not (has_out and self.play_on))
        if not is_done and self.round < RACE_ROUNDS_AT_MOST:
            return
        self.is_over = True
        if has_out:
            self.sharing = self.best_of_those_out()
        elif count:
            self.sharing = self.in_mine
        else:
            self.sharing = (bit(self.seats) - 1) & ~self.left

    def begin_round(self, dice: Dice) -> None:
        self.round += 1
        if not self.is_race and self.round == self.seats:
            self.is_race = True
            self.round = 1
        if self.is_race:
            self.rolled = 0
            count: i64 = DICE - size(self.out())
            while True:
                self.rolled |= bit(dice.below(6))
                count -= 1
                if count <= 0:
                    break
        seat: i64 = 0
        while seat < self.seats:
            can_act = self.in_mine >> seat & 1 and self.options(seat)
            if can_act:
                self.awaited |= bit(seat)
            if not self.is_race:
                self.tiles_left[seat] = self.tiles if can_act else 0
            seat += 1

    def out(self) -> i64:
        seats: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.exit_rounds[seat]:
                seats |= bit(seat)
            seat += 1
        return seats

    def best_of_those_out(self) -> i64:
        exit_rounds = sorted({exit_round for exit_round in self.exit_rounds if exit_round})
        best = -1
        sharing: i64 = 0
        for seat in range(self.seats):
            exit_round = self.exit_rounds[seat]
            if exit_round:
                bonus = BONUSES[exit_rounds.index(exit_round)]
                points = bonus + DIAMOND_POINTS * int(size(self.diamonds[seat]))
                if points > best:
                    best, sharing = points, 0
                if points == best:
                    sharing |= bit(seat)
        return sharing


# ── Plans ────────────────────────────────────────────────────────────────────────────────────────────────


def make_plan(disabled: i64, first: list[int], sweeps: i64) -> list[int]:
    """For each tile, how long it takes to the exit for who always takes the best step; better than a first guess.

    All dice are counted, also where fewer will be rolled: what is best hardly changes with their number.
    """
    plan = first[:]
    while sweeps > 0:
        for place in _FROM_THE_EXIT:
            if place != _EXIT:
                plan[place] = int(rounds_from(place, disabled, plan))
        sweeps -= 1
    return plan


def rounds_from(place: i64, disabled: i64, plan: list[int]) -> i64:
    """How long it takes from a tile, if it takes as long as the plan says from its neighbours."""
    near = _NEAR[place]
    tried: i64 = disabled | bit(_ENTRANCE)
    numbers: i64 = 0
    missed: i64 = _SURE
    total: i64 = 0
    for _ in near:
        # The best neighbour is taken if its number is rolled; else the next best; and so on.
        best: i64 = -1
        best_rounds: i64 = 0
        for other in near:
            rounds: i64 = plan[other]
            if not tried >> other & 1 and (best < 0 or rounds < best_rounds):
                best, best_rounds = other, rounds
        if best < 0:
            break
        tried |= bit(best)
        numbers |= _NUMBERS[best]
        still_missed: i64 = _MISSES[size(numbers)]
        total += (missed - still_missed) * best_rounds
        missed = still_missed
    return (total + _SURE * _ROUND + missed * _STUCK) // (_SURE - missed)


_OPEN_PLAN: Final = make_plan(0, [(18 - x - y) * _ROUND for x, y in TILES], 40)
"""The plan of a mine in which nothing is disabled."""


def estimate(world: DiggersForm) -> list[float]:
    """What each seat may hope for, by how long its way out would be if no more tiles were disabled."""
    chances: list[float] = []
    total = 0.0
    for seat in range(world.seats):
        chance = 0.0
        if world.in_mine >> seat & 1:
            way = way_out(world.disabled[seat], world.ways) - _OPEN_PLAN[_ENTRANCE]
            chance = exp(-way / (_ROUND * _DECISIVE))
        chances.append(chance)
        total += chance
    return [chance / total for chance in chances]


def way_out(disabled: int, ways: dict[int, int]) -> int:
    """How long it takes from the entrance to the exit. The mines of a search are few, their combinations are many."""
    way = ways.get(disabled)
    if way is None:
        way = make_plan(disabled, _OPEN_PLAN, _SWEEPS)[_ENTRANCE]
        if len(ways) < _MOST_WAYS:
            ways[disabled] = way
    return way


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def roll(world: DiggersForm, dice: Dice) -> int:
    """Play on to the end; how many actions it took."""
    count: i64 = 0
    keen: i64 = world.keen
    while not world.is_over:
        seat: i64 = member(world.awaited, 0)
        if keen > 0 and dice.below(100) < keen:
            world.act(seat, best_step(world, seat), dice)
        else:
            world.act(seat, pick(world.options(seat), dice), dice)
        count += 1
    return int(count)


def best_step(world: DiggersForm, seat: i64) -> i64:
    """The step that the plan likes best; where the first who is out need not win, diamonds are worth a detour."""
    plan = world.plans[seat]
    diamonds: i64 = 0
    if world.seats > 2 or world.play_on:
        diamonds = _WITH_DIAMOND & ~world.diamonds[seat]
    steps: i64 = world.steps(seat)
    best: i64 = -1
    best_rounds: i64 = 0
    for place in _NEAR[world.positions[seat]]:
        if steps >> place & 1:
            rounds: i64 = plan[place]
            if diamonds >> place & 1:
                rounds -= _DIAMOND
            if best < 0 or rounds < best_rounds:
                best, best_rounds = place, rounds
    return best


# ── From a view, and back to actions ─────────────────────────────────────────────────────────────────────

CODES: Final = Codes([*map(Disable, TILES), *map(Move, TILES)])


MASK: Final = (len(TILES), len(TILES))


def sight(seats: int) -> list[list[str]]:
    """The names of what `write` writes: three words for each seat, and one for the round."""
    named = [f"{x}{y}" for x, y in TILES]
    return [
        *[
            names
            for who in map(whose, range(seats))
            for names in (
                [f"{who}.disabled[{tile}]" for tile in named],
                [f"{who}.at[{tile}]" for tile in named],
                [
                    *larger(f"{who}.oxygen", OXYGEN),
                    *larger(f"{who}.tiles_left", 10),
                    *[f"{who}.diamond[{named[place]}]" for place in _DIAMOND_PLACES],
                    *[f"{who}.is_out", f"{who}.in_mine", f"{who}.is_awaited"],
                ],
            )
        ],
        [
            *[f"dice={number}" for number in range(1, 7)],
            *["is_race", *[f"mine_of={whose(place)}" for place in range(4)]],
            *[f"round>={_ROUND_STEP * step}" for step in range(1, RACE_ROUNDS_AT_MOST // _ROUND_STEP + 1)],
        ],
    ]


def form(seats: int, seat: int, view: Any) -> DiggersForm:
    """The position of a view; the choices that are hidden are noted."""
    seen = msgspec.to_builtins(view)
    made = DiggersForm(seats, seen["options"]["tiles"], seen["options"]["play_on"])
    made.is_race = made.has_mines = seen["phase"] == "race"
    made.round = seen["round"]
    made.in_mine, made.left = _set_of(seen["in_mine"]), _set_of(seen["left"])
    made.disabled = [_tiles(tiles) for tiles in seen["disabled"]]
    made.free = [can_be_disabled([_tile(tile) for tile in tiles]) for tiles in seen["disabled"]]
    made.tiles_left = list(seen["tiles_left"])
    made.positions = [_PLACES[_tile(tile)] for tile in seen["positions"]]
    made.oxygen = list(seen["oxygen"])
    made.diamonds = [_tiles(tiles) for tiles in seen["diamonds"]]
    made.choices = [-1 if tile in (None, HIDDEN) else _PLACES[_tile(tile)] for tile in seen["choices"]]
    made.hidden = _set_of(other for other, tile in enumerate(seen["choices"]) if tile == HIDDEN)
    made.exit_rounds = [exit_round or 0 for exit_round in seen["exit_rounds"]]
    made.rolled = _set_of({number - 1 for number in seen["dice"]})
    ended = seen["ended"]
    if ended is None:
        made.awaited = _set_of(seen["awaited"])
    else:
        made.is_over = True
        made.sharing = _set_of(ended["winners"] or ended["drawn"])
    return made


def _set_of(members: Iterable[int]) -> int:
    return sum(1 << each for each in members)


def _tiles(given: Iterable[Iterable[int]]) -> int:
    return sum(BIT[_tile(tile)] for tile in given)


def _tile(given: Iterable[int]) -> Tile:
    """A tile, also one from JSON, which has only lists."""
    x, y = given
    return x, y
