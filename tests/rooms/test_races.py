"""Two things at the same moment: the order of the log decides, and both orders are right."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tablee.games.diggers.rules import DiggersOptions, Disable
from tablee.games.gigogne.rules import Place
from tablee.games.kitty.rules import Draw
from tablee.games.noe.rules import SwapShield
from tablee.kernel import Chance
from tablee.rooms import refusals
from tablee.rooms.codec import decode_event, encode_event
from tablee.rooms.commands import Sender
from tablee.rooms.decide import advance
from tablee.rooms.events import (
    ClockRanOut,
    ConnectionFound,
    ConnectionLost,
    GameEnded,
    GameStarted,
    HostChanged,
    Played,
    RoomClosed,
    RoomOpened,
    SeatFreed,
    SeatOut,
    SeatTaken,
    Voted,
)
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import with_name
from tablee.rooms.state import next_deadline
from tests.rooms.asking import (
    TICK,
    Asked,
    add_bot,
    change_settings,
    connect,
    disconnect,
    expel,
    joining,
    leave,
    recovering,
    renew_link,
    say_ready,
    shift,
    start,
    vote,
    wire,
)
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    DIGGERS,
    GIGOGNE,
    KITTY,
    NINTH,
    NOE,
    ZOE,
    Table,
    at,
    finished,
    from_a_snapshot,
    local,
    playing,
    waiting,
    won_by_the_starter,
)


def yes(person: str) -> Asked:
    return vote(person, again=True)


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("first", "second"), [(BEN, CLEO), (CLEO, BEN)])
def test_of_two_who_want_the_last_seat_the_first_has_it_and_the_room_is_full(first: str, second: str) -> None:
    table = waiting(GIGOGNE, ANN, capacity=2)
    table.when(joining(first)).then(SeatTaken).when(joining(second)).then_refused("room_full")


@pytest.mark.parametrize(("first", "second"), [(BEN, CLEO), (CLEO, BEN)])
def test_of_two_who_want_the_last_seat_of_a_room_that_starts_when_full_the_second_finds_it_full(
    first: str, second: str
) -> None:
    table = waiting(KITTY, ANN, policy="full")
    table.when(joining(first)).then(SeatTaken, GameStarted).when(joining(second)).then_refused("room_full")


def test_what_two_processes_decided_on_the_same_room_is_decided_again_by_the_one_that_came_second() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2)
    here, there = table.when(joining(BEN)), table.when(joining(CLEO))
    assert here.table.room.version == there.table.room.version, "both would append the same version"
    here.table.when(joining(CLEO)).then_refused("room_full")


def test_the_last_seat_wanted_by_a_person_and_for_a_bot() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2)
    table.having(joining(BEN)).when(add_bot(ANN)).then_refused("room_full")
    table.having(add_bot(ANN)).when(joining(BEN)).then_refused("room_full")


def test_somebody_joins_while_the_room_is_made_smaller() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3)
    smaller = change_settings(ANN, capacity=2)
    table.having(joining(CLEO)).when(smaller).then_refused(refusals.TOO_FEW_SEATS)
    table.having(smaller).when(joining(CLEO)).then_refused("room_full")


def test_somebody_joins_while_the_host_starts() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    assert len(table.having(joining(CLEO), start(ANN)).state.stock) == 3
    table.having(start(ANN)).when(joining(CLEO)).then_refused("game_in_progress")


def test_somebody_leaves_while_the_host_starts() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    table.having(leave(BEN)).when(start(ANN)).then_refused("not_enough_players")
    table.having(start(ANN)).when(leave(BEN)).then(SeatOut, GameEnded)


def test_somebody_loses_the_connection_while_the_last_one_joins() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="full")
    table.having(disconnect(BEN, wire(BEN))).when(joining(CLEO)).then(SeatTaken)
    table.having(joining(CLEO)).when(disconnect(BEN, wire(BEN))).then(ConnectionLost)


def test_somebody_is_not_ready_any_more_while_the_last_one_says_ready() -> None:
    table = waiting(KITTY, ANN, BEN, policy="ready").having(say_ready(ANN, ready=True))
    table.having(say_ready(ANN, ready=False), say_ready(BEN, ready=True)).when(TICK).then_nothing()
    table.having(say_ready(BEN, ready=True)).when(say_ready(ANN, ready=False)).then_refused("game_in_progress")


def test_somebody_comes_back_while_the_seat_is_being_freed() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(disconnect(BEN, wire(BEN))).later(60)
    back = connect(BEN, wire(BEN, 2))
    table.when(back).then(ConnectionFound).when(TICK).then_nothing()
    table.when(TICK).then(SeatFreed).when(back).then_refused("not_in_room")


def test_somebody_leaves_while_being_expelled() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    expelled = expel(ANN, 1, table.seats[1].since)
    table.having(leave(BEN)).when(expelled).then_refused("stale")
    table.having(expelled).when(leave(BEN)).then_refused("not_in_room")


def test_the_host_leaves_while_starting() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    table.having(leave(ANN)).when(start(ANN)).then_refused("not_in_room")
    table.having(start(ANN)).when(leave(ANN)).then(SeatOut, HostChanged)


# ── Actions and deadlines ────────────────────────────────────────────────────────────────────────────────


def test_an_action_and_the_deadline_at_the_same_moment_when_the_action_is_first() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(60)
    table = table.when(table.acting(0, Place("large", 4))).then(Played)
    table.when(TICK).then_nothing()
    assert table.play.deadline == at(120)


def test_an_action_and_the_deadline_at_the_same_moment_when_the_deadline_is_first() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(60)
    act = table.acting(0, Place("large", 4))
    table.when(TICK).then(ClockRanOut).when(act).then_refused(refusals.STALE)


def test_an_action_after_the_deadline_counts_as_long_as_the_deadline_has_not_fired() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(61)
    table = table.when(table.acting(0, Place("large", 4))).then(Played)
    table.when(TICK).then_nothing()


def test_a_step_within_a_turn_at_the_deadline_does_not_save_the_turn() -> None:
    table = playing(KITTY, ANN, BEN).later(60)
    table = table.when(table.acting(0, Draw())).then(Played).when(TICK).then(ClockRanOut)
    assert table.awaited == (1,)


def test_the_last_choice_of_a_round_and_the_deadline_at_the_same_moment() -> None:
    table = playing(DIGGERS, ANN, BEN, options=DiggersOptions(tiles=1)).acted((0, Disable((5, 5)))).later(60)
    last = table.acting(1, Disable((5, 5)))
    after = table.when(last).then(Played)
    after.when(TICK).then_nothing()
    assert [seat.skips for seat in after.seats] == [0, 0]
    after = table.when(TICK).then(ClockRanOut)
    after.when(last).then_refused(refusals.STALE)
    assert [seat.skips for seat in after.seats] == [0, 1]


def test_two_choices_of_one_round_come_in_any_order() -> None:
    table = playing(DIGGERS, ANN, BEN, options=DiggersOptions(tiles=1))
    ann, ben = table.acting(0, Disable((5, 5))), table.acting(1, Disable((2, 2)))
    assert table.having(ann, ben).state.disabled == table.having(ben, ann).state.disabled


def test_a_deadline_that_fires_twice_skips_once() -> None:
    table = playing(NOE, ANN, BEN).later(60).having(TICK)
    table.when(TICK).then_nothing()


def test_a_repeat_of_an_action_that_was_acked_is_answered_whatever_has_happened_since() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    act = table.acting(0, Place("large", 4))
    table = table.having(act)
    version = table.room.version
    for later in (
        table,
        table.later(60).having(TICK),
        table.having(disconnect(BEN, wire(BEN))),
        table.having(leave(BEN)),
        restarted(table),
    ):
        later.when(act).then_answered_as_before(version)


def test_an_action_is_stale_once_the_turn_is_over_by_whatever_ended_it() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO)
    act = table.acting(0, Place("small", 8), id="late")
    for over in (table.acted((0, Place("large", 4))), table.later(60).having(TICK)):
        over.when(act).then_refused(refusals.STALE)


def test_an_action_of_the_last_game_is_stale_in_the_next() -> None:
    table = finished(ANN, BEN)
    act = table.acting(1, Place("small", 8), turn=0)
    table.having(yes(ANN), yes(BEN)).when(act).then_refused(refusals.STALE)


def test_the_one_to_move_leaves_while_the_deadline_fires() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).later(60)
    left_first = table.when(leave(ANN)).then(SeatOut, HostChanged)
    left_first.when(TICK).then_nothing()
    assert left_first.play.deadline == at(120)
    fired_first = table.when(TICK).then(ClockRanOut).when(leave(ANN)).then(SeatOut, HostChanged)
    assert left_first.awaited == fired_first.awaited == (1,)


def test_one_of_two_leaves_while_the_deadline_fires() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(60)
    table.when(leave(ANN)).then(SeatOut, HostChanged, GameEnded).when(TICK).then_nothing()
    table.when(TICK).then(ClockRanOut).when(leave(ANN)).then(SeatOut, HostChanged, GameEnded)


def test_somebody_else_leaves_while_the_deadline_fires() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).later(60)
    table = table.when(leave(BEN)).then(SeatOut).when(TICK).then(ClockRanOut)
    assert table.awaited == (2,)


def test_one_leaves_while_the_deadline_eliminates_them() -> None:
    table = playing(NOE, ANN, BEN, CLEO).ticked().acted((1, SwapShield(1)), (2, SwapShield(2))).later(60)
    table.when(TICK).then(ClockRanOut, SeatOut, HostChanged).when(leave(ANN)).then_refused("not_in_room")
    table.when(leave(ANN)).then(SeatOut, HostChanged).when(TICK).then_nothing()


def test_the_last_two_leave_at_once() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table = table.when(leave(ANN)).then(SeatOut, HostChanged, GameEnded)
    table = table.when(leave(BEN)).then(SeatOut, RoomClosed)
    assert table.play.outcome is not None
    assert table.play.outcome.winners == (1,)


def test_a_bot_has_thought_while_the_last_person_lost_the_connection() -> None:
    table = playing(GIGOGNE, ANN, bots=1, starter=1)
    act = table.acting(1, Place("large", 4))
    away = table.having(disconnect(ANN, wire(ANN)))
    away.when(act).then_refused(refusals.NOBODY_THERE)
    away.having(connect(ANN, wire(ANN, 2))).when(act).then(Played)


# ── Votes ────────────────────────────────────────────────────────────────────────────────────────────────


def test_somebody_loses_the_connection_before_the_last_vote() -> None:
    table = finished(ANN, BEN).having(yes(BEN), disconnect(BEN, wire(BEN)))
    table = table.when(yes(ANN)).then(Voted)
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_somebody_loses_the_connection_after_the_last_vote() -> None:
    table = finished(ANN, BEN).having(yes(BEN)).when(yes(ANN)).then(Voted, GameStarted)
    table.when(disconnect(BEN, wire(BEN))).then(ConnectionLost)


def test_a_vote_that_arrives_after_the_loss_of_its_connection_does_not_count() -> None:
    table = finished(ANN, BEN).having(yes(ANN), disconnect(BEN, wire(BEN)))
    table = table.when(yes(BEN)).then_refused(refusals.AWAY)
    table.when(connect(BEN, wire(BEN, 2))).then(ConnectionFound).when(yes(BEN)).then(Voted, GameStarted)


def test_one_of_three_loses_the_connection_while_the_others_vote() -> None:
    table = finished(ANN, BEN, CLEO).having(yes(CLEO))
    lost = table.having(disconnect(CLEO, wire(CLEO)), yes(ANN), yes(BEN))
    assert lost.room.status == "finished"
    lost.later(30).when(TICK).then(SeatFreed(at(30), 2, "absent"), GameStarted)
    voted = table.having(yes(ANN)).when(yes(BEN)).then(Voted, GameStarted)
    assert voted.having(disconnect(CLEO, wire(CLEO))).people == (ANN, BEN, CLEO)


def test_the_last_vote_and_the_end_of_the_window_at_the_same_moment() -> None:
    table = finished(ANN, BEN).having(yes(ANN)).later(30)
    table.when(yes(BEN)).then(Voted, GameStarted).when(TICK).then_nothing()
    table.when(TICK).then(RoomClosed).when(yes(BEN)).then_refused("room_closed")


def test_somebody_comes_back_while_the_window_ends() -> None:
    table = finished(ANN, BEN, CLEO).having(disconnect(CLEO, wire(CLEO)), yes(ANN), yes(BEN)).later(30)
    back = connect(CLEO, wire(CLEO, 2))
    table.when(TICK).then(SeatFreed, GameStarted).when(back).then_refused("not_in_room")
    table.when(back).then(ConnectionFound).when(TICK).then(RoomClosed)


def test_two_go_home_at_once_while_a_third_waits_for_them() -> None:
    table = finished(ANN, BEN, CLEO).having(yes(ANN), leave(BEN), leave(CLEO))
    assert table.room.status == "finished"
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


# ── Connections ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_second_connection_takes_over_while_the_first_still_sends() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    from_the_first = table.acting(0, Place("large", 4))
    table.having(from_the_first).when(connect(ANN, wire(ANN, 2))).then(ConnectionFound)
    table.having(connect(ANN, wire(ANN, 2))).when(from_the_first).then_refused(refusals.TAKEN_OVER)


def test_the_end_of_the_first_connection_comes_before_or_after_the_second() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    lost, found = disconnect(ANN, wire(ANN)), connect(ANN, wire(ANN, 2))
    one = table.having(found).when(lost).then_nothing()
    other = table.having(lost, found)
    assert one.seats[0].connection == other.seats[0].connection == wire(ANN, 2)
    assert one.room.alone_since is other.room.alone_since is None


def test_a_third_connection_takes_over_from_the_second() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(connect(ANN, wire(ANN, 2)), connect(ANN, wire(ANN, 3)))
    table.when(disconnect(ANN, wire(ANN, 2))).then_nothing()
    table.when(table.acting(0, Place("large", 4), sender=Sender(ANN, wire(ANN, 2)))).then_refused(refusals.TAKEN_OVER)


def test_a_seat_is_recovered_while_its_holder_still_plays() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(ANN, "hash-1"))
    act, recover = table.acting(0, Place("large", 4)), recovering(ZOE, "hash-1")
    table.having(recover).when(act).then_refused("not_in_room")
    assert table.having(act, recover).people == (ZOE, BEN)


def test_a_seat_is_recovered_by_two_at_once() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(ANN, "hash-1"), recovering(ZOE, "hash-1"))
    table.when(recovering(CLEO, "hash-1", renewed="hash-3")).then_refused(refusals.NO_SEAT_LINK)


# ── Restarts ─────────────────────────────────────────────────────────────────────────────────────────────


def restarted(table: Table, snapshot_at: int | None = None) -> Table:
    """The table as a server finds it that has only the stored events, or a snapshot and the events after it."""
    stream = [encode_event(event) for event in table.stream]
    opened = with_name(decode_event(table.game, stream[0]), 1, table.names)
    assert isinstance(opened, RoomOpened)
    room = open_room(opened)
    for number, raw in enumerate(stream[1:], 2):
        room = evolve(table.game, room, with_name(decode_event(table.game, raw), room.version + 1, table.names))
        if number == snapshot_at:
            room = from_a_snapshot(table.game, room, table.names)
    return replace(table, room=room, stored=room)


PHASES: dict[str, Callable[[], tuple[Table, Asked]]] = {
    "a waiting room": lambda: (waiting(GIGOGNE, ANN, BEN, bots=1, policy="ready"), say_ready(BEN, ready=True)),
    "somebody away from the waiting room": lambda: (
        waiting(GIGOGNE, ANN, BEN).having(disconnect(BEN, wire(BEN))),
        connect(BEN, wire(BEN, 2)),
    ),
    "somebody expelled": lambda: (
        waiting(GIGOGNE, ANN, BEN, CLEO).having(expel(ANN, 1)),
        joining(BEN),
    ),
    "the middle of a turn": lambda: acting_next(playing(KITTY, ANN, BEN).acted((0, Draw()))),
    "a choice made in secret": lambda: acting_next(
        playing(DIGGERS, ANN, BEN, CLEO, options=DiggersOptions(tiles=1)).acted((1, Disable((5, 5))))
    ),
    "a skip": lambda: acting_next(playing(NOE, ANN, BEN, CLEO).ticked()),
    "a seat out": lambda: acting_next(playing(NOE, ANN, BEN, CLEO, DAN).having(leave(CLEO))),
    "a game of Ninth": lambda: acting_next(acting_some(playing(NINTH, ANN, BEN), 12)),
    "bots at play": lambda: acting_next(acting_some(playing(GIGOGNE, ANN, bots=3), 6)),
    "nobody there": lambda: (
        playing(NOE, ANN, BEN).having(disconnect(ANN, wire(ANN)), disconnect(BEN, wire(BEN))),
        connect(BEN, wire(BEN, 2)),
    ),
    "the vote": lambda: (finished(ANN, BEN, CLEO).having(yes(ANN), yes(CLEO)), yes(BEN)),
    "the vote with somebody away": lambda: (
        finished(ANN, BEN, CLEO).having(disconnect(CLEO, wire(CLEO)), yes(ANN)),
        yes(BEN),
    ),
    "a rematch": lambda: acting_next(finished(ANN, BEN).having(yes(ANN), yes(BEN))),
    "a local game": lambda: acting_next(acting_some(local(KITTY, "Ann", "Ben"), 3)),
    "the end of a local game": lambda: (won_by_the_starter(local(GIGOGNE, "Ann", "Ben")), yes(ANN)),
    "a recovered seat": lambda: acting_next(
        playing(GIGOGNE, ANN, BEN).having(renew_link(ANN, "hash-1"), recovering(ZOE, "hash-1"))
    ),
    "a closed room": lambda: (finished(ANN, BEN).later(30).having(TICK), yes(ANN)),
}


def acting_next(table: Table) -> tuple[Table, Asked]:
    seat = table.awaited[0]
    return table, table.acting(seat, table.first_action(seat))


def acting_some(table: Table, actions: int) -> Table:
    for _ in range(actions):
        if table.room.status == "playing":
            seat = table.awaited[0]
            table = table.acted((seat, table.first_action(seat)))
    return table


@pytest.mark.parametrize("phase", PHASES)
def test_a_restart_in_the_middle_finds_the_room_as_it_was(phase: str) -> None:
    table, _ = PHASES[phase]()
    assert restarted(table).room == table.room


@pytest.mark.parametrize("phase", PHASES)
def test_a_restart_finds_the_room_as_it_was_from_a_snapshot_anywhere_in_its_past(phase: str) -> None:
    table, _ = PHASES[phase]()
    for middle in range(1, len(table.stream) + 1):
        assert restarted(table, middle).room == table.room


@pytest.mark.parametrize("phase", PHASES)
def test_after_a_restart_the_room_goes_on_as_if_there_had_been_none(phase: str) -> None:
    table, command = PHASES[phase]()
    here, there = [
        advance(table.game, room, command.command, command.sender, table.now, Chance.seeded(1), table.policy)
        for room in (table.room, restarted(table).room)
    ]
    assert here == there


@pytest.mark.parametrize("phase", PHASES)
def test_no_deadline_fires_because_of_the_time_a_restart_took(phase: str) -> None:
    table, _ = PHASES[phase]()
    due = next_deadline(table.room)
    later = restarted(table).later(5000)
    if not table.room.closed:
        later = later.having(shift(later.now, 5_000_000))
    later.when(TICK).then_nothing()
    assert next_deadline(later.room) == (None if due is None else due + 5_000_000)
