"""One game in steps of numbers: an action of a seat, or an outcome of chance.

    game = Environment(load_game("kitty"), seed=1)
    while not game.is_over:
        seat = game.to_act[0]
        seen, mask = game.observe(seat), game.mask(seat)
        game.step(seat, number)

States never change, so a clone costs nothing and a step can be undone. Chance comes from the seed and the number of the
step: what is undone and done again draws the same. With `chance="explicit"` a draw waits for its outcome instead:
`to_act` is empty, and `outcomes` lists what can come of it, with probabilities. A shuffle is drawn one thing at a time.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Self, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import carry_out, check_options, parse_options, state_decoder
from tablee.kernel.refusals import Refusal
from tablee.kernel.views import Perspective, perspective
from tablee.lab.loading import find_game
from tablee.rl.index import ActionIndex, Mask, index_of
from tablee.rl.limits import Limits, limits_of
from tablee.rl.samples import CannotBeginError, begun
from tablee.rl.tensors import Memory, Tensors, tensors_of, told_to

CHANCE: Final = -1
"""The player number of chance."""

ChanceMode: TypeAlias = Literal["sampled", "explicit"]
Observation: TypeAlias = Literal["sight", "public", "private", "recall"]
Draws: TypeAlias = tuple[int | tuple[int, ...], ...]


_met: dict[str, AnyGame] = {}
"""The games of which this process has made an environment: not all need be installed."""


class IllegalActionError(ValueError):
    """The number of a step is not legal now; the sentence says what was tried."""


class _Wanted(Exception):  # noqa: N818 - carries a draw out of the rules
    def __init__(self, count: int, is_order: bool) -> None:
        self.count, self.is_order = count, is_order


class _Script(Chance):
    """The draws that have their outcome; the next one is wanted."""

    def __init__(self, draws: Draws) -> None:
        self._draws = iter(draws)

    def below(self, bound: int) -> int:
        draw = 0 if bound == 1 else next(self._draws, None)
        if draw is None:
            raise _Wanted(bound, False)
        assert isinstance(draw, int)  # noqa: S101 - the rules ask the same in the same order
        return draw

    def order(self, count: int) -> Sequence[int]:
        draw = tuple(range(count)) if count < 2 else next(self._draws, None)
        if draw is None:
            raise _Wanted(count, True)
        assert not isinstance(draw, int)  # noqa: S101 - as above
        return draw


class _LateChance(Chance):
    """Chance by a seed, which is not made before it is asked: most steps draw nothing."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._made: random.Random | None = None

    @property
    def _source(self) -> random.Random:  # type: ignore[override]  # made when it is asked for
        if self._made is None:
            self._made = random.Random(self._seed)
        return self._made


@dataclass(frozen=True)
class _Drawing:
    """A step that waits for chance."""

    seat: int
    """CHANCE for the set-up."""
    action: Action | None
    draws: Draws
    """Those that it has had."""
    count: int
    """The outcomes of the draw that it waits for; of a shuffle, how many things."""
    is_order: bool
    picked: tuple[int, ...] = ()
    """The things of a shuffle that came so far."""

    @property
    def open(self) -> list[int]:
        picked = set(self.picked)
        return [thing for thing in range(self.count) if thing not in picked]


@dataclass(frozen=True)
class _Point:
    """Where a game is, and how it came there."""

    state: Any
    """None before the set-up is drawn."""
    before: "_Point | None" = None
    done: tuple[int, int] = (CHANCE, 0)
    """The last step: a seat and its action, or CHANCE and its outcome."""
    acted: tuple[int, int] | None = None
    """The seat and the action whose events these are, which may be further back than an outcome of chance."""
    events: Sequence[Event] = ()
    drawing: _Drawing | None = None
    length: int = 0
    """How many steps led here."""
    told: dict[int | None, list[Any]] = field(default_factory=dict, compare=False)
    """What each viewer that was asked for remembers of the events: kept, as every step asks for all before it."""


