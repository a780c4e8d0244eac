"""The clock of a turn, skips and elimination, the time to live, and time that is charged to nobody."""

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.diggers.rules import (
    DiggersOptions,
    DiggersState,
    Disable,
    Eliminated,
    Move,
    OxygenLost,
)
from tablee.games.gigogne.rules import Place
from tablee.games.kitty.rules import Draw
from tablee.games.noe.rules import SwapShield
from tablee.kernel import TimedOut, drawn, won
from tablee.kernel.play import timeout
from tablee.rooms import refusals
from tablee.rooms.events import (
    ClockRanOut,
    ConnectionFound,
    GameEnded,
    HostChanged,
    Played,
    RoomClosed,
    SeatFreed,
    SeatOut,
    TimeShifted,
)
from tablee.rooms.state import DAY, HOUR, next_deadline
from tablee.testing.playing import NO_CHANCE
from tests.games.diggers.positions import race
from tests.rooms.asking import (
    TICK,
    Asked,
    change_settings,
    connect,
    disconnect,
    joining,
    leave,
    pick_colour,
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
    DEFAULT,
    DIGGERS,
    GAMES,
    GIGOGNE,
    KITTY,
    NOE,
    T0,
    Table,
    at,
    creating,
    finished,
    opening,
    playing,
    playing_from,
    waiting,
)

RACE = DiggersOptions(tiles=0)
"""No sabotage: the race begins at once, and everybody chooses."""


def out_of(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.is_out]


def skips_of(table: Table) -> list[int]:
    return [seat.skips for seat in table.seats]


def choosing(table: Table, *seats: int) -> Table:
    """The table when these seats have chosen something."""
    for seat in seats:
        table = table.acted((seat, table.first_action(seat)))
    return table


# ── The clock of a turn ──────────────────────────────────────────────────────────────────────────────────


def test_the_clock_of_a_turn_starts_when_the_turn_does() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    assert table.play.deadline == at(60)
    table = table.later(25).acted((0, Place("large", 4)))
    assert table.play.deadline == at(85)


@pytest.mark.parametrize("clock", [30, 60, 120, 300])
def test_the_clock_is_as_long_as_the_room_says(clock: int) -> None:
    table = playing(GIGOGNE, ANN, BEN, clock=clock)
    table.later(clock - 0.001).when(TICK).then_nothing()
    table.later(clock).when(TICK).then(ClockRanOut)


