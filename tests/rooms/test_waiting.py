"""A room, joining it, and the waiting room: rooms.md, sentence by sentence."""

from dataclasses import replace
from typing import Any

import pytest

from tablee.games.gigogne.rules import GigogneOptions
from tablee.games.kitty.rules import KittyOptions
from tablee.kernel import AnyGame
from tablee.rooms import refusals
from tablee.rooms.commands import COLOURS, PersonId, Sender
from tablee.rooms.decide import CLOCKS, Policy
from tablee.rooms.events import (
    ColourPicked,
    ConnectionLost,
    GameStarted,
    HostChanged,
    ReadySaid,
    RoomClosed,
    RoomOpened,
    SeatFreed,
    SeatTaken,
    SettingsChanged,
)
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
    start,
    wire,
)
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    EVE,
    FAY,
    GIGOGNE,
    KITTY,
    NINTH,
    NOE,
    PEOPLE,
    T0,
    ZOE,
    Stacked,
    Table,
    at,
    creating,
    opening,
    playing,
    refusal_of,
    settings_of,
    waiting,
)


def expelling(table: Table, seat: int, by: PersonId = ANN) -> Asked:
    return expel(by, seat, table.seats[seat].since)


def removing_bot(table: Table, seat: int, by: PersonId = ANN) -> Asked:
    return remove_bot(by, seat, table.seats[seat].since)


# ── A room ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_room_has_a_name_a_game_its_options_a_capacity_and_its_creator_for_a_host() -> None:
    answer = opening(GIGOGNE, creating(GIGOGNE, options=GigogneOptions("classic"), capacity=3, clock=120))
    table = answer.then(
        RoomOpened(
            T0,
            id="room-1",
            code="TABLE1",
            game="gigogne",
            name="The table",
            options=GigogneOptions("classic"),
            capacity=3,
            policy="host",
            clock=120,
            onlookers=True,
            visibility="open",
            access_hash=None,
            is_local=False,
        ),
        SeatTaken(T0, person=ANN, bot=None, name="Ann", colour="vermilion", connection=wire(ANN)),
    )
    assert table.room.host == ANN
    assert table.room.status == "waiting"
    assert not table.room.is_private


@pytest.mark.parametrize(
    ("game", "capacity"),
    [(GIGOGNE, 1), (GIGOGNE, 5), (KITTY, 3), (NINTH, 1), (NOE, 7)],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_the_capacity_is_within_the_games_seats(game: AnyGame, capacity: int) -> None:
    assert refusal_of(game, creating(game, capacity=capacity)).code == "bad_options"


def test_a_game_of_more_seats_than_there_are_colours_is_played_by_as_many_as_there_are_colours() -> None:
    crowd = replace(GIGOGNE, seats=(2, 8))
    assert refusal_of(crowd, creating(crowd, capacity=7)) == refusals.TOO_MANY_SEATS
    full = waiting(crowd, *PEOPLE[:6], capacity=6)
    assert {seat.colour for seat in full.seats} == set(COLOURS)


def test_the_games_options_must_fit_its_capacity() -> None:
    refusal = refusal_of(GIGOGNE, creating(GIGOGNE, options=GigogneOptions(fair_opening=True), capacity=3))
    assert (refusal.code, refusal.rule) == ("bad_options", "fair_opening_limits")


@pytest.mark.parametrize("clock", CLOCKS)
def test_the_clock_is_one_of_four_or_off(clock: int | None) -> None:
    assert opening(GIGOGNE, creating(GIGOGNE, clock=clock)).room.settings.clock == clock


@pytest.mark.parametrize("clock", [0, 1, 45, -60, 3600])
def test_no_other_clock_is_allowed(clock: int) -> None:
    assert refusal_of(GIGOGNE, creating(GIGOGNE, clock=clock)) == refusals.BAD_CLOCK


def test_a_server_for_tests_allows_clocks_of_any_length() -> None:
    assert opening(GIGOGNE, creating(GIGOGNE, clock=1), server_policy=Policy(test_clocks=True)).room.settings.clock == 1


def test_a_room_with_an_access_code_is_private() -> None:
    assert opening(GIGOGNE, creating(GIGOGNE, private=True)).room.is_private


def test_a_room_knows_when_something_last_happened_in_it() -> None:
    table = waiting(GIGOGNE, ANN).later(5).having(joining(BEN)).later(5)
    assert table.room.active_at == at(5)
    assert table.having(pick_colour(ANN, "sky")).room.active_at == at(10)
    assert table.when(joining(BEN)).room.active_at == at(5)


# ── Joining ──────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_joins_takes_the_next_seat_and_a_free_colour() -> None:
    table = waiting(GIGOGNE, ANN).when(joining(BEN))
    table.then(SeatTaken(T0, person=BEN, bot=None, name="Ben", colour="blue", connection=wire(BEN)))


def test_joining_a_private_room_asks_for_the_access_code() -> None:
    table = waiting(GIGOGNE, ANN, private=True)
    table.when(joining(BEN, admitted=False)).then_refused("wrong_code")
    table.when(joining(BEN, admitted=True)).then(SeatTaken)


def test_a_room_that_has_filled_up_meanwhile_answers_room_full() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=2)
    table.when(joining(CLEO)).then_refused("room_full")


