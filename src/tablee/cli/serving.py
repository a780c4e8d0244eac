"""The server: `serve`, `healthy`, `schema`."""

import argparse
import errno
import sys
from http import HTTPStatus
from typing import Any

import msgspec

from tablee.cli.command import Commands, FailedError, UsageError, add_command, files_installed, load_settings, told_as


def add_serving(commands: Commands) -> None:
    command = add_command(
        commands,
        "serve",
        serve,
        "run the server",
        "tablee serve",
        "tablee serve --port 9000 --data /var/lib/tablee",
        "tablee serve --games examples/tictactoe/tictactoe.py",
        "tablee serve --database postgresql://tablee@localhost/tablee --trusted-proxies 127.0.0.1",
    )
    _add_settings(command)
    command.add_argument(
        "--new",
        action="store_true",
        help="start although the store in the data folder is gone or has lost something: with what is left",
    )

    command = add_command(
        commands,
        "healthy",
        is_healthy,
        "ask the server on this machine whether it is alive, for a container's health check",
        "tablee healthy && echo yes",
        "tablee healthy --port 9000",
    )
    for name, text in (("host", "the address that the server listens on"), ("port", "its port")):
        command.add_argument(f"--{name}", help=f"{text} (default: the server's; environment: TABLEE_{name.upper()})")


def add_schema(commands: Commands) -> None:
    command = add_command(
        commands,
        "schema",
        print_schema,
        "print the JSON Schema of the protocol and of the games' data, or the same as TypeScript",
        "tablee schema > tablee.schema.json",
        "tablee schema my_game.py                        with the data of this game alone",
        "tablee schema kitty my_game.py --typescript > protocol.ts",
    )
    help_ = "the id of an installed game, or the path of a game's .py file (default: all installed games)"
    command.add_argument("games", nargs="*", metavar="GAME", help=help_)
    command.add_argument("--typescript", action="store_true", help="types for TypeScript")


def _add_settings(command: argparse.ArgumentParser) -> None:
    from tablee.server.settings import described, variable_of

    for name, (text, default) in described().items():
        shown = (
            {True: "on", False: "off", "": "none"}.get(default, default)
            if not isinstance(default, int) or isinstance(default, bool)
            else default
        )
        action: Any = argparse.BooleanOptionalAction if isinstance(default, bool) else "store"
        command.add_argument(
            f"--{name.replace('_', '-')}",
            action=action,
            default=None,
            help=f"{text} (default: {shown}; environment: {variable_of(name)})".replace("%", "%%"),
        )


def serve(arguments: argparse.Namespace) -> int:
    from tablee.server.process import CantListen, run
    from tablee.server.settings import ServerSettings, SettingsError
    from tablee.store.contract import StoreError

    settings = load_settings({name: getattr(arguments, name) for name in ServerSettings.__struct_fields__})
    try:
        with (
            told_as(FailedError, CantListen, StoreError),
            told_as(UsageError, SettingsError),
            files_installed(settings.game_files),
        ):
            run(settings, lambda address: print(f"Tablée is running at {address}", flush=True), is_new=arguments.new)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise FailedError(f"the disk is full: {settings.data} can't be written") from error
        raise FailedError(f"{error.filename or settings.data} can't be used: {error.strerror or error}") from error
    return 0


def is_healthy(arguments: argparse.Namespace) -> int:
    from http.client import HTTPConnection, HTTPException

    settings = load_settings({"host": arguments.host, "port": arguments.port})
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 - compared, not bound
    connection = HTTPConnection(host, settings.port, timeout=4)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise FailedError(f"{host}:{settings.port} doesn't answer: {error}") from error
    finally:
        connection.close()
    if status != HTTPStatus.OK:
        raise FailedError(f"{host}:{settings.port} answers with {status}")
    return 0


def print_schema(arguments: argparse.Namespace) -> int:
    from tablee.kernel.registry import game_ids
    from tablee.lab.loading import find_game
    from tablee.protocol.schema import schema
    from tablee.protocol.typescript import typescript

    # Installed meanwhile: the sentences of a game's data are read from its module.
    with files_installed({name for name in arguments.games if name.endswith(".py")}):
        document = schema([find_game(name).id for name in arguments.games] or game_ids())
    if arguments.typescript:
        told = typescript(document).encode()
    else:
        told = msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
    sys.stdout.buffer.write(told)
    sys.stdout.buffer.flush()
    return 0