def test_when_the_clock_runs_out_the_turn_is_skipped_and_play_goes_on() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(60)
    events = timeout(GIGOGNE, table.state, NO_CHANCE).events
    table = table.when(TICK).then(ClockRanOut(at(60), turn=0, seats=(0,), events=tuple(events)))
    assert table.awaited == (1,)
    assert table.play.deadline == at(120)
    assert skips_of(table) == [1, 0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_games_own_timeout_rule_applies(game: Any) -> None:
    table = playing(game, ANN, BEN).later(60).when(TICK).then(ClockRanOut)
    ran_out = table.stream[-1]
    assert isinstance(ran_out, ClockRanOut)
    assert isinstance(ran_out.events[0], TimedOut)
    assert table.state.turn == 1


def test_several_actions_of_one_turn_share_its_clock() -> None:
    table = playing(KITTY, ANN, BEN).later(50).acted((0, Draw()))
    assert table.play.deadline == at(60)
    table.later(10).when(TICK).then(ClockRanOut)


def test_a_tick_that_comes_late_gives_the_next_turn_its_whole_clock() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(200).when(TICK).then(ClockRanOut)
    assert table.play.deadline == at(260)
    assert skips_of(table) == [1, 0]


def test_one_deadline_gives_at_most_one_skip() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(60).having(TICK)
    table.when(TICK).then_nothing()
    table.later(59).when(TICK).then_nothing()


def test_without_a_clock_nobody_is_skipped() -> None:
    table = playing(GIGOGNE, ANN, BEN, clock=None)
    assert table.play.deadline is None
    table.later(3600 * 23).when(TICK).then_nothing()


# ── Simultaneous phases ──────────────────────────────────────────────────────────────────────────────────


def test_one_deadline_holds_for_all_seats_that_owe_a_choice() -> None:
    table = choosing(playing(DIGGERS, ANN, BEN, CLEO, options=RACE).later(40), 1)
    assert table.play.deadline == at(60)
    table = table.later(20).when(TICK).then(ClockRanOut)
    ran_out = table.stream[-1]
    assert isinstance(ran_out, ClockRanOut)
    assert ran_out.seats == (0, 2)
    assert skips_of(table) == [1, 0, 1]


def test_those_who_run_out_are_settled_together_in_the_order_of_their_seats() -> None:
    table = choosing(playing(DIGGERS, ANN, BEN, CLEO, options=RACE), 1).later(60).having(TICK)
    ran_out = table.stream[-1]
    assert isinstance(ran_out, ClockRanOut)
    assert ran_out.events[:2] == (TimedOut(0), TimedOut(2))
    assert OxygenLost((0, 2)) in ran_out.events


def test_those_who_run_out_are_settled_before_the_end_is_tested() -> None:
    last_breath = race((0, 0), (0, 0), dice=(3, 3, 3, 3), oxygen=(1, 1))
    table = playing_from(DIGGERS, last_breath, ANN, BEN).later(60).when(TICK).then(ClockRanOut, GameEnded)
    ran_out = table.stream[-2]
    assert isinstance(ran_out, ClockRanOut)
    assert Eliminated((0, 1)) in ran_out.events
    assert table.play.outcome is not None
    assert (table.play.outcome.winners, table.play.outcome.drawn) == ((), (0, 1))


def test_a_sabotage_round_is_one_deadline_for_all_its_tiles() -> None:
    table = playing(DIGGERS, ANN, BEN).later(30).acted((0, Disable((5, 5)))).later(20).acted((0, Disable((2, 2))))
    assert table.play.deadline == at(60)
    table = table.later(10).having(TICK)
    state: DiggersState = table.state
    assert (state.round, state.tiles_left) == (1, (3, 3))
    assert state.disabled[0] == ((5, 5), (2, 2))
    assert table.play.deadline == at(120)


def test_the_last_choice_of_a_round_starts_the_clock_of_the_next() -> None:
    table = choosing(playing(DIGGERS, ANN, BEN, options=RACE).later(40), 0, 1)
    assert table.play.deadline == at(100)


# ── Elimination ──────────────────────────────────────────────────────────────────────────────────────────


def test_two_skips_in_a_row_by_the_clock_eliminate_a_seat() -> None:
    table = playing(NOE, ANN, BEN, CLEO).later(60).when(TICK).then(ClockRanOut)
    table = table.acted((1, SwapShield(1)), (2, SwapShield(2)))
    table = table.later(60).when(TICK).then(ClockRanOut, SeatOut, HostChanged)
    out = table.stream[-2]
    assert isinstance(out, SeatOut)
    assert (out.seat, out.reason) == (0, "skips")
    assert table.state.eliminated == (0,)
    assert table.room.status == "playing"
    assert table.awaited == (1,)


def test_an_accepted_action_clears_the_count() -> None:
    table = playing(NOE, ANN, BEN).later(60).having(TICK)
    assert skips_of(table) == [1, 0]
    table = table.acted((1, SwapShield(1)), (0, SwapShield(0)), (1, SwapShield(1)))
    assert skips_of(table) == [0, 0]
    table.later(60).when(TICK).then(ClockRanOut)


def test_a_refused_action_does_not_clear_the_count() -> None:
    table = playing(NOE, ANN, BEN).later(60).having(TICK).acted((1, SwapShield(1)))
    table.when(table.acting(0, SwapShield(5))).then_refused("illegal_action")
    table.later(60).when(TICK).then(ClockRanOut, SeatOut, HostChanged, GameEnded)


def test_coming_back_does_not_clear_the_count() -> None:
    table = playing(NOE, ANN, BEN).having(disconnect(ANN, wire(ANN))).later(60).having(TICK)
    table = table.having(connect(ANN, wire(ANN, 2))).acted((1, SwapShield(1)))
    table.later(60).when(TICK).then(ClockRanOut, SeatOut, HostChanged, GameEnded)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_number_of_skips_is_a_setting_of_the_server(number: int) -> None:
    table = playing(NOE, ANN, BEN, server_policy=replace(DEFAULT, skips_to_elimination=number))
    for _ in range(number - 1):
        table = table.later(60).when(TICK).then(ClockRanOut).acted((1, SwapShield(1)))
    table.later(60).when(TICK).then(ClockRanOut, SeatOut, HostChanged, GameEnded)


def test_an_elimination_that_leaves_one_seat_ends_the_game() -> None:
    table = playing(GIGOGNE, ANN, BEN).ticked().acted((1, Place("large", 4))).ticked()
    assert table.play.outcome is not None
    assert table.play.outcome.winners == (1,)
    assert table.room.status == "finished"
    assert table.room.host == BEN


def test_nobody_is_eliminated_by_the_skip_that_ends_the_game() -> None:
    table = playing(GIGOGNE, ANN, BEN, server_policy=replace(DEFAULT, skips_to_elimination=1))
    table = table.later(60).when(TICK).then(ClockRanOut, SeatOut, HostChanged, GameEnded)
    assert out_of(table) == [0]
    # A bot that does not move is skipped too, and never put out.
    table = playing(GIGOGNE, ANN, bots=1, starter=1, server_policy=replace(DEFAULT, skips_to_elimination=3))
    for _ in range(5):
        table = table.ticked()
    assert skips_of(table) == [2, 0]
    table = table.later(60).when(TICK).then(ClockRanOut, GameEnded)
    assert table.play.outcome is not None
    assert table.play.outcome.reason == "guard"
    assert out_of(table) == []


def test_several_seats_are_eliminated_by_one_deadline() -> None:
    table = choosing(playing(DIGGERS, ANN, BEN, CLEO, DAN, options=DiggersOptions(tiles=1)), 1, 3).ticked()
    assert skips_of(table) == [1, 0, 1, 0]
    table = choosing(table, 1, 3).later(60).when(TICK).then(ClockRanOut, SeatOut, SeatOut, HostChanged)
    assert out_of(table) == [0, 2]
    assert table.room.host == BEN
    assert table.state.left == (0, 2)
    assert table.awaited == (1, 3)


def test_when_everybody_is_late_twice_all_are_eliminated_before_the_end_is_tested() -> None:
    table = playing(DIGGERS, ANN, BEN, CLEO).later(60).having(TICK).later(60)
    table = table.when(TICK).then(ClockRanOut, SeatOut, SeatOut, SeatOut, GameEnded, RoomClosed)
    assert out_of(table) == [0, 1, 2]
    assert table.play.outcome == drawn([0, 1, 2], (0, 0, 0), "eliminated")


def test_when_all_late_seats_but_one_are_eliminated_that_one_has_won() -> None:
    table = playing(DIGGERS, ANN, BEN, CLEO, options=DiggersOptions(tiles=1)).later(30)
    table = choosing(table, 1).later(30).having(TICK).later(60)
    table = table.when(TICK).then(ClockRanOut, SeatOut, SeatOut, HostChanged, GameEnded)
    assert out_of(table) == [0, 2]
    assert table.play.outcome == won([1], (0, 0, 0), "survivor")


def test_a_seat_that_has_left_is_not_skipped() -> None:
    table = playing(NOE, ANN, BEN, CLEO).having(leave(ANN)).later(60).having(TICK)
    assert skips_of(table) == [0, 1, 0]


def test_whoever_was_eliminated_can_not_come_back() -> None:
    table = playing(NOE, ANN, BEN, CLEO).ticked().acted((1, SwapShield(1)), (2, SwapShield(2))).ticked()
    table.when(connect(ANN, wire(ANN, 2))).then_refused("not_in_room")
    table.when(leave(ANN)).then_refused("not_in_room")


def test_a_bot_is_skipped_and_never_eliminated() -> None:
    table = playing(NOE, ANN, bots=1, starter=1)
    for _ in range(4):
        table = table.ticked().acted((0, SwapShield(0)))
    assert out_of(table) == []
    assert skips_of(table) == [0, 0]


def test_when_the_last_person_is_eliminated_the_room_closes_though_bots_could_play_on() -> None:
    table = playing(NOE, ANN, bots=2).ticked().acted((1, SwapShield(1)), (2, SwapShield(2)))
    table = table.later(60).when(TICK).then(ClockRanOut, SeatOut, RoomClosed(table.now + 60_000, "empty"))


# ── Nobody there ─────────────────────────────────────────────────────────────────────────────────────────


def left_alone(table: Table, *people: str) -> Table:
    return table.having(*[disconnect(person, wire(person)) for person in people])


def test_when_no_person_is_connected_bots_do_not_play_on() -> None:
    table = left_alone(playing(NOE, ANN, bots=2, starter=1), ANN)
    table.when(table.acting(1, SwapShield(1))).then_refused(refusals.NOBODY_THERE)


def test_bots_play_on_when_somebody_is_back() -> None:
    table = left_alone(playing(NOE, ANN, bots=2, starter=1), ANN).having(connect(ANN, wire(ANN, 2)))
    table.when(table.acting(1, SwapShield(1))).then(Played)


def test_bots_play_on_while_one_person_is_connected() -> None:
    table = left_alone(playing(NOE, ANN, BEN, bots=1, starter=2), ANN)
    table.when(table.acting(2, SwapShield(1))).then(Played)


def test_the_room_waits_two_clocks_for_anybody_to_come_back_then_closes() -> None:
    table = left_alone(playing(NOE, ANN, BEN, CLEO).later(10), ANN, BEN, CLEO)
    assert table.room.alone_since == at(10)
    table = table.later(50).when(TICK).then(ClockRanOut)
    table = table.later(60).when(TICK).then(ClockRanOut)
    table.later(9.999).when(TICK).then_nothing()
    table.later(10).when(TICK).then(RoomClosed(at(130), "abandoned"))


def test_the_two_clocks_begin_when_the_last_person_goes() -> None:
    table = left_alone(playing(NOE, ANN, BEN, clock=300), ANN).later(200)
    table = left_alone(table, BEN)
    assert table.room.alone_since == at(200)
    assert not table.later(599).having(TICK).room.closed
    assert table.later(600).having(TICK).room.closed == "abandoned"


def test_the_two_clocks_begin_when_the_last_person_connected_leaves() -> None:
    table = left_alone(playing(NOE, ANN, BEN, CLEO), BEN, CLEO).later(20).having(leave(ANN))
    assert table.room.alone_since == at(20)


def test_whoever_comes_back_in_time_keeps_the_room() -> None:
    table = left_alone(playing(NOE, ANN, BEN, clock=300), ANN, BEN).later(599)
    table = table.when(connect(BEN, wire(BEN, 2))).then(ConnectionFound)
    assert table.room.alone_since is None
    assert not table.later(5).having(TICK).room.closed


def test_with_the_clock_off_a_room_waits_for_the_end_of_its_time_to_live() -> None:
    table = left_alone(playing(NOE, ANN, BEN, clock=None), ANN, BEN)
    table.later(3600 * 24 - 1).when(TICK).then_nothing()
    table.later(3600 * 24).when(TICK).then(RoomClosed(T0 + DAY, "expired"))


def test_a_deadline_and_the_end_of_the_wait_can_be_due_at_once() -> None:
    table = left_alone(playing(NOE, ANN, BEN, CLEO), ANN, BEN, CLEO).later(60).having(TICK)
    table.later(60).when(TICK).then(ClockRanOut, RoomClosed(at(120), "abandoned"))


# ── Time to live ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_room_lives_for_an_hour() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    assert table.room.expires_at == T0 + HOUR
    table.later(3599.999).when(TICK).then_nothing()
    table.later(3600).when(TICK).then(RoomClosed(T0 + HOUR, "expired"))


def test_what_is_done_in_the_waiting_room_does_not_set_the_hour_back() -> None:
    table = waiting(GIGOGNE, ANN).later(600).having(joining(BEN), pick_colour(ANN, "sky"), say_ready(ANN, ready=True))
    assert table.room.expires_at == T0 + HOUR


def test_the_hour_is_set_back_when_a_game_starts() -> None:
    table = waiting(GIGOGNE, ANN, BEN).later(3000).having(start(ANN))
    assert table.room.expires_at == at(3000) + HOUR


def test_every_accepted_action_sets_the_hour_back() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(30).acted((0, Place("large", 4)))
    assert table.room.expires_at == at(30) + HOUR


def test_every_skip_sets_the_hour_back() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(60).having(TICK)
    assert table.room.expires_at == at(60) + HOUR


def test_a_refused_action_does_not_set_the_hour_back() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(30)
    assert table.when(table.acting(1, Place("large", 4))).room.expires_at == T0 + HOUR


def test_a_long_game_is_never_cut_off() -> None:
    table = playing(NOE, ANN, BEN, clock=300)
    while table.now < T0 + 2 * HOUR and table.room.status == "playing":
        seat = table.awaited[0]
        table = table.later(290).acted((seat, SwapShield(seat)))
        table.when(TICK).then_nothing()
    assert table.now > T0 + HOUR


def test_with_the_clock_off_a_room_lives_for_a_day() -> None:
    table = playing(GIGOGNE, ANN, BEN, clock=None).later(30).acted((0, Place("large", 4)))
    assert table.room.expires_at == at(30) + DAY
    assert opening(GIGOGNE, creating(GIGOGNE, clock=None)).room.expires_at == T0 + DAY


def test_the_time_to_live_counts_anew_when_the_clock_is_put_on_or_off_in_the_waiting_room() -> None:
    table = waiting(GIGOGNE, ANN, BEN).later(600)
    off = table.having(change_settings(ANN, clock=None))
    assert off.room.expires_at == at(600) + DAY
    on = off.later(600).having(change_settings(ANN, clock=30))
    assert on.room.expires_at == at(1200) + HOUR
    longer = on.later(600).having(change_settings(ANN, clock=300))
    assert longer.room.expires_at == at(1200) + HOUR, "one clock for another changes nothing"


def test_a_rematch_sets_the_hour_back() -> None:
    table = finished(ANN, BEN).later(20).having(vote(ANN, again=True), vote(BEN, again=True))
    assert table.room.expires_at == at(20) + HOUR


def test_the_end_of_the_hour_and_of_a_lost_connection_can_come_at_once() -> None:
    table = waiting(GIGOGNE, ANN, BEN).later(3540).having(disconnect(BEN, wire(BEN)))
    table.later(60).when(TICK).then(SeatFreed(T0 + HOUR, 1, "lost"), RoomClosed(T0 + HOUR, "expired"))


# ── What is due next ─────────────────────────────────────────────────────────────────────────────────────


def test_the_next_deadline_is_the_earliest_of_all() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    assert next_deadline(table.room) == T0 + HOUR
    lost = table.later(10).having(disconnect(BEN, wire(BEN)))
    assert next_deadline(lost.room) == at(70)
    assert next_deadline(playing(GIGOGNE, ANN, BEN).room) == at(60)
    assert next_deadline(playing(GIGOGNE, ANN, BEN, clock=None).room) == T0 + DAY
    assert next_deadline(finished(ANN, BEN).room) == at(30)
    assert next_deadline(left_alone(playing(NOE, ANN, BEN, clock=None), ANN, BEN).room) == T0 + DAY


def test_nothing_is_due_in_a_closed_room() -> None:
    assert next_deadline(waiting(GIGOGNE, ANN).having(leave(ANN)).room) is None


# ── Time that the server was down ────────────────────────────────────────────────────────────────────────


def outage(until: float, seconds: float) -> Asked:
    """The server was down for so many seconds, and up again then."""
    return shift(at(until), round(seconds * 1000))


def test_the_time_during_which_the_server_was_down_is_not_charged() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(500)
    table = table.when(outage(500, 470)).then(TimeShifted(at(500), at(500), 470_000))
    assert table.play.deadline == at(530)
    table.when(TICK).then_nothing()
    table.later(30).when(TICK).then(ClockRanOut)


def test_a_turn_is_never_lost_by_an_outage() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(500).having(outage(500, 470))
    table.when(table.acting(0, Place("large", 4))).then(Played)


def test_an_outage_is_charged_to_nobody_only_once() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(500).having(outage(500, 470))
    table.when(outage(500, 470)).then_nothing()
    table.when(outage(400, 100)).then_nothing()


def test_a_second_outage_counts_too() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(500).having(outage(500, 470)).later(100).having(outage(600, 90))
    assert table.play.deadline == at(620)


def test_an_outage_before_the_room_was_opened_is_none_of_its_business() -> None:
    waiting(GIGOGNE, ANN).when(outage(-10, 600)).then_nothing()


def test_an_outage_moves_every_deadline_of_the_waiting_room() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(disconnect(BEN, wire(BEN))).later(4000).having(outage(4000, 3950))
    assert table.room.expires_at == T0 + HOUR + 3_950_000
    table.later(9).when(TICK).then_nothing()
    table.later(10).when(TICK).then(SeatFreed)


def test_an_outage_moves_the_window_of_votes() -> None:
    table = finished(ANN, BEN).having(vote(ANN, again=True)).later(300).having(outage(300, 290))
    assert table.room.rematch_until == at(320)
    assert table.seats[0].again
    table.when(vote(BEN, again=True)).done()


def test_an_outage_moves_the_wait_for_somebody_to_come_back() -> None:
    table = left_alone(playing(NOE, ANN, BEN, CLEO, clock=120), ANN, BEN, CLEO).later(1000).having(outage(1000, 990))
    assert table.room.alone_since == at(990)
    table.when(TICK).then_nothing()


def test_an_outage_of_a_closed_room_changes_nothing() -> None:
    waiting(GIGOGNE, ANN).having(leave(ANN)).later(100).when(outage(100, 50)).then_nothing()


def test_a_choice_made_before_an_outage_stands_after_it() -> None:
    table = choosing(playing(DIGGERS, ANN, BEN, options=RACE), 0).later(500).having(outage(500, 490))
    assert table.awaited == (1,)
    action = table.first_action(1)
    assert isinstance(action, Move)
    table.when(table.acting(1, action)).then(Played)
