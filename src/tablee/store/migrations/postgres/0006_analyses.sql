-- What an engine found out of a finished game, so far or whole: JSON. One for each game.
CREATE TABLE analyses (
    game text COLLATE "C" PRIMARY KEY,
    engine text COLLATE "C" NOT NULL,
    body bytea NOT NULL
);
