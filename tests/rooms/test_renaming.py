"""Other names for seats: one's own and, for the host, bots'."""

from msgspec import json

from tablee.rooms import refusals
from tablee.rooms.codec import encode_event, encode_room
from tablee.rooms.events import SeatRenamed
from tablee.server.appends import finished_game, names_in
from tests.rooms.asking import rename
from tests.rooms.table import ANN, BEN, GIGOGNE, T0, ZOE, finished, from_a_snapshot, local, playing, waiting


def test_one_renames_ones_own_seat_also_while_a_game_is_played() -> None:
    table = playing(GIGOGNE, ANN, BEN).when(rename(BEN, 1, "  Benjamin ")).then(SeatRenamed(T0, 1, BEN, "Benjamin"))
    assert [seat.name for seat in table.seats] == ["Ann", "Benjamin"]
    table.when(rename(BEN, 1, "Benjamin")).then_nothing()


def test_the_host_renames_bots_and_nobody_else() -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1)
    assert table.having(rename(ANN, 2, "Pépin II")).seats[2].name == "Pépin II"
    table.when(rename(BEN, 2, "Mine")).then_refused(refusals.NOT_YOUR_SEAT)
    table.when(rename(ANN, 1, "Silly")).then_refused(refusals.NOT_YOUR_SEAT)
    table.when(rename(ZOE, 1, "Zoe")).then_refused("not_in_room")


def test_on_one_screen_all_can_be_renamed() -> None:
    assert [seat.name for seat in local(GIGOGNE).having(rename(ANN, 1, "Grandma")).seats] == ["Ann", "Grandma"]


def test_a_name_has_visible_characters_and_the_seat_is_the_one_that_was_seen() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    table.when(rename(ANN, 0, " \u200b ")).then_refused(refusals.BAD_NAME)
    table.when(rename(ANN, 0, "Anna", since=table.seats[1].since)).then_refused(refusals.SEATS_MOVED)
    table.when(rename(ANN, 7, "Anna")).then_refused(refusals.NO_SUCH_SEAT)


def test_the_log_and_snapshots_have_no_new_name_of_a_person_in_them() -> None:
    table = finished(ANN, BEN).having(rename(BEN, 1, "Benjamin"))
    event = table.stream[-1]
    assert b"Benjamin" not in encode_event(event)
    assert b"Benjamin" not in encode_room(GIGOGNE, table.room)
    (said,) = names_in(table.room, [event])
    assert (said.version, said.person, said.text) == (table.room.version, BEN, "Benjamin")
    assert from_a_snapshot(GIGOGNE, table.room, table.names) == table.room


def test_a_bots_new_name_stays_in_the_log() -> None:
    table = waiting(GIGOGNE, ANN, bots=1).having(rename(ANN, 1, "Pépin II"))
    assert json.decode(encode_event(table.stream[-1]))["name"] == "Pépin II"
    assert names_in(table.room, table.stream[-1:]) == ()


def test_a_finished_game_is_told_under_the_name_that_was_said_last() -> None:
    table = finished(ANN, BEN).having(rename(ANN, 0, "Anna"))
    game = finished_game(table.room, table.room.version)
    assert game.seats == ("Anna", "Ben")
    assert game.named_at == (table.room.version, table.seats[1].since)
