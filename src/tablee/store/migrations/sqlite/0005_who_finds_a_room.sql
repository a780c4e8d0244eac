-- Who finds a room: open, link or private. Local rooms were the only ones that the list did not show.
ALTER TABLE rooms ADD COLUMN visibility TEXT NOT NULL DEFAULT 'open';
UPDATE rooms SET visibility = CASE WHEN is_private THEN 'private' ELSE 'link' END WHERE is_private OR NOT is_listed;
ALTER TABLE rooms DROP COLUMN is_private;

-- The list has two parts: rooms that one can join, then all others.
DROP INDEX rooms_listed;
CREATE INDEX rooms_free ON rooms (active_at, room)
    WHERE closed_at IS NULL AND is_listed AND status = 'waiting' AND taken < capacity;
CREATE INDEX rooms_rest ON rooms (active_at, room)
    WHERE closed_at IS NULL AND is_listed AND NOT (status = 'waiting' AND taken < capacity);