def test_a_room_that_has_filled_up_and_started_meanwhile_answers_room_full() -> None:
    table = waiting(GIGOGNE, ANN, capacity=2, policy="full").having(joining(BEN))
    assert table.room.status == "playing"
    table.when(joining(CLEO)).then_refused("room_full")


def test_a_game_that_runs_with_seats_to_spare_can_not_be_joined() -> None:
    playing(GIGOGNE, ANN, BEN).when(joining(CLEO)).then_refused("game_in_progress")


@pytest.mark.parametrize("person", [ANN, BEN])
def test_nobody_sits_twice_in_a_room(person: PersonId) -> None:
    waiting(GIGOGNE, ANN, BEN).when(joining(person)).then_refused("already_seated")


def test_nobody_sits_twice_by_moving_a_seat_to_another_session_first() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"))
    table = table.having(recovering(ZOE, "hash-1"))
    table.when(joining(BEN)).then_refused("already_seated")


def test_whoever_left_can_join_again_as_the_newest() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(leave(BEN), joining(BEN))
    assert table.people == (ANN, CLEO, BEN)


# ── Colours ──────────────────────────────────────────────────────────────────────────────────────────────


def test_everyone_picks_a_colour() -> None:
    table = waiting(GIGOGNE, ANN, BEN).when(pick_colour(BEN, "sky")).then(ColourPicked(T0, 1, "sky"))
    table.when(pick_colour(ANN, "blue")).then(ColourPicked(T0, 0, "blue"))


def test_no_colour_is_picked_twice() -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1)
    table.when(pick_colour(BEN, "vermilion")).then_refused("colour_taken")
    table.when(pick_colour(BEN, table.seats[2].colour)).then_refused("colour_taken")


def test_picking_ones_own_colour_again_changes_nothing() -> None:
    waiting(GIGOGNE, ANN, BEN).when(pick_colour(BEN, "blue")).then_nothing()


def test_the_next_to_come_gets_a_colour_that_nobody_has() -> None:
    table = waiting(GIGOGNE, ANN).having(pick_colour(ANN, "blue"), joining(BEN), joining(CLEO))
    assert [seat.colour for seat in table.seats] == ["blue", "vermilion", "green"]


def test_six_seats_have_six_colours() -> None:
    table = waiting(NOE, ANN, BEN, CLEO, DAN, EVE, FAY)
    assert [seat.colour for seat in table.seats] == list(COLOURS)


def test_colours_are_settled_once_the_game_has_started() -> None:
    playing(GIGOGNE, ANN, BEN).when(pick_colour(ANN, "sky")).then_refused("game_in_progress")


# ── Bots ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_host_adds_a_bot_with_a_colour_of_its_own() -> None:
    answer = waiting(GIGOGNE, ANN).when(add_bot(ANN, "hard"), Stacked(2))
    table = answer.then(SeatTaken(T0, person=None, bot="hard", name="Basile", colour="blue", connection=None))
    assert table.seats[1].ready


