"""Connections lost and found, one that takes over from another, and seats recovered by their link."""

import pytest

from tablee.games.gigogne.rules import Place
from tablee.rooms import refusals
from tablee.rooms.commands import Sender
from tablee.rooms.events import (
    ConnectionFound,
    ConnectionLost,
    Played,
    SeatLinkMade,
    SeatOut,
    SeatRecovered,
    SeatTaken,
)
from tablee.rooms.views import views_of
from tests.rooms.asking import add_bot, connect, disconnect, joining, leave, recovering, renew_link, start, vote, wire
from tests.rooms.table import ANN, BEN, CLEO, GIGOGNE, NOE, T0, ZOE, Table, finished, local, playing, waiting

PHASES: dict[str, Table] = {
    "waiting": waiting(GIGOGNE, ANN, BEN),
    "playing": playing(GIGOGNE, ANN, BEN),
    "finished": finished(ANN, BEN),
}
in_every_phase = pytest.mark.parametrize("table", PHASES.values(), ids=PHASES.keys())

# ── One live connection ──────────────────────────────────────────────────────────────────────────────────


@in_every_phase
def test_a_newer_connection_takes_over(table: Table) -> None:
    table = table.when(connect(BEN, wire(BEN, 2))).then(ConnectionFound(T0, BEN, wire(BEN, 2)))
    assert table.seats[1].connection == wire(BEN, 2)


@in_every_phase
def test_the_end_of_an_older_connection_changes_nothing(table: Table) -> None:
    table.having(connect(BEN, wire(BEN, 2))).when(disconnect(BEN, wire(BEN))).then_nothing()


@in_every_phase
def test_the_same_connection_again_changes_nothing(table: Table) -> None:
    table.when(connect(BEN, wire(BEN))).then_nothing()


@in_every_phase
def test_a_loss_that_is_told_twice_is_one_loss(table: Table) -> None:
    table.having(disconnect(BEN, wire(BEN))).later(5).when(disconnect(BEN, wire(BEN))).then_nothing()


@in_every_phase
def test_a_connection_of_somebody_without_a_seat_is_none_of_the_rooms(table: Table) -> None:
    table.when(connect(ZOE, wire(ZOE))).then_refused("not_in_room")
    table.when(disconnect(ZOE, wire(ZOE))).then_nothing()
    table.when(disconnect(ZOE, wire(BEN))).then_nothing()


def test_what_an_older_connection_still_sends_is_not_heeded() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    old = table.acting(0, Place("large", 4))
    table = table.having(connect(ANN, wire(ANN, 2)))
    table.when(old).then_refused(refusals.TAKEN_OVER)
    table.when(table.acting(0, Place("large", 4))).then(Played)


def test_nothing_is_heeded_from_somebody_who_is_away() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    old = table.acting(0, Place("large", 4))
    table = table.having(disconnect(ANN, wire(ANN)))
    table.when(old).then_refused(refusals.TAKEN_OVER)
    table.when(table.acting(0, Place("large", 4), sender=Sender(ANN))).then_refused(refusals.TAKEN_OVER)


# ── Lost and found ───────────────────────────────────────────────────────────────────────────────────────


def test_a_lost_connection_keeps_the_seat_of_a_running_game() -> None:
    table = playing(NOE, ANN, BEN, clock=None).when(disconnect(BEN, wire(BEN))).then(ConnectionLost(T0, BEN))
    table = table.later(3600)
    assert table.when(connect(BEN, wire(BEN, 2))).then(ConnectionFound).people == (ANN, BEN)


def test_the_clock_runs_on_for_somebody_who_is_away_and_skips() -> None:
    table = playing(NOE, ANN, BEN).having(disconnect(ANN, wire(ANN)))
    assert table.play.deadline == T0 + 60_000
    assert table.ticked().seats[0].skips == 1


