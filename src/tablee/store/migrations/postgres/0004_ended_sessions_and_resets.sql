-- Sessions that were ended before they lapsed, which they would have at `until`.
CREATE TABLE ended_sessions (
    session text COLLATE "C" PRIMARY KEY,
    until bigint NOT NULL
);

CREATE INDEX ended_sessions_until ON ended_sessions (until);

-- People whose sessions were all ended: those made before that time.
CREATE TABLE ended_people (
    person text COLLATE "C" PRIMARY KEY,
    before bigint NOT NULL
);

-- Links with which the password of an account can be set anew, once.
CREATE TABLE resets (
    person text COLLATE "C" PRIMARY KEY,
    secret_hash text COLLATE "C" NOT NULL UNIQUE,
    until bigint NOT NULL
);

-- One row: when this store got these tables. Cookies of 0.1.0 hold no time, and are taken to be from then.
CREATE TABLE sessions_since (
    at bigint NOT NULL
);

INSERT INTO sessions_since VALUES ((extract(epoch FROM now()) * 1000)::bigint);
