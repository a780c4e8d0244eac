-- How far a person is in a lesson: the nodes gone through as JSON, and whether it was ever finished.
CREATE TABLE progress (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    path TEXT NOT NULL,
    is_learnt INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (person, game, lesson)
) WITHOUT ROWID;
CREATE INDEX progress_by_time ON progress (changed_at);
