"""/metrics and /readyz for the host alone: by a token, or on a port of their own."""

import http.client
import socket

import pytest

from tests.server.conftest import Serve
from tests.server.serving import ServerProcess, ask

TOKEN = "a token of thirty-two characters"  # noqa: S105 - the test's own
WATCHED = ("/metrics", "/readyz")


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> "object":
    with ServerProcess(tmp_path_factory.mktemp("closed"), metrics_token=TOKEN) as running:
        yield running
    assert not running.faults


def bearer(token: str, scheme: str = "Bearer") -> tuple[tuple[str, str], ...]:
    return (("authorization", f"{scheme} {token}"),)


@pytest.mark.parametrize("path", WATCHED)
def test_whoever_has_the_token_may_watch(closed: ServerProcess, path: str) -> None:
    for scheme in ("Bearer", "bearer"):
        assert ask(closed, "GET", path, headers=bearer(TOKEN, scheme)).status == 200


@pytest.mark.parametrize("path", WATCHED)
@pytest.mark.parametrize(
    "headers",
    [(), bearer(""), bearer(TOKEN[:-1]), bearer(TOKEN + "x"), bearer(TOKEN, "Basic"), bearer("é" * 20)],
    ids=["none", "empty", "shorter", "longer", "another scheme", "not ASCII"],
)
def test_whoever_has_not_may_not(closed: ServerProcess, path: str, headers: tuple[tuple[str, str], ...]) -> None:
    answer = ask(closed, "GET", path, headers=headers)
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert b"tablee_" not in answer.body


def test_whether_the_process_lives_may_be_asked_by_anybody(closed: ServerProcess) -> None:
    assert ask(closed, "GET", "/healthz").status == 200


def test_on_a_port_of_their_own_they_are_not_on_the_public_one(serve: Serve) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = serve(metrics_port=port, metrics_token=TOKEN)
    for path in WATCHED:
        assert ask(server, "GET", path, headers=bearer(TOKEN)).status == 404
        assert at(port, path, bearer(TOKEN)) == 200
        assert at(port, path, ()) == 401
    assert ask(server, "GET", "/healthz").status == at(port, "/healthz", ()) == 200
    for path in ("/", "/api/games", "/ws", "/schema"):
        assert at(port, path, bearer(TOKEN)) == 404
    server.stop()
    with pytest.raises(OSError, match="refused"):
        at(port, "/healthz", ())
    assert not server.faults


def at(port: int, path: str, headers: tuple[tuple[str, str], ...]) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path, headers=dict(headers))
        return connection.getresponse().status
    finally:
        connection.close()
