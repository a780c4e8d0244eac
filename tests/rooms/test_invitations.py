"""Seats held for those who have the invitation."""

from msgspec import json
from msgspec.structs import replace

from tablee.rooms import refusals
from tablee.rooms.events import SeatFreed, SeatsHeld, SeatTaken
from tablee.rooms.views import views_of
from tests.rooms.asking import INVITATION, add_bot, change_settings, expel, hold, invited, joining, leave
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GIGOGNE,
    T0,
    ZOE,
    creating,
    from_a_snapshot,
    opening,
    playing,
    waiting,
)


def test_a_held_seat_is_not_a_strangers_and_opens_by_the_invitation() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2).when(hold(ANN, 1)).then(SeatsHeld(T0, 1, INVITATION))
    table.when(joining(ZOE)).then_refused(refusals.SEATS_HELD)
    table.when(invited(ZOE, "hash-of-another")).then_refused(refusals.SEATS_HELD)
    table = table.when(invited(BEN)).then(SeatTaken)
    assert table.people == (ANN, BEN)


def test_a_room_can_be_opened_with_seats_held() -> None:
    command = replace(creating(GIGOGNE, capacity=2), held=1, invitation_hash=INVITATION)
    table = opening(GIGOGNE, command).table
    table.when(joining(ZOE)).then_refused(refusals.SEATS_HELD)
    assert table.having(invited(BEN)).people == (ANN, BEN)


def test_seats_that_are_not_held_are_anybodys() -> None:
    table = waiting(GIGOGNE, ANN, capacity=3).having(hold(ANN, 1), joining(BEN))
    table.when(joining(ZOE)).then_refused(refusals.SEATS_HELD)
    assert table.having(invited(CLEO)).people == (ANN, BEN, CLEO)


def test_one_invitation_is_for_as_many_as_seats_are_held() -> None:
    table = waiting(GIGOGNE, ANN, capacity=4).having(hold(ANN, 2), invited(BEN), joining(DAN))
    table.when(joining(ZOE)).then_refused(refusals.SEATS_HELD)
    assert table.having(invited(CLEO)).people == (ANN, BEN, DAN, CLEO)


def test_the_seat_of_an_invited_player_who_leaves_is_held_again() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2).having(hold(ANN, 1), invited(BEN))
    table = table.when(leave(BEN)).then(SeatFreed)
    table.when(joining(ZOE)).then_refused(refusals.SEATS_HELD)
    assert table.having(invited(BEN)).people == (ANN, BEN)


def test_the_invitation_needs_no_access_code_and_brings_nobody_back_who_was_removed() -> None:
    table = waiting(GIGOGNE, ANN, capacity=3, private=True).having(hold(ANN, 1))
    table.when(joining(ZOE, admitted=False)).then_refused("wrong_code")
    table = table.having(invited(BEN, admitted=False), expel(ANN, 1))
    table.when(invited(BEN)).then_refused("expelled")


def test_a_full_room_is_full_for_the_invited_too() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=2).having(hold(ANN, 1))
    table.when(invited(ZOE)).then_refused(refusals.ROOM_FULL)


def test_the_host_gives_a_held_seat_to_a_bot_or_to_all() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2).having(hold(ANN, 1))
    assert table.having(add_bot(ANN)).people == (ANN, None)
    assert table.having(hold(ANN, 0), joining(ZOE)).people == (ANN, ZOE)


def test_another_invitation_takes_the_place_of_the_one_before() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2).having(hold(ANN, 1), hold(ANN, 1, "hash-2"))
    table.when(invited(BEN)).then_refused(refusals.SEATS_HELD)
    assert table.having(invited(BEN, "hash-2")).people == (ANN, BEN)


def test_only_the_host_holds_seats_and_only_in_the_waiting_room() -> None:
    waiting(GIGOGNE, ANN, BEN).when(hold(BEN, 1)).then_refused("not_host")
    waiting(GIGOGNE, ANN, BEN).when(hold(ZOE, 1)).then_refused("not_in_room")
    playing(GIGOGNE, ANN, BEN).when(hold(ANN, 1)).then_refused("game_in_progress")


def test_no_more_seats_are_held_than_are_free() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=4).having(hold(ANN, 9))
    assert table.room.seats_held == 2
    assert table.having(change_settings(ANN, capacity=3)).room.seats_held == 1


def test_everyone_sees_how_many_are_held_and_nobody_the_invitation() -> None:
    room = waiting(GIGOGNE, ANN, BEN, capacity=4).having(hold(ANN, 1)).room
    for viewer in (ANN, BEN, None):
        seen = views_of(GIGOGNE, room)(viewer)
        assert seen.held == 1
        assert INVITATION.encode() not in json.encode(seen)


def test_a_snapshot_keeps_who_was_invited() -> None:
    table = waiting(GIGOGNE, ANN, capacity=4).having(hold(ANN, 2), invited(BEN))
    assert from_a_snapshot(GIGOGNE, table.room, table.names) == table.room
