"""How a room takes an event in. Decides nothing."""

from typing import Any

from msgspec.structs import replace

from tablee.kernel.data import State, put
from tablee.kernel.game import AnyGame
from tablee.kernel.play import fold
from tablee.rooms.answers import answer_with_the_end, note_answer
from tablee.rooms.commands import Milliseconds, PersonId, Settings
from tablee.rooms.events import (
    AnyRoomEvent,
    ClockRanOut,
    ColourPicked,
    ConnectionFound,
    ConnectionLost,
    GameEnded,
    GameStarted,
    HintGiven,
    HostChanged,
    Played,
    ReadySaid,
    RoomClosed,
    RoomOpened,
    SeatFreed,
    SeatLinkMade,
    SeatOut,
    SeatRecovered,
    SeatRenamed,
    SeatsHeld,
    SeatsMoved,
    SeatTaken,
    SettingsChanged,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TimeShifted,
    Voted,
)
from tablee.rooms.state import (
    KEPT_DECISIONS,
    REMATCH_WINDOW,
    SECOND,
    Decision,
    Play,
    Room,
    Seat,
    TakeBackRequest,
    time_to_live,
)


def open_room(event: RoomOpened) -> Room:
    settings = event.settings_with("link" if event.is_local else "private" if event.access_hash else "open")
    return Room(
        id=event.id,
        code=event.code,
        game=event.game,
        settings=settings,
        access_hash=event.access_hash,
        is_local=event.is_local,
        created_at=event.at,
        active_at=event.at,
        expires_at=event.at + time_to_live(settings, is_local=event.is_local),
        shifted_until=event.at,
        origin=event.origin,
    )


