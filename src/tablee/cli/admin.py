"""The command `admin`: a host's work on a server, running or not."""

import argparse
import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tablee.cli.command import (
    EXIT_FAILED,
    Commands,
    FailedError,
    UsageError,
    add_data,
    add_group,
    files_installed,
    load_settings,
    sentence,
    told_as,
)

if TYPE_CHECKING:
    from rich.table import Table

    from tablee.server.settings import ServerSettings
    from tablee.store.upkeep import Upkeep

_UNITS: Final = {"m": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}

_EPILOG: Final = """examples:
  tablee admin rooms --game kitty --closed        all rooms of No Kitty, closed ones too
  tablee admin rooms --person ada                 where Ada sits, or sat
  tablee admin close K7M2QX --reason "asked to"   everyone there gets a notice and goes home
  tablee admin people --search ada                the ids that the other commands take
  tablee admin ban 203.0.113.7 --for 7d           an address, for a week
  tablee admin ban ada --reason "shouting"        a person, for good
  tablee admin erase ada                          take away all that tells who Ada is
  tablee admin reset-password ada                 a link that works once
  tablee admin bots --person ada                  the bot accounts that Ada made
  tablee admin audit                              who did all this

A running server heeds them within a second. tablee admin COMMAND --help tells more of each.
Exit codes: 0 done; 1 nothing found, or the store can't be used; 2 wrong input."""


def add_admin(commands: Commands) -> None:
    help_ = "look after a server: its rooms, people and bans, while it runs or not"
    own = add_group(commands, "admin", help_, _EPILOG)

    command = _command(own, "rooms", _rooms, "list rooms, local and private ones too, the most recently active first")
    command.add_argument("--search", default="", metavar="TEXT", help="part of the room's or host's name, or the code")
    command.add_argument("--game", metavar="GAME", help="only rooms of this game, by its id")
    command.add_argument("--status", choices=("waiting", "playing", "finished"), help="only rooms in this status")
    command.add_argument("--closed", action="store_true", help="closed rooms too")
    command.add_argument("--person", metavar="PERSON", help="only rooms where this person has or had a seat")
    command.add_argument("--older", type=duration, metavar="TIME", help="only rooms idle for at least this long: 12h")
    command.add_argument("--newer", type=duration, metavar="TIME", help="only rooms active within this time: 30m")
    _add_limit(command)

    command = _command(own, "close", _close, "close a room; those who are there are told and sent home")
    command.add_argument("room", metavar="ROOM", help="the room's id or code")
    _add_reason(command)
    _add_yes(command)

    command = _command(own, "people", _people, "list accounts, and guests that have or had a seat")
    command.add_argument("--search", default="", metavar="TEXT", help="part of a name or username, or an id")
    _add_limit(command)

    command = _command(own, "ban", _ban, "keep a person or an address out; open connections are closed")
    command.add_argument("who", metavar="WHO", help="a person (id or username), an address or a network")
    command.add_argument(
        "--for", dest="lasts", type=duration, metavar="TIME", help="30m, 12h, 7d, 2w (default: for good)"
    )
    command.add_argument("--force", action="store_true", help="even if it is this machine's own address")
    _add_reason(command)

    command = _command(own, "unban", _unban, "let a banned person or address in again")
    command.add_argument("who", metavar="WHO", help="as it was banned, see: tablee admin bans")

    _command(own, "bans", _bans, "list the bans that have not ended")

    command = _command(own, "erase", _erase, "make a person leave, and erase all that tells who they are")
    command.add_argument("who", metavar="PERSON", help="an id or a username")
    _add_yes(command)

    command = _command(own, "export", _export, "print all that the store knows of a person, as JSON", has_json=False)
    command.add_argument("who", metavar="PERSON", help="an id or a username")

    command = _command(own, "bots", _bots, "list bot accounts, and who made them")
    command.add_argument("--person", metavar="PERSON", help="only those that this person made (id or username)")

    command = _command(own, "delete-bot", _delete_bot, "delete a bot account; it leaves its rooms and its token ends")
    command.add_argument("bot", metavar="BOT", help="its id, see: tablee admin bots")
    _add_reason(command)
    _add_yes(command)

    command = _command(own, "reset-password", _reset, "print a link with which an account gets a new password, once")
    command.add_argument("who", metavar="USERNAME")
    command.add_argument(
        "--url", metavar="ADDRESS", help="how players reach the server: https://tablee.example (default: host and port)"
    )

    command = _command(own, "prune", _prune, "delete what has had its time, as a running server does every hour")
    command.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
    command.add_argument(
        "--keep-records-days",
        type=_count,
        metavar="N",
        help="delete records of games that ended before (default: as set, TABLEE_KEEP_RECORDS_DAYS)",
    )
    _add_yes(command)

    command = _command(own, "audit", _audit, "list what was done with these commands, the latest first")
    command.add_argument("--did", metavar="COMMAND", help="only this command: close, ban, erase, …")
    command.add_argument("--subject", metavar="WHAT", help="only what was done to this room, person or network")
    command.add_argument("--who", metavar="USER", help="only what this user of the machine did")
    command.add_argument("--newer", type=duration, metavar="TIME", help="only deeds within this time: 30d")
    _add_limit(command)


