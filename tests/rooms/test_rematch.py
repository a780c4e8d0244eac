"""The end of a game, and the vote to play again."""

import pytest

from tablee.games.gigogne.rules import Place
from tablee.rooms import refusals
from tablee.rooms.answers import NOTHING_ANSWERED
from tablee.rooms.commands import PersonId
from tablee.rooms.events import (
    ConnectionFound,
    ConnectionLost,
    GameStarted,
    HostChanged,
    RoomClosed,
    SeatFreed,
    SeatOut,
    Voted,
)
from tablee.rooms.views import views_of
from tests.rooms.asking import TICK, Asked, connect, disconnect, joining, leave, vote, wire
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GIGOGNE,
    KITTY,
    T0,
    ZOE,
    Table,
    at,
    finished,
    playing,
    waiting,
    won_by_the_starter,
)


def yes(person: PersonId) -> Asked:
    return vote(person, again=True)


def no(person: PersonId) -> Asked:
    return vote(person, again=False)


def away(person: PersonId) -> Asked:
    return disconnect(person, wire(person))


# ── The end ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_result_is_shown_with_scores() -> None:
    view = views_of(GIGOGNE, finished(ANN, BEN).room)(BEN)
    assert view.status == "finished"
    assert view.play is not None
    assert view.play.outcome is not None
    assert (view.play.outcome.winners, view.play.outcome.scores) == ((0,), (1, 0))
    assert view.rematch_until == at(30)


# ── The vote ─────────────────────────────────────────────────────────────────────────────────────────────


def test_every_person_can_vote_to_play_again_and_change_their_mind() -> None:
    table = finished(ANN, BEN).when(yes(BEN)).then(Voted(T0, 1, again=True))
    table.when(yes(BEN)).then_nothing()
    table.when(no(BEN)).then(Voted(T0, 1, again=False))


def test_not_to_want_to_is_where_everybody_begins() -> None:
    finished(ANN, BEN).when(no(BEN)).then_nothing()


def test_everybody_sees_the_votes() -> None:
    table = finished(ANN, BEN).having(yes(BEN))
    assert [seat.again for seat in views_of(GIGOGNE, table.room)(ANN).seats] == [False, True]


def test_only_who_has_a_seat_votes() -> None:
    finished(ANN, BEN).when(yes(ZOE)).then_refused("not_in_room")


def test_only_who_is_present_votes() -> None:
    table = finished(ANN, BEN).having(away(BEN))
    table.when(yes(BEN)).then_refused(refusals.AWAY)


def test_there_is_no_vote_before_the_end() -> None:
    waiting(GIGOGNE, ANN, BEN).when(yes(ANN)).then_refused(refusals.NO_REMATCH_NOW)
    playing(GIGOGNE, ANN, BEN).when(yes(ANN)).then_refused(refusals.NO_REMATCH_NOW)


def test_when_everybody_seated_is_present_and_agrees_a_new_game_starts_at_once() -> None:
    table = finished(ANN, BEN).later(7).having(yes(BEN)).when(yes(ANN)).then(Voted(at(7), 0, again=True), GameStarted)
    assert table.room.status == "playing"
    assert table.room.rematch_until is None
    assert table.play.deadline == at(67)


def test_the_new_game_has_the_same_seats_and_colours_and_another_id() -> None:
    table = finished(ANN, BEN, CLEO)
    again = table.having(yes(ANN), yes(BEN), yes(CLEO))
    assert again.people == table.people
    assert [seat.colour for seat in again.seats] == [seat.colour for seat in table.seats]
    assert again.play.id != table.play.id


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_the_next_seat_begins(starter: int) -> None:
    table = finished(ANN, BEN, CLEO, starter=starter).having(yes(ANN), yes(BEN), yes(CLEO))
    assert table.play.starter == (starter + 1) % 3
    assert table.awaited == ((starter + 1) % 3,)


def test_the_start_goes_round_from_game_to_game() -> None:
    table, starters = playing(GIGOGNE, ANN, BEN, CLEO), []
    for _ in range(4):
        starters.append(table.play.starter)
        table = won_by_the_starter(table).having(yes(ANN), yes(BEN), yes(CLEO))
    assert starters == [0, 1, 2, 0]


def test_the_new_game_begins_with_a_clean_slate() -> None:
    table = playing(GIGOGNE, ANN, BEN).ticked()
    for seat, cell in [(1, 3), (0, 0), (1, 4)]:
        table = table.acted((seat, Place("large", cell)))
    table = table.ticked().acted((1, Place("large", 5)))
    assert [seat.skips for seat in table.seats] == [1, 0]
    table = table.having(yes(ANN), yes(BEN))
    assert [(seat.skips, seat.again) for seat in table.seats] == [(0, False)] * 2
    assert table.play.answers == NOTHING_ANSWERED


def test_bots_always_agree() -> None:
    finished(ANN, BEN, bots=1).having(yes(ANN)).when(yes(BEN)).then(Voted, GameStarted)


