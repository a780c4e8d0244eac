-- What is deleted here is overwritten: names are taken out of the log, and must not stay in the file.
PRAGMA secure_delete = ON;

-- The names that were said in a room, by the version of the event that said them. Erased, the text is empty.
CREATE TABLE names (
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    person TEXT NOT NULL, -- who said it
    kind TEXT NOT NULL, -- seat or room
    text TEXT NOT NULL,
    PRIMARY KEY (number, version)
) WITHOUT ROWID;

CREATE INDEX names_person ON names (person);

-- What the log says of names so far.
CREATE TABLE told AS
SELECT
    number,
    version,
    json_extract(event, '$.type') AS type,
    json_extract(event, '$.person') AS person,
    json_extract(event, '$.to') AS successor,
    json_extract(event, '$.name') AS name
FROM (SELECT number, version, CAST(event AS TEXT) AS event FROM events)
WHERE event GLOB '{"type":"room_opened"*' OR event GLOB '{"type":"settings_changed"*'
    OR event GLOB '{"type":"seat_taken"*' OR event GLOB '{"type":"seat_recovered"*'
    OR event GLOB '{"type":"host_changed"*';

CREATE INDEX told_where ON told (number, type, version);

-- A room's name is the host's of the time; it is said where it changes. What a session said belongs to the one that
-- recovered its seat.
INSERT INTO names (number, version, person, kind, text)
WITH RECURSIVE owned (number, version, person, since, kind, text) AS (
    SELECT number, version, person, version, 'seat', name FROM told WHERE type = 'seat_taken' AND person IS NOT NULL
    UNION ALL
    SELECT told.number, told.version, host.person, host.version, 'room', told.name
    FROM told JOIN told AS host ON host.number = told.number AND host.type IN ('host_changed', 'seat_taken')
        AND host.version = coalesce(
            (
                SELECT max(version) FROM told AS changed
                WHERE changed.number = told.number AND type = 'host_changed' AND version < told.version
            ),
            (
                SELECT min(version) FROM told AS first
                WHERE first.number = told.number AND type = 'seat_taken' AND person IS NOT NULL
            )
        )
    WHERE told.type IN ('room_opened', 'settings_changed') AND told.name IS NOT (
        SELECT name FROM told AS before
        WHERE before.number = told.number AND type IN ('room_opened', 'settings_changed')
            AND version < told.version
        ORDER BY version DESC LIMIT 1
    )
    UNION ALL
    SELECT owned.number, owned.version, recovered.successor, recovered.version, kind, text
    FROM owned JOIN told AS recovered ON recovered.number = owned.number AND recovered.type = 'seat_recovered'
        AND recovered.version = (
            SELECT min(version) FROM told AS next
            WHERE next.number = owned.number AND type = 'seat_recovered'
                AND next.person = owned.person AND successor <> next.person AND version > owned.since
        )
)
SELECT number, version, person, kind, text
FROM (SELECT number, version, person, kind, text, max(since) FROM owned GROUP BY number, version);

UPDATE events SET event = CAST(
    CASE
        WHEN told.type = 'settings_changed'
            AND NOT EXISTS (SELECT 1 FROM names WHERE number = told.number AND version = told.version)
        THEN json_set(CAST(event AS TEXT), '$.name', '', '$.named_at', (
            SELECT max(version) FROM names
            WHERE number = told.number AND kind = 'room' AND version < told.version
        ))
        ELSE json_set(CAST(event AS TEXT), '$.name', '')
    END AS BLOB
)
FROM told WHERE events.number = told.number AND events.version = told.version
    AND (told.type IN ('room_opened', 'settings_changed') OR told.type = 'seat_taken' AND told.person IS NOT NULL);

DROP TABLE told;

-- The players of a finished game: the version at which a person's name was said, or a bot's name.
CREATE TABLE renamed AS
SELECT id, json_group_array(said) AS seats FROM (
    SELECT games.id, seat.key, CASE
        WHEN json_extract(CAST(start.event AS TEXT), '$.bots[' || seat.key || ']') IS NOT NULL THEN seat.value
        ELSE coalesce((
            SELECT version FROM (
                SELECT version, row_number() OVER (
                    ORDER BY person IN (SELECT value FROM json_each(games.people)) DESC, version DESC
                ) AS place
                FROM names
                WHERE number = rooms.number AND kind = 'seat' AND text = seat.value AND version < games.first_version
            )
            -- People who sit further on under the same name came later.
            WHERE place = 1 + (
                SELECT count(*) FROM json_each(games.seats) AS later
                WHERE later.key > seat.key AND later.value = seat.value
                    AND json_extract(CAST(start.event AS TEXT), '$.bots[' || later.key || ']') IS NULL
            )
        ), seat.value)
    END AS said
    FROM games JOIN rooms ON rooms.room = games.room
        JOIN events AS start ON start.number = rooms.number AND start.version = games.first_version
        JOIN json_each(games.seats) AS seat
    ORDER BY games.id, seat.key
) GROUP BY id;

UPDATE games SET seats = renamed.seats FROM renamed WHERE renamed.id = games.id;

DROP TABLE renamed;

-- They have names in them, and are made again from the events.
DELETE FROM snapshots;

-- Rooms on one screen end too, after thirty days without play.
UPDATE rooms SET due_at = active_at + 2592000000 WHERE closed_at IS NULL AND NOT is_listed AND due_at IS NULL;

-- For what is deleted after a time.
CREATE INDEX rooms_closed ON rooms (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX games_room ON games (room);
CREATE INDEX games_ended ON games (ended_at);

PRAGMA secure_delete = OFF;
