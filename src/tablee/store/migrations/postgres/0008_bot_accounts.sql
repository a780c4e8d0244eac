-- Programs that play under an id of their own, each made by a person with an account.
CREATE TABLE bot_accounts (
    person text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    token_hash text COLLATE "C" NOT NULL UNIQUE,
    created_at bigint NOT NULL
);

CREATE INDEX bot_accounts_owner ON bot_accounts (owner);
