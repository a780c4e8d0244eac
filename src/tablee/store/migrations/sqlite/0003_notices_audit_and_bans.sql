-- What running servers hold in memory and somebody else has changed. The last one is never deleted: numbers only grow.
CREATE TABLE notices (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL
);

-- What hosts did.
CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    did TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL
);

CREATE INDEX audit_subject ON audit (subject, number);

CREATE TABLE bans (
    kind TEXT NOT NULL, -- person or address
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER,
    reason TEXT NOT NULL,
    PRIMARY KEY (kind, subject)
) WITHOUT ROWID;
