"""Golden playthroughs: one recorded game of each kind, kept in the repository, so that no rule changes unnoticed.

A playthrough is a record of format 1 (kernel/record.py) made short: in place of the legal actions and the state of each
line stand digests of them.

    python -m tablee.testing FOLDER GAME...      writes them anew
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tablee.kernel.game import AnyGame
from tablee.kernel.refusals import Refusal
from tablee.lab.random_play import outcome_of, random_game, random_steps

SEED = 9


def playthrough(game: AnyGame) -> bytes:
    """The playthroughs of a game: one random game for each number of seats."""
    return b"".join(line for seats in range(game.seats[0], game.seats[1] + 1) for line in _short_lines(game, seats))


def playthrough_path(folder: Path, game: AnyGame) -> Path:
    return folder / f"{game.id}.jsonl"


def _short_lines(game: AnyGame, seats: int) -> Iterator[bytes]:
    begun = random_game(game, seats, game.options(), SEED)
    assert not isinstance(begun, Refusal), begun.text.en
    state, chance = begun.state, begun.chance
    yield _line(
        record=1,
        game=game.id,
        seats=seats,
        options=begun.options,
        rules_version=game.rules_version,
        starter=begun.starter,
        chance=chance.taken(),
        state=_digest(state),
    )
    for seat, legal, action, events, after in random_steps(game, state, chance, begun.chooser):
        yield _line(
            seat=seat,
            legal=_digest(legal),
            action=action,
            chance=chance.taken(),
            events=events,
            state=_digest(after),
        )
        state = after
    yield _line(outcome=outcome_of(game, state))


def _digest(data: object) -> str:
    return hashlib.sha256(msgspec.json.encode(data)).hexdigest()[:16]


def _line(**fields: object) -> bytes:
    return msgspec.json.encode(fields) + b"\n"
