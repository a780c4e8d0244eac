"""What a backend remembers of the rooms it wrote last, so that an ordinary move writes as little as it can."""

from msgspec.structs import replace

from tablee.store.contract import Append, Summary

_ROOMS = 20_000


class LastWritten:
    """The summaries of the rooms written last, each with the version it was written at.

    It is only trusted where the version agrees with the one the stream has, so it can't be wrong: somebody else's
    append makes another version. Forgetting costs a little work, never a mistake.
    """

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[int, Summary]] = {}

    def only_times_change(self, append: Append) -> bool:
        """Whether the append leaves the room's summary as it was, but for `active_at` and `due_at`."""
        version, summary = self._rooms.get(append.room, (0, append.summary))
        if version != append.expected_version or version == 0:
            return False
        now = append.summary
        return replace(summary, active_at=now.active_at, due_at=now.due_at) == now

    def note(self, append: Append) -> None:
        """The append was written."""
        self._rooms.pop(append.room, None)
        self._rooms[append.room] = (append.expected_version + len(append.events), append.summary)
        if len(self._rooms) > _ROOMS:
            del self._rooms[next(iter(self._rooms))]

    def forget(self) -> None:
        """Something was rolled back."""
        self._rooms.clear()
