"""Local rooms: several people share one screen, and one person holds all seats."""

import pytest
from msgspec.structs import replace

from tablee.games.gigogne.rules import Place
from tablee.kernel import AnyGame
from tablee.rooms import refusals
from tablee.rooms.commands import LocalPlayer, Sender
from tablee.rooms.events import (
    ConnectionFound,
    ConnectionLost,
    GameEnded,
    GameStarted,
    Played,
    RoomClosed,
    RoomOpened,
    SeatTaken,
)
from tablee.rooms.state import DAY, next_deadline
from tablee.rooms.views import can_watch, views_of
from tests.rooms.asking import TICK, add_bot, connect, disconnect, joining, leave, vote, wire
from tests.rooms.table import (
    ANN,
    BEN,
    GAMES,
    GIGOGNE,
    KITTY,
    T0,
    ZOE,
    at,
    creating,
    local,
    opening,
    refusal_of,
    won_by_the_starter,
)


def test_a_local_room_has_names_and_colours_and_starts_at_once() -> None:
    answer = opening(GIGOGNE, creating(GIGOGNE, local=("Ann", "Ben", "Cleo")))
    table = answer.then(RoomOpened, SeatTaken, SeatTaken, SeatTaken, GameStarted)
    assert [(seat.name, seat.colour) for seat in table.seats] == [
        ("Ann", "vermilion"),
        ("Ben", "blue"),
        ("Cleo", "green"),
    ]
    assert table.room.status == "playing"


def test_one_person_holds_all_seats() -> None:
    table = local(GIGOGNE, "Ann", "Ben", "Cleo")
    assert table.people == (ANN, ANN, ANN)
    assert table.room.host == ANN
    assert table.room.seats_of(ANN) == (0, 1, 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_can_be_played_on_one_screen(game: AnyGame) -> None:
    table = local(game, "Ann", "Ben")
    for _ in range(10):
        if table.room.status == "playing":
            seat = table.awaited[0]
            table = table.when(table.acting(seat, table.first_action(seat))).done()
    assert table.room.closed is None


def test_there_must_be_as_many_as_the_game_needs() -> None:
    for names in (("Ann",), ("Ann", "Ben", "Cleo")):
        assert refusal_of(KITTY, creating(KITTY, local=names)).code == "bad_options"


def test_no_colour_is_taken_twice() -> None:
    players = (LocalPlayer("Ann", "sky"), LocalPlayer("Ben", "sky"))
    command = creating(GIGOGNE, local=("Ann", "Ben"))
    assert refusal_of(GIGOGNE, replace(command, local=players)) == refusals.BAD_LOCAL


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────


def test_each_action_says_which_seat_acts() -> None:
    table = local(GIGOGNE, "Ann", "Ben")
    table.when(table.acting(0, Place("large", 4), seat=None)).then_refused(refusals.WHICH_SEAT)
    table.when(table.acting(1, Place("large", 4))).then_refused("not_your_turn")
    table.when(table.acting(0, Place("large", 4))).then(Played)


def test_only_the_one_who_holds_the_seats_plays() -> None:
    table = local(GIGOGNE, "Ann", "Ben")
    table.when(table.acting(0, Place("large", 4), sender=Sender(ZOE, wire(ZOE)))).then_refused("not_in_room")
    table.when(joining(ZOE)).then_refused("room_full")


def test_the_viewer_sees_the_game_from_every_seat_for_the_device_is_handed_over() -> None:
    table = local(KITTY, "Ann", "Ben")
    view = views_of(KITTY, table.room)(ANN)
    assert view.you == (0, 1)
    assert view.play is not None
    assert [seen.seat for seen in view.play.seen] == [0, 1]
    assert [len(seen.legal) for seen in view.play.seen] == [1, 0]


def test_nobody_looks_on() -> None:
    table = local(KITTY, "Ann", "Ben")
    assert not can_watch(table.room)


# ── No clock, a long life ────────────────────────────────────────────────────────────────────────────────


def test_there_is_no_clock() -> None:
    table = local(GIGOGNE, "Ann", "Ben")
    assert table.room.settings.clock is None
    assert next_deadline(table.room) == table.room.expires_at == T0 + 30 * DAY
    table.later(3600 * 24 * 29).when(TICK).then_nothing()


def test_a_local_game_is_taken_up_again_after_a_long_time() -> None:
    table = local(GIGOGNE, "Ann", "Ben").acted((0, Place("large", 4)))
    table = table.when(disconnect(ANN, wire(ANN))).then(ConnectionLost).later(3600 * 24 * 29)
    table.when(TICK).then_nothing()
    table = table.when(connect(ANN, wire(ANN, 2))).then(ConnectionFound(table.now, ANN, wire(ANN, 2)))
    assert {seat.connection for seat in table.seats} == {wire(ANN, 2)}
    table.when(table.acting(1, Place("large", 0))).then(Played)


def test_a_local_room_closes_when_nobody_has_played_for_thirty_days() -> None:
    table = local(GIGOGNE, "Ann", "Ben").later(100).acted((0, Place("large", 4)))
    assert table.room.expires_at == at(100) + 30 * DAY
    table.later(30 * 24 * 3600 - 1).when(TICK).then_nothing()
    table = table.later(30 * 24 * 3600)
    table.when(TICK).then(RoomClosed(table.now, "expired"))


def test_the_result_stays_until_somebody_is_back() -> None:
    table = won_by_the_starter(local(GIGOGNE, "Ann", "Ben"))
    assert table.room.rematch_until is None
    table.later(3600 * 24).when(TICK).then_nothing()


# ── Play again, home ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_play_again_starts_at_once_with_the_same_people_and_the_next_starter(starter: int) -> None:
    table = won_by_the_starter(local(GIGOGNE, "Ann", "Ben", "Cleo", starter=starter))
    assert isinstance(table.stream[-1], GameEnded)
    again = table.when(vote(ANN, again=True)).then(GameStarted)
    assert [seat.name for seat in again.seats] == ["Ann", "Ben", "Cleo"]
    assert again.play.starter == (starter + 1) % 3


def test_play_again_twice_starts_one_game() -> None:
    table = won_by_the_starter(local(GIGOGNE, "Ann", "Ben")).having(vote(ANN, again=True))
    table.when(vote(ANN, again=True)).then_refused("stale")


def test_not_to_play_again_changes_nothing() -> None:
    won_by_the_starter(local(GIGOGNE, "Ann", "Ben")).when(vote(ANN, again=False)).then_nothing()


def test_home_closes_the_room() -> None:
    won_by_the_starter(local(GIGOGNE, "Ann", "Ben")).when(leave(ANN)).then(RoomClosed(T0, "left"))


def test_leaving_for_good_in_the_middle_closes_the_room_and_nobody_wins() -> None:
    table = local(GIGOGNE, "Ann", "Ben").when(leave(ANN)).then(RoomClosed(T0, "left"))
    assert table.play.outcome is None


def test_there_are_no_bots_on_one_screen() -> None:
    local(GIGOGNE, "Ann", "Ben").when(add_bot(ANN)).then_refused("game_in_progress")
    assert BEN not in local(GIGOGNE, "Ann", "Ben").people
