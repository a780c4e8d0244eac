-- The names that were said in a room, by the version of the event that said them. Erased, the text is empty.
CREATE TABLE names (
    room text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    person text COLLATE "C" NOT NULL, -- who said it
    kind text COLLATE "C" NOT NULL, -- seat or room
    text text COLLATE "C" NOT NULL,
    PRIMARY KEY (room, version)
);

CREATE INDEX names_person ON names (person);

-- What the log says of names so far.
CREATE TEMPORARY TABLE told ON COMMIT DROP AS
SELECT
    room,
    version,
    event ->> 'type' AS type,
    event ->> 'person' AS person,
    event ->> 'to' AS successor,
    event ->> 'name' AS name
FROM (
    SELECT room, version, convert_from(event, 'UTF8')::json AS event FROM events
    WHERE substring(event FROM 1 FOR 21) = '{"type":"room_opened"'::bytea
        OR substring(event FROM 1 FOR 26) = '{"type":"settings_changed"'::bytea
        OR substring(event FROM 1 FOR 20) = '{"type":"seat_taken"'::bytea
        OR substring(event FROM 1 FOR 24) = '{"type":"seat_recovered"'::bytea
        OR substring(event FROM 1 FOR 22) = '{"type":"host_changed"'::bytea
) AS events;

CREATE INDEX told_where ON told (room, type, version);
ANALYZE told;

-- A room's name is the host's of the time; it is said where it changes. What a session said belongs to the one that
-- recovered its seat.
INSERT INTO names (room, version, person, kind, text)
WITH RECURSIVE owned (room, version, person, since, kind, text) AS (
    (
        SELECT room, version, person, version, 'seat', name FROM told WHERE type = 'seat_taken' AND person IS NOT NULL
        UNION ALL
        SELECT told.room, told.version, host.person, host.version, 'room', told.name
        FROM told JOIN told AS host ON host.room = told.room AND host.type IN ('host_changed', 'seat_taken')
            AND host.version = coalesce(
                (
                    SELECT max(version) FROM told AS changed
                    WHERE changed.room = told.room AND changed.type = 'host_changed' AND changed.version < told.version
                ),
                (
                    SELECT min(version) FROM told AS first
                    WHERE first.room = told.room AND first.type = 'seat_taken' AND first.person IS NOT NULL
                )
            )
        WHERE told.type IN ('room_opened', 'settings_changed') AND told.name IS DISTINCT FROM (
            SELECT name FROM told AS before
            WHERE before.room = told.room AND before.type IN ('room_opened', 'settings_changed')
                AND before.version < told.version
            ORDER BY version DESC LIMIT 1
        )
    )
    UNION ALL
    SELECT owned.room, owned.version, recovered.successor, recovered.version, kind, text
    FROM owned JOIN told AS recovered ON recovered.room = owned.room AND recovered.type = 'seat_recovered'
        AND recovered.version = (
            SELECT min(version) FROM told AS next
            WHERE next.room = owned.room AND next.type = 'seat_recovered'
                AND next.person = owned.person AND next.successor <> next.person AND next.version > owned.since
        )
)
SELECT DISTINCT ON (room, version) room, version, person, kind, text FROM owned ORDER BY room, version, since DESC;

UPDATE events SET event = convert_to((
    convert_from(event, 'UTF8')::jsonb || '{"name": ""}' || CASE
        WHEN told.type = 'settings_changed'
            AND NOT EXISTS (SELECT FROM names WHERE names.room = told.room AND names.version = told.version)
        THEN jsonb_build_object('named_at', (
            SELECT max(version) FROM names
            WHERE names.room = told.room AND kind = 'room' AND names.version < told.version
        ))
        ELSE '{}'
    END
)::text, 'UTF8')
FROM told WHERE events.room = told.room AND events.version = told.version
    AND (told.type IN ('room_opened', 'settings_changed') OR told.type = 'seat_taken' AND told.person IS NOT NULL);

-- The players of a finished game: the version at which a person's name was said, or a bot's name.
UPDATE games SET seats = (
    SELECT json_agg(
        CASE
            WHEN convert_from(start.event, 'UTF8')::json #>> ARRAY['bots', (seat.place - 1)::text] IS NOT NULL
            THEN to_json(seat.name)
            ELSE coalesce((
                SELECT to_json(version) FROM (
                    SELECT version, row_number() OVER (
                        ORDER BY games.people::jsonb ? person DESC, version DESC
                    ) AS place
                    FROM names
                    WHERE names.room = games.room AND kind = 'seat' AND text = seat.name
                        AND version < games.first_version
                ) AS sat
                -- People who sit further on under the same name came later.
                WHERE sat.place = 1 + (
                    SELECT count(*) FROM json_array_elements_text(games.seats::json) WITH ORDINALITY AS later (name, place)
                    WHERE later.place > seat.place AND later.name = seat.name
                        AND convert_from(start.event, 'UTF8')::json #>> ARRAY['bots', (later.place - 1)::text] IS NULL
                )
            ), to_json(seat.name))
        END ORDER BY seat.place
    )::text
    FROM json_array_elements_text(games.seats::json) WITH ORDINALITY AS seat (name, place)
)
FROM events AS start WHERE start.room = games.room AND start.version = games.first_version AND games.seats <> '[]';

-- They have names in them, and are made again from the events.
DELETE FROM snapshots;

-- Rooms on one screen end too, after thirty days without play.
UPDATE rooms SET due_at = active_at + 2592000000 WHERE closed_at IS NULL AND NOT is_listed AND due_at IS NULL;

-- For what is deleted after a time.
CREATE INDEX rooms_closed ON rooms (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX games_room ON games (room);
CREATE INDEX games_ended ON games (ended_at);
