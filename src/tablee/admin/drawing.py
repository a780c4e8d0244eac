"""The output of `tablee admin` for people: tables, and sentences."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.table import Table
from rich.text import Text

from tablee.admin.deeds import Closed, KnownBot, Left, ResetLink
from tablee.store.audit import Deed
from tablee.store.bans import Ban
from tablee.store.contract import ListedRoom, Milliseconds
from tablee.store.overview import KnownPerson
from tablee.store.pruning import Pruned

_SOMEONE = "Someone"
"""Shown for an erased name."""


def rooms_table(rooms: Iterable[ListedRoom]) -> Table:
    """Rooms, with the ids of those who have a seat."""
    table = _table("code", "name", "game", "seats", "status", "host", "active", "room", "people")
    for row in rooms:
        room = row.summary
        _add(
            table,
            room.code,
            room.name or room.host or _SOMEONE,
            room.game,
            f"{room.taken}/{room.capacity}",
            "closed" if room.closed_at is not None else room.status,
            room.host or _SOMEONE,
            when(room.active_at),
            row.room,
            "\n".join(room.people),
        )
    return table


def people_table(people: Iterable[KnownPerson]) -> Table:
    """People, with the ids that the other commands take."""
    table = _table("person", "names", "account", "active", "games", "rooms", "")
    for person in people:
        names = ", ".join(person.names) or _SOMEONE
        banned = "banned" if person.is_banned else ""
        counts = (str(person.games), str(person.rooms))
        _add(table, person.person, names, person.username or "", when(person.active_at), *counts, banned)
    return table


def bans_table(bans: Iterable[Ban]) -> Table:
    table = _table("banned", "since", "until", "reason")
    for ban in bans:
        _add(table, ban.subject, when(ban.at), "for good" if ban.until is None else when(ban.until), ban.reason)
    return table


def bots_table(bots: Iterable[KnownBot]) -> Table:
    table = _table("bot", "name", "made by", "since")
    for bot in bots:
        _add(table, bot.bot, bot.name, bot.owner, when(bot.created_at))
    return table


def deeds_table(deeds: Iterable[Deed]) -> Table:
    table = _table("when", "who", "did", "to", "details")
    for deed in deeds:
        _add(table, when(deed.at), deed.who, deed.did, deed.subject, deed.details)
    return table


def sentence(
    done: Closed | Left | ResetLink | Ban | KnownBot | Pruned, *, is_undone: bool = False, is_trial: bool = False
) -> str:
    match done:
        case Closed(room, code):
            return f"The room {code} ({room}) is closed."
        case Left(person=person, rooms=rooms, erased=erased):
            account = ", with their account" if erased.had_account else ""
            left = f" They left {_counted(len(rooms), 'room')}." if rooms else ""
            return f"{person} is erased{account}: {_counted(erased.names, 'name')} taken away.{left}"
        case ResetLink(username, link):
            return f"{username} can set a new password here, once, within 24 hours:\n{link}"
        case Ban(subject=subject, until=until):
            if is_undone:
                return f"{subject} is let in again."
            return f"{subject} is banned {'for good' if until is None else 'until ' + when(until)}."
        case KnownBot(bot, name):
            return f"The bot {name} ({bot}) is deleted."
        case Pruned(rooms, records):
            would = "would be" if is_trial else "are"
            return f"{_counted(rooms, 'room')} and {_counted(records, 'record')} {would} deleted."


def when(time: Milliseconds) -> str:
    """A time as this machine's clock shows it."""
    return f"{datetime.fromtimestamp(time / 1000).astimezone():%Y-%m-%d %H:%M}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _table(*headers: str) -> Table:
    return Table(*headers, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")


def _add(table: Table, *cells: str) -> None:
    row: Sequence[Text] = [Text(cell) for cell in cells]  # as text: a name may look like markup
    table.add_row(*row)
