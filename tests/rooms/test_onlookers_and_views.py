"""Who may look on, and what each viewer sees: never anybody's id, hash, connection or secret."""

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.kernel import AnyGame
from tablee.kernel.views import perspective, view
from tablee.rooms.commands import PersonId
from tablee.rooms.events import SettingsChanged
from tablee.rooms.state import Room
from tablee.rooms.views import can_watch, view_seats, views_of
from tests.rooms.asking import change_settings, connect, disconnect, leave, recovering, renew_link, vote, wire
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    GAMES,
    GIGOGNE,
    KITTY,
    NINTH,
    PEOPLE,
    T0,
    ZOE,
    Table,
    at,
    finished,
    local,
    playing,
    waiting,
)
from tests.rooms.wishes import OPENINGS, WISHES, Opening, Wish, random_room, wished

# ── Onlookers ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("table", [waiting(GIGOGNE, ANN), playing(GIGOGNE, ANN, BEN), finished(ANN, BEN)])
def test_a_public_room_can_be_watched(table: Table) -> None:
    assert can_watch(table.room)


def test_a_private_room_can_not_be_watched() -> None:
    assert not can_watch(playing(GIGOGNE, ANN, BEN, private=True).room)


def test_a_closed_room_can_not_be_watched() -> None:
    assert not can_watch(waiting(GIGOGNE, ANN).having(leave(ANN)).room)


@pytest.mark.parametrize("table", [waiting(GIGOGNE, ANN, BEN), playing(GIGOGNE, ANN, BEN), finished(ANN, BEN)])
def test_the_host_can_switch_onlookers_off_and_on_in_every_status(table: Table) -> None:
    table = table.when(change_settings(ANN, onlookers=False)).then(SettingsChanged)
    assert not can_watch(table.room)
    table.when(change_settings(BEN, onlookers=True)).then_refused("not_host")
    table = table.when(change_settings(ANN, onlookers=True)).then(SettingsChanged)
    assert can_watch(table.room)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_onlookers_see_what_no_seat_hides(game: AnyGame) -> None:
    table = playing(game, ANN, BEN)
    seen = views_of(game, table.room)(None)
    assert seen.you == ()
    assert seen.play is not None
    assert seen.play.seen == (perspective(game, table.state, None),)
    assert seen.play.seen[0].legal == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_somebody_without_a_seat_sees_what_an_onlooker_sees(game: AnyGame) -> None:
    table = playing(game, ANN, BEN)
    assert views_of(game, table.room)(ZOE) == views_of(game, table.room)(None)


def test_onlookers_see_no_hand() -> None:
    table = playing(KITTY, ANN, BEN)
    play = views_of(KITTY, table.room)(None).play
    assert play is not None
    assert play.seen[0].view["hearts"] == [["?"] * 3, ["?"] * 3]


def test_onlookers_have_no_vote_and_no_seat() -> None:
    table = finished(ANN, BEN)
    table.when(vote(ZOE, again=True)).then_refused("not_in_room")
    table.when(connect(ZOE, wire(ZOE))).then_refused("not_in_room")


# ── What a seat sees ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize(("person", "seat"), [(ANN, 0), (BEN, 1)])
def test_each_person_sees_the_game_from_the_own_seat(game: AnyGame, person: PersonId, seat: int) -> None:
    table = playing(game, ANN, BEN)
    seen = views_of(game, table.room)(person)
    assert seen.you == (seat,)
    assert seen.play is not None
    assert seen.play.seen == (perspective(game, table.state, seat),)


def test_everyone_sees_who_sits_where() -> None:
    table = waiting(GIGOGNE, ANN, BEN, bots=1).having(disconnect(BEN, wire(BEN)))
    seen = views_of(GIGOGNE, table.room)(ANN)
    assert [(seat.name, seat.colour, seat.bot, seat.is_connected, seat.is_ready) for seat in seen.seats] == [
        ("Ann", "vermilion", None, True, False),
        ("Ben", "blue", None, False, False),
        (table.seats[2].name, "green", "easy", True, True),
    ]
    assert seen.seats == view_seats(table.room)


def test_everyone_sees_the_room_as_it_is_set() -> None:
    seen = views_of(GIGOGNE, waiting(GIGOGNE, ANN, BEN, private=True, policy="ready", capacity=3).room)(BEN)
    assert (seen.id, seen.code, seen.name, seen.game) == ("room-1", "TABLE1", "The table", "gigogne")
    assert (seen.capacity, seen.policy, seen.clock, seen.visibility) == (3, "ready", 60, "private")
    assert (seen.status, seen.host, seen.you, seen.play) == ("waiting", 0, (1,), None)
    assert (seen.expires_at, seen.rematch_until, seen.closed) == (at(3600), None, None)


