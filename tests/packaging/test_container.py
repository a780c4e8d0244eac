"""The container: no Docker is needed to see that what its files say works."""

import fnmatch
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import yaml  # type: ignore[import-untyped]  # it ships no types

from tablee.server.settings import described, load_settings, variable_of
from tests.packaging import clean
from tests.packaging.building import ROOT
from tests.packaging.dockerfile import Stage, stages
from tests.patience import at_leisure

PATH = "PATH"


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that anybody may enter, unlike pytest's."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-container-"))
    folder.chmod(0o755)
    yield folder
    clean.make_writable(folder)
    shutil.rmtree(folder)


class Container:
    """The image's last stage, without an image: its own command, user and environment, in a folder."""

    def __init__(self, stage: Stage, environment: Path, data: Path, user: int | None) -> None:
        self._stage, self._user = stage, user
        (volume,) = stage.volumes
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        given = {name: value.replace(volume, str(data)) for name, value in stage.environment.items()}
        self._environment = {
            **given,
            "TABLEE_PORT": str(self.port),
            PATH: str(environment / "bin"),
            "LD_LIBRARY_PATH": clean.library_path(environment / "bin" / "python"),
        }
        self._data = data

    def start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self._stage.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **self._way()
        )

    def is_healthy(self) -> bool:
        return subprocess.run(self._stage.health, capture_output=True, check=False, **self._way()).returncode == 0

    def _way(self) -> dict[str, Any]:
        return {"env": self._environment, "cwd": self._data, **clean.as_user(self._user)}


@pytest.mark.skipif(sys.platform != "linux", reason="the container is Linux")
def test_the_wheel_alone_serves_from_read_only_code_as_another_user_and_ends_at_once(place: Path, wheel: Path) -> None:
    stage = stages()[-1]
    user = int(stage.user.partition(":")[0]) if os.geteuid() == 0 else None
    environment, data = clean.make_python(place, user), place / "data"
    names = clean.install_all(wheel, environment)
    assert "uvicorn" in names
    assert not {"pytest", "hatchling", "mypy", "setuptools"} & {*names}
    data.mkdir(mode=0o700)
    if user is not None:
        os.chown(data, user, user)
    else:
        clean.make_read_only(environment)
    (code,) = environment.glob("lib/python*/site-packages/tablee")
    before = sorted(code.rglob("*"))
    container = Container(stage, environment, data, user)
    assert not container.is_healthy()
    process = container.start()
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said == f"Tablée is running at http://0.0.0.0:{container.port}\n", (
            said + process.communicate(timeout=at_leisure(60))[1]
        )
        assert container.is_healthy()
        assert "<title>" in page(container.port), "the pages are in the wheel"
        assert Path(f"/proc/{process.pid}").stat().st_uid == (os.geteuid() if user is None else user)
    finally:
        process.send_signal(signal.SIGTERM)
        _, log = process.communicate(timeout=at_leisure(60))
    assert process.returncode == 0, log
    assert '"stopped"' in log
    assert not container.is_healthy()
    assert {file.name for file in data.iterdir()} == {"secret.key", "tablee.db", "tablee.lock", "tablee.seen"}
    assert sorted(code.rglob("*")) == before


def page(port: int) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=at_leisure(60))
    try:
        connection.request("GET", "/")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def test_the_linter_finds_nothing_in_the_dockerfile() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, "--no-color", "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_runs_has_one_volume_one_port_and_a_user_who_is_not_root() -> None:
    *_, stage = stages()
    settings = load_settings({}, stage.environment)
    assert stage.volumes == [settings.data]
    assert stage.ports == [str(settings.port)]
    assert all(part.isdecimal() and int(part) > 0 for part in stage.user.split(":"))
    assert "slim" in stage.base


def test_the_build_sees_what_it_copies_and_neither_data_nor_secrets() -> None:
    copied = [source for stage in stages() for source in stage.copied]
    assert "src/" in copied
    for source in copied:
        assert (ROOT / source).exists()
        assert is_sent(source.rstrip("/")), source
    for kept in (
        ".env",
        "tablee-data/tablee.db",
        "secret.key",
        ".git/config",
        ".venv/pyvenv.cfg",
        "web/node_modules/x",
    ):
        assert not is_sent(kept), kept


def is_sent(path: str) -> bool:
    """What .dockerignore says of a path: the last line that names it, or a folder that it is in, decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        if not line or line.startswith("#"):
            continue
        parts = path.split("/")
        ways = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
        if any(fnmatch.fnmatchcase(way, pattern) for way in (parts if line.startswith("**/") else ways)):
            sent = line.startswith("!")
    return sent


# ── Compose ──────────────────────────────────────────────────────────────────────────────────────────────


def compose() -> Any:
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_the_compose_file_is_one() -> None:
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"
    jsonschema_rs.validate(msgspec.json.decode(schema.read_bytes()), compose())


def test_the_servers_wait_for_a_healthy_postgresql_and_none_is_root() -> None:
    services = compose()["services"]
    database = services.pop("database")
    assert database["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    assert int(database["user"].partition(":")[0]) > 0
    for service in services.values():
        assert service["depends_on"]["database"]["condition"] == "service_healthy"
        assert service["read_only"]
        assert "user" not in service, "the image's own, which is not root"
        assert [volume.partition(":")[2] for volume in service["volumes"]] == stages()[-1].volumes
        (port,) = service["ports"]
        assert port.startswith("127.0.0.1:")
        assert port.endswith(f":{stages()[-1].ports[0]}")
    for service in (database, *services.values()):
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert "profiles" not in services.pop("server")
    assert all(service["profiles"] for service in services.values())


def test_no_password_has_a_default_and_every_setting_exists() -> None:
    services = compose()["services"]
    server, database = services["server"]["environment"], services["database"]["environment"]
    for given in (server["PGPASSWORD"], database["POSTGRES_PASSWORD"]):
        assert given.startswith("${POSTGRES_PASSWORD:?")
    settings = {name for name in server if name.startswith("TABLEE_")}
    assert settings <= {variable_of(name) for name in described()}
    assert load_settings({}, {"TABLEE_DATABASE": server["TABLEE_DATABASE"]}).database
