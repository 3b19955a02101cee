-- Where each winner stood in its round's list: its 0-based place in the order of the draw, and by amount (0 held most). Facts that
-- follow from the round's documents; kept, because no statistic can read half a megabyte for each round.
CREATE TABLE win_positions (
  round INTEGER NOT NULL,
  place INTEGER NOT NULL,
  list_index INTEGER NOT NULL CHECK (list_index >= 0),
  amount_rank INTEGER NOT NULL CHECK (amount_rank >= 0),
  PRIMARY KEY (round, place),
  FOREIGN KEY (round, place) REFERENCES winners (round, place)
) STRICT, WITHOUT ROWID;

-- The counts over all rounds as they were last made, JSON: one row, so that no visitor's question walks over all rounds.
CREATE TABLE fairness (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  counts TEXT NOT NULL,
  counted_at INTEGER NOT NULL
) STRICT;
