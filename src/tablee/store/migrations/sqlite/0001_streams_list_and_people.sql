-- "TABL": lets `restore` tell our files from others.
PRAGMA application_id = 0x5441424c;

-- What the list shows of each room. The names of the columns are the fields of Summary.
CREATE TABLE rooms (
    number INTEGER PRIMARY KEY, -- stands for the room in the other tables: short, and new rooms lie together
    room TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    capacity INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    host TEXT NOT NULL,
    status TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    is_listed INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    due_at INTEGER,
    closed_at INTEGER,
    people TEXT NOT NULL, -- JSON
    folded TEXT NOT NULL -- the name, for searching
);

CREATE INDEX rooms_listed ON rooms (active_at, room) WHERE closed_at IS NULL AND is_listed;
CREATE INDEX rooms_by_status ON rooms (status, active_at, room) WHERE closed_at IS NULL AND is_listed;
CREATE INDEX rooms_due ON rooms (due_at, room) WHERE closed_at IS NULL AND due_at IS NOT NULL;
CREATE UNIQUE INDEX rooms_code ON rooms (code) WHERE closed_at IS NULL;
CREATE INDEX rooms_former_code ON rooms (code, closed_at) WHERE closed_at IS NOT NULL;

-- In the order in which they were written: those of one commit lie together, whatever rooms they are of, so that a
-- commit writes few pages. The version of a stream is that of its last event.
CREATE TABLE events (
    place INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    event BLOB NOT NULL
);

CREATE UNIQUE INDEX events_of_rooms ON events (number, version);

-- The last snapshot of each stream.
CREATE TABLE snapshots (
    number INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    state BLOB NOT NULL
);

-- The inverted index of the list (tags.py): listed rooms only, by number.
CREATE VIRTUAL TABLE listings USING fts5 (tags, content = '', columnsize = 0, detail = none, tokenize = 'ascii');

-- Who holds a seat in which living room.
CREATE TABLE seats (
    person TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (person, number)
) WITHOUT ROWID;

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    room TEXT NOT NULL,
    game TEXT NOT NULL,
    seats TEXT NOT NULL, -- JSON
    people TEXT NOT NULL, -- JSON
    is_private INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    outcome BLOB NOT NULL,
    first_version INTEGER NOT NULL,
    last_version INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE players (
    person TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    game TEXT NOT NULL, -- its id
    PRIMARY KEY (person, ended_at, game)
) WITHOUT ROWID;

CREATE TABLE accounts (
    person TEXT PRIMARY KEY,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    folded TEXT NOT NULL UNIQUE -- the username, for finding it
) WITHOUT ROWID;

CREATE TABLE claims (
    guest TEXT PRIMARY KEY,
    person TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX claims_person ON claims (person);

CREATE TABLE processes (
    process TEXT PRIMARY KEY,
    alive_at INTEGER NOT NULL,
    is_gone INTEGER NOT NULL -- it said goodbye
) WITHOUT ROWID;

CREATE TABLE outages (
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
);

-- Written to see whether anything can be; a row that stays as it is would not be written at all.
CREATE TABLE checks (
    times INTEGER NOT NULL
);

INSERT INTO checks VALUES (0);