def test_no_two_bots_at_a_table_have_the_same_name() -> None:
    table = waiting(NOE, ANN, bots=5)
    assert len({seat.name for seat in table.seats}) == 6


def test_a_bot_is_of_a_level_that_the_server_offers() -> None:
    waiting(GIGOGNE, ANN).when(add_bot(ANN, "perfect")).then_refused(refusals.NO_BOTS)


def test_the_capacity_stays_one_that_the_bots_play_with() -> None:
    server_policy = Policy(bot_levels=lambda _game, seats: ("easy", "perfect") if seats == 2 else ("easy",))
    table = waiting(GIGOGNE, ANN, capacity=2, server_policy=server_policy).having(add_bot(ANN, "perfect"))
    table.when(change_settings(ANN, capacity=3)).then_refused(refusals.BOT_PLAYS_OTHER_SEATS)
    table.when(change_settings(ANN, name="Another table")).then(SettingsChanged)


def test_a_rooms_name_is_cleaned_and_must_be_seen() -> None:
    table = waiting(GIGOGNE, ANN)
    assert table.having(change_settings(ANN, name="  The \u202e best  ")).room.settings.name == "The best"
    table.when(change_settings(ANN, name=" \u2800 ")).then_refused(refusals.BAD_ROOM_NAME)


def test_the_host_removes_a_bot() -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1)
    table.when(removing_bot(table, 2)).then(SeatFreed(T0, 2, "bot_removed"))


def test_only_the_host_adds_and_removes_bots() -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1)
    table.when(add_bot(BEN)).then_refused("not_host")
    table.when(removing_bot(table, 2, by=BEN)).then_refused("not_host")
    table.when(add_bot(ZOE)).then_refused("not_in_room")


def test_a_bot_needs_a_free_seat() -> None:
    waiting(KITTY, ANN, BEN).when(add_bot(ANN)).then_refused("room_full")


def test_a_person_is_not_removed_like_a_bot() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    table.when(removing_bot(table, 1)).then_refused("bad_message")


@pytest.mark.parametrize("seat", [3, 99, -1])
def test_a_seat_that_is_not_there_is_neither_removed_nor_expelled(seat: int) -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1)
    table.when(remove_bot(ANN, seat)).then_refused("bad_message")
    table.when(expel(ANN, seat)).then_refused("bad_message")


def test_a_removal_that_is_repeated_does_not_take_the_bot_that_moved_up() -> None:
    table = waiting(GIGOGNE, ANN, bots=2)
    command = removing_bot(table, 1)
    table.having(command).when(command).then_refused("stale")


def test_bots_are_settled_once_the_game_has_started() -> None:
    table = playing(GIGOGNE, ANN, bots=2)
    table.when(add_bot(ANN)).then_refused("game_in_progress")
    table.when(removing_bot(table, 1)).then_refused("game_in_progress")


# ── Leaving and the host ─────────────────────────────────────────────────────────────────────────────────


def test_leaving_frees_the_seat_and_those_after_it_move_up() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).when(leave(BEN)).then(SeatFreed(T0, 1, "left"))
    assert table.people == (ANN, CLEO)
    assert [seat.colour for seat in table.seats] == ["vermilion", "green"]
    assert [seat.connection for seat in table.seats] == [wire(ANN), wire(CLEO)]


def test_who_has_moved_up_goes_on_with_the_new_number() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(leave(BEN))
    table = table.when(pick_colour(CLEO, "rose")).then(ColourPicked(T0, 1, "rose"))
    table.when(say_ready(CLEO, ready=True)).then(ReadySaid(T0, 1, ready=True))


def test_when_the_host_leaves_who_has_been_there_longest_becomes_host() -> None:
    waiting(GIGOGNE, ANN, BEN, CLEO).when(leave(ANN)).then(SeatFreed(T0, 0, "left"), HostChanged(T0, BEN))