class _Task:
    """One command at work: what was asked, where, and how to answer."""

    def __init__(self, arguments: argparse.Namespace, settings: "ServerSettings", upkeep: "Upkeep") -> None:
        from tablee.admin.deeds import Host
        from tablee.server.clock import now

        self.given, self.settings, self.upkeep, self.now = arguments, settings, upkeep, now()
        self.host: Host = Host(upkeep, self.now, skips=settings.skips)

    def ago(self, seconds: int | None) -> int | None:
        return None if seconds is None else self.now - seconds * 1000

    def show(self, found: Sequence[Any], draw: "Callable[[Any], Table]", nothing: str) -> int:
        from rich.console import Console

        if self.given.json:
            _print_json(found)
        elif found:
            # Not cut to a window's width when the output is not a terminal.
            width = None if sys.stdout.isatty() else 1000
            Console(highlight=False, width=width).print(draw(found))
        if not found:
            sys.stderr.write(f"tablee: {nothing}\n")
        return 0 if found else EXIT_FAILED

    def tell(self, done: Any, **how: bool) -> int:
        from tablee.admin.drawing import sentence

        if self.given.json:
            _print_json(done)
        else:
            sys.stdout.write(sentence(done, **how) + "\n")
        return 0

    def confirm(self, what: str) -> None:
        """Ask at the terminal; UsageError unless the answer is yes."""
        if self.given.yes:
            return
        if not sys.stdin.isatty():
            raise UsageError(f"{what} There is no terminal to ask at: give --yes if that is meant.")
        sys.stderr.write(f"{what} Go on? [y/N] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise UsageError("Nothing was changed.")


async def _rooms(task: _Task) -> int:
    from tablee.admin.deeds import rooms_query
    from tablee.admin.drawing import rooms_table
    from tablee.store.overview import HostQuery

    given = task.given
    query = HostQuery(
        search=given.search,
        game=given.game,
        status=given.status,
        person=given.person,
        with_closed=given.closed,
        active_after=task.ago(given.newer),
        active_before=task.ago(given.older),
        limit=given.limit,
    )
    found = await task.upkeep.overview.rooms(await rooms_query(task.host, query))
    return task.show(found, rooms_table, "no such rooms")


async def _close(task: _Task) -> int:
    task.confirm(f"The room {task.given.room} is closed, and a game that is played there ends without a result.")
    return task.tell(await task.host.close(task.given.room, task.given.reason))


async def _people(task: _Task) -> int:
    from tablee.admin.drawing import people_table
    from tablee.store.overview import PeopleQuery

    query = PeopleQuery(search=task.given.search, limit=task.given.limit)
    return task.show(await task.upkeep.overview.people(query, task.now), people_table, "no such people")


async def _ban(task: _Task) -> int:
    given = task.given
    lasts = None if given.lasts is None else given.lasts * 1000
    return task.tell(await task.host.ban(given.who, lasts, given.reason, is_forced=given.force))


async def _unban(task: _Task) -> int:
    return task.tell(await task.host.unban(task.given.who), is_undone=True)


async def _bans(task: _Task) -> int:
    from tablee.admin.drawing import bans_table

    return task.show(await task.upkeep.bans(task.now), bans_table, "nobody is banned")


async def _erase(task: _Task) -> int:
    known = await task.host.person(task.given.who)
    called = ", ".join(known.names) or "no name"
    task.confirm(f"{known.person} ({called}) leaves {known.rooms} rooms and is erased for good.")
    return task.tell(await task.host.erase(known.person))


async def _export(task: _Task) -> int:
    _print_json(await task.host.export(task.given.who))
    return 0


async def _bots(task: _Task) -> int:
    from tablee.admin.drawing import bots_table

    return task.show(await task.host.bots(task.given.person), bots_table, "there are no such bot accounts")


async def _delete_bot(task: _Task) -> int:
    task.confirm(f"The bot {task.given.bot} leaves its rooms, and its token stops working.")
    return task.tell(await task.host.delete_bot(task.given.bot, task.given.reason))


async def _reset(task: _Task) -> int:
    settings = task.settings
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)  # noqa: S104 - nothing is bound
    return task.tell(await task.host.reset_password(task.given.who, task.given.url or f"http://{host}:{settings.port}"))