@in_every_phase
def test_the_others_see_who_is_disconnected(table: Table) -> None:
    table = table.having(disconnect(BEN, wire(BEN)))
    assert [seat.is_connected for seat in views_of(GIGOGNE, table.room)(ANN).seats] == [True, False]
    table = table.having(connect(BEN, wire(BEN, 2)))
    assert [seat.is_connected for seat in views_of(GIGOGNE, table.room)(ANN).seats] == [True, True]


def test_coming_back_shows_everything_as_it_now_is() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(disconnect(BEN, wire(BEN))).acted((0, Place("large", 4)))
    table = table.having(connect(BEN, wire(BEN, 2)))
    view = views_of(GIGOGNE, table.room)(BEN)
    assert view.you == (1,)
    assert view.play is not None
    assert view.play.seen[0].view.cells[4].large == 0
    assert view.play.seen[0].to_act == (1,)


def test_whoever_left_a_running_game_can_not_come_back() -> None:
    table = playing(NOE, ANN, BEN, CLEO).when(leave(BEN)).then(SeatOut)
    table.when(connect(BEN, wire(BEN, 2))).then_refused("not_in_room")


def test_an_action_that_was_sent_before_the_loss_is_known_when_it_is_repeated_after_it() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    turn, act = table.state.turn, table.acting(0, Place("large", 4), id="mine")
    table = table.having(act, disconnect(ANN, wire(ANN)), connect(ANN, wire(ANN, 2)))
    repeat = table.acting(0, Place("large", 4), id="mine", turn=turn)
    table.when(repeat).then_answered_as_before(table.room.version - 2)


# ── Seats recovered by their link ────────────────────────────────────────────────────────────────────────


@in_every_phase
def test_a_seat_is_recovered_on_another_device_by_its_link(table: Table) -> None:
    table = table.when(renew_link(BEN, "hash-1")).then(SeatLinkMade(T0, BEN, "hash-1"))
    table = table.having(disconnect(BEN, wire(BEN)))
    recovered = SeatRecovered(T0, BEN, ZOE, "hash-2")
    table = table.when(recovering(ZOE, "hash-1")).then(recovered, ConnectionFound(T0, ZOE, wire(ZOE)))
    assert table.people == (ANN, ZOE)
    assert table.seats[1].name == "Ben"
    assert table.seats[1].colour == "blue"


@in_every_phase
def test_the_secret_works_once_and_is_renewed_by_use(table: Table) -> None:
    table = table.having(renew_link(BEN, "hash-1"), recovering(ZOE, "hash-1"))
    table.when(recovering(CLEO, "hash-1")).then_refused(refusals.NO_SEAT_LINK)
    table.when(recovering(CLEO, "hash-2", renewed="hash-3")).then(SeatRecovered, ConnectionFound)


def test_a_new_link_makes_the_one_before_worthless() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"), renew_link(BEN, "hash-9"))
    table.when(recovering(ZOE, "hash-1")).then_refused(refusals.NO_SEAT_LINK)
    table.when(recovering(ZOE, "hash-9")).then(SeatRecovered, ConnectionFound)


def test_asking_for_the_same_link_twice_changes_nothing() -> None:
    waiting(GIGOGNE, ANN).having(renew_link(ANN, "hash-1")).when(renew_link(ANN, "hash-1")).then_nothing()


def test_a_link_that_was_never_made_recovers_nothing() -> None:
    playing(GIGOGNE, ANN, BEN, bots=1).when(recovering(ZOE, "hash-1")).then_refused(refusals.NO_SEAT_LINK)


def test_the_session_of_before_has_no_seat_any_more() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(ANN, "hash-1"))
    old = table.acting(0, Place("large", 4))
    table = table.having(recovering(ZOE, "hash-1"))
    table.when(old).then_refused("not_in_room")
    table.when(connect(ANN, wire(ANN, 2))).then_refused("not_in_room")
    table.when(disconnect(ANN, wire(ANN))).then_nothing()
    table.when(table.acting(0, Place("large", 4))).then(Played)