def test_who_came_back_has_been_there_for_a_shorter_time() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(leave(BEN), joining(BEN))
    table.when(leave(ANN)).then(SeatFreed, HostChanged(T0, CLEO))


def test_a_bot_never_becomes_host() -> None:
    table = waiting(GIGOGNE, ANN, bots=1).having(joining(BEN))
    table.when(leave(ANN)).then(SeatFreed, HostChanged(T0, BEN))


def test_somebody_connected_becomes_host_before_somebody_who_is_not() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(disconnect(BEN, wire(BEN)))
    table.when(leave(ANN)).then(SeatFreed, HostChanged(T0, CLEO))


def test_if_nobody_is_connected_whoever_has_been_there_longest_becomes_host() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(disconnect(BEN, wire(BEN)), disconnect(CLEO, wire(CLEO)))
    table.when(leave(ANN)).then(SeatFreed, HostChanged(T0, BEN))


def test_the_new_host_has_the_hosts_duties_and_the_old_one_none() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(leave(ANN), joining(ANN))
    table.when(add_bot(BEN)).then(SeatTaken)
    table.when(add_bot(ANN)).then_refused("not_host")


def test_another_than_the_host_leaves_and_the_host_stays() -> None:
    assert waiting(GIGOGNE, ANN, BEN).having(leave(BEN)).room.host == ANN


def test_when_nobody_is_left_the_room_closes_at_once() -> None:
    waiting(GIGOGNE, ANN).when(leave(ANN)).then(SeatFreed(T0, 0, "left"), RoomClosed(T0, "empty"))


def test_when_only_bots_are_left_the_room_closes_at_once() -> None:
    waiting(GIGOGNE, ANN, bots=2).when(leave(ANN)).then(SeatFreed, RoomClosed(T0, "empty"))


def test_who_has_no_seat_can_ask_for_nothing() -> None:
    table = waiting(GIGOGNE, ANN)
    for command in (
        leave(ZOE),
        pick_colour(ZOE, "sky"),
        say_ready(ZOE, ready=True),
        start(ZOE),
        renew_link(ZOE, "hash"),
        connect(ZOE, wire(ZOE)),
    ):
        table.when(command).then_refused("not_in_room")


# ── Expelling ────────────────────────────────────────────────────────────────────────────────────────────


def test_the_host_can_expel_someone() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    table = table.when(expelling(table, 1)).then(SeatFreed(T0, 1, "expelled"))
    assert table.people == (ANN, CLEO)


def test_only_the_host_expels() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    table.when(expelling(table, 2, by=BEN)).then_refused("not_host")


def test_hosts_do_not_expel_themselves_or_bots() -> None:
    table = waiting(GIGOGNE, ANN, bots=1)
    table.when(expelling(table, 0)).then_refused("bad_message")
    table.when(expelling(table, 1)).then_refused("bad_message")


def test_whoever_was_expelled_can_not_come_back() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    table = table.having(expelling(table, 1))
    table.when(joining(BEN)).then_refused("expelled")
    table.when(connect(BEN, wire(BEN, 2))).then_refused("expelled")


def test_whoever_was_expelled_can_not_come_back_by_the_link_of_the_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"))
    table = table.having(expelling(table, 1))
    table.when(recovering(BEN, "hash-1")).then_refused("expelled")
    table.when(recovering(ZOE, "hash-1")).then_refused("wrong_code")


def test_whoever_was_expelled_can_not_come_back_by_the_link_of_another_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(renew_link(CLEO, "hash-1"))
    table = table.having(expelling(table, 1))
    table.when(recovering(BEN, "hash-1")).then_refused("expelled")


def test_whoever_was_expelled_can_not_come_back_as_the_session_that_held_the_seat_before() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(renew_link(BEN, "hash-1"))
    table = table.having(recovering(ZOE, "hash-1"))
    table = table.having(expelling(table, 1))
    table.when(joining(ZOE)).then_refused("expelled")
    table.when(joining(BEN)).then_refused("expelled")


def test_an_expulsion_that_is_repeated_does_not_hit_who_moved_up() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    command = expelling(table, 1)
    table = table.having(command)
    assert table.when(command).then_refused("stale").people == (ANN, CLEO)


