"""Playing an action: who may, what is refused and why, repeats and stale ones, forfeits."""

from typing import Any

import pytest

from tablee.games.diggers.rules import Move
from tablee.games.gigogne.rules import Place
from tablee.games.kitty.rules import Draw, EndTurn
from tablee.games.noe.rules import Charge, SwapShield
from tablee.kernel import Refusal
from tablee.kernel.play import carry_out
from tablee.rooms.commands import Sender
from tablee.rooms.events import ClockRanOut, GameEnded, HostChanged, Played, RoomClosed, SeatOut
from tablee.testing.playing import NO_CHANCE
from tests.games.diggers.positions import race, rolls
from tests.games.gigogne_board import drawn
from tests.games.noe.table import OUT
from tests.games.noe.table import seat as noe_seat
from tests.games.noe.table import table as noe_table
from tests.rooms.asking import TICK, disconnect, expel, joining, leave, wire
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    DIGGERS,
    GIGOGNE,
    KITTY,
    NINTH,
    NOE,
    T0,
    ZOE,
    at,
    finished,
    playing,
    playing_from,
    waiting,
)

# ── Turn, rules and end ──────────────────────────────────────────────────────────────────────────────────


def test_an_action_is_played_and_its_events_are_the_games() -> None:
    table = playing(GIGOGNE, ANN, BEN).later(3)
    action = Place("large", 4)
    expected = carry_out(GIGOGNE, table.state, 0, action, NO_CHANCE).events
    table = table.when(table.acting(0, action, id="mine")).then(
        Played(at(3), seat=0, id="mine", action=action, events=tuple(expected), is_quiet=True)
    )
    assert table.state.cells[4].large == 0
    assert table.awaited == (1,)


def test_an_action_comes_as_plain_data_from_the_wire() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    raw = {"type": "place", "size": "small", "cell": 8}
    table = table.when(table.acting(0, raw)).then(Played)
    assert table.stream[-1].action == Place("small", 8)  # type: ignore[union-attr]  # Played


def test_who_is_not_to_play_is_told_so() -> None:
    table = playing(GIGOGNE, ANN, BEN, starter=0)
    table.when(table.acting(1, Place("large", 4))).then_refused("not_your_turn")


def test_what_the_rules_do_not_allow_is_refused_with_the_rules_own_reason() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, Place("large", 4)))
    answer = table.when(table.acting(1, Place("large", 4)))
    answer.then_refused("illegal_action")
    assert isinstance(answer.decision, Refusal)
    assert answer.decision.rule == "slot_taken"


def test_after_the_end_nothing_is_played() -> None:
    table = finished(ANN, BEN)
    table.when(table.acting(1, Place("small", 8))).then_refused("game_over")


def test_before_the_start_nothing_is_played() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    act = playing(GIGOGNE, ANN, BEN).acting(0, Place("large", 4))
    table.when(act).then_refused("game_over")


@pytest.mark.parametrize(
    "raw",
    [None, 7, "place", [], {}, {"type": "place"}, {"type": "jump"}, {"type": "place", "size": "huge", "cell": 0}],
    ids=repr,
)
def test_what_is_no_action_of_the_game_is_a_bad_message_and_changes_nothing(raw: Any) -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table.when(table.acting(0, raw)).then_refused("bad_message")


def test_who_has_no_seat_plays_nothing() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table.when(table.acting(0, Place("large", 4), sender=Sender(ZOE, wire(ZOE)))).then_refused("not_in_room")


@pytest.mark.parametrize("seat", [1, 2, -1, -2])
def test_nobody_plays_for_another_seat(seat: int) -> None:
    table = playing(GIGOGNE, ANN, BEN, starter=1)
    table.when(table.acting(0, Place("large", 4), seat=seat)).then_refused("bad_message")


def test_ones_own_seat_can_be_named() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table.when(table.acting(0, Place("large", 4), seat=0)).then(Played)


def test_the_game_ends_with_the_action_that_ends_it() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table = table.acted((0, Place("large", 0)), (1, Place("large", 3)), (0, Place("large", 1)), (1, Place("large", 4)))
    table = table.when(table.acting(0, Place("large", 2))).then(Played, GameEnded)
    assert table.room.status == "finished"
    assert table.play.outcome is not None
    assert (table.play.outcome.winners, table.play.outcome.scores) == ((0,), (1, 0))
    assert table.play.deadline is None


# ── A seat with no legal action ──────────────────────────────────────────────────────────────────────────


def test_a_seat_with_no_legal_action_is_skipped_at_once_and_that_is_no_fault() -> None:
    spent = drawn(
        """
        ..1  1.0  110
        00.  ..1  .1.
        1.1  010  .0.
        """
    )
    assert (spent.stock[1].small, spent.stock[1].medium, spent.stock[1].large) == (0, 0, 0)
    table = playing_from(GIGOGNE, spent, ANN, BEN).later(20).acted((0, Place("small", 0)))
    assert table.awaited == (0,)
    assert table.play.deadline == at(80)
    assert [seat.skips for seat in table.seats] == [0, 0]


