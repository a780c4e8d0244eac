"""How appends are written to PostgreSQL: one statement for a whole batch, which is one round trip and one commit.

All its parts see the database as it was before; who gets through is decided by the first of them, row by row
(`version = expected`, a unique code), also against other processes that write at the same time. What comes after
writes only for those that got through, and the last tells the other processes of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from tablee.store.contract import Append, Summary
from tablee.store.folding import fold_text
from tablee.store.listing import COLUMNS
from tablee.store.remembering import LastWritten
from tablee.store.tags import tags_of

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

DAY: Final = 24 * 60 * 60 * 1000
"""So long the code of a closed room isn't used again."""

CHANNEL: Final = "tablee_changes"

_LARGEST_PAYLOAD: Final = 7900
"""Of a NOTIFY: PostgreSQL takes less than 8000 bytes."""

_ALTERED = ", ".join(f"{name} = given.{name}" for name in [*COLUMNS.split(", ")[1:], "folded"])
"""A room keeps the code it was opened with."""

_MOVED = """
moving AS (
    SELECT * FROM unnest($3::text[], $4::integer[], $5::integer[], $6::bigint[], $7::bigint[])
        AS given (room, expected, version, active_at, due_at)
), moved AS (
    UPDATE rooms
    SET version = given.version, active_at = given.active_at, due_at = given.due_at, changed = pg_current_xact_id()
    FROM moving AS given WHERE rooms.room = given.room AND rooms.version = given.expected
    RETURNING rooms.room, rooms.version
)"""

_EVENTS = """
written AS (
    INSERT INTO events (room, version, event)
    SELECT given.room, given.version, given.event
    FROM unnest($8::text[], $9::integer[], $10::bytea[]) AS given (room, version, event)
    WHERE (given.room IN (SELECT room FROM kept)) IS TRUE
)"""

_TOLD = f"""
told AS (
    SELECT pg_notify('{CHANNEL}', $1 || string_agg(E'\\n' || kept.version || ' ' || kept.room, ''))
    FROM kept JOIN unnest($3::text[] || $11::text[], $2::integer[]) AS given (room, piece) USING (room)
    GROUP BY piece
)
SELECT room, (SELECT count(*) FROM told) FROM kept
"""

_SUMMARIES = f"""
given AS (
    SELECT * FROM unnest(
        $11::text[], $12::integer[], $13::integer[],
        $14::text[], $15::text[], $16::text[], $17::integer[], $18::integer[], $19::text[], $20::text[],
        $21::boolean[], $22::boolean[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[], $27::text[],
        $28::text[], $29::text[]
    ) AS given (room, expected, version, {COLUMNS}, folded, tags)
), altered AS (
    UPDATE rooms SET version = given.version, {_ALTERED}, changed = pg_current_xact_id()
    FROM given WHERE rooms.room = given.room AND rooms.version = given.expected AND given.expected > 0
    RETURNING rooms.room, rooms.version
), opened AS (
    INSERT INTO rooms (room, version, {COLUMNS}, folded, changed)
    SELECT room, version, {COLUMNS}, folded, pg_current_xact_id() FROM given
    WHERE expected = 0 AND NOT EXISTS (
        SELECT FROM rooms AS other WHERE other.code = given.code
        AND (other.closed_at IS NULL OR other.closed_at > given.active_at - {DAY})
    )
    ON CONFLICT DO NOTHING
    RETURNING room, version
), summed AS (
    SELECT * FROM altered UNION ALL SELECT * FROM opened
), kept AS (
    SELECT * FROM moved UNION ALL SELECT * FROM summed
), tagged AS (
    INSERT INTO listings (room, tags)
    SELECT room, string_to_array(tags, ' ') FROM given JOIN summed USING (room) WHERE tags <> ''
    ON CONFLICT (room) DO UPDATE SET tags = excluded.tags WHERE listings.tags <> excluded.tags
), untagged AS (
    DELETE FROM listings USING given JOIN altered USING (room) WHERE listings.room = given.room AND given.tags = ''
), seated AS (
    SELECT given.room, given.person
    FROM unnest($30::text[], $31::text[]) AS given (room, person) JOIN summed USING (room)
), sat_down AS (
    INSERT INTO seats (room, person) SELECT room, person FROM seated ON CONFLICT DO NOTHING
), stood_up AS (
    DELETE FROM seats USING altered WHERE seats.room = altered.room
    AND NOT EXISTS (SELECT FROM seated WHERE seated.room = seats.room AND seated.person = seats.person)
), shot AS (
    INSERT INTO snapshots (room, version, state)
    SELECT given.room, given.version, given.state
    FROM unnest($32::text[], $33::integer[], $34::bytea[]) AS given (room, version, state) JOIN kept USING (room)
    ON CONFLICT (room) DO UPDATE SET version = excluded.version, state = excluded.state
), finished AS (
    INSERT INTO games
    SELECT given.* FROM unnest(
        $35::text[], $36::text[], $37::text[], $38::text[], $39::text[], $40::boolean[], $41::bigint[], $42::bigint[],
        $43::bytea[], $44::integer[], $45::integer[]
    ) AS given (id, room, game, seats, people, is_private, started_at, ended_at, outcome, first_version, last_version)
    JOIN kept USING (room)
    RETURNING id
), played AS (
    INSERT INTO players (person, ended_at, game)
    SELECT given.person, given.ended_at, given.game
    FROM unnest($46::text[], $47::bigint[], $48::text[]) AS given (person, ended_at, game)
    JOIN finished ON finished.id = given.game
)"""