def test_an_expulsion_does_not_hit_who_moved_up_when_somebody_left_meanwhile() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO, DAN)
    table.having(leave(BEN)).when(expelling(table, 2)).then_refused("stale")


def test_a_new_host_can_expel_the_old_one() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(leave(ANN), joining(ANN))
    table.when(expelling(table, 1, by=BEN)).then(SeatFreed(T0, 1, "expelled"))


# ── Lost connections ─────────────────────────────────────────────────────────────────────────────────────


def test_somebody_who_loses_the_connection_keeps_the_seat_for_60_seconds() -> None:
    table = waiting(GIGOGNE, ANN, BEN).when(disconnect(BEN, wire(BEN))).then(ConnectionLost(T0, BEN))
    table.later(59.999).when(TICK).then_nothing()
    table.later(60).when(TICK).then(SeatFreed(at(60), 1, "lost"))


def test_somebody_who_is_back_within_60_seconds_keeps_the_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(disconnect(BEN, wire(BEN))).later(59)
    table.having(connect(BEN, wire(BEN, 2))).later(2).when(TICK).then_nothing()


def test_a_second_loss_has_60_seconds_of_its_own() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(disconnect(BEN, wire(BEN))).later(50)
    table = table.having(connect(BEN, wire(BEN, 2))).later(5).having(disconnect(BEN, wire(BEN, 2)))
    table.later(59).when(TICK).then_nothing()
    table.later(60).when(TICK).then(SeatFreed)


def test_somebody_who_joins_and_never_connects_keeps_the_seat_for_60_seconds() -> None:
    table = waiting(GIGOGNE, ANN).having(joining(BEN, connected=False))
    table.later(60).when(TICK).then(SeatFreed(at(60), 1, "lost"))


def test_a_creator_who_never_connects_keeps_the_room_for_60_seconds() -> None:
    table = opening(GIGOGNE, creating(GIGOGNE), sender=Sender(ANN)).table
    table.later(59).when(TICK).then_nothing()
    table.later(60).when(TICK).then(SeatFreed(at(60), 0, "lost"), RoomClosed(at(60), "empty"))


def test_a_host_who_stays_away_is_followed_by_who_has_been_there_longest() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(disconnect(ANN, wire(ANN)))
    assert table.room.host == ANN
    table.later(60).when(TICK).then(SeatFreed(at(60), 0, "lost"), HostChanged(at(60), BEN))


def test_several_who_stay_away_lose_their_seats_together() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO, DAN)
    table = table.having(disconnect(ANN, wire(ANN)), disconnect(BEN, wire(BEN)), disconnect(DAN, wire(DAN)))
    answer = table.later(61).when(TICK)
    freed = SeatFreed(at(61), 0, "lost")
    after = answer.then(freed, HostChanged(at(61), CLEO), freed, SeatFreed(at(61), 1, "lost"))
    assert after.people == (CLEO,)


def test_when_everybody_stays_away_the_room_closes() -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1).having(disconnect(ANN, wire(ANN)), disconnect(BEN, wire(BEN)))
    table.later(60).when(TICK).then(SeatFreed, HostChanged(at(60), BEN), SeatFreed, RoomClosed(at(60), "empty"))


# ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_host_changes_the_settings() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    changes: dict[str, Any] = {"name": "Another table", "capacity": 3, "policy": "ready", "clock": 30}
    changed = table.when(change_settings(ANN, **changes)).then(SettingsChanged)
    assert changed.room.settings == settings_of(table, **changes)


def test_only_the_host_changes_the_settings() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    table.when(change_settings(BEN, capacity=3)).then_refused("not_host")


def test_settings_that_stay_as_they_are_change_nothing() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    table.when(change_settings(ANN)).then_nothing()


def test_settings_are_checked_when_they_are_changed() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    table.when(change_settings(ANN, clock=45)).then_refused(refusals.BAD_CLOCK)
    table.when(change_settings(ANN, capacity=5)).then_refused("bad_options")
    table.when(change_settings(ANN, capacity=2)).then_refused(refusals.TOO_FEW_SEATS)
    unfair = GigogneOptions(fair_opening=True)
    table.when(change_settings(ANN, options=unfair)).then_refused("bad_options")