def test_a_seat_that_no_dice_let_move_is_not_awaited_and_that_is_no_fault() -> None:
    stuck = race((0, 0), (3, 3), (0, 0), dice=(5, 5, 5, 5), chosen={2: (1, 0)})
    assert stuck.awaited == (0,)
    table = playing_from(DIGGERS, stuck, ANN, BEN, CLEO)
    table = table.when(table.acting(0, Move((1, 0))), rolls(3, 3, 3, 3)).then(Played)
    assert table.state.oxygen == (5, 4, 5)
    assert [seat.skips for seat in table.seats] == [0, 0, 0]


# ── Bots ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_server_plays_for_a_bot() -> None:
    table = playing(GIGOGNE, ANN, bots=1, starter=1)
    table.when(table.acting(1, Place("large", 4))).then(Played)


@pytest.mark.parametrize("seat", [None, 0, 2, -1, -2])
def test_the_server_plays_for_no_person_and_no_seat_that_is_not_there(seat: int | None) -> None:
    table = playing(GIGOGNE, ANN, bots=1, starter=1)
    table.when(table.acting(1, Place("large", 4), seat=seat)).then_refused("bad_message")


def test_a_person_does_not_play_for_a_bot() -> None:
    table = playing(GIGOGNE, ANN, bots=1, starter=1)
    table.when(table.acting(1, Place("large", 4), sender=Sender(ANN, wire(ANN)))).then_refused("bad_message")


def test_a_bot_out_of_turn_is_refused_like_anybody() -> None:
    table = playing(GIGOGNE, ANN, bots=1, starter=0)
    table.when(table.acting(1, Place("large", 4))).then_refused("not_your_turn")


# ── Repeats and stale actions ────────────────────────────────────────────────────────────────────────────


def test_a_repeat_gets_the_first_answer_again() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    act = table.acting(0, Place("large", 4))
    table = table.having(act)
    version = table.room.version
    table.when(act).then_answered_as_before(version)
    table = table.acted((1, Place("large", 0)))
    table.when(act).then_answered_as_before(version)


def test_a_repeat_of_a_refused_action_is_judged_anew() -> None:
    table = playing(GIGOGNE, ANN, BEN, starter=1)
    early = table.acting(0, Place("large", 4), turn=1)
    table.when(early).then_refused("stale")
    table = table.acted((1, Place("large", 0)))
    table.when(early).then(Played)


def test_the_repeat_of_the_action_that_ended_the_game_gets_its_answer_too() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table = table.acted((0, Place("large", 0)), (1, Place("large", 3)), (0, Place("large", 1)), (1, Place("large", 4)))
    act = table.acting(0, Place("large", 2))
    table = table.when(act).then(Played, GameEnded)
    table.when(act).then_answered_as_before(table.room.version)


def test_the_same_id_of_another_seat_is_another_action() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table = table.having(table.acting(0, Place("large", 4), id="same"))
    table.when(table.acting(1, Place("large", 0), id="same")).then(Played)


def test_a_repeat_is_known_however_long_ago_in_the_game_it_was() -> None:
    table = playing(NOE, ANN, BEN)
    played = []
    for _ in range(19):
        act = table.acting(0, SwapShield(0))
        table = table.having(act)
        played.append((act, table.room.version))
        table = table.acted((1, SwapShield(1)))
    for act, version in played:
        table.when(act).then_answered_as_before(version)
    table.when(table.acting(0, SwapShield(0), turn=0)).then_refused("stale")


def test_an_action_meant_for_another_turn_is_stale() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table = table.acted((0, Place("large", 4)), (1, Place("large", 0)))
    table.when(table.acting(0, Place("small", 8), turn=0)).then_refused("stale")
    table.when(table.acting(0, Place("small", 8), turn=3)).then_refused("stale")


def test_an_action_meant_for_another_game_is_stale() -> None:
    table = playing(GIGOGNE, ANN, BEN)
    table.when(table.acting(0, Place("large", 4), game="another")).then_refused("stale")


def test_several_actions_of_one_turn_name_the_same_turn() -> None:
    table = playing(KITTY, ANN, BEN)
    turn, drawn = table.state.turn, table.having(table.acting(0, Draw()))
    drawn.when(drawn.acting(0, EndTurn(), turn=turn)).then(Played)


# ── Leaving a running game ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [GIGOGNE, KITTY, DIGGERS, NOE, NINTH], ids=lambda game: game.id)
@pytest.mark.parametrize("leaver", [0, 1])
def test_with_two_seats_leaving_is_a_forfeit_and_the_other_wins(game: Any, leaver: int) -> None:
    table = playing(game, ANN, BEN)
    answer = table.when(leave((ANN, BEN)[leaver]))
    kinds = (SeatOut, HostChanged, GameEnded) if leaver == 0 else (SeatOut, GameEnded)
    table = answer.then(*kinds)
    assert table.play.outcome is not None
    assert table.play.outcome.winners == (1 - leaver,)
    assert table.room.status == "finished"


