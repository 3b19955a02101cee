-- Who receives the collected tax. A version never changes; a save makes the next one, an activation moves the pointer.
CREATE TABLE distribution_versions (
  config_id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  -- Of the save that made it: tells a save that won from one that came second.
  change_id TEXT NOT NULL UNIQUE,
  -- JSON list of wallets, in the order they are paid.
  wallets TEXT NOT NULL CHECK (json_valid(wallets)),
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  PRIMARY KEY (config_id, version)
) STRICT;

-- The version in force, and the change that put it there.
CREATE TABLE distribution_active (
  config_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  change_id TEXT NOT NULL,
  FOREIGN KEY (config_id, version) REFERENCES distribution_versions (config_id, version)
) STRICT;

-- What was changed, when and by whose key; the values before and after are the versions named.
CREATE TABLE distribution_changes (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  config_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('CREATE', 'UPDATE', 'DELETE', 'ACTIVATE')),
  description TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  previous_version INTEGER,
  new_version INTEGER NOT NULL,
  FOREIGN KEY (config_id, previous_version) REFERENCES distribution_versions (config_id, version),
  FOREIGN KEY (config_id, new_version) REFERENCES distribution_versions (config_id, version)
) STRICT;

CREATE INDEX distribution_changes_newest ON distribution_changes (config_id, number DESC);

-- Wrong admin keys of the last minute. Clients share 1,024 rows by a hash, so no flood makes the table grow.
CREATE TABLE wrong_keys (
  bucket INTEGER PRIMARY KEY CHECK (bucket BETWEEN 0 AND 1023),
  began_at INTEGER NOT NULL,
  tries INTEGER NOT NULL CHECK (tries >= 1)
) STRICT;
