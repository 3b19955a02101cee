-- An activation that waits, for a second key or for its time. At most one: another ask takes its place. What became of each is in
-- `actions`.
CREATE TABLE distribution_waiting (
  config_id TEXT PRIMARY KEY,
  -- Of the ask. Whoever confirms or stops it names it, so that nobody decides about another one than was shown.
  ask_id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  asked_by TEXT NOT NULL,
  confirmed_at INTEGER,
  confirmed_by TEXT,
  -- From when on it comes into force; null while a second key is missing.
  due_at INTEGER,
  FOREIGN KEY (config_id, version) REFERENCES distribution_versions (config_id, version)
) STRICT;

-- What an action changed, as a sentence; null where its subject says it.
ALTER TABLE actions ADD COLUMN details TEXT;
