"""A room as the store has it: the fold of its stream, from the last snapshot on."""

from typing import Protocol

from msgspec.structs import replace

from tablee.kernel.registry import load_game
from tablee.rooms.codec import decode_event, decode_room, game_of_snapshot, game_of_stream
from tablee.rooms.events import RoomOpened
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import room_with_names, with_name
from tablee.rooms.state import Room
from tablee.store.contract import Loaded


class Streams(Protocol):
    """Where streams are read."""

    async def load(self, room: str) -> Loaded:
        """The stream from its last snapshot on."""

    async def read(self, room: str, after: int) -> tuple[bytes, ...]:
        """The events after a version."""


async def load_room(streams: Streams, room_id: str) -> tuple[Room | None, bool]:
    """The room of that id as it is stored, or None; and whether its snapshot is of an older form."""
    loaded = await streams.load(room_id)
    if loaded.version == 0:
        return None, False
    room = fold_loaded(loaded)
    if room is not None:
        return room, False
    whole = await streams.read(room_id, 0)
    room = fold_loaded(replace(loaded, snapshot=None, snapshot_version=0, events=whole))
    if room is None:
        raise TypeError("a whole stream has no snapshot")
    return room, True


def fold_loaded(loaded: Loaded) -> Room | None:
    """The room of a stream as the store gives it; None if its snapshot is of an older form: read the whole stream."""
    names = loaded.names
    if loaded.snapshot is not None:
        game = load_game(game_of_snapshot(loaded.snapshot))
        snapshot, rest = decode_room(game, loaded.snapshot), loaded.events
        if snapshot is None:
            return None
        room = room_with_names(snapshot, names)
    else:
        game = load_game(game_of_stream(loaded.events[0]))
        opened = with_name(decode_event(game, loaded.events[0]), 1, names)
        if not isinstance(opened, RoomOpened):
            raise TypeError("a room's first event opens it")
        room, rest = open_room(opened), loaded.events[1:]
    for raw in rest:
        room = evolve(game, room, with_name(decode_event(game, raw), room.version + 1, names))
    return room
