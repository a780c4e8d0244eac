"""Taking back: the game returns to the asker's last decision, if nothing became known since."""

from msgspec.structs import replace

from tablee.games.gigogne.rules import Place
from tablee.games.kitty.rules import Draw, EndTurn
from tablee.rooms import refusals
from tablee.rooms.events import Played, TakeBackAnswered, TakeBackAsked, TakenBack
from tablee.rooms.views import TakeBackView, views_of
from tests.rooms.asking import change_settings, disconnect, leave, wire
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    GIGOGNE,
    KITTY,
    T0,
    ZOE,
    Table,
    at,
    finished,
    from_a_snapshot,
    local,
    playing,
    waiting,
)

FIRST, SECOND, THIRD = Place("large", 0), Place("large", 4), Place("large", 8)


def shown(table: Table, person: str | None) -> TakeBackView:
    play = views_of(table.game, table.room)(person).play
    assert play is not None
    return play.take_back


# ── Against bots ─────────────────────────────────────────────────────────────────────────────────────────


def test_against_bots_the_game_returns_at_once_also_past_their_answer() -> None:
    begun = playing(GIGOGNE, ANN, bots=1)
    table = begun.acted((0, FIRST), (1, SECOND))
    asked = table.taking_back(0)
    table = table.when(asked).then(TakenBack(T0, 0, asked.command.id))  # type: ignore[union-attr]  # it has one
    assert table.state == begun.state
    assert table.awaited == (0,)


def test_one_can_take_back_again_and_again_up_to_the_start() -> None:
    begun = playing(GIGOGNE, ANN, bots=1)
    table = begun.acted((0, FIRST), (1, SECOND), (0, THIRD))
    table = table.having(table.taking_back(0))
    assert table.state == begun.acted((0, FIRST), (1, SECOND)).state
    table = table.having(table.taking_back(0))
    assert table.state == begun.state
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["known"])


def test_the_log_keeps_what_was_taken_back() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST))
    table = table.having(table.taking_back(0)).acted((0, THIRD))
    assert [event.action for event in table.stream if isinstance(event, Played)] == [FIRST, THIRD]


def test_a_bot_takes_nothing_back() -> None:
    table = playing(GIGOGNE, ANN, bots=1, starter=1).acted((1, FIRST))
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["nothing"])
    assert shown(table, ANN) == TakeBackView(None, "nothing", None, ())


def test_the_clock_runs_on() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST)).later(20).acted((1, SECOND)).later(10)
    deadline = table.play.deadline
    table = table.having(table.taking_back(0))
    assert table.play.deadline == deadline == at(80)


def test_a_take_back_keeps_the_room_alive() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST)).later(50)
    assert table.having(table.taking_back(0)).room.expires_at == at(3650)


# ── Turns and repeats ────────────────────────────────────────────────────────────────────────────────────


def test_no_turn_has_a_number_that_was_used_before() -> None:
    table, turns = playing(GIGOGNE, ANN, bots=1), []
    for _ in range(3):
        turns.append(table.play.turn)
        table = table.acted((0, FIRST))
        turns.append(table.play.turn)
        table = table.having(table.taking_back(0))
    assert turns == sorted(set(turns))


def test_an_action_for_the_turn_that_was_taken_back_is_stale_also_when_the_game_is_there_again() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST))
    late = table.acting(1, SECOND)
    table = table.having(table.taking_back(0))
    table = table.having(table.answering(1))
    table.when(late).then_refused(refusals.STALE)
    table = table.acted((0, THIRD))
    table.when(late).then_refused(refusals.STALE)
    assert table.having(table.acting(1, SECOND)).state.turn == 2


def test_an_action_of_before_the_take_back_is_stale() -> None:
    table = playing(GIGOGNE, ANN, bots=1)
    late = table.acting(0, SECOND, id="late")
    table = table.acted((0, FIRST))
    table.having(table.taking_back(0)).when(late).then_refused(refusals.STALE)


def test_a_repeat_of_what_was_taken_back_gets_its_first_answer_and_plays_nothing() -> None:
    table = playing(GIGOGNE, ANN, bots=1)
    act = table.acting(0, FIRST, id="mine")
    table = table.having(act)
    version, table = table.room.version, table.having(table.taking_back(0))
    table.when(act).then_answered_as_before(version)


def test_a_repeated_take_back_takes_nothing_more_back() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST), (1, SECOND), (0, THIRD), (1, Place("large", 2)))
    asked = table.taking_back(0)
    table = table.having(asked)
    table.when(asked).then_answered_as_before(table.room.version)


def test_a_take_back_meant_for_another_turn_or_game_is_stale() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST))
    table.when(table.taking_back(0, turn=0)).then_refused(refusals.STALE)
    table.when(table.taking_back(0, game="another")).then_refused(refusals.STALE)


def test_only_through_the_connection_that_holds_the_seat() -> None:
    table = playing(GIGOGNE, ANN, bots=1).acted((0, FIRST))
    asked = table.taking_back(0)
    stale = asked._replace(sender=replace(asked.sender, connection="another"))
    table.when(stale).then_refused(refusals.TAKEN_OVER)
    table.when(asked._replace(sender=replace(asked.sender, person=ZOE))).then_refused("not_in_room")


# ── What became known ────────────────────────────────────────────────────────────────────────────────────


def test_a_drawn_card_is_never_taken_back_nor_anything_before_it() -> None:
    table = playing(KITTY, ANN, bots=1).acted((0, Draw()))
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["known"])
    assert shown(table, ANN) == TakeBackView(None, "known", None, ())
    table = table.acted((0, EndTurn()))
    assert shown(table, ANN) == TakeBackView(0, None, None, ())
    table = table.acted((1, Draw()))
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["known"])


