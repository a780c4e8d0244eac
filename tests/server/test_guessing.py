"""Guessing passwords, access codes and seat links: only wrong answers count, and nobody locks anyone else out."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import pytest

from tablee.client import RefusedError
from tablee.kernel.refusals import Refusal
from tablee.server.guessing import CHECKS_PER_MINUTE, Guesses
from tablee.server.limits import Limit, SlowDown
from tests.server.people import close_all, come, fresh_address, refused
from tests.server.serving import Answer, ServerProcess, ask, from_address

PASSWORD = "correct horse battery staple"  # noqa: S105 - of accounts that live for one test


def make_account(server: ServerProcess, username: str) -> None:
    body = {"username": username, "password": PASSWORD}
    made = ask(server, "POST", "/api/accounts", body, headers=from_address(fresh_address()))
    assert made.status == 200, made.body


def sign_in(server: ServerProcess, username: str, password: str, address: str) -> Answer:
    body = {"username": username, "password": password}
    return ask(server, "POST", "/api/sign-in", body, headers=from_address(address))


async def at_once(server: ServerProcess, attempts: Sequence[tuple[str, str, str]]) -> Counter[int]:
    """How often each status comes back to these usernames, passwords and addresses, all at the same time."""
    answers = await asyncio.gather(*[asyncio.to_thread(sign_in, server, *attempt) for attempt in attempts])
    return Counter(answer.status for answer in answers)


# ── Passwords ────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_guesses_a_password_does_not_lock_its_owner_out_elsewhere(server: ServerProcess) -> None:
    make_account(server, "the.owner")
    mallory = fresh_address()
    for number in range(12):
        assert sign_in(server, "the.owner", f"guess {number}", mallory).status in (403, 429)
    for number in range(20):
        assert sign_in(server, "THE.OWNER", f"guess {number}", fresh_address()).status == 403
    assert sign_in(server, "the.owner", PASSWORD, fresh_address()).status == 200


def test_five_wrong_passwords_for_a_username_from_one_address_and_even_the_right_one_has_to_wait(
    server: ServerProcess,
) -> None:
    make_account(server, "Hélène.B")
    make_account(server, "neighbour")
    address = fresh_address()
    names = ["helene.b", "HÉLÈNE.B", "hélène.b", "Helene.B", "hèlene.b"]
    assert [sign_in(server, name, "a guess", address).status for name in names] == [403] * 5
    sixth = sign_in(server, "Hélène.B", PASSWORD, address)
    assert (sixth.status, sixth.code) == (429, "too_many_attempts")
    assert int(sixth.headers["retry-after"]) == sixth.wait > 0
    assert sign_in(server, "neighbour", PASSWORD, address).status == 200, "others behind that address"


def test_ten_wrong_passwords_from_one_address_are_enough_for_all_usernames_together(server: ServerProcess) -> None:
    address = fresh_address()
    answers = [sign_in(server, f"guessed.{number}", "password", address) for number in range(11)]
    assert [answer.status for answer in answers] == [403] * 10 + [429]


def test_right_passwords_use_up_no_attempts(server: ServerProcess) -> None:
    make_account(server, "often.here")
    address = fresh_address()
    assert [sign_in(server, "often.here", PASSWORD, address).status for _ in range(15)] == [200] * 15


def test_the_more_wrong_passwords_for_a_username_come_from_anywhere_the_longer_the_next_waits(
    server: ServerProcess,
) -> None:
    make_account(server, "besieged")
    waits = []
    for _ in range(14):
        address = fresh_address()
        first = sign_in(server, "besieged", "a guess", address)
        assert (first.status, first.code) == (403, "wrong_code")
        told = first.json["refusal"]["wait"] or 0
        second = sign_in(server, "besieged", PASSWORD, address) if told else None
        if second is not None:
            assert (second.status, second.code) == (429, "too_many_attempts")
            assert second.wait <= told
        waits.append(told)
    assert waits == [0] * 10 + [2, 4, 8, 16]


async def test_guesses_at_once_are_no_more_than_one_after_the_other(server: ServerProcess) -> None:
    address = fresh_address()
    assert await at_once(server, [("at.once", "a guess", address)] * 20) == {403: 5, 429: 15}


async def test_a_whole_class_can_sign_in_at_once_from_one_address(server: ServerProcess) -> None:
    make_account(server, "the.class")
    address = fresh_address()
    assert await at_once(server, [("the.class", PASSWORD, address)] * 20) == {200: 20}


# ── Access codes and seat links ──────────────────────────────────────────────────────────────────────────


async def test_twenty_friends_behind_one_address_come_in_with_the_right_code(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("diggers", capacity=4, access="sesame")
    await ada.join(room.id)
    address = fresh_address()
    friends = [await come(server, f"Friend {number}", address=address) for number in range(20)]
    answers: list[str] = []
    for friend in friends:
        try:
            await friend.join(room.id, "sesame")
        except RefusedError as error:
            answers.append(error.refusal.code)
        else:
            answers.append("seated")
    assert answers == ["seated"] * 3 + ["room_full"] * 17
    await close_all(ada, *friends)


async def test_access_codes_guessed_at_once_are_no_more_than_one_after_the_other(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne", access="right")
    address = fresh_address()
    guessers = [await come(server, f"Guesser {number}", address=address) for number in range(15)]
    codes = await asyncio.gather(*[refused(guesser.join(room.id, "wrong")) for guesser in guessers])
    assert Counter(codes) == {"wrong_code": 5, "too_many_attempts": 10}
    await close_all(ada, *guessers)


async def test_right_seat_links_use_up_no_attempts(server: ServerProcess) -> None:
    address = fresh_address()
    ada, phone = await come(server, "Ada", address=address), await come(server, "Phone", address=address)
    room = await ada.create_room("gigogne")
    secret = await (await ada.join(room.id)).seat_link()
    for number in range(8):
        there = await (phone, ada)[number % 2].recover(room.id, secret)
        assert there.seat_secret is not None
        secret = there.seat_secret
    await close_all(ada, phone)


# ── What holds it together ───────────────────────────────────────────────────────────────────────────────


def test_the_wait_for_a_name_doubles_up_to_a_minute() -> None:
    slow_down = SlowDown()
    assert [slow_down.wrong("ada") for _ in range(18)] == [0] * 10 + [2, 4, 8, 16, 32, 60, 60, 60]
    assert slow_down.wrong("bo") == 0


def test_a_limit_can_be_held_for_longer_than_it_refills_in() -> None:
    limit = Limit.per_minute(5)
    limit.hold("ada", 60)
    assert 55 <= limit.wait("ada") <= 60
    limit.hold("ada", 1)
    assert 55 <= limit.wait("ada") <= 60, "a shorter wait does not end a longer one"
    assert limit.wait("bo") == 0


async def test_right_answers_too_are_hashed_only_so_often_for_one_address() -> None:
    guesses = Guesses()

    async def right() -> bool:
        return True

    limits = ((Limit.per_minute(5), "room"),)
    answers = [await guesses.check("10.0.0.1", limits, right) for _ in range(CHECKS_PER_MINUTE + 1)]
    assert answers[:-1] == [True] * CHECKS_PER_MINUTE
    assert isinstance(answers[-1], Refusal)
    assert answers[-1].code == "rate_limited"
    assert await guesses.check("10.0.0.2", limits, right) is True


async def test_one_address_is_hashed_for_once_at_a_time() -> None:
    guesses, running, most = Guesses(), 0, 0

    async def right() -> bool:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return True

    await asyncio.gather(*[guesses.check("10.0.0.1", (), right) for _ in range(10)])
    assert most == 1


async def test_an_attempt_that_fails_for_another_reason_is_an_attempt() -> None:
    guesses, limit = Guesses(), Limit.per_minute(1)

    async def broken() -> bool:
        raise OSError("the store is away")

    with pytest.raises(OSError, match="away"):
        await guesses.check("10.0.0.1", ((limit, "ada"),), broken)
    assert limit.wait("ada") > 0
