"""Who finds a room: everyone in the list, those who have its link, or those who know its access code."""

import pytest
from msgspec.structs import replace

from tablee.rooms import refusals
from tablee.rooms.commands import Visibility
from tablee.rooms.events import RoomOpened, SettingsChanged
from tablee.rooms.evolve import open_room
from tablee.rooms.views import can_watch, views_of
from tablee.server.appends import summary_of
from tests.rooms.asking import add_bot, change_settings, disconnect, joining, leave, say_ready, wire
from tests.rooms.table import (
    ANN,
    BEN,
    GIGOGNE,
    T0,
    ZOE,
    creating,
    finished,
    local,
    opening,
    playing,
    refusal_of,
    table_of,
    waiting,
)


@pytest.mark.parametrize(("visibility", "is_listed"), [("open", True), ("link", False)])
def test_the_list_shows_open_rooms_and_none_that_only_a_link_finds(visibility: Visibility, is_listed: bool) -> None:
    table = waiting(GIGOGNE, ANN, visibility=visibility)
    assert table.room.is_listed is is_listed
    assert views_of(GIGOGNE, table.room)(ANN).visibility == visibility


def test_the_list_shows_private_rooms_too() -> None:
    assert waiting(GIGOGNE, ANN, private=True).room.is_listed


def test_whoever_has_the_link_joins_and_watches() -> None:
    table = waiting(GIGOGNE, ANN, visibility="link")
    assert can_watch(table.room)
    assert table.having(joining(BEN)).people == (ANN, BEN)


def test_a_local_room_is_never_listed() -> None:
    assert not local(GIGOGNE).room.is_listed


def test_a_room_in_which_bots_have_all_other_seats_is_not_listed() -> None:
    table = waiting(GIGOGNE, ANN, bots=1, capacity=3)
    assert table.room.is_listed, "somebody can still join"
    assert not table.having(add_bot(ANN)).room.is_listed
    assert not playing(GIGOGNE, ANN, bots=2).room.is_listed
    assert playing(GIGOGNE, ANN, BEN, bots=1).room.is_listed


def test_a_room_in_which_only_bots_are_left_to_play_is_no_longer_listed() -> None:
    assert not playing(GIGOGNE, ANN, BEN, bots=1).having(leave(BEN)).room.is_listed


def test_abandoned_rooms_are_not_listed_and_finished_ones_not_shown() -> None:
    assert finished(ANN, BEN).room.is_listed
    assert not summary_of(finished(ANN, BEN).room).is_shown
    table = playing(GIGOGNE, ANN, BEN).having(disconnect(ANN, wire(ANN)))
    assert table.room.is_listed
    assert not table.having(disconnect(BEN, wire(BEN))).room.is_listed


def test_the_host_opens_a_room_to_all_and_hides_it_again_also_while_a_game_is_played() -> None:
    table = playing(GIGOGNE, ANN, BEN).having(change_settings(ANN, visibility="link"))
    assert not table.room.is_listed
    assert table.having(change_settings(ANN, visibility="open")).room.is_listed
    table.when(change_settings(BEN, visibility="open")).then_refused("not_host")


def test_what_else_is_set_leaves_it_as_it_was() -> None:
    table = waiting(GIGOGNE, ANN, visibility="link").having(change_settings(ANN, clock=120))
    assert table.room.settings.visibility == "link"


def test_to_hide_a_room_clears_no_ready() -> None:
    table = waiting(GIGOGNE, ANN, capacity=3, policy="ready").having(say_ready(ANN, ready=True))
    assert table.having(change_settings(ANN, visibility="link")).seats[0].ready


def test_a_room_is_private_from_the_start_or_never() -> None:
    waiting(GIGOGNE, ANN, private=True).when(change_settings(ANN, visibility="open")).then_refused(
        refusals.BAD_VISIBILITY
    )
    command = creating(GIGOGNE)
    unlocked = replace(command, settings=replace(command.settings, visibility="private"))
    assert refusal_of(GIGOGNE, unlocked) == refusals.BAD_VISIBILITY
    locked = replace(command, access_hash="hash")
    assert refusal_of(GIGOGNE, locked) == refusals.BAD_VISIBILITY


@pytest.mark.parametrize(("is_private", "visibility"), [(False, "open"), (True, "private")])
def test_rooms_of_before_are_open_or_private_by_their_access_code(is_private: bool, visibility: Visibility) -> None:
    opened, *rest = opening(GIGOGNE, creating(GIGOGNE, private=is_private)).events
    assert isinstance(opened, RoomOpened)
    before = replace(opened, visibility=None)
    assert open_room(before).settings.visibility == visibility
    settings = {name: getattr(before, name) for name in ("name", "options", "capacity", "policy", "clock")}
    changed = SettingsChanged(T0, **settings, onlookers=False, rules_version=GIGOGNE.rules_version)
    assert table_of(GIGOGNE, (before, *rest, changed)).room.settings.visibility == visibility


def test_nobody_else_changes_who_finds_a_room() -> None:
    waiting(GIGOGNE, ANN).when(change_settings(ZOE, visibility="link")).then_refused("not_in_room")
