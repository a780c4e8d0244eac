"""Golden playthroughs: one recorded game of each kind, kept in the repository, so that no rule changes unnoticed.

A playthrough is a record (kernel/record.py) made short: in place of the legal actions and the state stand
digests of them.

    python -m tablee.testing FOLDER GAME...      writes them anew
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tablee.kernel.game import AnyGame
from tablee.kernel.refusals import Refusal
from tablee.lab.random_play import random_record

SEED = 9


def playthrough(game: AnyGame) -> bytes:
    """The playthroughs of a game: one random game for each number of seats."""
    return b"".join(line for seats in range(game.seats[0], game.seats[1] + 1) for line in _short_lines(game, seats))


def playthrough_path(folder: Path, game: AnyGame) -> Path:
    return folder / f"{game.id}.jsonl"


def _short_lines(game: AnyGame, seats: int) -> Iterator[bytes]:
    lines = random_record(game, seats, game.options(), SEED)
    assert not isinstance(lines, Refusal), lines.text.en
    for line in lines:
        entry = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        for field in ("legal", "state"):
            if field in entry:
                entry[field] = msgspec.Raw(b'"%s"' % hashlib.sha256(entry[field]).hexdigest()[:16].encode())
        yield msgspec.json.encode(entry) + b"\n"
