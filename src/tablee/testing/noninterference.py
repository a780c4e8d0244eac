"""The proof that a game leaks nothing: worlds that look alike to a viewer go on looking alike.

Two worlds differ only in what one viewer may not see. The same visible play drives both, and after each step
the viewer is given all it would ever be given, in both: its view, its legal actions, refusals, the redacted
events. The bytes must be the same until something is revealed. A reveal has to be declared by type: a value in
an event that is `Open`, or a `Secret` that the viewer may see. After a reveal a new second world is made and
the play goes on, so that every transition of a long game is tested.

Chance may differ between the worlds too, where nobody sees it: shuffles do, numbers (dice) don't.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

import msgspec

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, choices, decide, fold, leave_together, timeout
from tablee.kernel.refusals import Refusal
from tablee.kernel.secrecy import HIDDEN, bit_of
from tablee.kernel.shapes import Choice, Fixed, Hidden, Many, Opened, Record, Shape, shape_of
from tablee.kernel.views import perspective, redact
from tablee.kernel.worlds import alike, is_branch

_ATTEMPTS = 4
_DECLARED = "revealed"
Seen = Literal["same", "revealed", "different"]


@dataclass(frozen=True)
class Leak:
    """What gave a secret away, to whom, and what the viewer was told in each of the two worlds."""

    viewer: int | None
    step: int
    what: str
    one: bytes
    other: bytes

    def __str__(self) -> str:
        who = "an onlooker" if self.viewer is None else f"seat {self.viewer}"
        return f"step {self.step}: {self.what} tells {who} a secret:\n  {self.one!r}\n  {self.other!r}"


def find_leak(game: AnyGame, seats: int, options: Options, seed: int, steps: int = 200) -> Leak | None:
    """Play one random game for each viewer, in pairs of worlds, and return the first leak, or None."""
    for viewer in (*range(seats), None):
        try:
            _Pair(game, seats, options, viewer, seed).run(steps)
        except _Found as found:
            return found.leak
    return None


class _Found(Exception):  # noqa: N818 - carries a result out of the walk
    def __init__(self, leak: Leak) -> None:
        self.leak = leak


class _ForkedChance(Chance):
    """The draws of another chance, but now and then two things of a shuffle change places."""

    def __init__(self, chance: Chance, fork: Chance) -> None:
        self._chance = chance
        self._fork = fork

    def below(self, bound: int) -> int:
        return self._chance.below(bound)

    def order(self, count: int) -> Sequence[int]:
        order = list(self._chance.order(count))
        if count > 1:
            i, j = self._fork.below(count), self._fork.below(count)
            order[i], order[j] = order[j], order[i]
        return order


class _Pair:
    """Two worlds, one viewer."""

    def __init__(self, game: AnyGame, seats: int, options: Options, viewer: int | None, seed: int) -> None:
        self.game, self.seats, self.options, self.viewer = game, seats, options, viewer
        self.driver = Chance.seeded(f"{seed}/{viewer}")
        self.step = 0
        self.known_actions: list[Action] = []

    def run(self, steps: int) -> None:
        self.set_up()
        for self.step in range(1, steps + 1):
            if not self.game.to_act(self.one):
                return
            self.walk()

    def set_up(self) -> None:
        """Set up one world, and others that differ in the shuffle; where nothing open differs, nothing may."""
        seed = self.driver.below(1 << 30)
        self.one = self._begin(Chance.seeded(seed))
        for _ in range(_ATTEMPTS):
            other = self._begin(_ForkedChance(Chance.seeded(seed), self.driver))
            if list(self.open_parts(other)) == list(self.open_parts(self.one)):
                self.other = other
                self.compare_views("the set-up")
        self.renew()

    def _begin(self, chance: Chance) -> Any:
        state = begin(self.game, self.seats, self.options, chance)
        assert not isinstance(state, Refusal), state.text.en
        return state

    def renew(self) -> None:
        """Make a new second world that looks like the first."""
        self.other = alike(self.one, self.viewer, self.driver)
        self.compare_views("what follows from the state")

    def walk(self) -> None:
        """One step in both worlds: mostly an action, now and then the clock or somebody leaving."""
        dice = self.driver.below(40)
        self.seed, self.is_forked = self.driver.below(1 << 30), self.driver.below(2) == 0
        if dice == 0:
            self.same_step(
                timeout(self.game, self.one, self.chance()),
                timeout(self.game, self.other, self.other_chance()),
                "a timeout",
            )
        elif dice == 1:
            gone = [seat for seat in range(self.seats) if self.driver.below(2)] or [self.driver.below(self.seats)]
            self.same_step(
                leave_together(self.game, self.one, gone, self.chance()),
                leave_together(self.game, self.other, gone, self.other_chance()),
                "leaving",
            )
        else:
            self.act(self.driver.pick(self.game.to_act(self.one)))

    def chance(self) -> Chance:
        """The chance of this step in the one world."""
        return Chance.seeded(self.seed)

    def other_chance(self) -> Chance:
        """The chance of this step in the other world: the same numbers, perhaps another shuffle."""
        return _ForkedChance(self.chance(), self.driver) if self.is_forked else self.chance()

    @property
    def worlds(self) -> tuple[Any, Any]:
        return self.one, self.other

    def act(self, seat: int) -> None:
        action = self.driver.pick(choices(self.game, self.one, seat))
        self.compare_refusals(action)
        events = self._decide(self.one, seat, action, self.chance())
        if seat != self.viewer and self.hidden_choice(seat, action, events):
            return
        if action in self.game.legal(self.other, seat):
            other_events = self._decide(self.other, seat, action, self.other_chance())
            self.same_step(events, other_events, f"{type(action).__name__} by seat {seat}")
        else:  # impossible in the other world: somebody else's hidden cards differ
            self.one = fold(self.game, self.one, events)
            self.renew()

    def hidden_choice(self, seat: int, action: Action, events: Sequence[Event]) -> bool:
        """Try that the other seat does something else which looks the same; then the worlds differ more."""
        others = [choice for choice in self.game.legal(self.other, seat) if choice != action]
        for _ in range(min(_ATTEMPTS, len(others))):
            choice = self.driver.pick(others)
            other_events = self._decide(self.other, seat, choice, self.other_chance())
            if self.seen(events, other_events)[0] == "same":
                self.advance(events, other_events, f"a hidden {type(action).__name__} by seat {seat}")
                return True
        return False

    def _decide(self, state: Any, seat: int, action: Action, chance: Chance) -> Sequence[Event]:
        events = decide(self.game, state, seat, action, chance)
        assert not isinstance(events, Refusal), events.text.en
        return events

    def same_step(self, one: Sequence[Event], other: Sequence[Event], what: str) -> None:
        """The same thing was done in both worlds: it must look the same, or reveal something openly."""
        seen, pair = self.seen(one, other)
        if seen == "different":
            self.fail(f"an event of {what}", *pair)
        if seen == "revealed":
            self.one = fold(self.game, self.one, one)
            self.renew()
        else:
            self.advance(one, other, what)

    def advance(self, one: Sequence[Event], other: Sequence[Event], what: str) -> None:
        self.one, self.other = fold(self.game, self.one, one), fold(self.game, self.other, other)
        self.compare_views(f"the view after {what}")

    def seen(self, one: Sequence[Event], other: Sequence[Event]) -> tuple[Seen, tuple[bytes, bytes]]:
        """How the events compare for the viewer, up to the first that reveals something."""
        for mine, theirs in zip_longest(one, other):
            pair = self.redacted(mine), self.redacted(theirs)
            if pair[0] != pair[1]:
                declared = (
                    mine is not None
                    and theirs is not None
                    and type(mine) is type(theirs)
                    and self.outline(_shape(mine), mine) == self.outline(_shape(theirs), theirs)
                )
                return ("revealed" if declared else "different"), pair
        return "same", (b"", b"")

    def redacted(self, event: Event | None) -> bytes:
        return b"nothing" if event is None else msgspec.json.encode(redact(event, self.viewer))

    def outline(self, shape: Shape, value: Any) -> Any:
        """What is left of an event when all that it declares as revealed is blotted out."""
        match shape:
            case Opened() | Many(Opened()):
                return _DECLARED
            case Hidden():
                return _DECLARED if value.seen_by & bit_of(self.viewer) else HIDDEN
            case Many(item):
                return [self.outline(item, part) for part in value]
            case Fixed(items):
                return [self.outline(item, part) for item, part in zip(items, value, strict=True)]
            case Record(_, fields):
                return {name: self.outline(part, getattr(value, name)) for name, part in fields}
            case Choice(shapes):
                return next((self.outline(part, value) for part in shapes if is_branch(part, value)), value)
            case _:
                return value

    def open_parts(self, state: Any) -> Iterator[Any]:
        """All that the viewer sees of what can be secret."""
        yield from self._open_parts(_shape(state), state)

    def _open_parts(self, shape: Shape, value: Any) -> Iterator[Any]:
        match shape:
            case Opened():
                yield value
            case Hidden():
                yield value.value if value.seen_by & bit_of(self.viewer) else HIDDEN
            case Many(item):
                for part in value:
                    yield from self._open_parts(item, part)
            case Fixed(items):
                for item, part in zip(items, value, strict=True):
                    yield from self._open_parts(item, part)
            case Record(_, fields):
                for name, part_shape in fields:
                    yield from self._open_parts(part_shape, getattr(value, name))
            case Choice(shapes):
                for part_shape in shapes:
                    if is_branch(part_shape, value):
                        yield from self._open_parts(part_shape, value)
                        break
            case _:
                pass

    def compare_views(self, what: str) -> None:
        one, other = (msgspec.json.encode(perspective(self.game, world, self.viewer)) for world in self.worlds)
        if one != other:
            self.fail(what, one, other)

    def compare_refusals(self, action: Action) -> None:
        """An action that was once possible, tried now by the viewer, is refused alike in both worlds."""
        self.known_actions.append(action)
        if self.viewer is None:
            return
        tried = self.driver.pick(self.known_actions)
        if tried in self.game.legal(self.one, self.viewer):
            return
        never = Chance.seeded(0)
        one, other = (msgspec.json.encode(decide(self.game, world, self.viewer, tried, never)) for world in self.worlds)
        if one != other:
            self.fail("a refusal", one, other)

    def fail(self, what: str, one: bytes, other: bytes) -> None:
        raise _Found(Leak(self.viewer, self.step, what, one, other))


def _shape(value: Any) -> Shape:
    type_: Any = type(value)
    return shape_of(type_)
