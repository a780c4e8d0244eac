"""A closed room stays closed; how rooms close in each status."""

from collections.abc import Callable

import pytest

from tablee.games.gigogne.rules import Place
from tablee.rooms.commands import SERVER, Close
from tablee.rooms.events import RoomClosed
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
    pick_colour,
    recovering,
    remove_bot,
    renew_link,
    say_ready,
    shift,
    start,
    vote,
    wire,
)
from tests.rooms.table import ANN, BEN, GIGOGNE, NOE, ZOE, Table, at, finished, local, playing, waiting

CLOSED: dict[str, Callable[[], Table]] = {
    "empty": lambda: playing(GIGOGNE, ANN, BEN).having(leave(BEN), leave(ANN)),
    "expired": lambda: playing(GIGOGNE, ANN, BEN, clock=None).later(3600 * 24).having(TICK),
    "no_rematch": lambda: finished(ANN, BEN).later(30).having(TICK),
    "abandoned": lambda: (
        playing(NOE, ANN, BEN).having(disconnect(ANN, wire(ANN)), disconnect(BEN, wire(BEN))).later(120).having(TICK)
    ),
    "left": lambda: local(GIGOGNE, "Ann", "Ben").having(leave(ANN)),
    "by_admin": lambda: playing(GIGOGNE, ANN, BEN).having(Asked(SERVER, Close())),
}

ASKED: list[Asked] = [
    joining(ZOE),
    joining(BEN),
    pick_colour(ANN, "sky"),
    say_ready(ANN, ready=True),
    add_bot(ANN),
    remove_bot(ANN, 1),
    expel(ANN, 1),
    start(ANN),
    leave(ANN),
    vote(ANN, again=True),
    connect(ANN, wire(ANN, 2)),
    renew_link(ANN, "hash-1"),
    recovering(ZOE, "hash-1"),
]


@pytest.mark.parametrize("reason", CLOSED)
def test_a_room_closes_for_one_of_six_reasons(reason: str) -> None:
    assert CLOSED[reason]().room.closed == reason


@pytest.mark.parametrize("reason", CLOSED)
@pytest.mark.parametrize("command", ASKED, ids=lambda command: type(command).__name__)
def test_whatever_is_asked_of_a_closed_room_is_refused(reason: str, command: Asked) -> None:
    CLOSED[reason]().when(command).then_refused("room_closed")


@pytest.mark.parametrize("reason", CLOSED)
def test_no_action_is_played_and_no_setting_changed_in_a_closed_room(reason: str) -> None:
    table = CLOSED[reason]()
    table.when(table.acting(0, Place("large", 8))).then_refused("room_closed")
    table.when(change_settings(ANN, name="Other")).then_refused("room_closed")


@pytest.mark.parametrize("reason", CLOSED)
def test_no_time_passes_in_a_closed_room(reason: str) -> None:
    table = CLOSED[reason]().later(100_000)
    table.when(TICK).then_nothing()
    table.when(shift(table.now, 1000)).then_nothing()
    table.when(disconnect(ANN, wire(ANN))).then_nothing()


def test_a_game_that_was_cut_off_has_no_outcome() -> None:
    assert CLOSED["abandoned"]().play.outcome is None
    assert CLOSED["expired"]().play.outcome is None


def test_a_game_that_was_finished_keeps_its_outcome() -> None:
    assert CLOSED["no_rematch"]().play.outcome == finished(ANN, BEN).play.outcome


def test_a_waiting_room_in_which_nothing_happens_closes_after_its_hour() -> None:
    waiting(GIGOGNE, ANN).later(3600).when(TICK).then(RoomClosed(at(3600), "expired"))


def test_a_room_is_not_closed_by_somebody_who_has_no_seat() -> None:
    waiting(GIGOGNE, ANN).when(leave(ZOE)).then_refused("not_in_room")