MOVES: Final = f"WITH {_MOVED}, kept AS (SELECT * FROM moved), {_EVENTS}, {_TOLD}".replace(" || $11::text[]", "")
"""Writes a batch of ordinary moves, of which only times change in the summaries."""

ALL: Final = f"WITH {_MOVED}, {_SUMMARIES}, {_EVENTS}, {_TOLD}"
"""Writes any batch."""


def arguments(appends: Sequence[Append], last: LastWritten, sender: str) -> tuple[str, list[Any]]:
    """The statement that writes a batch, at most one append for each room, and its arguments."""
    appends = sorted(appends, key=lambda append: append.room)  # All processes lock rows in the same order.
    moving: list[Append] = []
    others: list[Append] = []
    is_plain = True
    for append in appends:
        if last.only_times_change(append):
            moving.append(append)
            is_plain = is_plain and append.snapshot is None and not append.finished
        else:
            others.append(append)
    in_order = [*moving, *others]
    common = [
        sender,
        _payload_pieces(in_order, len(sender)),
        *_columns(
            5, ((a.room, a.expected_version, _reached(a), a.summary.active_at, a.summary.due_at) for a in moving)
        ),
        *_columns(
            3,
            (
                (a.room, version, event)
                for a in in_order
                for version, event in enumerate(a.events, start=a.expected_version + 1)
            ),
        ),
    ]
    if is_plain and not others:
        return MOVES, common
    games = [game for append in in_order for game in append.finished]
    return ALL, [
        *common,
        *_columns(19, ((a.room, a.expected_version, _reached(a), *_summary(a.summary)) for a in others)),
        *_columns(2, ((a.room, person) for a in others for person in _seated(a.summary))),
        *_columns(3, ((a.room, _reached(a), a.snapshot) for a in in_order if a.snapshot is not None)),
        *_columns(
            11,
            (
                (
                    game.id,
                    game.room,
                    game.game,
                    _json(game.seats),
                    _json(game.people),
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


def _payload_pieces(appends: Sequence[Append], prefix: int) -> list[int]:
    """For each append, in which notification it is told."""
    pieces, piece, length = [], 0, prefix
    for append in appends:
        size = len(append.room.encode()) + 13  # The version, a space and a line break.
        if length + size > _LARGEST_PAYLOAD:
            piece, length = piece + 1, prefix
        length += size
        pieces.append(piece)
    return pieces


def _summary(summary: Summary) -> tuple[Any, ...]:
    *plain, people = msgspec.structs.astuple(summary)
    return (*plain, _json(people), fold_text(summary.name), " ".join(tags_of(summary)))


def _seated(summary: Summary) -> tuple[str, ...]:
    return tuple(dict.fromkeys(summary.people)) if summary.closed_at is None else ()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