def test_nothing_is_taken_back_past_a_clock_that_ran_out_or_a_player_who_left() -> None:
    table = playing(GIGOGNE, ANN, bots=2).acted((0, FIRST)).ticked()
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["known"])
    table = playing(GIGOGNE, ANN, BEN, bots=1).acted((0, FIRST)).having(leave(BEN))
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["known"])


def test_an_ended_game_stays_ended() -> None:
    table = finished(ANN, bots=1)
    table.when(table.taking_back(0)).then_refused(refusals.NO_GAME)
    assert table.play.quiet == ()


# ── Between people ───────────────────────────────────────────────────────────────────────────────────────


def test_between_people_the_others_are_asked_and_the_last_who_agrees_takes_it_back() -> None:
    begun = playing(GIGOGNE, ANN, BEN, CLEO, bots=1)
    table = begun.acted((0, FIRST))
    asked = table.taking_back(0, id="please")
    table = table.when(asked).then(TakeBackAsked(T0, 0, "please"))
    assert shown(table, BEN) == TakeBackView(None, "nothing", 0, ())
    table = table.when(table.answering(1)).then(TakeBackAnswered(T0, 1, agree=True))
    assert shown(table, None).agreed == (1,)
    table.when(table.answering(1)).then_nothing()
    table = table.when(table.answering(2)).then(TakeBackAnswered(T0, 2, agree=True), TakenBack(T0, 0, "please"))
    assert table.state == begun.state
    assert shown(table, BEN).asked_by is None


def test_one_who_does_not_agree_is_enough_and_there_is_one_request_a_turn() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).acted((0, FIRST))
    table = table.having(table.taking_back(0))
    table = table.when(table.answering(2, agree=False)).then(TakeBackAnswered(T0, 2, agree=False))
    table.when(table.answering(1)).then_refused(refusals.NO_TAKE_BACK)
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["asked"])
    table = table.acted((1, SECOND))
    table.when(table.taking_back(0)).then(TakeBackAsked)


def test_a_request_lapses_with_the_next_action() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST))
    table = table.having(table.taking_back(0)).acted((1, SECOND))
    assert table.play.request is None
    table.when(table.answering(1)).then_refused(refusals.NO_TAKE_BACK)


def test_an_answer_to_another_request_counts_for_nothing() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST))
    late = table.answering(1)
    table = table.acted((1, SECOND))
    table = table.having(table.taking_back(0))
    table.when(late).then_refused(refusals.NO_TAKE_BACK)


def test_whoever_asked_can_give_it_up_but_not_agree() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST))
    table = table.having(table.taking_back(0))
    table.when(table.answering(0)).then_nothing()
    table = table.when(table.answering(0, agree=False)).then(TakeBackAnswered(T0, 0, agree=False))
    assert table.play.request is None


def test_while_one_is_asked_no_other_asks() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).acted((0, FIRST), (1, SECOND))
    table = table.having(table.taking_back(0))
    table.when(table.taking_back(1)).then_refused(refusals.NOT_TAKEN_BACK["asked"])


def test_who_is_away_has_not_agreed() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).acted((0, FIRST)).having(disconnect(CLEO, wire(CLEO)))
    table = table.having(table.taking_back(0))
    table.when(table.answering(1)).then(TakeBackAnswered)


def test_a_repeated_request_gets_its_first_answer() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST))
    asked = table.taking_back(0)
    table = table.having(asked)
    table.when(asked).then_answered_as_before(table.room.version)


# ── The rest ─────────────────────────────────────────────────────────────────────────────────────────────


def test_in_local_mode_the_last_decision_of_anyone_is_taken_back_at_once() -> None:
    begun = local(GIGOGNE)
    table = begun.acted((0, FIRST), (1, SECOND))
    assert shown(table, ANN).seat == 1
    table = table.when(table.taking_back(0, seat=None)).then(TakenBack)
    assert table.state == begun.acted((0, FIRST)).state
    table = begun.acted((0, FIRST), (1, SECOND))
    assert table.having(table.taking_back(0)).state == begun.state


def test_the_host_switches_take_backs_off_at_any_time() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST)).having(change_settings(ANN, take_backs=False))
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["off"])
    assert shown(table, ANN) == TakeBackView(None, "off", None, ())
    assert views_of(GIGOGNE, table.room)(BEN).take_backs is False
    table.when(change_settings(BEN, take_backs=True)).then_refused("not_host")


def test_what_is_decided_while_they_are_off_stays() -> None:
    table = playing(GIGOGNE, ANN, bots=1).having(change_settings(ANN, take_backs=False)).acted((0, FIRST))
    table = table.having(change_settings(ANN, take_backs=True))
    table.when(table.taking_back(0)).then_refused(refusals.NOT_TAKEN_BACK["known"])


def test_there_is_nothing_to_take_back_in_a_waiting_room() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST))
    waiting(GIGOGNE, ANN, BEN).when(table.taking_back(0)).then_refused(refusals.NO_GAME)


def test_a_snapshot_keeps_what_can_be_taken_back() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, FIRST), (1, SECOND))
    table = table.having(table.taking_back(0))
    assert from_a_snapshot(GIGOGNE, table.room, table.names) == table.room


def test_an_onlooker_takes_nothing_back() -> None:
    assert shown(playing(GIGOGNE, ANN, BEN).acted((0, FIRST)), None).seat is None
