-- Programs that play under an id of their own, each made by a person with an account.
CREATE TABLE bot_accounts (
    person TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX bot_accounts_owner ON bot_accounts (owner);
