"""Practice: a room whose games begin from a position of a finished one."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.gigogne.rules import Place
from tablee.kernel import AnyGame
from tablee.rooms import refusals
from tablee.rooms.codec import decode_room, encode_room
from tablee.rooms.commands import CreateRoom
from tablee.rooms.events import GameStarted, RoomOpened, SeatsMoved, SeatTaken
from tablee.rooms.naming import room_with_names
from tablee.rooms.views import views_of
from tests.rooms.asking import add_bot, change_settings, joining, leave, vote
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    GAMES,
    GIGOGNE,
    NOE,
    ORIGIN,
    Table,
    creating,
    opening,
    position,
    practising,
    refusal_of,
)


def opened(command: CreateRoom, game: AnyGame = GIGOGNE) -> Table:
    return opening(game, command).table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_is_played_on_against_a_bot_at_once_from_the_seat_that_was_chosen(game: AnyGame) -> None:
    command = practising(game)
    table = opened(command, game).when(add_bot(ANN)).then(SeatTaken, SeatsMoved, GameStarted)
    assert table.people == (None, ANN)
    assert command.origin is not None
    assert table.state == command.origin.state
    assert table.play.turn == command.origin.state.turn
    started = table.stream[-1]
    assert isinstance(started, GameStarted)
    assert (started.origin, started.bots) == (ORIGIN, ("easy", None))
    assert views_of(game, table.room)(ANN).origin == ORIGIN


def test_friends_come_by_its_link_and_keep_their_order() -> None:
    table = opened(practising(seats=3, seat=1)).having(joining(BEN))
    table = table.when(joining(CLEO)).then(SeatTaken, SeatsMoved, GameStarted)
    assert table.people == (BEN, ANN, CLEO)
    assert [seat.name for seat in table.seats] == ["Ben", "Ann", "Cleo"]


def test_bots_take_the_seats_that_are_out_of_the_game() -> None:
    command = practising(seats=4, seat=2)
    assert command.origin is not None
    table = opened(replace(command, origin=replace(command.origin, out=(1, 3)))).having(add_bot(ANN), joining(BEN))
    table = table.when(add_bot(ANN)).then(SeatTaken, SeatsMoved, GameStarted)
    assert table.people == (BEN, None, ANN, None)


def test_nobody_moves_where_the_host_has_the_seat() -> None:
    opened(practising(seat=0)).when(joining(BEN)).then(SeatTaken, GameStarted)


def test_on_one_screen_it_starts_at_once() -> None:
    table = opening(GIGOGNE, practising(local=("Ann", "Ben"))).then(RoomOpened, SeatTaken, SeatTaken, GameStarted)
    assert table.room.is_local
    assert table.room.origin is not None
    assert table.state == table.room.origin.state


def test_it_survives_in_the_log_and_in_a_snapshot() -> None:
    table = opened(practising(NOE), NOE)
    kept = decode_room(NOE, encode_room(NOE, table.room))
    assert kept is not None
    assert room_with_names(kept, table.names) == table.room, "the position is in the room, not in the record"
    assert isinstance(kept.origin.state if kept.origin else None, NOE.state)


def test_a_room_that_begins_anew_has_no_origin() -> None:
    assert opened(creating(GIGOGNE)).room.origin is None


def test_a_rematch_begins_from_the_same_position_with_everyone_where_they_sat() -> None:
    table = opened(practising(seat=1)).having(add_bot(ANN))
    first = table.state
    while table.room.status == "playing":
        [seat] = table.awaited
        table = table.acted((seat, table.first_action(seat)))
    table = table.when(vote(ANN, again=True)).then(GameStarted)
    assert (table.state, table.people) == (first, (None, ANN))


def test_there_is_no_rematch_with_an_empty_seat() -> None:
    table = opened(practising(seats=3, seat=0)).having(joining(BEN), joining(CLEO))
    while table.room.status == "playing":
        [seat] = table.awaited
        table = table.acted((seat, table.first_action(seat)))
    table = table.having(leave(CLEO), vote(ANN, again=True), vote(BEN, again=True))
    assert table.room.status == "finished", "a position for three is none for two"


@pytest.mark.parametrize(
    "changes",
    [{"capacity": 3}, {"policy": "host"}, {"visibility": "open"}, {"options": GIGOGNE.options(win="classic")}],
)
def test_it_has_the_seats_and_options_of_the_game_and_its_link_alone(changes: dict[str, Any]) -> None:
    assert refusal_of(GIGOGNE, practising(**changes)) == refusals.PRACTICE_IS_FIXED


def test_what_was_no_position_is_refused() -> None:
    command = practising()
    assert command.origin is not None
    elsewhere = replace(command, origin=replace(command.origin, seat=2))
    assert refusal_of(GIGOGNE, elsewhere) == refusals.PRACTICE_IS_FIXED
    over = replace(command, origin=replace(command.origin, state=position(GIGOGNE, steps=99)))
    assert refusal_of(GIGOGNE, over) == refusals.PRACTICE_IS_FIXED


def test_the_host_changes_nothing_that_the_position_has() -> None:
    table = opened(practising())
    for changes in ({"visibility": "open"}, {"capacity": 3}, {"options": {"win": "classic"}}, {"policy": "host"}):
        table.when(change_settings(ANN, **changes)).then_refused(refusals.PRACTICE_IS_FIXED)
    table.having(change_settings(ANN, clock=30))


def test_one_takes_back_what_was_played_here_and_nothing_before() -> None:
    table = opened(practising(seat=0)).having(add_bot(ANN))
    first = table.state
    [seat] = table.awaited
    table = table.acted((seat, next(action for action in GIGOGNE.legal(first, seat) if isinstance(action, Place))))
    if seat != 0:
        table = table.acted((0, table.first_action(0)))
    table = table.having(table.taking_back(0))
    table.when(table.taking_back(0)).then_refused("illegal_action")
