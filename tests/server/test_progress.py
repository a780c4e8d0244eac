"""How far one is in lessons is kept for guests and accounts, and is there on every device."""

from typing import Any

import pytest

from tests.server.serving import Answer, ServerProcess, ask, new_guest
from tests.server.test_accounts import make_account, sign_in


def progress(game: str, lesson: str, *path: int, is_learnt: bool = False) -> dict[str, Any]:
    return {"game": game, "lesson": lesson, "path": list(path), "is_learnt": is_learnt}


def keep(server: ServerProcess, cookie: str, *lessons: dict[str, Any]) -> Answer:
    return ask(server, "POST", "/api/me/lessons", {"lessons": lessons}, cookie=cookie)


def kept(server: ServerProcess, cookie: str) -> Any:
    return ask(server, "GET", "/api/me/lessons", cookie=cookie).json


def test_a_guests_progress_is_kept_and_what_was_learnt_stays_learnt(server: ServerProcess) -> None:
    cookie = new_guest(server)
    assert kept(server, cookie) == []
    begun, learnt = progress("noe", "basics", 0, 1), progress("gigogne", "basics", 0, is_learnt=True)
    assert keep(server, cookie, begun, learnt).json == [learnt, begun]
    again = progress("gigogne", "basics", 0, 1)
    assert keep(server, cookie, again).json == [{**again, "is_learnt": True}, begun]
    assert kept(server, cookie) == [{**again, "is_learnt": True}, begun]
    assert kept(server, new_guest(server)) == [], "it is nobody else's"


def test_an_account_has_it_on_every_device_with_what_the_guest_had_learnt(server: ServerProcess) -> None:
    phone, laptop = new_guest(server), new_guest(server)
    keep(server, phone, progress("ninth", "basics", 0, is_learnt=True))
    make_account(server, "learner", cookie=phone)
    keep(server, laptop, progress("ninth", "powers", 0, 1))
    laptop = sign_in(server, "learner", cookie=laptop, claim=True).cookie
    everything = [progress("ninth", "basics", 0, is_learnt=True), progress("ninth", "powers", 0, 1)]
    assert kept(server, laptop) == everything
    assert kept(server, phone) == everything
    exported = ask(server, "GET", "/api/me/export", cookie=laptop).json["lessons"]
    assert exported == everything
    ask(server, "DELETE", "/api/me", cookie=laptop)
    assert ask(server, "GET", "/api/me/lessons", cookie=phone).code == "not_signed_in"


def test_a_lesson_that_is_not_here_is_left_out_and_the_others_are_kept(server: ServerProcess) -> None:
    cookie = new_guest(server)
    here = progress("kitty", "magic", 0, 3)
    gone = (progress("chess", "basics", 0), progress("kitty", "gone", 0))
    assert keep(server, cookie, *gone, here).json == [here]


@pytest.mark.parametrize(
    "lessons",
    [
        [progress("noe", "basics")],
        [progress("noe", "basics", *range(51))],
        [progress("noe", "basics", -1)],
        [progress("n" * 65, "basics", 0)],
        [progress("noe", "basics", 0)] * 101,
        [{**progress("noe", "basics", 0), "more": 1}],
    ],
    ids=["no path", "a long path", "no node", "a long name", "too many", "another field"],
)
def test_what_no_lesson_could_be_is_refused(server: ServerProcess, lessons: list[dict[str, Any]]) -> None:
    cookie = new_guest(server)
    assert keep(server, cookie, *lessons).code == "bad_message"
    assert kept(server, cookie) == []


def test_without_a_session_nothing_is_kept(server: ServerProcess) -> None:
    assert keep(server, "", progress("noe", "basics", 0)).code == "not_signed_in"


def test_keeping_has_a_limit(server: ServerProcess) -> None:
    cookie = new_guest(server)
    answers = [keep(server, cookie, progress("noe", "basics", 0)).status]
    while answers[-1] == 200 and len(answers) < 120:
        answers.append(keep(server, cookie, progress("noe", "basics", 0)).status)
    assert len(answers) > 30
    assert answers[-1] == 429
