"""How appends are written to PostgreSQL: one statement for a whole batch, which is one round trip and one commit.

All its parts see the database as it was before; who gets through is decided by the first of them, row by row
(`version = expected`, a unique code), also against other processes that write at the same time. What comes after
writes only for those that got through, and the last tells the other processes of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from tablee.store.contract import Append, Summary
from tablee.store.rows import SUMMARY, seated, to_json, write_seats
from tablee.store.search_index import numbers, searched, tags_of

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

DAY: Final = 24 * 60 * 60 * 1000
"""How long the code of a closed room isn't used again."""

CHANNEL: Final = "tablee_changes"

_PAYLOAD: Final = 7000
"""Bytes that fill a notification; PostgreSQL takes less than 8000."""

# `(… IN (SELECT …)) IS TRUE`, below, is asked of a hash table. A plain IN or JOIN would be planned for the ten rows
# that PostgreSQL supposes in every array, as a loop in a loop. And `OFFSET 0` makes it look each code up in the index:
# a plan that was made while there was no room yet would read all of them for every new one.

_ALTERED = ", ".join(f"{name} = given.{name}" for name in [*SUMMARY.split(", ")[1:], "folded"])
"""A room keeps the code it was opened with."""

_MOVED = """
moving AS (
    SELECT * FROM unnest($2::text[], $3::integer[], $4::integer[]) AS given (room, expected, version)
), moved AS (
    UPDATE rooms SET version = given.version, changed = pg_current_xact_id()
    FROM moving AS given WHERE rooms.room = given.room AND rooms.version = given.expected
    RETURNING rooms.room, rooms.version
)"""

_SUMMED = f"""
given AS (
    SELECT * FROM unnest(
        $8::text[], $9::integer[], $10::integer[],
        $11::text[], $12::text[], $13::text[], $14::integer[], $15::integer[], $16::text[], $17::text[],
        $18::text[], $19::boolean[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[], $24::text[],
        $25::text[], $26::text[]
    ) AS given (room, expected, version, {SUMMARY}, folded, tags)
), altered AS (
    UPDATE rooms SET version = given.version, {_ALTERED}, changed = pg_current_xact_id()
    FROM given WHERE rooms.room = given.room AND rooms.version = given.expected AND given.expected > 0
    RETURNING rooms.room, rooms.version
), opened AS (
    INSERT INTO rooms (room, version, {SUMMARY}, folded, changed)
    SELECT room, version, {SUMMARY}, folded, pg_current_xact_id() FROM given
    WHERE expected = 0 AND NOT EXISTS (
        SELECT FROM rooms AS other WHERE other.code = given.code AND other.closed_at IS NULL OFFSET 0
    ) AND NOT EXISTS (
        SELECT FROM rooms AS other WHERE other.code = given.code AND other.closed_at > given.active_at - {DAY} OFFSET 0
    )
    ON CONFLICT DO NOTHING
    RETURNING room, version
), summed AS (
    SELECT * FROM altered UNION ALL SELECT * FROM opened
), tagged AS (
    INSERT INTO listings (room, tags, folded)
    SELECT room, tags::integer[], folded FROM given
    WHERE tags <> '{{}}' AND (room IN (SELECT room FROM summed)) IS TRUE
    ON CONFLICT (room) DO UPDATE SET tags = excluded.tags, folded = excluded.folded
    WHERE listings.tags <> excluded.tags OR listings.folded <> excluded.folded
), untagged AS (
    DELETE FROM listings USING given
    WHERE listings.room = given.room AND given.tags = '{{}}' AND (given.room IN (SELECT room FROM altered)) IS TRUE
), seated AS (
    SELECT given.room, given.person FROM unnest($27::text[], $28::text[]) AS given (room, person)
    WHERE (room IN (SELECT room FROM summed)) IS TRUE
), sat_down AS (
    INSERT INTO seats (room, person) SELECT room, person FROM seated ON CONFLICT DO NOTHING
), stood_up AS (
    DELETE FROM seats USING altered
    WHERE seats.room = altered.room AND ((seats.room, seats.person) IN (SELECT room, person FROM seated)) IS NOT TRUE
)"""

_EVENTS = """
written AS (
    INSERT INTO events (room, version, event)
    SELECT room, version, event
    FROM unnest($5::text[], $6::integer[], $7::bytea[]) AS given (room, version, event)
    WHERE (room IN (SELECT room FROM kept)) IS TRUE
)"""

