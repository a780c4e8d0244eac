"""The answers that a game's actions got, so that a repeat gets its own again, however long ago it was.

One flat value that takes twelve bytes an action: a game has hundreds of actions, every one of them makes a new room,
and a snapshot holds them all. Copying and searching a few kilobytes takes less than a microsecond.
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Final

Answers = bytes
"""For each accepted action, in their order: a digest of its seat and id, and the room's version after it."""

NOTHING_ANSWERED: Final = b""
_DIGEST: Final = 8
"""Bytes of the digest of a seat and an id: no two of one game are alike by accident."""
_VERSION: Final = 4
_ENTRY: Final = _DIGEST + _VERSION


def note_answer(answers: Answers, seat: int, id_: str, version: int) -> Answers:
    """The answers and one more: a seat's action was accepted, and the room is at that version."""
    return answers + _digest(seat, id_) + version.to_bytes(_VERSION)


def find_answer(answers: Answers, seat: int, id_: str) -> int | None:
    """The version with which a seat's action was answered; None for one that was never accepted."""
    digest = _digest(seat, id_)
    place = answers.find(digest)
    while place % _ENTRY and place >= 0:  # It may also be found across two entries.
        place = answers.find(digest, place + 1)
    return None if place < 0 else int.from_bytes(answers[place + _DIGEST : place + _ENTRY])


def answer_with_the_end(answers: Answers, version: int) -> Answers:
    """The game ended: if the last action did it, the version after the end is its answer."""
    if answers[-_VERSION:] != (version - 1).to_bytes(_VERSION):
        return answers
    return answers[:-_VERSION] + version.to_bytes(_VERSION)


@lru_cache(maxsize=64)  # It is asked for when an action comes, and again when it has happened.
def _digest(seat: int, id_: str) -> bytes:
    return blake2b(f"{seat} {id_}".encode(), digest_size=_DIGEST).digest()