@pytest.mark.parametrize("change", [{"name": "Other"}, {"clock": 30}, {"capacity": 4}, {"policy": "full"}], ids=str)
def test_in_a_running_game_the_settings_stay(change: dict[str, object]) -> None:
    table = playing(NOE, ANN, BEN, CLEO)
    table.when(change_settings(ANN, **change)).then_refused("game_in_progress")


# ── Ready ────────────────────────────────────────────────────────────────────────────────────────────────


def all_ready(table: Table) -> Table:
    return table.having(*[say_ready(person, ready=True) for person in table.people if person])


def who_is_ready(table: Table) -> list[bool]:
    return [seat.ready for seat in table.seats]


def test_people_say_that_they_are_ready_and_that_they_are_not() -> None:
    table = waiting(GIGOGNE, ANN, BEN).when(say_ready(BEN, ready=True)).then(ReadySaid(T0, 1, ready=True))
    table.when(say_ready(BEN, ready=True)).then_nothing()
    table.when(say_ready(BEN, ready=False)).then(ReadySaid(T0, 1, ready=False))


def test_somebody_who_joins_clears_every_ready_but_the_bots() -> None:
    table = all_ready(waiting(NOE, ANN, BEN, bots=1, policy="ready"))
    assert who_is_ready(table) == [True, True, True]
    assert who_is_ready(table.having(joining(CLEO))) == [False, False, True, False]


def test_a_seat_that_is_freed_clears_every_ready_but_the_bots() -> None:
    table = all_ready(waiting(NOE, ANN, BEN, CLEO, bots=1, policy="ready"))
    assert who_is_ready(table.having(leave(BEN))) == [False, False, True]
    assert who_is_ready(table.having(expelling(table, 1))) == [False, False, True]
    assert who_is_ready(table.having(removing_bot(table, 3))) == [False, False, False]


def test_a_bot_that_is_added_clears_every_ready_of_people() -> None:
    table = all_ready(waiting(NOE, ANN, BEN, policy="ready")).having(add_bot(ANN))
    assert who_is_ready(table) == [False, False, True]


def test_a_change_of_the_games_options_clears_every_ready() -> None:
    table = waiting(KITTY, ANN, policy="ready").having(say_ready(ANN, ready=True))
    options = KittyOptions(hearts_per_turn=2)
    assert who_is_ready(table.having(change_settings(ANN, options=options))) == [False]


@pytest.mark.parametrize("change", [{"capacity": 5}, {"clock": 30}, {"clock": None}], ids=str)
def test_a_change_of_the_number_of_seats_or_of_the_clock_clears_every_ready(change: dict[str, object]) -> None:
    table = all_ready(waiting(NOE, ANN, BEN, bots=1, policy="ready"))
    assert who_is_ready(table.having(change_settings(ANN, **change))) == [False, False, True]


@pytest.mark.parametrize("change", [{"name": "Other"}, {"onlookers": False}], ids=str)
def test_a_change_that_the_game_does_not_feel_clears_no_ready(change: dict[str, object]) -> None:
    table = all_ready(waiting(NOE, ANN, BEN, policy="ready"))
    assert who_is_ready(table.having(change_settings(ANN, **change))) == [True, True]


def test_another_colour_clears_no_ready() -> None:
    table = all_ready(waiting(NOE, ANN, BEN, policy="ready")).having(pick_colour(ANN, "sky"))
    assert who_is_ready(table) == [True, True]


def test_ready_means_nothing_once_the_game_has_started() -> None:
    playing(GIGOGNE, ANN, BEN).when(say_ready(ANN, ready=True)).then_refused("game_in_progress")


def test_a_game_starts_from_the_waiting_room_only_once() -> None:
    table = waiting(GIGOGNE, ANN, BEN).when(start(ANN)).then(GameStarted)
    table.when(start(ANN)).then_refused("game_in_progress")
