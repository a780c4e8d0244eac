"""Finished games as they are shown."""

from collections.abc import Sequence

import msgspec

from tablee.kernel.outcome import Outcome
from tablee.kernel.registry import load_game
from tablee.protocol.http import FinishedShown, RecordShown, RecordStep
from tablee.rooms.codec import decode_event
from tablee.rooms.events import ClockRanOut, GameEnded, GameStarted, HintGiven, Played, SeatOut, TakenBack
from tablee.store.contract import FinishedGame


def record_of(finished: FinishedGame, raw: Sequence[bytes]) -> RecordShown:
    game = load_game(finished.game)
    started, *rest = [decode_event(game, event) for event in raw]
    if not isinstance(started, GameStarted):
        raise TypeError("a record begins with the start of its game")
    steps: list[RecordStep] = []
    taken_back, hints = 0, [0] * len(finished.seats)
    for event in rest:
        match event:
            case Played(at, seat=seat, action=action, events=events):
                steps.append(RecordStep(at, "played", seat, action, events))
            case TakenBack(seat=seat):
                taken_back += 1
                while steps.pop().seat != seat:  # Only actions come after the one that is taken back.
                    pass
            case HintGiven(seat=seat):
                hints[seat] += 1
            case ClockRanOut(at, events=events):
                steps.append(RecordStep(at, "clock", None, None, events))
            case SeatOut(at, seat=seat, events=events):
                steps.append(RecordStep(at, "out", seat, None, events))
            case GameEnded():
                break
    options = getattr(started.state, "options", None)
    return RecordShown(
        finished.id,
        finished.game,
        started.rules_version,
        finished.seats,
        started.colours,
        started.bots,
        options,
        started.starter,
        started.state,
        tuple(steps),
        outcome_of(finished),
        finished.started_at,
        finished.ended_at,
        taken_back,
        tuple(hints),
    )


def finished_shown(game: FinishedGame) -> FinishedShown:
    return FinishedShown(game.id, game.game, game.seats, outcome_of(game), game.started_at, game.ended_at)


def outcome_of(finished: FinishedGame) -> Outcome:
    return msgspec.json.decode(finished.outcome, type=Outcome)
