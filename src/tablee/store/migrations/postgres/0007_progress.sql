-- How far a person is in a lesson: the nodes gone through as JSON, and whether it was ever finished.
CREATE TABLE progress (
    person text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    lesson text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    is_learnt boolean NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (person, game, lesson)
);
CREATE INDEX progress_by_time ON progress (changed_at);
