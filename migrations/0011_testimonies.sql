-- What the watchers of a round's terms said of its list, on chain and before its draw. `signature` is null while one has said nothing; `root` is null as well when no list was shown to it.
CREATE TABLE testimonies (
  round INTEGER NOT NULL,
  witness TEXT NOT NULL,
  name TEXT NOT NULL,
  operator TEXT NOT NULL,
  place INTEGER NOT NULL,
  root TEXT,
  entries INTEGER,
  unjudged INTEGER,
  signature TEXT,
  slot INTEGER,
  block_time INTEGER,
  PRIMARY KEY (round, witness),
  CHECK ((signature IS NULL) = (slot IS NULL) AND (signature IS NULL) = (block_time IS NULL)
    AND (root IS NULL) = (entries IS NULL) AND (root IS NULL) = (unjudged IS NULL)
    AND (root IS NULL OR signature IS NOT NULL))
) STRICT, WITHOUT ROWID;