def test_a_seat_recovered_without_a_connection_is_away_until_it_has_one() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"))
    recovered = SeatRecovered(T0, BEN, ZOE, "hash-2")
    table = table.when(recovering(ZOE, "hash-1", connected=False)).then(recovered, ConnectionLost(T0, ZOE))
    table.when(start(ANN)).then_refused(refusals.SOMEONE_AWAY)
    table.when(connect(ZOE, wire(ZOE))).then(ConnectionFound)


def test_a_seat_recovered_by_its_own_holder_keeps_its_connection() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"))
    table = table.when(recovering(BEN, "hash-1", connected=False)).then(SeatRecovered(T0, BEN, BEN, "hash-2"))
    assert table.seats[1].connection == wire(BEN)


def test_a_host_who_recovers_the_seat_is_still_the_host() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(ANN, "hash-1"), recovering(ZOE, "hash-1"))
    assert table.room.host == ZOE
    table.when(add_bot(ZOE)).then(SeatTaken)


def test_nobody_recovers_a_second_seat() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"))
    table.when(recovering(ANN, "hash-1")).then_refused("already_seated")


def test_nobody_recovers_a_second_seat_as_the_session_that_held_the_first_before() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(renew_link(BEN, "hash-1"), recovering(ZOE, "hash-1"))
    table = table.having(renew_link(CLEO, "hash-3"))
    table.when(recovering(BEN, "hash-3")).then_refused("already_seated")


def test_a_local_room_can_go_back_to_the_session_it_came_from() -> None:
    table = local(GIGOGNE, "Ann", "Ben").having(renew_link(ANN, "hash-1"), recovering(ZOE, "hash-1"))
    assert table.having(recovering(ANN, "hash-2", renewed="hash-3")).people == (ANN, ANN)


def test_a_seat_can_go_back_to_the_session_it_came_from() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"), recovering(ZOE, "hash-1"))
    table = table.having(recovering(BEN, "hash-2", renewed="hash-3"))
    assert table.people == (ANN, BEN)
    table.when(joining(ZOE)).then_refused("already_seated")


def test_the_session_of_before_can_take_a_seat_of_its_own_when_the_recovered_one_is_free() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"), recovering(ZOE, "hash-1"), leave(ZOE))
    table.when(joining(BEN)).then(SeatTaken)


def test_a_seat_that_is_out_of_the_game_is_not_recovered() -> None:
    table = playing(NOE, ANN, BEN, CLEO).having(renew_link(BEN, "hash-1"), leave(BEN))
    table.when(recovering(ZOE, "hash-1")).then_refused(refusals.NO_SEAT_LINK)


def test_a_seat_freed_in_the_waiting_room_is_not_recovered() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"), leave(BEN))
    table.when(recovering(ZOE, "hash-1")).then_refused(refusals.NO_SEAT_LINK)


def test_a_recovered_seat_knows_its_actions_again() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(renew_link(ANN, "hash-1"))
    turn, table = table.state.turn, table.having(table.acting(0, Place("large", 4), id="mine"))
    version = table.room.version
    table = table.having(recovering(ZOE, "hash-1"))
    table.when(table.acting(0, Place("large", 4), id="mine", turn=turn)).then_answered_as_before(version)


def test_a_vote_stands_when_the_seat_is_recovered_and_falls_when_nobody_is_there() -> None:
    table = finished(ANN, BEN).having(renew_link(BEN, "hash-1"), vote(BEN, again=True))
    assert table.having(recovering(ZOE, "hash-1")).seats[1].again
    assert not table.having(recovering(ZOE, "hash-1", connected=False)).seats[1].again


def test_all_seats_of_a_local_room_are_recovered_together() -> None:
    table = local(GIGOGNE, "Ann", "Ben", "Cleo").having(renew_link(ANN, "hash-1"), recovering(ZOE, "hash-1"))
    assert table.people == (ZOE, ZOE, ZOE)
    table.when(table.acting(0, Place("large", 4))).then(Played)
