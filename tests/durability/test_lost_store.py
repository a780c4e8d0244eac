"""A store that is gone, or has lost what was written last, is not silently begun anew."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.serving import ServerProcess


@pytest.fixture
def server(tmp_path: Path) -> ServerProcess:
    return ServerProcess(tmp_path)


def start_in_vain(server: ServerProcess, *options: str) -> str:
    """What a server says that can't start."""
    command = [sys.executable, "-m", "tablee.cli", "serve", "--port", "0", "--data", str(server.data), *options]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    return done.stderr


def starts(server: ServerProcess, *options: str) -> bool:
    """Whether it starts with those options."""
    command = [sys.executable, "-m", "tablee.cli", "serve", "--port", "0", "--data", str(server.data), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.terminate()
    return "http://" in said


def used(server: ServerProcess) -> None:
    """It has served, and was stopped."""
    server.start()
    server.stop()


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
    refused = start_in_vain(server)
    assert f"{database} is {'empty' if what == 'emptied' else 'gone'}" in refused
    assert "tablee restore" in refused
    assert "--new" in refused
    assert starts(server, "--new")
    assert starts(server), "once is enough"


def test_a_store_whose_write_ahead_log_is_lost_is_not_served_unless_one_says_so(server: ServerProcess) -> None:
    used(server)
    server.start()
    server.kill()
    remove_journal(server)
    refused = start_in_vain(server)
    assert "has lost what was written into it last" in refused
    assert "--new" in refused
    assert starts(server, "--new")
    assert starts(server)


def test_a_store_that_was_replaced_by_an_older_copy_is_not_served_unless_one_says_so(server: ServerProcess) -> None:
    used(server)
    older = (server.data / "tablee.db").read_bytes()
    used(server)
    (server.data / "tablee.db").write_bytes(older)
    assert "older copy" in start_in_vain(server)


def test_a_backup_that_is_put_back_is_served(server: ServerProcess, tmp_path: Path) -> None:
    used(server)
    tablee = [sys.executable, "-m", "tablee.cli"]
    copy, data = str(tmp_path / "copy.db"), str(server.data)
    subprocess.run([*tablee, "backup", copy, "--data", data], check=True, capture_output=True)
    used(server)
    subprocess.run([*tablee, "restore", copy, "--data", data], check=True, capture_output=True)
    assert starts(server)


def test_a_killed_server_starts_again(server: ServerProcess) -> None:
    server.start()
    server.kill()
    assert starts(server)


def test_a_first_start_that_failed_leaves_a_folder_in_which_the_next_succeeds(server: ServerProcess) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"127.0.0.1:{port} can't be served" in start_in_vain(server, "--port", port)
    assert (server.data / "secret.key").exists()
    assert starts(server)
