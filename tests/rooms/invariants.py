"""What is true of every room at every moment, and of every step it takes."""

from collections.abc import Sequence

from tablee.kernel import AnyGame
from tablee.rooms.decide import Policy
from tablee.rooms.events import (
    AnyRoomEvent,
    ClockRanOut,
    GameEnded,
    GameStarted,
    Played,
    RoomClosed,
    SeatFreed,
    SeatTaken,
)
from tablee.rooms.evolve import evolve
from tablee.rooms.state import Room, next_deadline


def check_room(game: AnyGame, room: Room, policy: Policy) -> None:
    """What is true of every room."""
    _check_seats(room)
    _check_game(game, room, policy)
    _check_clocks(room)


def _check_seats(room: Room) -> None:
    sitting = [seat for seat in room.seats if not seat.is_out]
    people = [seat.person for seat in sitting if seat.person is not None]
    if room.closed is None:
        assert room.host in people, "a living room has one host, who is a person with a seat"
    if room.is_local:
        assert set(people) == {room.host}, "one person holds all seats of a local room"
    else:
        sessions = [session for seat in sitting if seat.person for session in (seat.person, *seat.formerly)]
        assert len(set(sessions)) == len(sessions), "nobody sits twice, by a session of before neither"
    assert len({seat.colour for seat in room.seats}) == len(room.seats), "no colour twice"
    assert len({seat.since for seat in room.seats}) == len(room.seats), "no two came at once"
    assert len(room.seats) <= room.settings.capacity, "no more seats than there are"
    assert not set(room.expelled) & set(people), "who was expelled has no seat"
    for seat in room.seats:
        assert (seat.person is None) != (seat.bot is None), "a seat is a person's or a bot's"
        assert seat.person is not None or seat.connection is None, "a bot has no connection"
        assert seat.person is not None or seat.ready, "a bot is always ready"
        assert not (seat.connection and seat.lost_at), "a connection is there or lost"
        assert not seat.again or (seat.is_present and room.status == "finished"), "only who is present votes"
        assert not seat.is_out or seat.connection is None, "who is out has no connection"


def _check_game(game: AnyGame, room: Room, policy: Policy) -> None:
    play = room.play
    assert (play is None) == (room.status == "waiting"), "a waiting room has no game, any other has one"
    if play is None:
        assert not any(seat.is_out or seat.skips for seat in room.seats), "nobody is out of a game that never began"
        return
    assert play.outcome == play.state.ended, "the room ends with its game"
    assert (play.outcome is None) == (room.status == "playing"), "an ended game is finished"
    assert 0 <= play.starter < len(room.seats), "the starter has a seat"
    if room.status == "playing":
        for seat in room.seats:
            assert seat.is_out or seat.skips < policy.skips_to_elimination, "who was skipped too often is out"
        for number in game.to_act(play.state):
            assert not room.seats[number].is_out, "who is out is not awaited"


def _check_clocks(room: Room) -> None:
    is_finished, has_clock = room.status == "finished", room.settings.clock is not None
    if room.closed:
        assert next_deadline(room) is None, "nothing is due in a closed room"
        return
    assert next_deadline(room) is not None, "a room does not live for ever"
    if room.is_local:
        assert next_deadline(room) == room.expires_at, "a local room has no clock"
        return
    has_vote = is_finished and not room.is_against_bots
    assert (room.rematch_until is not None) == has_vote, "votes are taken after the end, unless all others are bots"
    if room.play is not None:
        assert (room.play.deadline is not None) == (has_clock and not is_finished), "a turn has a clock"
    is_somebody_there = any(seat.person and seat.is_present for seat in room.seats)
    assert (room.alone_since is not None) == (room.status == "playing" and not is_somebody_there), "nobody is there"


def check_step(game: AnyGame, before: Room, events: Sequence[AnyRoomEvent]) -> None:
    """What is true of every step: the events of one command."""
    room = before
    for event in events:
        assert not room.closed, "a closed room stays closed"
        match event:
            case Played() | ClockRanOut():
                assert room.status == "playing", "nothing is played before the start or after the end"
            case GameStarted():
                assert room.status in ("waiting", "finished"), "one game at a time"
                if not room.is_local:
                    assert all(seat.is_present for seat in room.seats), "no game starts with somebody disconnected"
                assert len(room.seats) >= 2, "a game needs two seats"
            case GameEnded():
                assert room.status == "playing", "a game ends once"
            case SeatTaken():
                assert room.status == "waiting", "seats are taken in the waiting room"
            case SeatFreed(_, _, reason):
                assert room.status == ("finished" if reason == "absent" else "waiting"), "a running game keeps seats"
            case _:
                pass
        room = evolve(game, room, event)
    assert not any(isinstance(event, RoomClosed) for event in events[:-1]), "closing is the last thing to happen"
