"""Uniformly random play, the measure that every simulation and every fuzz test starts from."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from tablee.kernel import replay
from tablee.kernel.chance import Chance, RecordingChance
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame, BrokenRulesError
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, carry_out, choices, position
from tablee.kernel.record import lines_of
from tablee.kernel.refusals import Refusal
from tablee.kernel.replay import Record

T = TypeVar("T")


class Step(NamedTuple):
    """One action of a game."""

    seat: int
    legal: Sequence[Any]
    action: Any
    events: Sequence[Any]
    state: Any
    """After the action."""


def random_steps(game: AnyGame, state: Any, chance: Chance, chooser: Chance) -> Iterator[Step]:
    """Play on from a state to the end: each awaited seat as likely to be next, each legal action as likely."""
    while awaited := game.to_act(state):
        seat = awaited[0] if len(awaited) == 1 else chooser.pick(awaited)
        legal = choices(game, state, seat)
        action = chooser.pick(legal)
        story = carry_out(game, state, seat, action, chance)
        state = story.state
        yield Step(seat, legal, action, story.events, state)


class RandomGame(NamedTuple):
    """A random game that is about to begin."""

    seats: int
    options: Options
    starter: int
    state: Any
    chance: RecordingChance
    chooser: Chance


def random_game(game: AnyGame, seats: int, options: Options, seed: int) -> RandomGame | Refusal:
    chance, chooser = RecordingChance(Chance.seeded(f"{seed}/chance")), Chance.seeded(f"{seed}/choices")
    starter = chooser.below(seats)
    state = begin(game, seats, options, chance, starter)
    return state if isinstance(state, Refusal) else RandomGame(seats, options, starter, state, chance, chooser)


def random_record(game: AnyGame, seats: int, options: Options, seed: int) -> Iterator[bytes] | Refusal:
    begun = random_game(game, seats, options, seed)
    return begun if isinstance(begun, Refusal) else _lines(game, begun)


def _lines(game: AnyGame, begun: RandomGame) -> Iterator[bytes]:
    yield from lines_of(finished(game, begun))


def finished(game: AnyGame, begun: RandomGame) -> Record:
    """Play a random game to its end. Raises BrokenRulesError where it has none."""
    seats, options, starter, state, chance, chooser = begun
    first, drawn, steps = state, chance.taken(), []
    for seat, _, action, events, after in random_steps(game, state, chance, chooser):
        steps.append(replay.Step("played", seat, action, events, chance=chance.taken()))
        state = after
    return Record(
        game=game.id,
        rules_version=game.rules_version,
        seats=seats,
        options=options,
        starter=starter,
        state=first,
        chance=drawn,
        steps=steps,
        outcome=outcome_of(game, state),
    )


def checked(answer: T | Refusal) -> T:
    """What can't be refused, as it was checked before another process was asked for it."""
    if isinstance(answer, Refusal):
        raise TypeError(answer.text.en)
    return answer


def outcome_of(game: AnyGame, state: Any) -> Outcome:
    """How a game ended in which nobody is to act. Raises BrokenRulesError where it did not."""
    outcome: Outcome | None = state.ended
    if outcome is None:
        raise BrokenRulesError(
            f"{game.id}: nobody is to act, and the game is not over, in the position {position(state)}"
        )
    return outcome
