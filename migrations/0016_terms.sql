-- Every number of an announcement that the chain shows as made, in order and without a gap; docs/protocol.md, section 13.
-- Which of them count follows from these rows alone.
CREATE TABLE terms (
  -- Whose announcements they are: another authority's are another lottery.
  authority TEXT NOT NULL,
  k INTEGER NOT NULL,
  signature TEXT NOT NULL,
  slot INTEGER NOT NULL,
  -- Unix seconds.
  block_time INTEGER NOT NULL,
  -- What it says, and who signed it, by their addresses; null for one of another form, whose number is spent.
  memo TEXT,
  signers TEXT,
  PRIMARY KEY (authority, k)
) STRICT, WITHOUT ROWID;

-- The texts of announced terms by their hashes.
CREATE TABLE terms_texts (
  hash TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;
