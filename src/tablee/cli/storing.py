"""The store: `backup`, `restore`, `check`."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from tablee.cli.command import (
    EXIT_FAILED,
    Commands,
    FailedError,
    UsageError,
    add_command,
    add_data,
    files_installed,
    load_settings,
    progress,
    told_as,
)
from tablee.kernel.words import Language, Text


def add_copies(commands: Commands) -> None:
    command = add_command(
        commands,
        "backup",
        backup_store,
        "back up the store to one file; the server may be running",
        "tablee backup tablee.backup",
        "tablee backup /var/backups/tablee-$(date +%F).db --data /var/lib/tablee",
    )
    help_ = "the backup; an existing file is replaced only once the new one is complete"
    command.add_argument("file", metavar="FILE", help=help_)
    add_data(command)

    command = add_command(
        commands,
        "restore",
        restore_store,
        "replace the store with a backup (current data is lost); the server may be running",
        "tablee restore tablee.backup",
        "tablee restore /var/backups/tablee-2026-01-31.db --data /var/lib/tablee",
    )
    command.add_argument("file", metavar="FILE", help="a copy that `tablee backup` made; it is checked first")
    add_data(command)


def add_check(commands: Commands) -> None:
    command = add_command(
        commands,
        "check",
        check_store,
        "check that a store is whole, and that this version can play on and show everything in it; changes nothing",
        "tablee check --data /var/lib/tablee",
        "tablee check /var/backups/tablee-2026-01-31.db",
        "tablee check --database postgresql://tablee@localhost/tablee_copy --json",
    )
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a backup: a copy of it is brought up to date and checked, as the way to try an upgrade first",
    )
    for name, metavar in (("data", "FOLDER"), ("database", "ADDRESS"), ("games", "FILES")):
        command.add_argument(
            f"--{name}", metavar=metavar, help=f"as of `tablee serve` (environment: TABLEE_{name.upper()})"
        )
    command.add_argument("--json", action="store_true", help="print one JSON object instead of lines")


def backup_store(arguments: argparse.Namespace) -> int:
    from tablee.store.backup import backup

    told = Text("Backed up {0} to {1}.", "Les données de {0} sont copiées dans {1}.")
    return _copy(arguments, backup, told)


def restore_store(arguments: argparse.Namespace) -> int:
    from tablee.store.backup import restore

    told = Text("Restored {1} into {0}.", "{1} remplace les données de {0}.")
    return _copy(arguments, lambda folder, file: restore(file, folder), told)


def _copy(arguments: argparse.Namespace, copy: Callable[[Path, Path], None], told: Text) -> int:
    from tablee.store.backup import BackupError

    settings = load_settings({"data": arguments.data})
    folder, file = Path(settings.data), Path(arguments.file)
    if settings.database and arguments.data is None:
        raise UsageError(
            "the store is PostgreSQL (TABLEE_DATABASE): copy it with pg_dump and put it back with pg_restore; "
            "for a store in a data folder, give --data FOLDER"
        )
    with told_as(FailedError, BackupError):
        copy(folder, file)
    sys.stdout.write(told.in_(arguments.lang).format(folder, file) + "\n")
    return 0


def check_store(arguments: argparse.Namespace) -> int:
    from tablee.store.backup import BackupError
    from tablee.store.contract import StoreError

    settings = load_settings({name: getattr(arguments, name) for name in ("data", "database", "games")})
    # An explicit folder wins over a database named by the environment.
    url = settings.database if arguments.data is None or arguments.database else ""
    file = Path(arguments.file) if arguments.file else None
    if file is not None and (arguments.data or arguments.database):
        raise UsageError("give a FILE, or --data FOLDER, or --database ADDRESS")
    with told_as(FailedError, BackupError, StoreError, OSError), files_installed(settings.game_files):
        return asyncio.run(_check(url, Path(settings.data), file, arguments.lang, as_json=arguments.json))


async def _check(url: str, folder: Path, file: Path | None, lang: Language, *, as_json: bool) -> int:
    from tablee.server.checking import Checked, opened, problems_of
    from tablee.terminal.check import told_of_check, told_of_problem

    checked = Checked()
    async with opened(url, folder, file) as inspection:
        checked.upgraded_from = inspection.upgraded_from
        with progress("check", await inspection.count()) as advance:
            async for room, problems in problems_of(inspection):
                checked.take(room, problems)
                if not as_json:
                    sys.stdout.writelines(f"{told_of_problem(problem, lang)}\n" for problem in problems)
                if room is not None:
                    advance(1)
    sys.stdout.write((msgspec.json.encode(checked).decode() if as_json else told_of_check(checked, lang)) + "\n")
    return EXIT_FAILED if checked.found else 0