def evolve(game: AnyGame, room: Room, event: AnyRoomEvent, state: State | None = None) -> Room:
    """The room after an event; with the game's state after it where that is known, so that nothing is folded again."""
    version = room.version + 1
    if state is None and isinstance(event, Played | ClockRanOut | SeatOut):
        assert room.play is not None  # noqa: S101 - a game is played
        state = fold(game, room.play.state, event.events)
    if isinstance(event, Played):
        return _acted(room, event, state, version)
    room = replace(room, version=version, active_at=event.at)
    match event:
        case ClockRanOut(at, seats=late):
            seats = tuple(
                [
                    replace(seat, skips=seat.skips + 1) if number in late and seat.person else seat
                    for number, seat in enumerate(room.seats)
                ]
            )
            return _played_on(room, state, at, seats)
        case SeatOut(at, seat=number):
            out = replace(room.seats[number], is_out=True, connection=None, again=False, secret_hash=None)
            room = _alone(_played_on(room, state, at, put(room.seats, number, out)), at)
            return replace(room, rematch_until=None) if room.plays_again_at_once else room
        case TakeBackAsked(_, number, id_):
            assert room.play is not None  # noqa: S101 - a game is played
            answers = note_answer(room.play.answers, number, id_, version)
            play = replace(room.play, request=TakeBackRequest(number, id_), asked=(*room.play.asked, number))
            return replace(room, play=replace(play, answers=answers))
        case TakeBackAnswered(_, number, agree):
            assert room.play is not None  # noqa: S101 - as above
            asked = room.play.request
            request = replace(asked, agreed=(*asked.agreed, number)) if asked is not None and agree else None
            return replace(room, play=replace(room.play, request=request))
        case TakenBack(at, number, id_):
            return replace(room, play=_taken_back(room, number, id_), expires_at=_expiry(room, at))
        case HintGiven(_, number, id_):
            assert room.play is not None  # noqa: S101 - a game is played
            answers = note_answer(room.play.answers, number, id_, version)
            return replace(room, play=replace(room.play, hinted=(*room.play.hinted, number), answers=answers))
        case ConnectionFound(at, person, connection):
            found = _each_seat_of(room, person, connection=connection, lost_at=None)
            return _alone(found, at)
        case ConnectionLost(at, person):
            lost = _each_seat_of(room, person, connection=None, lost_at=at, again=False)
            return _alone(lost, at)
        case SeatTaken(_, person=person, bot=bot, name=name, colour=colour, connection=connection):
            seat = Seat(person, bot, name, colour, since=room.version, ready=bot is not None, connection=connection)
            seat = replace(seat, is_invited=event.is_invited)
            if person is not None and connection is None:
                seat = replace(seat, lost_at=event.at)
            return _unready(replace(room, seats=(*room.seats, seat), host=room.host or person or ""))
        case SeatFreed(_, number, reason):
            freed = room.seats[number]
            expelled = room.expelled
            if reason == "expelled" and freed.person is not None:
                expelled = (*expelled, freed.person, *freed.formerly)
            return _unready(replace(room, seats=room.seats[:number] + room.seats[number + 1 :], expelled=expelled))
        case SeatsMoved(_, order):
            return replace(room, seats=tuple([room.seats[before] for before in order]))
        case SeatsHeld(_, count, invitation_hash):
            return replace(room, held=count, invitation_hash=invitation_hash)
        case SeatRenamed(_, number, _, name):
            renamed = replace(room.seats[number], name=name, renamed_at=version)
            return replace(room, seats=put(room.seats, number, renamed))
        case HostChanged(_, person):
            return replace(room, host=person)
        case ColourPicked(_, number, colour):
            return replace(room, seats=put(room.seats, number, replace(room.seats[number], colour=colour)))
        case ReadySaid(_, number, ready):
            return replace(room, seats=put(room.seats, number, replace(room.seats[number], ready=ready)))
        case SettingsChanged():
            before, settings = room.settings, event.settings_with(room.settings.visibility)
            room = replace(room, settings=settings, named_at=event.named_at or version)
            if (settings.clock is None) != (before.clock is None):
                room = replace(room, expires_at=_expiry(room, event.at))
            return _unready(room) if _what_is_played(settings) != _what_is_played(before) else room
        case SeatLinkMade(_, person, secret_hash):
            return _each_seat_of(room, person, secret_hash=secret_hash)
        case SeatRecovered(_, person, to, secret_hash):
            return _recovered(room, person, to, secret_hash)
        case GameStarted(at, game=id_, starter=starter, state=state):
            play = Play(id_, starter, state, at, room.version, _deadline(room, at))
            seats = tuple([replace(seat, skips=0, again=False) for seat in room.seats])
            room = replace(room, expires_at=_expiry(room, at), status="playing", play=play, seats=seats)
            return _alone(replace(room, rematch_until=None), at)
        case GameEnded(at, outcome):
            assert room.play is not None  # noqa: S101 - a game was played
            answers = answer_with_the_end(room.play.answers, version)
            play = replace(_past(room), outcome=outcome, ended_at=at, deadline=None, answers=answers)
            until = None if room.plays_again_at_once else at + REMATCH_WINDOW
            return replace(room, status="finished", play=play, rematch_until=until, alone_since=None)
        case Voted(_, number, again):
            return replace(room, seats=put(room.seats, number, replace(room.seats[number], again=again)))
        case TimeShifted(_, until, by):
            return _shifted(room, until, by)
        case RoomClosed(_, reason):
            return replace(room, closed=reason)
        case RoomOpened():
            raise ValueError("a room is opened once")


def _acted(room: Room, event: Played, state: State | None, version: int) -> Room:
    """A seat has acted: that can be taken back, or nothing before it can."""
    play, number, at = room.play, event.seat, event.at
    assert play is not None and state is not None  # noqa: S101, PT018 - a game is played
    is_new_turn = state.turn != play.state.turn
    play = replace(
        play,
        state=state,
        deadline=_deadline(room, at) if is_new_turn else play.deadline,
        answers=note_answer(play.answers, number, event.id, version),
        quiet=(*play.quiet[-KEPT_DECISIONS + 1 :], Decision(number, play.state)) if event.is_quiet else (),
        decided=play.decided if number in play.decided else (*play.decided, number),
        request=None,
        asked=() if is_new_turn else play.asked,
    )
    seat = room.seats[number]
    seats = put(room.seats, number, replace(seat, skips=0)) if seat.skips else room.seats
    return replace(room, version=version, active_at=at, expires_at=_expiry(room, at), seats=seats, play=play)