class Environment:
    """A game that is being played."""

    def __init__(
        self,
        game: AnyGame,
        seats: int | None = None,
        options: Options | None = None,
        *,
        seed: int = 0,
        starter: int | None = None,
        chance: ChanceMode = "sampled",
        position: State | None = None,
    ) -> None:
        """Begin a game; with the fewest seats and the usual options unless others are given.

        The starter is drawn unless it is given. With a position, every game begins there.
        """
        self.game = game
        self.seats = game.seats[0] if seats is None else seats
        self.options = options or getattr(position, "options", None) or game.options()
        refusal = check_options(game, self.seats, self.options)
        if refusal is not None:
            raise CannotBeginError(refusal.text.en)
        self.starter, self.chance, self.position = starter, chance, position
        self.index: ActionIndex = index_of(game)
        _met[game.id] = game
        self._at = _Point(None)
        self.seed = seed
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew; without a seed, by the one that follows the last."""
        self.seed = self.seed + 1 if seed is None else seed
        begin = _Point(self.position)
        self._at = begin if self.position is not None else self._decided(None, (CHANCE, 0), CHANCE, None, ())

    # ── What is ──────────────────────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> Any:
        """The whole state, secrets too; None while the set-up is being drawn."""
        return self._at.state

    @property
    def outcome(self) -> Outcome | None:
        ended: Outcome | None = None if self.state is None else self.state.ended
        return ended

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_drawing(self) -> bool:
        return self._at.drawing is not None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe an action; several where all choose at once; none while a draw waits, and at the end."""
        return () if self._at.drawing is not None else self.game.to_act(self.state)

    @property
    def length(self) -> int:
        """How many steps have been done, outcomes of chance among them."""
        return self._at.length

    @property
    def limits(self) -> Limits:
        return limits_of(self.game, self.seats, self.options)

    @property
    def tensors(self) -> Tensors:
        """What makes the observations; its `names` tell what each entry is."""
        return tensors_of(self.game, self.seats, self.options)

    def legal(self, seat: int) -> list[int]:
        if self._at.drawing is not None:
            return []
        return sorted([self.index.of(action) for action in self.game.legal(self.state, seat)])

    def mask(self, seat: int) -> Mask:
        """For each action of the index, whether the seat may take it now."""
        return self.index.mask(() if self._at.drawing is not None else self.game.legal(self.state, seat))

    def outcomes(self) -> list[tuple[int, float]]:
        """What can come of the draw that waits, with probabilities; nothing if none does."""
        drawing = self._at.drawing
        if drawing is None:
            return []
        return [(number, 1 / len(drawing.open)) for number in drawing.open]

    def sight(self, seat: int | None) -> Perspective:
        """All that a seat, or an onlooker (None), may know now: what bots are given."""
        return perspective(self.game, self.state, seat)

    def observe(self, seat: int, kind: Observation = "sight") -> npt.NDArray[np.float32]:
        """What a seat sees, as numbers: everything, what all see, what is hidden from some, or all it ever saw."""
        if self.state is None:
            return np.zeros(self.tensors.size(kind), np.float32)
        match kind:
            case "public":
                return self.tensors.public(self.sight(None))
            case "private":
                return self.tensors.private(self.sight(seat))
            case "recall":
                return self.tensors.recall(self.memory(seat))
            case _:
                return self.tensors.sight(self.sight(seat))

    def memory(self, seat: int | None) -> Memory:
        """All that a seat, or an onlooker (None), ever saw and did, in order."""
        points = [point for point in self._points() if point.state is not None]
        if not points:
            return Memory(seat)
        memory = Memory(seat, perspective(self.game, points[0].state, seat))
        for point in points[1:]:
            if point.acted is not None:
                if seat not in point.told:
                    point.told[seat] = told_to(seat, point.acted, point.events)
                memory.told += point.told[seat]
        return memory

    def scores(self) -> tuple[int, ...]:
        return (0,) * self.seats if self.state is None else self.game.scores(self.state)

    def utilities(self) -> tuple[float, ...]:
        """How good the end is for each seat (`utilities`); 0 for all before it."""
        return (0.0,) * self.seats if self.outcome is None else utilities(self.outcome, self.seats)

    # ── Steps ────────────────────────────────────────────────────────────────────────────────────────────

    def step(self, seat: int, number: int) -> None:
        """A seat that owes an action takes the one of that number. Raises IllegalActionError."""
        if seat not in self.to_act:
            raise IllegalActionError(
                f"seat {seat} is not to act; to act: {', '.join(map(str, self.to_act)) or 'nobody'}"
            )
        if not 0 <= number < len(self.index):
            raise IllegalActionError(f"{number} is no action: {self.game.id} has {len(self.index)}, from 0")
        action = self.index[number]
        if action not in self.game.legal(self.state, seat):
            raise IllegalActionError(f"{self.index.name(number)} ({number}) is not legal for seat {seat} now")
        self._at = self._decided(self._at, (seat, number), seat, action, ())

    def draw(self, number: int) -> None:
        """The draw that waits has that outcome. Raises IllegalActionError."""
        drawing = self._at.drawing
        if drawing is None or number not in drawing.open:
            raise IllegalActionError(f"{number} can't be drawn; {'no draw waits' if drawing is None else drawing.open}")
        picked = (*drawing.picked, number)
        if drawing.is_order and len(picked) < drawing.count - 1:
            waiting = replace(drawing, picked=picked)
            self._at = _Point(self.state, self._at, (CHANCE, number), drawing=waiting, length=self.length + 1)
            return
        rest = [thing for thing in drawing.open if thing != number]
        draws = (*drawing.draws, (*picked, *rest) if drawing.is_order else number)
        self._at = self._decided(self._at, (CHANCE, number), drawing.seat, drawing.action, draws)

    def undo(self) -> None:
        """Take back the last step, an action or an outcome. Raises IndexError at the beginning."""
        if self._at.before is None:
            raise IndexError("nothing was done yet")
        self._at = self._at.before

    def _decided(
        self, before: _Point | None, done: tuple[int, int], seat: int, action: Action | None, draws: Draws
    ) -> _Point:
        """Where a step leads: to the next decision, or to a draw that it waits for."""
        state, length = (None, 0) if before is None else (before.state, before.length + 1)
        is_explicit = self.chance == "explicit"
        chance = _Script(draws) if is_explicit else _LateChance(f"{self.seed}/{length}")
        try:
            if action is None:
                state = begun(self.game, self.seats, self.options, chance, self.starter)
                return _Point(state, before, done, length=length)
            story = carry_out(self.game, state, seat, action, chance)
        except _Wanted as wanted:
            drawing = _Drawing(seat, action, draws, wanted.count, wanted.is_order)
            return _Point(state, before, done, drawing=drawing, length=length)
        return _Point(story.state, before, done, (seat, self.index.of(action)), story.events, length=length)

    def _points(self) -> list[_Point]:
        points = []
        point: _Point | None = self._at
        while point is not None:
            points.append(point)
            point = point.before
        return points[::-1]

    # ── Copies ───────────────────────────────────────────────────────────────────────────────────────────

    def clone(self, seed: int | None = None) -> Self:
        """The same game, to be played on apart; by another seed, chance to come is another."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        if seed is not None:
            copy.seed = seed
        return copy

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, _memo: object) -> Self:
        return self.clone()

    def history(self) -> list[tuple[int, int]]:
        """All steps: (seat, action) or (CHANCE, outcome)."""
        return [point.done for point in self._points()[1:]]

    def to_bytes(self) -> bytes:
        """The game written down, from its beginning to here."""
        return msgspec.json.encode(
            {
                "game": self.game.id,
                "rules_version": self.game.rules_version,
                "index": self.index.digest,
                "seats": self.seats,
                "options": self.options,
                "starter": self.starter,
                "chance": self.chance,
                "seed": self.seed,
                "position": self.position,
                "steps": self.history(),
            }
        )

    @classmethod
    def from_bytes(cls, data: bytes, game: AnyGame | None = None) -> "Environment":
        """The game that was written down, played again; in another process with the game, if it is not installed."""
        kept = msgspec.json.decode(data)
        game = game or _met.get(kept["game"]) or find_game(kept["game"])
        if kept["index"] != index_of(game).digest:
            raise ValueError(f"this was written with other actions of {game.id} than there are now")
        options = parse_options(game, kept["options"])
        if isinstance(options, Refusal):
            raise CannotBeginError(options.text.en)
        position = kept["position"]
        made = cls(
            game,
            kept["seats"],
            options,
            seed=kept["seed"],
            starter=kept["starter"],
            chance=kept["chance"],
            position=None if position is None else state_decoder(game).decode(msgspec.json.encode(position)),
        )
        for seat, number in kept["steps"]:
            made.draw(number) if seat == CHANCE else made.step(seat, number)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Environment.from_bytes, (self.to_bytes(),)

    def __str__(self) -> str:
        """The steps so far, in words."""
        return " ".join(
            [
                f"chance:{number}" if seat == CHANCE else f"{seat}:{self.index.name(number)}"
                for seat, number in self.history()
            ]
        )


def utilities(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """How good an end is for each seat; all together are 0.

    The win is shared among those who won or drew: alone it is 1, and those with no part in it have -1, shared with all
    others. So with two seats a win is 1, a draw 0, a loss -1.
    """
    if seats == 1:
        return (1.0 if outcome.winners else 0.0,)
    sharing = outcome.winners or outcome.drawn
    share = (seats / len(sharing) - 1) / (seats - 1)
    return tuple([share if seat in sharing else -1 / (seats - 1) for seat in range(seats)])
