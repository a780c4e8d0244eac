"""Uniformly random play, the measure that every simulation and every fuzz test starts from."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tablee.kernel.chance import Chance, RecordingChance
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame, BrokenRulesError
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, carry_out, choices, position
from tablee.kernel.record import ending_line, entry_line, header_line
from tablee.kernel.refusals import Refusal


class Step(NamedTuple):
    """One action of a random game."""

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


def random_record(game: AnyGame, seats: int, options: Options, seed: int) -> Iterator[bytes] | Refusal:
    """The lines of the record of one random game."""
    chance, chooser = RecordingChance(Chance.seeded(f"{seed}/chance")), Chance.seeded(f"{seed}/choices")
    starter = chooser.below(seats)
    state = begin(game, seats, options, chance, starter)
    if isinstance(state, Refusal):
        return state
    return _lines(game, seats, options, starter, state, chance, chooser)


def _lines(
    game: AnyGame, seats: int, options: Options, starter: int, state: Any, chance: RecordingChance, chooser: Chance
) -> Iterator[bytes]:
    yield header_line(game, seats, options, starter, chance.taken(), state)
    for seat, legal, action, events, after in random_steps(game, state, chance, chooser):
        yield entry_line(seat, legal, action, chance.taken(), events, after)
        state = after
    yield ending_line(outcome_of(game, state))


def outcome_of(game: AnyGame, state: Any) -> Outcome:
    """How a game ended in which nobody is to act. Raises BrokenRulesError where it did not."""
    outcome: Outcome | None = state.ended
    if outcome is None:
        raise BrokenRulesError(
            f"{game.id}: nobody is to act, and the game is not over, in the position {position(state)}"
        )
    return outcome