def test_bots_alone_do_not_agree() -> None:
    table = finished(ANN, BEN, bots=1).having(away(ANN), away(BEN))
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_votes_are_forgotten_when_the_next_game_ends() -> None:
    table = won_by_the_starter(finished(ANN, BEN).having(yes(ANN), yes(BEN)))
    table.when(yes(ANN)).then(Voted)


# ── Against bots alone ───────────────────────────────────────────────────────────────────────────────────


def test_against_bots_alone_the_next_game_starts_at_once_without_a_vote() -> None:
    table = finished(ANN, bots=2)
    assert table.room.rematch_until is None
    table = table.when(yes(ANN)).then(GameStarted)
    assert table.play.starter == 1


def test_against_bots_alone_there_is_no_countdown_until_the_room_expires() -> None:
    table = finished(ANN, bots=1)
    table = table.later(3599).when(TICK).then_nothing()
    table.when(yes(ANN)).then(GameStarted)
    table.later(1).when(TICK).then(RoomClosed(at(3600), "expired"))


def test_without_a_clock_a_game_against_bots_can_be_played_again_for_a_day() -> None:
    finished(ANN, bots=1, clock=None).later(24 * 3600 - 1).when(yes(ANN)).then(GameStarted)


def test_not_to_play_again_against_bots_changes_nothing() -> None:
    finished(ANN, bots=1).when(no(ANN)).then_nothing()


def test_who_is_away_does_not_play_again_against_bots() -> None:
    table = finished(ANN, bots=1).having(away(ANN))
    table.when(yes(ANN)).then_refused(refusals.AWAY)
    table.having(connect(ANN, wire(ANN, 2))).when(yes(ANN)).then(GameStarted)


def test_the_countdown_ends_when_only_bots_are_left_to_play_with() -> None:
    table = finished(ANN, BEN, bots=1).when(leave(BEN)).then(SeatOut)
    assert table.room.rematch_until is None
    table = table.later(300).when(yes(ANN)).then(SeatFreed, GameStarted)
    assert table.people == (ANN, None)


# ── The window ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_vote_lasts_for_30_seconds() -> None:
    table = finished(ANN, BEN).having(yes(ANN))
    table.later(29.999).when(TICK).then_nothing()
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_without_any_vote_the_room_closes_when_the_window_ends() -> None:
    finished(ANN, BEN).later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_one_who_is_present_and_has_not_voted_is_enough_to_close_the_room() -> None:
    finished(ANN, BEN, CLEO).having(yes(ANN), yes(BEN)).later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_with_somebody_absent_the_new_game_waits_for_the_end_of_the_window() -> None:
    table = finished(ANN, BEN, CLEO).having(away(CLEO), yes(ANN)).when(yes(BEN)).then(Voted)
    table.later(29).when(TICK).then_nothing()
    table = table.later(30).when(TICK).then(SeatFreed(at(30), 2, "absent"), GameStarted)
    assert table.people == (ANN, BEN)


def test_who_is_absent_and_comes_back_is_asked_too() -> None:
    table = finished(ANN, BEN, CLEO).having(away(CLEO), yes(ANN), yes(BEN))
    table = table.when(connect(CLEO, wire(CLEO, 2))).then(ConnectionFound)
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))
    table.when(yes(CLEO)).then(Voted, GameStarted)


@pytest.mark.parametrize(
    ("starter", "absent", "next_starter"),
    [
        (0, BEN, CLEO),  # the next seat is gone: the one after it begins
        (0, DAN, BEN),
        (2, DAN, ANN),
        (3, ANN, BEN),
        (1, ANN, CLEO),
        (3, DAN, ANN),  # who began last is gone
    ],
)
def test_the_next_seat_that_stays_begins(starter: int, absent: PersonId, next_starter: PersonId) -> None:
    table = finished(ANN, BEN, CLEO, DAN, starter=starter).having(away(absent))
    staying = [person for person in (ANN, BEN, CLEO, DAN) if person != absent]
    table = table.having(*[yes(person) for person in staying]).later(30).having(TICK)
    assert table.people == tuple(staying)
    assert table.people[table.play.starter] == next_starter
    assert table.awaited == (table.play.starter,)


def test_several_absent_seats_are_freed_from_the_last_to_the_first() -> None:
    table = finished(ANN, BEN, CLEO, DAN).having(away(ANN), away(CLEO), yes(BEN), yes(DAN)).later(30)
    table = table.when(TICK).then(
        SeatFreed(at(30), 2, "absent"), SeatFreed(at(30), 0, "absent"), HostChanged(at(30), BEN), GameStarted
    )
    assert table.people == (BEN, DAN)


def test_an_absent_host_is_followed_by_somebody_who_stays() -> None:
    table = finished(ANN, BEN, CLEO, DAN).having(away(ANN), away(BEN), yes(CLEO), yes(DAN)).later(30).having(TICK)
    assert table.room.host == CLEO