def _played_on(room: Room, state: State | None, at: Milliseconds, seats: tuple[Seat, ...]) -> Room:
    """The game advances: a new turn gets a new clock, and every step keeps the room alive."""
    play = _past(room)
    assert state is not None  # noqa: S101 - a game is played
    if state.turn == play.state.turn:
        play = replace(play, state=state)
    else:
        play = replace(play, state=state, deadline=_deadline(room, at), asked=())
    return replace(room, play=play, expires_at=_expiry(room, at), seats=seats)


def _past(room: Room) -> Play:
    """The game, when nothing of what was decided can be taken back."""
    assert room.play is not None  # noqa: S101 - a game is played
    return replace(room.play, quiet=(), request=None)


def _taken_back(room: Room, seat: int, id_: str) -> Play:
    """The game as it was; its clock runs on, and its turns get numbers that were never used."""
    play = room.play
    assert play is not None  # noqa: S101 - a game is played
    place = max(place for place, decision in enumerate(play.quiet) if decision.seat == seat)
    before = play.quiet[place].before
    return replace(
        play,
        state=before,
        quiet=play.quiet[:place],
        turns_taken_back=play.turn + 1 - before.turn,
        request=None,
        asked=(),
        answers=note_answer(play.answers, seat, id_, room.version),
    )


def _expiry(room: Room, at: Milliseconds) -> Milliseconds:
    return at + time_to_live(room.settings, is_local=room.is_local)


def _deadline(room: Room, at: Milliseconds) -> Milliseconds | None:
    return None if room.settings.clock is None else at + room.settings.clock * SECOND


def _alone(room: Room, at: Milliseconds) -> Room:
    """Note since when nobody is connected while a game is played."""
    if room.status != "playing" or any(seat.person and seat.is_present for seat in room.seats):
        return replace(room, alone_since=None) if room.alone_since is not None else room
    return room if room.alone_since is not None else replace(room, alone_since=at)


def _unready(room: Room) -> Room:
    """A change of seats or options clears every ready; bots are always ready."""
    return replace(room, seats=tuple([replace(seat, ready=seat.bot is not None) for seat in room.seats]))


def _what_is_played(settings: Settings) -> tuple[Any, ...]:
    """The settings that people said ready to, besides the players."""
    return settings.options, settings.capacity, settings.clock, settings.hints


def _recovered(room: Room, person: PersonId, to: PersonId, secret_hash: str) -> Room:
    """The seats of a person go over to another session, which is the host if the person was."""
    seats = tuple(
        [
            replace(
                seat,
                person=to,
                secret_hash=secret_hash,
                formerly=tuple([former for former in (*seat.formerly, person) if former != to]),
            )
            if seat.person == person and not seat.is_out
            else seat
            for seat in room.seats
        ]
    )
    return replace(room, seats=seats, host=to if room.host == person else room.host)


def _each_seat_of(room: Room, holder: PersonId, **changes: Any) -> Room:
    seats = [replace(seat, **changes) if seat.person == holder and not seat.is_out else seat for seat in room.seats]
    return replace(room, seats=tuple(seats))


def _shifted(room: Room, until: Milliseconds, by: Milliseconds) -> Room:
    def later(time: Milliseconds | None) -> Milliseconds | None:
        return None if time is None else time + by

    play = None if room.play is None else replace(room.play, deadline=later(room.play.deadline))
    return replace(
        room,
        play=play,
        seats=tuple([replace(seat, lost_at=later(seat.lost_at)) for seat in room.seats]),
        expires_at=room.expires_at + by,
        rematch_until=later(room.rematch_until),
        alone_since=later(room.alone_since),
        shifted_until=until,
    )
