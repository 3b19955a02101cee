-- When what an alert told of was over; null while it lasts, and for what happened at a moment.
ALTER TABLE alerts ADD COLUMN ended_at INTEGER;

-- The newest alerts and the count of the last day are asked for each minute.
CREATE INDEX alerts_by_time ON alerts (raised_at);

-- What stood in the way of steps that were late, JSON: step to sentence. Nothing is decided by it.
ALTER TABLE rounds ADD COLUMN causes TEXT CHECK (causes IS NULL OR json_valid(causes));
