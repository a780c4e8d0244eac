"""Names apart from the events that say them, so that they can be erased from a log that is only appended to.

A nickname is said by `SeatTaken` and `SeatRenamed`, a room's name by `RoomOpened` and `SettingsChanged`. What is stored
of an event or a room has no name in it; a name is kept by the version of the event that said it. `Seat.named_at` and
`Room.named_at` are such versions. A name that was erased comes back empty. Bots' names are nobody's, and stay where
they are.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from tablee.rooms.commands import PersonId
from tablee.rooms.events import AnyRoomEvent, RoomOpened, SeatRecovered, SeatRenamed, SeatTaken, SettingsChanged
from tablee.rooms.state import Room

Names: TypeAlias = Mapping[int, str]
"""Names, by the version of the event that gave them."""

_SAYING: Final = frozenset((SeatTaken, SeatRenamed, RoomOpened, SettingsChanged))


class Said(NamedTuple):
    """A name, and who said it."""

    version: int
    person: PersonId
    kind: Literal["seat", "room"]
    """Whether it is a nickname or a room's."""
    text: str


def names_said(after: Room, events: Sequence[AnyRoomEvent]) -> tuple[Said, ...]:
    said = []
    for version, event in enumerate(events, start=after.version - len(events) + 1):
        match event:
            case SeatTaken(person=str(person), name=str(text)) | SeatRenamed(person=str(person), name=str(text)):
                said.append(Said(version, person, "seat", text))
            case RoomOpened(name=str(text)) if text:
                said.append(Said(version, after.host, "room", text))
            case SettingsChanged(name=str(text), named_at=0):
                said.append(Said(version, after.host, "room", text))
            case _:
                pass
    return tuple(said)


def names_passed_on(events: Sequence[AnyRoomEvent]) -> tuple[tuple[PersonId, PersonId], ...]:
    """(from, to): what one session said in this room is now another's, who is the same person."""
    return tuple(
        [(event.person, event.to) for event in events if type(event) is SeatRecovered and event.person != event.to]
    )


def says_a_name(event: AnyRoomEvent) -> bool:
    return type(event) in _SAYING


def without_name(event: AnyRoomEvent) -> AnyRoomEvent:
    if type(event) not in _SAYING or (isinstance(event, SeatTaken | SeatRenamed) and event.person is None):
        return event
    return replace(event, name="")


def with_name(event: AnyRoomEvent, version: int, names: Names) -> AnyRoomEvent:
    """A stored event, with the name that it said. One that still has it inside is left as it is."""
    if not isinstance(event, SeatTaken | SeatRenamed | RoomOpened | SettingsChanged) or event.name:
        return event
    said_at = event.named_at or version if isinstance(event, SettingsChanged) else version
    return replace(event, name=names.get(said_at, ""))


def with_names(events: Sequence[AnyRoomEvent], first: int, names: Names) -> list[AnyRoomEvent]:
    return [with_name(event, version, names) for version, event in enumerate(events, first)]


def room_without_names(room: Room) -> Room:
    seats = tuple([seat if seat.person is None else replace(seat, name="") for seat in room.seats])
    return replace(room, settings=replace(room.settings, name=""), seats=seats)


def room_with_names(room: Room, names: Names) -> Room:
    """A stored room, with its name and everyone's."""
    seats = tuple(
        [seat if seat.person is None else replace(seat, name=names.get(seat.named_at, "")) for seat in room.seats]
    )
    return replace(room, settings=replace(room.settings, name=names.get(room.named_at, "")), seats=seats)
