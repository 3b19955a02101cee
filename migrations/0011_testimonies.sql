-- What the watchers that were known at a round's lock said of its list, on chain and before its draw; null while one has said nothing.
CREATE TABLE testimonies (
  round INTEGER NOT NULL,
  witness TEXT NOT NULL,
  name TEXT NOT NULL,
  place INTEGER NOT NULL,
  root TEXT,
  entries INTEGER,
  signature TEXT,
  slot INTEGER,
  block_time INTEGER,
  PRIMARY KEY (round, witness),
  CHECK ((root IS NULL) = (signature IS NULL) AND (root IS NULL) = (entries IS NULL)
    AND (root IS NULL) = (slot IS NULL) AND (root IS NULL) = (block_time IS NULL))
) STRICT, WITHOUT ROWID;
