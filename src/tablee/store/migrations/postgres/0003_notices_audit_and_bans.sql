-- What running servers hold in memory and somebody else has changed. Whoever writes here holds the table's lock, so
-- that a smaller number is never seen after a larger one.
CREATE TABLE notices (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL
);

-- What hosts did.
CREATE TABLE audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    who text COLLATE "C" NOT NULL,
    did text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    details text COLLATE "C" NOT NULL
);

CREATE INDEX audit_subject ON audit (subject, number);

CREATE TABLE bans (
    kind text COLLATE "C" NOT NULL, -- person or address
    subject text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    until bigint,
    reason text COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, subject)
);
