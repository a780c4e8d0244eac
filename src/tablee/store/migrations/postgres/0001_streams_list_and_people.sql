-- The head of each stream, with what the list shows. The names of the columns are the fields of Summary.
-- Text is compared byte by byte ("C"): faster, and the same everywhere.
CREATE TABLE rooms (
    room text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    code text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    capacity integer NOT NULL,
    taken integer NOT NULL,
    host text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    is_private boolean NOT NULL,
    is_listed boolean NOT NULL,
    created_at bigint NOT NULL,
    active_at bigint NOT NULL,
    due_at bigint,
    closed_at bigint,
    people text COLLATE "C" NOT NULL, -- JSON
    folded text COLLATE "C" NOT NULL, -- the name, for searching
    changed xid8 NOT NULL -- the transaction that wrote the row: finds what was missed while not listening
) WITH (
    -- Every move makes a dead row: sweep early.
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.1
);

CREATE INDEX rooms_listed ON rooms (active_at, room) WHERE closed_at IS NULL AND is_listed;
CREATE INDEX rooms_by_status ON rooms (status, active_at, room) WHERE closed_at IS NULL AND is_listed;
CREATE INDEX rooms_due ON rooms (due_at, room) WHERE closed_at IS NULL AND due_at IS NOT NULL;
CREATE UNIQUE INDEX rooms_code ON rooms (code) WHERE closed_at IS NULL;
CREATE INDEX rooms_former_code ON rooms (code, closed_at) WHERE closed_at IS NOT NULL;

CREATE TABLE events (
    room text COLLATE "C" NOT NULL,
    version integer NOT NULL,
    event bytea NOT NULL,
    PRIMARY KEY (room, version)
);

-- The last snapshot of each stream.
CREATE TABLE snapshots (
    room text COLLATE "C" PRIMARY KEY,
    version integer NOT NULL,
    state bytea NOT NULL
);

-- The inverted index of the list (tags.py): listed rooms only. New entries are gathered in a list that searches read
-- too, and that some append then has to sort in: as short as can be, it holds nobody up for long.
CREATE TABLE listings (
    room text COLLATE "C" PRIMARY KEY,
    tags integer[] NOT NULL,
    folded text COLLATE "C" NOT NULL -- as in rooms, which need not be looked up where the name is another
) WITH (
    autovacuum_vacuum_scale_factor = 0.05
);

CREATE INDEX listings_tags ON listings USING gin (tags) WITH (gin_pending_list_limit = 64);

-- Who holds a seat in which living room.
CREATE TABLE seats (
    person text COLLATE "C" NOT NULL,
    room text COLLATE "C" NOT NULL,
    PRIMARY KEY (person, room)
);

CREATE INDEX seats_room ON seats (room);

CREATE TABLE games (
    id text COLLATE "C" PRIMARY KEY,
    room text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    seats text COLLATE "C" NOT NULL, -- JSON
    people text COLLATE "C" NOT NULL, -- JSON
    is_private boolean NOT NULL,
    started_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    outcome bytea NOT NULL,
    first_version integer NOT NULL,
    last_version integer NOT NULL
);

CREATE TABLE players (
    person text COLLATE "C" NOT NULL,
    ended_at bigint NOT NULL,
    game text COLLATE "C" NOT NULL, -- its id
    PRIMARY KEY (person, ended_at, game)
);

CREATE TABLE accounts (
    person text COLLATE "C" PRIMARY KEY,
    username text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    password_hash text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    folded text COLLATE "C" NOT NULL CONSTRAINT accounts_username UNIQUE -- the username, for finding it
);

CREATE TABLE claims (
    guest text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL
);

CREATE INDEX claims_person ON claims (person);

CREATE TABLE processes (
    process text COLLATE "C" PRIMARY KEY,
    alive_at bigint NOT NULL,
    is_gone boolean NOT NULL -- it said goodbye
);

CREATE TABLE outages (
    began_at bigint NOT NULL,
    ended_at bigint NOT NULL
);
