"""Room events as JSON and back. Reads every form that was ever written."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.game import AnyGame
from tablee.kernel.play import event_decoder
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
from tablee.rooms.state import Room

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(type, version) -> what makes of an event of that version one of the next. None is needed yet."""


def encode_event(event: AnyRoomEvent) -> bytes:
    """The event as it is stored: without the name that it says (naming.py)."""
    return msgspec.json.encode(without_name(event))


def decode_event(game: AnyGame, raw: bytes, upcasters: dict[tuple[str, int], Upcaster] = UPCASTERS) -> AnyRoomEvent:
    """The stored event, brought up to its present form, with the game's own data in their types.

    The name that it says is not in it: see `naming.with_name`.
    """
    if upcasters:
        data = msgspec.json.decode(raw)
        while (upcast := upcasters.get((data["type"], data["v"]))) is not None:
            data = {**upcast(data), "v": data["v"] + 1}
        event: AnyRoomEvent = msgspec.convert(data, AnyRoomEvent)
    else:
        event = _decoder().decode(raw)
    match event:
        case Played():
            return replace(event, action=msgspec.convert(event.action, game.actions), events=_typed(game, event.events))
        case ClockRanOut() | SeatOut():
            return replace(event, events=_typed(game, event.events))
        case GameStarted():
            return replace(event, state=msgspec.convert(event.state, game.state))
        case RoomOpened() | SettingsChanged():
            return replace(event, options=msgspec.convert(event.options, game.options))
        case _:
            return event


def encode_room(room: Room) -> bytes:
    """A snapshot, without names."""
    return msgspec.json.encode(room_without_names(room))


def decode_room(game: AnyGame, raw: bytes) -> Room:
    """The room of a snapshot, without names."""
    data = msgspec.json.decode(raw)
    options = msgspec.convert(data["settings"].pop("options"), game.options)
    state = None if data["play"] is None else msgspec.convert(data["play"].pop("state"), game.state)
    data["settings"]["options"] = {}
    if data["play"] is not None:
        data["play"]["state"] = None
    room = msgspec.convert(data, Room)
    play = None if room.play is None else replace(room.play, state=state)
    return replace(room, settings=replace(room.settings, options=options), play=play)


def _typed(game: AnyGame, events: Any) -> tuple[Any, ...]:
    typed: tuple[Any, ...] = event_decoder(game).decode(msgspec.json.encode(events))
    return typed


@cache
def _decoder() -> msgspec.json.Decoder[AnyRoomEvent]:
    return msgspec.json.Decoder(AnyRoomEvent)


def game_of_stream(first: bytes) -> str:
    """The id of the game that a room's stream is about, from its first event."""
    game: str = msgspec.json.decode(first, type=dict[str, Any])["game"]
    return game


def game_of_snapshot(raw: bytes) -> str:
    """The id of the game of a snapshot."""
    game: str = msgspec.json.decode(raw, type=dict[str, Any])["game"]
    return game
