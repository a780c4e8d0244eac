"""Numbered migrations: each database's SQL files in `migrations`, applied in order, once.

A file `0002_what_it_does.sql` is all it takes to add one. Files that were released are never changed.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Literal, NamedTuple

from tablee.store.contract import StoreError, UnknownSchema


class Migration(NamedTuple):
    """One step of the schema."""

    number: int
    name: str
    sql: str


def migrations(database: Literal["sqlite", "postgres"]) -> tuple[Migration, ...]:
    """All steps that this program knows, in order, from 1 on."""
    folder = files("tablee.store") / "migrations" / database
    found = []
    for file in folder.iterdir():
        number, _, name = file.name.removesuffix(".sql").partition("_")
        found.append(Migration(int(number), name, file.read_text(encoding="utf-8")))
    return tuple(sorted(found))


def missing(known: Sequence[Migration], applied: int) -> Sequence[Migration]:
    """The steps after the last one applied; UnknownSchema if that is further than this program goes."""
    if applied > known[-1].number:
        raise UnknownSchema(
            f"The data has schema {applied}, and this program knows schemas up to {known[-1].number}: "
            "it was written by a newer version, use that one."
        )
    return [migration for migration in known if migration.number > applied]


def must_be_up_to_date(known: Sequence[Migration], applied: int) -> None:
    """StoreError for a store of another schema than this program's: only a server brings it up to date."""
    if missing(known, applied):
        raise StoreError(
            f"The store has schema {applied}, and this program needs schema {known[-1].number}: "
            "start the server of this version once (tablee serve), which brings it up to date."
        )


def statements(sql: str) -> Iterator[str]:
    """The statements of a script, one by one: sqlite3's own `executescript` would commit first."""
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