def test_everyone_sees_the_clock_the_skips_and_who_is_out() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(leave(CLEO)).ticked()
    seen = views_of(GIGOGNE, table.room)(BEN)
    assert seen.play is not None
    assert seen.play.deadline == at(120)
    assert [(seat.skips, seat.is_out, seat.is_connected) for seat in seen.seats] == [
        (1, False, True),
        (0, False, True),
        (0, True, False),
    ]


def test_the_host_is_told_by_the_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO).having(leave(ANN))
    assert views_of(GIGOGNE, table.room)(CLEO).host == 0
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(leave(ANN))
    assert views_of(GIGOGNE, table.room)(CLEO).host == 1


def test_whoever_is_out_sees_no_more_than_an_onlooker() -> None:
    table = playing(GIGOGNE, ANN, BEN, CLEO).having(leave(CLEO))
    assert views_of(GIGOGNE, table.room)(CLEO) == views_of(GIGOGNE, table.room)(None)


def test_a_seat_that_moves_up_is_the_same_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN, CLEO)
    before = views_of(GIGOGNE, table.room)(ANN).seats[2]
    assert views_of(GIGOGNE, table.having(leave(BEN)).room)(ANN).seats[1] == before


def test_the_version_grows_with_every_event() -> None:
    table = waiting(GIGOGNE, ANN, BEN)
    assert views_of(GIGOGNE, table.room)(ANN).version == len(table.stream) == 3
    assert table.room.created_at == T0


def test_one_who_holds_several_seats_sees_all_their_hands_and_an_onlooker_none() -> None:
    table = local(NINTH, "Ann", "Ben")
    seen = views_of(NINTH, table.room)(ANN)
    assert seen.play is not None
    assert [part.view for part in seen.play.seen] == [view(table.state, 0), view(table.state, 1)]


# ── Nobody's secrets ─────────────────────────────────────────────────────────────────────────────────────


def secrets_of(room: Room) -> Iterator[str]:
    """Everything in a room that tells who somebody is, or lets somebody in."""
    yield from PEOPLE
    yield from (secret for secret in (room.access_hash, *room.expelled) if secret)
    for seat in room.seats:
        yield from (secret for secret in (seat.person, seat.connection, seat.secret_hash, *seat.formerly) if secret)
    if room.play is not None and room.play.answers:
        yield b64encode(room.play.answers).decode()


def assert_no_view_tells_a_secret(game: AnyGame, room: Room) -> None:
    secrets = set(secrets_of(room))
    for viewer in (None, *PEOPLE):
        told = msgspec.json.encode(views_of(game, room)(viewer)).decode()
        assert not [secret for secret in secrets if secret in told]
        assert not any(word in told for word in ("person-", "wire-", "hash-", "act-"))


def test_there_are_secrets_to_be_told() -> None:
    table = playing(GIGOGNE, ANN, BEN, private=True).having(renew_link(ANN, "hash-1"), recovering(ZOE, "hash-1"))
    table = table.acted((0, table.first_action(0)))
    secrets = set(secrets_of(table.room))
    assert {ANN, ZOE, wire(ZOE), "hash-2", "hash-of-the-access-code"} < secrets
    assert b64encode(table.play.answers).decode() in secrets
    assert_no_view_tells_a_secret(GIGOGNE, table.room)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(OPENINGS, st.lists(WISHES, min_size=10, max_size=60))
def test_no_view_of_any_room_tells_anybodys_id_hash_connection_or_secret(opening: Opening, wishes: list[Wish]) -> None:
    table = opening.table()
    for wish in wishes:
        table, command = wished(table, wish)
        table = table.when(command).table
    assert_no_view_tells_a_secret(table.game, table.room)


@cache
def some_tables() -> list[Table]:
    return [
        table for seed in range(40) for number, (table, _, _) in enumerate(random_room(seed, 100)) if number % 9 == 0
    ]


def test_no_view_at_any_stage_of_a_rooms_life_tells_a_secret() -> None:
    assert {table.room.status for table in some_tables()} == {"waiting", "playing", "finished"}
    for table in some_tables():
        assert_no_view_tells_a_secret(table.game, table.room)


def test_a_view_shows_of_the_game_what_the_viewers_seats_may_see_and_nothing_else() -> None:
    for table in some_tables():
        play = table.room.play
        if play is None:
            continue
        for viewer in (None, *PEOPLE):
            seats: tuple[int | None, ...] = () if viewer is None else table.room.seats_of(viewer)
            seen: Any = views_of(table.game, table.room)(viewer).play
            alone = [perspective(table.game, play.state, seat) for seat in seats or (None,)]
            assert seen.seen == tuple(msgspec.structs.replace(each, turn=play.turn) for each in alone)