def test_with_fewer_than_two_seats_left_the_room_closes_when_the_window_ends() -> None:
    table = finished(ANN, BEN).having(away(BEN), yes(ANN))
    table.later(29).when(TICK).then_nothing()
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_after_a_forfeit_one_seat_alone_can_not_play_again() -> None:
    table = playing(KITTY, ANN, BEN).having(leave(BEN)).when(yes(ANN)).then(Voted)
    table.later(30).when(TICK).then(RoomClosed(at(30), "no_rematch"))


def test_who_is_absent_loses_the_seat_though_a_bot_stays() -> None:
    table = finished(ANN, BEN, bots=1).having(away(BEN), yes(ANN)).later(30).having(TICK)
    assert table.people == (ANN, None)
    assert table.room.status == "playing"


def test_the_seats_of_those_who_left_the_game_are_freed_first() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(leave(BEN))
    for seat, cell in [(0, 0), (2, 3), (0, 1), (2, 4), (0, 2)]:
        table = table.acted((seat, Place("large", cell)))
    table = table.having(yes(ANN)).when(yes(CLEO)).then(Voted, SeatFreed(T0, 1, "absent"), GameStarted)
    assert table.people == (ANN, CLEO)
    assert table.play.starter == 1


def test_whoever_was_freed_has_no_seat_any_more() -> None:
    table = finished(ANN, BEN, CLEO).having(away(CLEO), yes(ANN), yes(BEN)).later(30).having(TICK)
    table.when(connect(CLEO, wire(CLEO, 2))).then_refused("not_in_room")
    table.when(joining(CLEO)).then_refused("game_in_progress")


# ── Losing the connection, leaving ───────────────────────────────────────────────────────────────────────


def test_losing_the_connection_withdraws_a_vote() -> None:
    table = finished(ANN, BEN).having(yes(BEN)).when(away(BEN)).then(ConnectionLost(T0, BEN))
    assert not table.seats[1].again
    table = table.having(connect(BEN, wire(BEN, 2)))
    table.when(yes(ANN)).then(Voted)


def test_a_newer_connection_withdraws_no_vote() -> None:
    table = finished(ANN, BEN).having(yes(BEN), connect(BEN, wire(BEN, 2)))
    table.when(yes(ANN)).then(Voted, GameStarted)


def test_home_leaves_the_room_without_a_forfeit() -> None:
    table = finished(ANN, BEN).when(leave(BEN)).then(SeatOut(T0, seat=1, reason="left", events=()))
    assert table.play.outcome == finished(ANN, BEN).play.outcome


def test_when_who_did_not_want_to_leaves_the_others_play_on_at_once() -> None:
    table = finished(ANN, BEN, CLEO).having(yes(ANN), yes(BEN))
    table = table.when(leave(CLEO)).then(SeatOut, SeatFreed(T0, 2, "absent"), GameStarted)
    assert table.people == (ANN, BEN)


def test_when_a_host_who_did_not_want_to_leaves_the_others_play_on_with_another() -> None:
    table = finished(ANN, BEN, CLEO).having(yes(BEN), yes(CLEO))
    table = table.when(leave(ANN)).then(SeatOut, HostChanged(T0, BEN), SeatFreed(T0, 0, "absent"), GameStarted)
    assert table.people == (BEN, CLEO)
    assert table.people[table.play.starter] == BEN


def test_when_somebody_leaves_the_others_wait_for_who_is_absent() -> None:
    table = finished(ANN, BEN, CLEO, DAN).having(away(DAN), yes(ANN), yes(BEN))
    table.when(leave(CLEO)).then(SeatOut)


def test_when_all_but_one_have_left_the_last_one_can_not_play_again() -> None:
    table = finished(ANN, BEN).having(yes(ANN))
    table.when(leave(BEN)).then(SeatOut)


def test_when_everybody_has_left_the_room_closes_at_once() -> None:
    table = finished(ANN, BEN).having(leave(BEN))
    table.when(leave(ANN)).then(SeatOut, RoomClosed(T0, "empty"))


def test_when_only_bots_are_left_after_the_end_the_room_closes_at_once() -> None:
    finished(ANN, bots=2).when(leave(ANN)).then(SeatOut, RoomClosed(T0, "empty"))


def test_a_person_and_a_bot_play_again_when_another_person_leaves() -> None:
    table = finished(ANN, BEN, bots=1).having(yes(ANN))
    assert table.when(leave(BEN)).then(SeatOut, SeatFreed, GameStarted).people == (ANN, None)


def test_nobody_new_joins_between_two_games() -> None:
    finished(ANN, BEN).when(joining(ZOE)).then_refused("game_in_progress")


def test_a_table_of_two_that_lost_its_company_is_still_the_same_table() -> None:
    table: Table = finished(ANN, BEN, CLEO).having(away(CLEO), yes(ANN), yes(BEN)).later(30).having(TICK)
    table = won_by_the_starter(table).having(yes(BEN), yes(ANN))
    assert table.people == (ANN, BEN)
