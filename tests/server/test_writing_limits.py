"""Whatever is written down has a limit, so that nobody fills the disk: generous for people, closed to loops."""

from collections.abc import Awaitable

from tablee.client import RefusedError
from tests.server.conftest import Serve
from tests.server.people import close_all, come, fresh_address
from tests.server.serving import Answer, ServerProcess, ask, from_address, new_guest
from tests.server.wire import Wire

LOCAL = [{"name": "Left", "colour": "blue"}, {"name": "Right", "colour": "sky"}]


def open_local(server: ServerProcess, cookie: str, address: str) -> Answer:
    given = {"game": "gigogne", "local": LOCAL}
    return ask(server, "POST", "/api/rooms", given, cookie=cookie, headers=from_address(address))


def test_rooms_on_one_screen_are_limited_like_others(serve: Serve) -> None:
    server = serve()
    cookie = new_guest(server)
    assert [open_local(server, cookie, "10.0.0.1").status for _ in range(20)] == [201] * 20
    assert open_local(server, cookie, "10.0.0.1").code == "rate_limited"


def test_rooms_from_one_address_are_limited_whoever_opens_them(serve: Serve) -> None:
    server = serve(rooms_per_hour=6)
    people = [new_guest(server, address="10.0.0.1") for _ in range(4)]
    answers = [open_local(server, cookie, "10.0.0.1") for cookie in people for _ in range(2)]
    assert [answer.status for answer in answers] == [201] * 6 + [429] * 2
    assert answers[-1].code == "rate_limited"
    assert 500 < answers[-1].wait <= 600
    assert open_local(server, people[0], "10.0.0.2").status == 201


async def test_changes_to_a_room_are_limited_and_leaving_is_not(serve: Serve) -> None:
    server = serve(changes_per_minute=5)
    cookie = new_guest(server)
    room = ask(server, "POST", "/api/rooms", {"game": "gigogne", "local": LOCAL}, cookie=cookie).json
    async with await Wire.open(server, cookie) as wire:
        await wire.ask("enter", room=room["id"])
        answers = [await wire.ask("change_settings", onlookers=number % 2 == 0) for number in range(12)]
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert answers[-len(refused) :] == refused
        assert 1 <= len(refused) <= 3, "coming in counts too, and time goes by"
        assert {answer["refusal"]["code"] for answer in refused} == {"rate_limited"}
        assert all(0 < answer["refusal"]["wait"] <= 12 for answer in refused)
        assert await wire.refusal("pick_colour", colour="rose") == "rate_limited"
        assert (await wire.ask("leave"))["type"] == "acked"


async def test_changes_from_one_address_are_limited_however_many_people_they_are_of(serve: Serve) -> None:
    server = serve(changes_per_minute=1)
    address = fresh_address()
    crowd = [await come(server, f"Guest {number}", address=address) for number in range(21)]
    host = await come(server, "Host")
    room = await host.create_room("noe", capacity=4)
    answers = [await answer_to(person.watch(room.id)) for person in crowd]
    assert answers == ["done"] * 20 + ["rate_limited"]
    await close_all(host, *crowd)


async def test_moves_are_limited_too_and_a_refused_one_says_how_long_to_wait(serve: Serve) -> None:
    server = serve(moves_per_minute=6)
    cookie = new_guest(server)
    room = open_local(server, cookie, "10.0.0.1").json
    async with await Wire.open(server, cookie) as wire:
        await wire.ask("enter", room=room["id"])
        codes = [await wire.refusal("act", game="g", turn=1, seat=0, action={}) for _ in range(60)]
        assert codes[:59] == ["stale"] * 59
        last = await wire.ask("act", game="g", turn=1, seat=0, action={})
        while last["refusal"]["code"] == "stale":  # time goes by
            last = await wire.ask("act", game="g", turn=1, seat=0, action={})
        assert (last["refusal"]["code"], 0 < last["refusal"]["wait"] <= 10) == ("rate_limited", True)


def test_nobody_changes_their_nickname_in_a_loop(serve: Serve) -> None:
    server = serve()
    cookie = new_guest(server)
    answers = [ask(server, "POST", "/api/session", {"name": f"Name {n}"}, cookie=cookie) for n in range(21)]
    assert [answer.status for answer in answers] == [200] * 20 + [429]
    assert answers[-1].wait > 0


async def answer_to(doing: Awaitable[object]) -> str:
    """`done`, or the code of the refusal."""
    try:
        await doing
    except RefusedError as error:
        return error.refusal.code
    return "done"
