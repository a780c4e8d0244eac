-- What an engine found out of a finished game, so far or whole: JSON. One for each game.
CREATE TABLE analyses (
    game TEXT PRIMARY KEY,
    engine TEXT NOT NULL,
    body BLOB NOT NULL
);
