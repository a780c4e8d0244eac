"""The best actions so far of bots still thinking: written by their processes, read by the server at any moment."""

from ctypes import c_int64
from multiprocessing.context import SpawnContext
from typing import Final

_PLACES: Final = 1024
"""More than think at once; later thoughts overwrite the places of those that are done."""
_MOST_ACTIONS: Final = 1 << 20


class BestSoFar:
    """Memory that processes share. It can be handed to one that is being started.

    A note is one number of 64 bits, written in one piece, so nobody ever reads half of one: whose thought it is, and
    which of its legal actions is the best.
    """

    def __init__(self, context: SpawnContext) -> None:
        self._notes = context.RawArray(c_int64, _PLACES)

    def note(self, thought: int, choice: int) -> None:
        """The best of a thought's legal actions so far, by its place in their list."""
        self._notes[thought % _PLACES] = thought * _MOST_ACTIONS + choice

    def read(self, thought: int) -> int | None:
        """The last note for a thought; None where there is none."""
        whose, choice = divmod(self._notes[thought % _PLACES], _MOST_ACTIONS)
        return choice if whose == thought else None