_REST = """
shot AS (
    INSERT INTO snapshots (room, version, state)
    SELECT room, version, state
    FROM unnest($29::text[], $30::integer[], $31::bytea[]) AS given (room, version, state)
    WHERE (room IN (SELECT room FROM kept)) IS TRUE
    ON CONFLICT (room) DO UPDATE SET version = excluded.version, state = excluded.state
), finished AS (
    INSERT INTO games
    SELECT * FROM unnest(
        $32::text[], $33::text[], $34::text[], $35::text[], $36::text[], $37::boolean[], $38::bigint[], $39::bigint[],
        $40::bytea[], $41::integer[], $42::integer[]
    ) AS given (id, room, game, seats, people, is_private, started_at, ended_at, outcome, first_version, last_version)
    WHERE (room IN (SELECT room FROM kept)) IS TRUE
    RETURNING id
), played AS (
    INSERT INTO players (person, ended_at, game)
    SELECT person, ended_at, game
    FROM unnest($43::text[], $44::bigint[], $45::text[]) AS given (person, ended_at, game)
    WHERE (game IN (SELECT id FROM finished)) IS TRUE
), named AS (
    INSERT INTO names (room, version, person, kind, text)
    SELECT room, version, person, kind, text
    FROM unnest($46::text[], $47::integer[], $48::text[], $49::text[], $50::text[])
        AS given (room, version, person, kind, text)
    WHERE (room IN (SELECT room FROM kept)) IS TRUE
), passed_on AS (
    UPDATE names SET person = given.heir
    FROM unnest($51::text[], $52::text[], $53::text[]) AS given (room, person, heir)
    WHERE names.room = given.room AND names.person = given.person AND (given.room IN (SELECT room FROM kept)) IS TRUE
)"""

_TOLD = f"""
pieces AS (
    SELECT room, version, sum(octet_length(room) + 12) OVER (ORDER BY room) / {_PAYLOAD} AS piece FROM kept
), told AS (
    SELECT pg_notify('{CHANNEL}', $1 || string_agg(E'\\n' || version || ' ' || room, '')) FROM pieces GROUP BY piece
)
SELECT room, (SELECT count(*) FROM told) FROM kept
"""

MOVES: Final = f"WITH {_MOVED}, kept AS (SELECT * FROM moved), {_EVENTS}, {_TOLD}"
"""Writes a batch of ordinary moves, which leave the summaries as they are."""

_KEPT = "kept AS (SELECT * FROM moved UNION ALL SELECT * FROM summed)"

ALL: Final = f"WITH {_MOVED}, {_SUMMED}, {_KEPT}, {_EVENTS}, {_REST}, {_TOLD}"
"""Writes any batch."""


def arguments(appends: Sequence[Append], sender: str) -> tuple[str, list[Any]]:
    """The statement that writes a batch, at most one append for each room, and its arguments."""
    appends = sorted(appends, key=lambda append: append.room)  # All processes lock rows in the same order.
    summed = [(append, append.summary) for append in appends if append.summary is not None]
    moving = [append for append in appends if append.summary is None]
    if any(append.expected_version == 0 for append in moving):
        raise ValueError("A new room has a summary.")
    common = [
        sender,
        *_columns(3, ((a.room, a.expected_version, _reached(a)) for a in moving)),
        *_columns(
            3,
            (
                (a.room, version, event)
                for a in appends
                for version, event in enumerate(a.events, start=a.expected_version + 1)
            ),
        ),
    ]
    if not any(
        a.summary is not None or a.snapshot is not None or a.finished or a.names or a.passed_on for a in appends
    ):
        return MOVES, common
    games = [game for append in appends for game in append.finished]
    return ALL, [
        *common,
        *_columns(19, ((a.room, a.expected_version, _reached(a), *_summary(summary)) for a, summary in summed)),
        *_columns(2, ((a.room, person) for a, summary in summed for person in seated(summary))),
        *_columns(3, ((a.room, _reached(a), a.snapshot) for a in appends if a.snapshot is not None)),
        *_columns(
            11,
            (
                (
                    game.id,
                    game.room,
                    game.game,
                    write_seats(game),
                    to_json(game.people),
                    game.is_private,
                    game.started_at,
                    game.ended_at,
                    game.outcome,
                    game.first_version,
                    game.last_version,
                )
                for game in games
            ),
        ),
        *_columns(3, ((person, game.ended_at, game.id) for game in games for person in dict.fromkeys(game.people))),
        *_columns(5, ((a.room, name.version, name.person, name.kind, name.text) for a in appends for name in a.names)),
        *_columns(3, ((a.room, person, heir) for a in appends for person, heir in a.passed_on)),
    ]


def read_payload(payload: str) -> tuple[str, list[tuple[str, int]]]:
    """The sender of a notification, and the rooms with their versions."""
    sender, *lines = payload.split("\n")
    rooms = []
    for line in lines:
        version, _, room = line.partition(" ")
        rooms.append((room, int(version)))
    return sender, rooms


def _reached(append: Append) -> int:
    return append.expected_version + len(append.events)


def _columns(number: int, rows: Iterable[tuple[Any, ...]]) -> Sequence[Sequence[Any]]:
    """Rows as columns, also when there are none."""
    return tuple(zip(*rows, strict=True)) or ((),) * number


def _summary(summary: Summary) -> tuple[Any, ...]:
    *plain, people = msgspec.structs.astuple(summary)
    return (*plain, to_json(people), searched(summary), f"{{{','.join(map(str, numbers(tags_of(summary))))}}}")
