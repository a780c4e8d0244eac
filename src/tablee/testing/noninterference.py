"""The proof that a game leaks nothing: worlds that look alike to a viewer go on looking alike.

Two worlds differ only in what one viewer may not see. The same visible play drives both, and after each step
the viewer is given all it would ever be given, in both: its view, its legal actions, refusals, the redacted
events, and the step as a replay shows it once the game is over. The bytes must be the same until something is
revealed. A reveal has to be declared by type: a value in an event that is `Open`, or a `Secret` that the viewer
may see. After a reveal a new second world is made and the play goes on, so that every transition of a long game
is tested.

Chance may differ between the worlds too, where nobody sees it: shuffles do, numbers (dice) don't.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from tablee.bots.worlds import alike
from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, choices, decide, leave_together, timeout
from tablee.kernel.refusals import Refusal
from tablee.kernel.replay import Position, Step, seen
from tablee.kernel.secrecy import HIDDEN, bit_of
from tablee.kernel.shapes import Hidden, Many, Opened, Plain, Shape, Walk, shape_of, walker
from tablee.kernel.story import Story
from tablee.kernel.views import Perspective, perspective, redact

_ATTEMPTS = 4
_DECLARED = "revealed"
AnyStory: TypeAlias = Story[Any, Any]
Seen: TypeAlias = Literal["same", "revealed", "different"]


@dataclass(frozen=True)
class Leak:
    """A leak: its event, its viewer, and what that viewer was sent in each of the two worlds."""

    viewer: int | None
    step: int
    what: str
    one: bytes
    other: bytes

    def __str__(self) -> str:
        who = "an onlooker" if self.viewer is None else f"seat {self.viewer}"
        return f"step {self.step}: {self.what} tells {who} a secret:\n  {self.one!r}\n  {self.other!r}"


def find_leak(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: int,
    steps: int = 200,
    told: Callable[[Perspective], bytes] = msgspec.json.encode,
) -> Leak | None:
    """Play one random game for each viewer, in pairs of worlds, and return the first leak, or None.

    A viewer is given its perspective as JSON, or what `told` makes of it.
    """
    for viewer in (*range(seats), None):
        try:
            _Pair(game, seats, options, viewer, seed, told).run(steps)
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

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Options,
        viewer: int | None,
        seed: int,
        told: Callable[[Perspective], bytes],
    ) -> None:
        self.game, self.seats, self.options, self.viewer, self.told = game, seats, options, viewer, told
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
            if self.walked(_opened, other) == self.walked(_opened, self.one):
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
        """One step in both worlds: mostly an action, now and then the clock or someone leaving."""
        dice = self.driver.below(40)
        self.seed, self.is_forked = self.driver.below(1 << 30), self.driver.below(2) == 0
        if dice == 0:
            self.same_step(
                timeout(self.game, self.one, self.chance()),
                timeout(self.game, self.other, self.other_chance()),
                "a timeout",
                Step("clock", None, None, ()),
            )
        elif dice == 1:
            gone = [seat for seat in range(self.seats) if self.driver.below(2)] or [self.driver.below(self.seats)]
            self.same_step(
                leave_together(self.game, self.one, gone, self.chance()),
                leave_together(self.game, self.other, gone, self.other_chance()),
                "leaving",
                Step("out", gone[0], None, ()),
            )
        else:
            self.act(self.driver.pick(self.game.to_act(self.one)))

    def chance(self) -> Chance:
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
        story = self._decide(self.one, seat, action, self.chance())
        if seat != self.viewer and self.hidden_choice(seat, action, story):
            return
        if action in self.game.legal(self.other, seat):
            other = self._decide(self.other, seat, action, self.other_chance())
            self.same_step(story, other, f"{type(action).__name__} by seat {seat}", Step("played", seat, action, ()))
        else:  # impossible in the other world: someone else's hidden cards differ
            self.one = story.state
            self.renew()

    def hidden_choice(self, seat: int, action: Action, story: AnyStory) -> bool:
        """Try that the other seat does something else which looks the same; then the worlds differ more."""
        others = [choice for choice in self.game.legal(self.other, seat) if choice != action]
        for _ in range(min(_ATTEMPTS, len(others))):
            choice = self.driver.pick(others)
            other = self._decide(self.other, seat, choice, self.other_chance())
            if self.seen(story.events, other.events)[0] == "same":
                steps = Step("played", seat, action, ()), Step("played", seat, choice, ())
                self.advance(story, other, f"a hidden {type(action).__name__} by seat {seat}", *steps)
                return True
        return False

    def _decide(self, state: Any, seat: int, action: Action, chance: Chance) -> AnyStory:
        story = decide(self.game, state, seat, action, chance)
        assert not isinstance(story, Refusal), story.text.en
        return story

    def same_step(self, one: AnyStory, other: AnyStory, what: str, step: Step) -> None:
        """The same thing was done in both worlds: it must look the same, or reveal something openly."""
        seen, pair = self.seen(one.events, other.events)
        if seen == "different":
            self.fail(f"an event of {what}", *pair)
        if seen == "revealed":
            self.one = one.state
            self.renew()
        else:
            self.advance(one, other, what, step, step)

    def advance(self, one: AnyStory, other: AnyStory, what: str, step: Step, other_step: Step) -> None:
        replayed = self.replayed(self.one, one, step), self.replayed(self.other, other, other_step)
        self.one, self.other = one.state, other.state
        self.compare_views(f"the view after {what}")
        if replayed[0] != replayed[1]:
            self.fail(f"the replay of {what}", *replayed)

    def replayed(self, before: Any, story: AnyStory, step: Step) -> bytes:
        """The step as this viewer watches it again."""
        position = Position(self.step, replace(step, events=tuple(story.events)), before, story.state)
        return msgspec.json.encode(seen(self.game, position, "everyone" if self.viewer is None else self.viewer))

    def seen(self, one: Sequence[Event], other: Sequence[Event]) -> tuple[Seen, tuple[bytes, bytes]]:
        """How the events compare for the viewer, up to the first that reveals something."""
        for mine, theirs in zip_longest(one, other):
            pair = self.redacted(mine), self.redacted(theirs)
            if pair[0] != pair[1]:
                declared = (
                    mine is not None
                    and theirs is not None
                    and type(mine) is type(theirs)
                    and self.walked(_outlined, mine) == self.walked(_outlined, theirs)
                )
                return ("revealed" if declared else "different"), pair
        return "same", (b"", b"")

    def redacted(self, event: Event | None) -> bytes:
        return b"nothing" if event is None else msgspec.json.encode(redact(event, self.viewer))

    def walked(self, walk_of: Callable[[Any], Walk | None], value: Any) -> Any:
        walk = walk_of(type(value))
        return value if walk is None else walk(value, bit_of(self.viewer))

    def compare_views(self, what: str) -> None:
        one, other = (self.told(perspective(self.game, world, self.viewer)) for world in self.worlds)
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


@cache
def _outlined(type_: Any) -> Walk | None:
    """What is left of an event when all that it declares as revealed is blotted out."""

    def blot_out(shape: Shape) -> Walk | None:
        match shape:
            case Opened() | Many(Opened()):
                return lambda _value, _bit: _DECLARED
            case Hidden():
                return lambda secret, bit: _DECLARED if secret.seen_by & bit else HIDDEN
            case _:
                return None

    return walker(shape_of(type_), blot_out, as_data=True)


@cache
def _opened(type_: Any) -> Walk | None:
    """What a viewer sees of all that can be secret."""

    def leave_out(shape: Shape) -> Walk | None:
        match shape:
            case Plain():
                return lambda _value, _bit: None
            case Hidden():
                return lambda secret, bit: secret.value if secret.seen_by & bit else HIDDEN
            case _:
                return None

    return walker(shape_of(type_), leave_out, as_data=True)
