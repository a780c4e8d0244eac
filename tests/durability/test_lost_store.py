"""A store that is gone, or has lost what was written last, is not silently begun anew."""

import socket
from pathlib import Path

import pytest

from tests.commands import tablee
from tests.server.serving import ServerProcess, start_in_vain


@pytest.fixture
def server(tmp_path: Path) -> ServerProcess:
    return ServerProcess(tmp_path)


def used(server: ServerProcess, **settings: object) -> None:
    """It starts, and is stopped."""
    with ServerProcess(server.data.parent, **settings):
        pass


def remove_journal(server: ServerProcess) -> None:
    for suffix in ("-wal", "-shm"):
        (server.data / f"tablee.db{suffix}").unlink()


@pytest.mark.parametrize("what", ["emptied", "removed"])
def test_a_store_that_is_gone_beside_its_secret_is_not_begun_anew_unless_one_says_so(
    server: ServerProcess, what: str
) -> None:
    used(server)
    (server.data / "tablee.seen").unlink()  # as 0.1.0 left it
    database = server.data / "tablee.db"
    if what == "emptied":
        database.write_bytes(b"")
    else:
        database.unlink()
    refused = start_in_vain("--data", str(server.data))
    assert f"{database} is {'empty' if what == 'emptied' else 'gone'}" in refused
    assert "tablee restore" in refused
    assert "--new" in refused
    used(server, new=True)
    used(server)  # once is enough


def test_a_store_whose_write_ahead_log_is_lost_is_not_served_unless_one_says_so(server: ServerProcess) -> None:
    used(server)
    server.start()
    server.kill()
    remove_journal(server)
    refused = start_in_vain("--data", str(server.data))
    assert "has lost what was written into it last" in refused
    assert "--new" in refused
    used(server, new=True)
    used(server)


def test_a_store_that_was_replaced_by_an_older_copy_is_not_served_unless_one_says_so(server: ServerProcess) -> None:
    used(server)
    older = (server.data / "tablee.db").read_bytes()
    used(server)
    (server.data / "tablee.db").write_bytes(older)
    assert "older copy" in start_in_vain("--data", str(server.data))


def test_a_backup_that_is_put_back_is_served(server: ServerProcess, tmp_path: Path) -> None:
    used(server)
    copy, data = str(tmp_path / "copy.db"), str(server.data)
    tablee("backup", copy, "--data", data).check_returncode()
    used(server)
    tablee("restore", copy, "--data", data).check_returncode()
    used(server)


def test_a_killed_server_starts_again(server: ServerProcess) -> None:
    server.start()
    server.kill()
    used(server)


def test_a_first_start_that_failed_leaves_a_folder_in_which_the_next_succeeds(server: ServerProcess) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"127.0.0.1:{port} can't be served" in start_in_vain("--data", str(server.data), "--port", port)
    assert (server.data / "secret.key").exists()
    used(server)
