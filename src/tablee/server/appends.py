"""The append for a room's new events: the events, and what the list and searches need."""

from collections.abc import Sequence

import msgspec

from tablee.rooms.codec import encode_event
from tablee.rooms.events import AnyRoomEvent, GameEnded, Played
from tablee.rooms.naming import names_passed_on, names_said
from tablee.rooms.state import Room, next_deadline
from tablee.store.contract import Append, FinishedGame, Name, Summary


def is_only_play(events: Sequence[AnyRoomEvent]) -> bool:
    for event in events:  # noqa: SIM110 - `all` of a generator costs more, and every move asks
        if type(event) is not Played:
            return False
    return True


def append_of(
    after: Room,
    events: Sequence[AnyRoomEvent],
    summary: Summary | None,
    snapshot: bytes | None = None,
    *,
    is_play: bool = False,
) -> Append:
    """The append to write; `is_play` if the events are known to be only play."""
    version, encoded = after.version - len(events), tuple(map(encode_event, events))
    if is_play:
        return Append(after.id, version, encoded, summary, (), snapshot)
    finished, names = _finished_games(after, events), names_in(after, events)
    return Append(after.id, version, encoded, summary, finished, snapshot, names, names_passed_on(events))


def summary_of(room: Room) -> Summary:
    host = next((seat.name for seat in room.seats if seat.person == room.host), "")
    return Summary(
        code=room.code,
        name=room.settings.name,
        game=room.game,
        capacity=room.settings.capacity,
        taken=len(room.seats) + room.seats_held,
        host=host,
        status=room.status,
        visibility=room.settings.visibility,
        is_listed=room.is_listed,
        created_at=room.created_at,
        active_at=room.active_at,
        due_at=next_deadline(room),
        closed_at=room.active_at if room.closed else None,
        people=tuple(sorted(room.people, key=lambda person: (person != room.host, room.seats_of(person)))),
    )


def names_in(after: Room, events: Sequence[AnyRoomEvent]) -> tuple[Name, ...]:
    return tuple([Name(*said) for said in names_said(after, events)])


def _finished_games(after: Room, events: Sequence[AnyRoomEvent]) -> tuple[FinishedGame, ...]:
    """The game that ended with these events, if one did, as it is found later."""
    first = after.version - len(events) + 1
    return tuple(
        [finished_game(after, version) for version, event in enumerate(events, first) if type(event) is GameEnded]
    )


def finished_game(room: Room, last_version: int) -> FinishedGame:
    """The game that has ended with that version."""
    play = room.play
    if play is None or play.outcome is None or play.ended_at is None:
        raise RuntimeError("no game has ended")
    return FinishedGame(
        id=play.id,
        room=room.id,
        game=room.game,
        seats=tuple([seat.name for seat in room.seats]),
        people=tuple(dict.fromkeys([seat.person for seat in room.seats if seat.person])),
        is_private=room.is_private or room.is_local,
        started_at=play.started_at,
        ended_at=play.ended_at,
        outcome=msgspec.json.encode(play.outcome),
        first_version=play.started_version,
        last_version=last_version,
        named_at=tuple([seat.named_at if seat.person else 0 for seat in room.seats]),
    )
