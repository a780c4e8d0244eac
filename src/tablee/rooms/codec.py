"""Room events as JSON and back. Reads every form that was ever written."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from tablee.kernel.game import AnyGame
from tablee.kernel.play import event_decoder
from tablee.kernel.upcasting import upcast
from tablee.rooms.events import (
    AnyRoomEvent,
    ClockRanOut,
    GameStarted,
    Played,
    RoomOpened,
    SeatOut,
    SettingsChanged,
)
from tablee.rooms.naming import room_without_names, without_name
from tablee.rooms.state import Play, Room

_encode: Final = msgspec.json.Encoder().encode

EventUpcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], EventUpcaster] = {}
"""(type, version) -> what makes of a room's event of that version one of the next. None is needed yet. The game's own
data in it are brought up to date by the game's upcasters (kernel/upcasting.py)."""

SNAPSHOT_FORMAT: Final = 3
"""Grows whenever the state of a room changes its form: older snapshots are ignored, and made anew."""


def encode_event(event: AnyRoomEvent) -> bytes:
    """The event as it is stored: without the name that it says (naming.py)."""
    return _encode(without_name(event))


def decode_event(
    game: AnyGame, raw: bytes, upcasters: dict[tuple[str, int], EventUpcaster] = UPCASTERS
) -> AnyRoomEvent:
    """The stored event, brought up to its present form, with the game's own data in their types.

    The name that it says is not in it: see `naming.with_name`.
    """
    event = decode_plainly(raw, upcasters)
    match event:
        case Played(rules_version=written):
            action = msgspec.convert(upcast(game, "action", event.action, written), game.actions)
            return replace(event, action=action, events=_typed(game, event.events, written))
        case ClockRanOut(rules_version=written) | SeatOut(rules_version=written):
            return replace(event, events=_typed(game, event.events, written))
        case GameStarted(rules_version=written):
            return replace(event, state=msgspec.convert(upcast(game, "state", event.state, written), game.state))
        case RoomOpened(rules_version=written) | SettingsChanged(rules_version=written):
            options = msgspec.convert(upcast(game, "options", event.options, written), game.options)
            if isinstance(event, RoomOpened) and event.origin is not None:
                state = msgspec.convert(upcast(game, "state", event.origin.state, written), game.state)
                return replace(event, options=options, origin=replace(event.origin, state=state))
            return replace(event, options=options)
        case _:
            return event


def decode_plainly(raw: bytes, upcasters: dict[tuple[str, int], EventUpcaster] = UPCASTERS) -> AnyRoomEvent:
    """The stored event in its present form, with the game's own data as they were written."""
    if not upcasters:
        return _decoder().decode(raw)
    data = msgspec.json.decode(raw)
    while (next_form := upcasters.get((data["type"], data["v"]))) is not None:
        data = {**next_form(data), "v": data["v"] + 1}
    event: AnyRoomEvent = msgspec.convert(data, AnyRoomEvent)
    return event


class Snapshot(Struct, frozen=True):
    """A room as it is stored to start from, with what tells whether this program can."""

    format: int
    game: str
    rules_version: int
    room: Raw


def encode_room(game: AnyGame, room: Room) -> bytes:
    """A snapshot, without names."""
    raw = Raw(msgspec.json.encode(room_without_names(room)))
    return msgspec.json.encode(Snapshot(SNAPSHOT_FORMAT, game.id, game.rules_version, raw))


def decode_room(game: AnyGame, raw: bytes) -> Room | None:
    """The room of a snapshot, without names; None if its form is not today's, or its game's: then fold the events."""
    try:
        snapshot = msgspec.json.decode(raw, type=Snapshot)
    except msgspec.ValidationError:  # 0.1.0 noted no format.
        return None
    if (snapshot.format, snapshot.rules_version) != (SNAPSHOT_FORMAT, game.rules_version):
        return None
    data = msgspec.json.decode(snapshot.room)
    options = msgspec.convert(data["settings"].pop("options"), game.options)
    data["settings"]["options"] = {}
    room = msgspec.convert(data, Room)
    origin = room.origin
    if origin is not None:
        origin = replace(origin, state=msgspec.convert(origin.state, game.state))
    settings = replace(room.settings, options=options)
    return replace(room, settings=settings, origin=origin, play=_typed_play(game, room.play))


def _typed_play(game: AnyGame, play: Play | None) -> Play | None:
    if play is None:
        return None
    quiet = [replace(decision, before=msgspec.convert(decision.before, game.state)) for decision in play.quiet]
    return replace(play, state=msgspec.convert(play.state, game.state), quiet=tuple(quiet))


def _typed(game: AnyGame, events: Any, written: int) -> tuple[Any, ...]:
    if written != game.rules_version:
        events = [upcast(game, "event", event, written) for event in events]
    typed: tuple[Any, ...] = event_decoder(game).decode(msgspec.json.encode(events))
    return typed


@cache
def _decoder() -> msgspec.json.Decoder[AnyRoomEvent]:
    return msgspec.json.Decoder(AnyRoomEvent)


def game_of_stream(first: bytes) -> str:
    game: str = msgspec.json.decode(first, type=dict[str, Any])["game"]
    return game


def game_of_snapshot(raw: bytes) -> str:
    game: str = msgspec.json.decode(raw, type=dict[str, Any])["game"]
    return game
