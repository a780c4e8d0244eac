"""Pages of other origins: which may use the API, with what their browsers ask first; and which may show a board."""

import pytest

from tests.server.conftest import Serve
from tests.server.serving import Answer, ServerProcess, ask

FRIEND, STRANGER = "https://games.example", "https://evil.example"
SETTINGS = {"origins": FRIEND, "frame_ancestors": "https://blog.example, https://*.school.example"}


def preflight(server: ServerProcess, origin: str, path: str = "/api/rooms") -> Answer:
    headers = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ]
    return ask(server, "OPTIONS", path, headers=headers)


def test_a_preflight_of_a_friend_is_answered_with_all_that_its_browser_asks(server: ServerProcess) -> None:
    answer = preflight(server, FRIEND)
    assert answer.status == 204
    assert answer.headers["access-control-allow-origin"] == FRIEND
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert "DELETE" in (answer.headers["access-control-allow-methods"] or "")
    assert {"authorization", "content-type"} <= set((answer.headers["access-control-allow-headers"] or "").split(", "))
    assert "origin" in (answer.headers["vary"] or "")


def test_a_strangers_preflight_and_request_are_told_nothing(server: ServerProcess) -> None:
    assert preflight(server, STRANGER).status == 403
    for answer in (
        preflight(server, STRANGER),
        ask(server, "GET", "/api/games", headers=[("origin", STRANGER)]),
        ask(server, "POST", "/api/session", {"name": "Eve"}, headers=[("origin", STRANGER)]),
    ):
        assert answer.headers["access-control-allow-origin"] is None
    assert ask(server, "POST", "/api/session", {"name": "Eve"}, headers=[("origin", STRANGER)]).status == 403


def test_a_friend_reads_answers_and_refusals_alike(server: ServerProcess) -> None:
    for path, status in (("/api/games", 200), ("/api/rooms/mine", 401), ("/api/records/none", 404)):
        answer = ask(server, "GET", path, headers=[("origin", FRIEND)])
        assert (answer.status, answer.headers["access-control-allow-origin"]) == (status, FRIEND)
        assert "retry-after" in (answer.headers["access-control-expose-headers"] or "")
    # Pages are not the API.
    assert ask(server, "GET", "/", headers=[("origin", FRIEND)]).headers["access-control-allow-origin"] is None


def test_the_cookie_for_another_site_is_that_sites_own_and_only_where_it_can_be_kept(server: ServerProcess) -> None:
    def cookie(*headers: tuple[str, str]) -> str:
        return ask(server, "POST", "/api/session", {"name": "Ada"}, headers=[*headers]).headers["set-cookie"] or ""

    own = cookie()
    assert "SameSite=lax" in own
    assert "Secure" not in own
    assert "Partitioned" not in own
    shared = cookie(("origin", FRIEND))
    assert all(part in shared for part in ("SameSite=none", "Secure", "Partitioned", "HttpOnly"))
    # Over plain http from another machine no browser would take it: a page of the same host still can.
    assert "SameSite=lax" in cookie(("origin", FRIEND), ("host", "192.168.1.5:8000"))
    https = cookie(("origin", FRIEND), ("host", "192.168.1.5"), ("x-forwarded-proto", "https"))
    assert "SameSite=none; Partitioned; Secure" in https
    gone = ask(server, "DELETE", "/api/session", headers=[("origin", FRIEND)]).headers["set-cookie"] or ""
    assert "Max-Age=0" in gone
    assert "Partitioned" in gone


@pytest.mark.parametrize("path", ["/embed/rooms/K7QXPA", "/embed/records/abc"])
def test_boards_are_shown_in_frames_of_those_sites_and_all_other_pages_in_none(
    server: ServerProcess, path: str
) -> None:
    board, page = ask(server, "GET", path), ask(server, "GET", "/")
    assert board.status == 200
    policy = board.headers["content-security-policy"] or ""
    assert "frame-ancestors 'self' https://*.school.example https://blog.example" in policy
    assert board.headers["x-frame-options"] is None
    assert "frame-ancestors 'none'" in (page.headers["content-security-policy"] or "")
    assert page.headers["x-frame-options"] == "DENY"


def test_without_the_setting_no_board_is_shown_in_a_frame(serve: Serve) -> None:
    board = ask(serve(), "GET", "/embed/rooms/K7QXPA")
    assert "frame-ancestors 'none'" in (board.headers["content-security-policy"] or "")
    assert board.headers["x-frame-options"] == "DENY"
