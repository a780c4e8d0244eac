"""Hints: what a bot would do, counted."""

import pytest

from tablee.games.gigogne.rules import Place
from tablee.rooms import refusals
from tablee.rooms.commands import ChangeSettings
from tablee.rooms.decide import Policy
from tablee.rooms.events import HintGiven
from tablee.rooms.views import views_of
from tests.rooms.asking import change_settings, say_ready, start
from tests.rooms.table import ANN, BEN, GIGOGNE, T0, Table, finished, from_a_snapshot, local, playing, waiting

FIRST = Place("large", 0)


def hints(table: Table) -> tuple[int, ...]:
    play = views_of(table.game, table.room)(None).play
    assert play is not None
    return play.hints


def test_against_bots_a_hint_is_given_and_counted() -> None:
    table = playing(GIGOGNE, ANN, bots=2)
    assert hints(table) == (0, 0, 0)
    table = table.when(table.asking_hint(0, id="help")).then(HintGiven(T0, 0, "help"))
    assert hints(table) == (1, 0, 0)
    table = table.having(table.asking_hint(0, id="more"))
    assert hints(table) == (2, 0, 0)
    assert from_a_snapshot(GIGOGNE, table.room, table.names) == table.room


def test_a_repeat_is_not_counted_again() -> None:
    table = playing(GIGOGNE, ANN, bots=1)
    asked = table.asking_hint(0)
    table = table.having(asked)
    table.when(asked).then_answered_as_before(table.room.version)


def test_people_who_play_each_other_get_hints_only_where_the_table_allows_them() -> None:
    table = playing(GIGOGNE, ANN, BEN, bots=1)
    table.when(table.asking_hint(0)).then_refused(refusals.NO_HINTS)
    table = waiting(GIGOGNE, ANN, BEN, capacity=2).having(change_settings(ANN, hints=True), start(ANN))
    table.when(table.asking_hint(table.awaited[0])).then(HintGiven)


def test_hints_are_allowed_before_the_game_and_what_was_agreed_to_is_asked_again() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table.when(change_settings(ANN, hints=True)).then_refused("game_in_progress")
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="ready").having(say_ready(BEN, ready=True))
    assert not table.having(change_settings(ANN, hints=True)).seats[1].ready
    assert views_of(GIGOGNE, table.room)(BEN).hints is False
    assert ChangeSettings(id="x").hints is None


def test_on_one_screen_hints_are_not_given() -> None:
    table = local(GIGOGNE)
    table.when(table.asking_hint(0)).then_refused(refusals.NO_HINTS)


@pytest.mark.parametrize("changes", [{"turn": 7}, {"game": "another"}])
def test_a_hint_for_another_turn_is_stale(changes: dict[str, object]) -> None:
    table = playing(GIGOGNE, ANN, bots=1)
    table.when(table.asking_hint(0, **changes)).then_refused(refusals.STALE)


def test_a_hint_is_for_whoever_is_to_act() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST))
    table.when(table.asking_hint(0)).then_refused(refusals.NOTHING_TO_CHOOSE)
    table = finished(ANN, bots=1)
    table.when(table.asking_hint(0)).then_refused(refusals.NO_GAME)


def test_a_server_without_bots_gives_none() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table = waiting(GIGOGNE, ANN, BEN, capacity=2, server_policy=Policy()).having(
        change_settings(ANN, hints=True), start(ANN)
    )
    table.when(table.asking_hint(table.awaited[0])).then_refused(refusals.NO_BOTS)
