"""A few random games, always the same ones: they tell what types leave open, as how long a tuple gets."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tablee.kernel.chance import Chance
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin
from tablee.kernel.refusals import Refusal
from tablee.lab.random_play import Step, random_steps

GAMES: Final = 24
_ENOUGH: Final = 1500
"""Actions after which no further game is begun: some games are long."""


class Sample(NamedTuple):
    """One random game."""

    first: Any
    """The state after the set-up."""
    steps: Sequence[Step]
    widest_draw: int
    """The most outcomes that a draw had, 0 where none was made: sides of a die, cards of a shuffle."""


class CannotBeginError(ValueError):
    """The game can't be played with these seats or options; the sentence says why."""


def begun(game: AnyGame, seats: int, options: Options, chance: Chance, starter: int | None = None) -> Any:
    """The first state. Raises CannotBeginError."""
    state = begin(game, seats, options, chance, starter)
    if isinstance(state, Refusal):
        raise CannotBeginError(state.text.en)
    return state


def samples(game: AnyGame, seats: int, options: Options) -> Iterator[Sample]:
    """Random games of these seats and options, from every starter in turn."""
    actions = 0
    for number in range(GAMES):
        chance = _MeasuredChance(Chance.seeded(f"{game.id}/{seats}/{number}"))
        state = begun(game, seats, options, chance, number % seats)
        steps = list(random_steps(game, state, chance, Chance.seeded(f"{game.id}/{seats}/{number}/choices")))
        yield Sample(state, steps, chance.widest)
        actions += len(steps)
        if actions > _ENOUGH:
            return


class _MeasuredChance(Chance):
    """Remembers the most outcomes that a draw had."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.widest = 0

    def below(self, bound: int) -> int:
        self._note(bound)
        return self._chance.below(bound)

    def order(self, count: int) -> Sequence[int]:
        self._note(count)
        return self._chance.order(count)

    def _note(self, outcomes: int) -> None:
        if outcomes > 1:
            self.widest = max(self.widest, outcomes)