async def _prune(task: _Task) -> int:
    given = task.given
    days = task.settings.keep_records_days if given.keep_records_days is None else given.keep_records_days
    due = await task.host.prunable(days)
    if given.dry_run:
        return task.tell(due, is_trial=True)
    task.confirm(f"{due.rooms} closed rooms without a record and {due.records} records are deleted for good.")
    return task.tell(await task.host.prune(days))


async def _audit(task: _Task) -> int:
    from tablee.admin.drawing import deeds_table
    from tablee.store.audit import DeedQuery

    given = task.given
    query = DeedQuery(
        did=given.did, subject=given.subject, who=given.who, since=task.ago(given.newer), limit=given.limit
    )
    return task.show(await task.upkeep.deeds(query), deeds_table, "nothing was done")


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _run(arguments: argparse.Namespace) -> int:
    """Run a command on the store that the options and the environment name."""
    from tablee.admin.deeds import NotFound, WrongInput
    from tablee.store.contract import StoreError
    from tablee.store.opening import open_upkeep

    async def run() -> int:
        # An explicit --data wins over a database named by the environment.
        url = None if arguments.data is not None and arguments.database is None else settings.database or None
        async with open_upkeep(url, Path(settings.data)) as upkeep:
            done: int = await arguments.do(_Task(arguments, settings, upkeep))
            return done

    settings = load_settings({"data": arguments.data, "database": arguments.database})
    with (
        told_as(UsageError, WrongInput),
        told_as(FailedError, NotFound, StoreError),
        files_installed(settings.game_files),
    ):
        return asyncio.run(run())


def _command(
    commands: Commands, name: str, do: Callable[[_Task], Awaitable[int]], help_: str, *, has_json: bool = True
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=help_, description=sentence(help_))
    add_data(command)
    command.add_argument(
        "--database", metavar="ADDRESS", help="postgresql://… (default: none; environment: TABLEE_DATABASE)"
    )
    if has_json:
        command.add_argument("--json", action="store_true", help="print one JSON document")
    command.set_defaults(run=_run, do=do)
    return command


def _add_limit(command: argparse.ArgumentParser) -> None:
    command.add_argument("--limit", type=_count, default=50, metavar="N", help="list at most this many (default: 50)")


def _add_reason(command: argparse.ArgumentParser) -> None:
    command.add_argument("--reason", default="", metavar="TEXT", help="for the audit log; the player isn't told")


def _add_yes(command: argparse.ArgumentParser) -> None:
    command.add_argument("--yes", action="store_true", help="don't ask first")


def duration(text: str) -> int:
    """Seconds, from 30m, 12h, 7d or 2w."""
    found = re.fullmatch(r"(\d{1,5})([mhdw])", text)
    if found is None or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no time, such as 30m, 12h, 7d or 2w")
    return int(found[1]) * _UNITS[found[2]]


def _count(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be 1 or more")
    return number


def _print_json(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
    sys.stdout.buffer.flush()
