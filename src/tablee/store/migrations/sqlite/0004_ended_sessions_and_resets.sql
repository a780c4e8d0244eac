-- Sessions that were ended before they lapsed, which they would have at `until`.
CREATE TABLE ended_sessions (
    session TEXT PRIMARY KEY,
    until INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX ended_sessions_until ON ended_sessions (until);

-- People whose sessions were all ended: those made before that time.
CREATE TABLE ended_people (
    person TEXT PRIMARY KEY,
    before INTEGER NOT NULL
) WITHOUT ROWID;

-- Links with which the password of an account can be set anew, once.
CREATE TABLE resets (
    person TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL UNIQUE,
    until INTEGER NOT NULL
) WITHOUT ROWID;

-- One row: when this store got these tables. Cookies of 0.1.0 hold no time, and are taken to be from then.
CREATE TABLE sessions_since (
    at INTEGER NOT NULL
);

INSERT INTO sessions_since VALUES (CAST(strftime('%s', 'now') AS INTEGER) * 1000);