@pytest.mark.parametrize("game", [GIGOGNE, DIGGERS, NOE], ids=lambda game: game.id)
def test_with_more_seats_the_seat_is_eliminated_and_the_game_goes_on(game: Any) -> None:
    table = playing(game, ANN, BEN, CLEO)
    table = table.when(leave(BEN)).then(SeatOut)
    assert table.room.status == "playing"
    assert table.people == (ANN, BEN, CLEO)
    assert [seat.is_out for seat in table.seats] == [False, True, False]
    assert 1 not in table.awaited


def test_what_a_leaver_has_on_the_board_stays() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO, starter=1).acted((1, Place("large", 4))).having(leave(BEN))
    assert table.state.cells[4].large == 1


def test_the_turn_of_a_leaver_passes_on_and_has_a_new_clock() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).later(40).having(leave(ANN))
    assert table.awaited == (1,)
    assert table.play.deadline == at(100)


def test_leaving_out_of_turn_leaves_the_clock_alone() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).later(40).having(leave(BEN))
    assert table.awaited == (0,)
    assert table.play.deadline == at(60)


def test_whoever_has_left_is_not_in_the_room_any_more() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(leave(ANN))
    table.when(leave(ANN)).then_refused("not_in_room")
    table.when(table.acting(0, Place("large", 4), sender=Sender(ANN, wire(ANN)))).then_refused("not_in_room")


def test_whoever_has_left_can_not_join_the_running_game_again() -> None:
    playing(NOE, ANN, BEN, CLEO).having(leave(CLEO)).when(joining(CLEO)).then_refused("game_in_progress")


def test_the_last_but_one_who_leaves_makes_the_last_one_win() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(leave(ANN))
    table = table.when(leave(CLEO)).then(SeatOut, GameEnded)
    assert table.play.outcome is not None
    assert table.play.outcome.winners == (1,)


def test_a_seat_out_by_the_exit_leaves_without_a_forfeit_and_keeps_its_score() -> None:
    state = race((9, 9), (0, 0), (0, 0), dice=(3, 3, 3), out={0: 5})
    table = playing_from(DIGGERS, state, ANN, BEN, CLEO)
    table = table.when(leave(ANN)).then(SeatOut(T0, seat=0, reason="left", events=()), HostChanged(T0, BEN))
    assert table.room.status == "playing"
    assert DIGGERS.scores(table.state)[0] == 10


def test_a_seat_that_was_beaten_leaves_without_a_forfeit() -> None:
    table = playing_from(NOE, noe_table(noe_seat("5C 5D 5H", "8S"), OUT, noe_seat("5S 6D 6H", "8C")), ANN, BEN, CLEO)
    table.when(leave(BEN)).then(SeatOut(T0, seat=1, reason="left", events=()))


def test_the_only_person_leaves_the_bots_and_the_room_closes() -> None:
    table = playing(GIGOGNE, ANN, bots=2)
    table = table.when(leave(ANN)).then(SeatOut, RoomClosed(T0, "empty"))
    assert table.play.outcome is None


def test_the_only_person_leaves_one_bot_which_wins_before_the_room_closes() -> None:
    table = playing(GIGOGNE, ANN, bots=1).when(leave(ANN)).then(SeatOut, GameEnded, RoomClosed(T0, "empty"))
    assert table.play.outcome is not None
    assert table.play.outcome.winners == (1,)


# ── The host of a running game ───────────────────────────────────────────────────────────────────────────


def test_nobody_is_expelled_from_a_running_game() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO)
    table.when(expel(ANN, 1, table.seats[1].since)).then_refused("game_in_progress")
    table = finished(ANN, BEN)
    table.when(expel(ANN, 1, table.seats[1].since)).then_refused("game_in_progress")


def test_the_hosts_duties_pass_to_who_has_been_there_longest() -> None:
    playing(GIGOGNE, ANN, BEN, CLEO).when(leave(ANN)).then(SeatOut, HostChanged(T0, BEN))


def test_the_hosts_duties_pass_to_somebody_connected() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(disconnect(BEN, wire(BEN)))
    table.when(leave(ANN)).then(SeatOut, HostChanged(T0, CLEO))


def test_the_hosts_duties_do_not_pass_to_who_is_out() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO, DAN).having(leave(BEN))
    table.when(leave(ANN)).then(SeatOut, HostChanged(T0, CLEO))


def test_the_hosts_duties_never_pass_to_a_bot() -> None:
    table = playing(GIGOGNE, ANN, BEN, bots=2).having(leave(BEN))
    table.when(leave(ANN)).then(SeatOut, RoomClosed)


def test_the_hosts_duties_pass_after_the_end_too() -> None:
    finished(ANN, BEN, CLEO).when(leave(ANN)).then(SeatOut, HostChanged(T0, BEN))


def test_a_host_who_is_eliminated_by_the_clock_is_followed_by_another() -> None:
    table = playing(NOE, ANN, BEN, CLEO).later(60).having(TICK)
    table = table.acted((1, Charge()), (2, Charge())).later(60)
    table.when(TICK).then(ClockRanOut, SeatOut, HostChanged(at(120), BEN))
