"""How a game starts: the three policies, and who begins."""

import pytest

from tablee.games.gigogne.rules import GigogneOptions
from tablee.kernel import AnyGame
from tablee.rooms.events import (
    ConnectionFound,
    GameStarted,
    ReadySaid,
    SeatRecovered,
    SeatTaken,
    SettingsChanged,
)
from tests.rooms.asking import (
    add_bot,
    change_settings,
    connect,
    disconnect,
    joining,
    leave,
    pick_colour,
    recovering,
    renew_link,
    say_ready,
    start,
    wire,
)
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DIGGERS,
    GAMES,
    GIGOGNE,
    KITTY,
    NOE,
    T0,
    ZOE,
    Stacked,
    at,
    playing,
    waiting,
)

# ── Full ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_full_starts_by_itself_when_the_capacity_is_reached() -> None:
    table = waiting(GIGOGNE, ANN, capacity=3, policy="full").when(joining(BEN)).then(SeatTaken)
    table.when(joining(CLEO)).then(SeatTaken, GameStarted)


def test_full_counts_bots() -> None:
    waiting(KITTY, ANN, policy="full").when(add_bot(ANN)).then(SeatTaken, GameStarted)


def test_full_waits_for_somebody_who_is_not_connected_yet() -> None:
    table = waiting(KITTY, ANN, policy="full").when(joining(BEN, connected=False)).then(SeatTaken)
    table.when(connect(BEN, wire(BEN))).then(ConnectionFound, GameStarted)


def test_full_waits_for_somebody_who_has_lost_the_connection() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="full").having(disconnect(BEN, wire(BEN)))
    table = table.when(joining(CLEO)).then(SeatTaken)
    table.when(connect(BEN, wire(BEN, 2))).then(ConnectionFound, GameStarted)


def test_full_starts_when_who_was_missing_comes_back_by_the_link_of_the_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="full")
    table = table.having(renew_link(BEN, "hash-1"), disconnect(BEN, wire(BEN)), joining(CLEO))
    command = recovering(ZOE, "hash-1")
    table.when(command).then(SeatRecovered, ConnectionFound, GameStarted)


def test_full_starts_when_the_host_makes_the_room_as_small_as_its_company() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="full")
    table.when(change_settings(ANN, capacity=2)).then(SettingsChanged, GameStarted)


def test_a_full_room_starts_when_its_policy_becomes_full() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=2)
    table.when(change_settings(ANN, policy="full")).then(SettingsChanged, GameStarted)


def test_full_is_not_started_by_the_host() -> None:
    waiting(GIGOGNE, ANN, BEN, capacity=3, policy="full").when(start(ANN)).then_refused("not_enough_players")


# ── Host ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_host_waits_for_the_host() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3).when(joining(CLEO)).then(SeatTaken)
    table = table.having(*[say_ready(person, ready=True) for person in (ANN, BEN, CLEO)])
    table.when(start(ANN)).then(GameStarted)


def test_host_needs_two_seats_taken() -> None:
    table = waiting(DIGGERS, ANN)
    table.when(start(ANN)).then_refused("not_enough_players")
    table.having(add_bot(ANN)).when(start(ANN)).then(GameStarted)


def test_only_the_host_starts() -> None:
    waiting(DIGGERS, ANN, BEN).when(start(BEN)).then_refused("not_host")


def test_the_host_does_not_start_with_somebody_disconnected() -> None:
    table = waiting(DIGGERS, ANN, BEN).having(disconnect(BEN, wire(BEN)))
    table.when(start(ANN)).then_refused("not_enough_players")
    table.having(connect(BEN, wire(BEN, 2))).when(start(ANN)).then(GameStarted)


def test_a_game_that_the_host_starts_has_as_many_seats_as_are_taken() -> None:
    table = playing(NOE, ANN, BEN, CLEO)
    assert len(table.state.life) == 3


def test_the_games_options_must_fit_those_who_are_there() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=2, options=GigogneOptions(fair_opening=True))
    table.when(start(ANN)).then(GameStarted)


# ── Ready ────────────────────────────────────────────────────────────────────────────────────────────────


def test_ready_starts_when_the_capacity_is_reached_and_everyone_has_said_ready() -> None:
    table = waiting(KITTY, ANN, BEN, policy="ready").when(say_ready(ANN, ready=True)).then(ReadySaid)
    table.when(say_ready(BEN, ready=True)).then(ReadySaid(T0, 1, ready=True), GameStarted)


def test_ready_does_not_start_before_the_capacity_is_reached() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="ready").having(say_ready(ANN, ready=True))
    table.when(say_ready(BEN, ready=True)).then(ReadySaid)


def test_ready_counts_bots_which_are_always_ready() -> None:
    table = waiting(KITTY, ANN, bots=1, policy="ready")
    table.when(say_ready(ANN, ready=True)).then(ReadySaid, GameStarted)


def test_ready_is_not_started_by_the_host() -> None:
    waiting(KITTY, ANN, BEN, policy="ready").when(start(ANN)).then_refused("not_enough_players")


def test_ready_waits_for_somebody_who_is_ready_but_disconnected() -> None:
    table = waiting(KITTY, ANN, BEN, policy="ready").having(say_ready(BEN, ready=True), disconnect(BEN, wire(BEN)))
    table = table.when(say_ready(ANN, ready=True)).then(ReadySaid)
    table.when(connect(BEN, wire(BEN, 2))).then(ConnectionFound, GameStarted)


def test_ready_does_not_start_because_a_smaller_room_is_full_at_once() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3, policy="ready")
    table = table.having(say_ready(ANN, ready=True), say_ready(BEN, ready=True))
    table = table.when(change_settings(ANN, capacity=2)).then(SettingsChanged)
    table.having(say_ready(ANN, ready=True)).when(say_ready(BEN, ready=True)).then(ReadySaid, GameStarted)


def test_whoever_replaces_somebody_ready_has_to_say_so_too() -> None:
    table = waiting(KITTY, ANN, BEN, policy="ready").having(say_ready(BEN, ready=True))
    table = table.having(leave(BEN), joining(CLEO)).when(say_ready(ANN, ready=True)).then(ReadySaid)
    table.when(say_ready(CLEO, ready=True)).then(ReadySaid, GameStarted)


# ── The start ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_the_first_seat_is_drawn(starter: int) -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).when(start(ANN), Stacked(starter)).then(GameStarted)
    assert table.play.starter == starter
    assert table.awaited == (starter,)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_starts_with_its_status_its_clock_and_an_id_of_its_own(game: AnyGame) -> None:
    table = waiting(game, ANN, BEN).later(5).when(start(ANN)).then(GameStarted)
    assert table.room.status == "playing"
    assert table.play.deadline == at(65)
    assert table.play.started_at == at(5)
    assert table.play.started_version == table.room.version
    assert len(table.play.id) == 16


def test_two_games_have_two_ids() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    ids = {table.when(start(ANN), Stacked(0, *numbers)).table.play.id for numbers in ((1, 2, 3), (3, 2, 1))}
    assert len(ids) == 2


def test_seats_keep_their_colours_in_the_game() -> None:
    table = waiting(GIGOGNE, ANN, BEN).having(pick_colour(BEN, "sky")).when(start(ANN)).then(GameStarted)
    assert [seat.colour for seat in table.seats] == ["vermilion", "sky"]
