-- Sums that visitors ask for, so that no public read walks over a whole table.

-- What was won in all rounds, by wallet; the row 'all' is everybody's.
CREATE TABLE winner_totals (
  address TEXT PRIMARY KEY,
  winners INTEGER NOT NULL,
  -- Finally paid prizes, lamports.
  distributed TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How far a drawn round is part of these sums: 0 not yet, 1 its winners, 2 its paid prizes as well.
ALTER TABLE rounds ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted BETWEEN 0 AND 2);

CREATE INDEX rounds_uncounted ON rounds (round) WHERE counted < 2 AND randomness IS NOT NULL;

INSERT INTO winner_totals (address, winners, distributed)
SELECT address, count(*), CAST(sum(paid) AS TEXT) FROM (
  SELECT w.address, iif(r.state = 'paid', CAST(w.lamports AS INTEGER), 0) AS paid
  FROM winners w JOIN rounds r ON r.round = w.round
  UNION ALL
  SELECT 'all', iif(r.state = 'paid', CAST(w.lamports AS INTEGER), 0)
  FROM winners w JOIN rounds r ON r.round = w.round
) GROUP BY address;

UPDATE rounds SET counted = iif(state = 'paid', 2, 1) WHERE randomness IS NOT NULL;

-- The sums of all tax_days, written anew whenever a day changes.
CREATE TABLE tax_totals (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cycles INTEGER NOT NULL,
  withdrawn TEXT NOT NULL,
  sold TEXT NOT NULL,
  received TEXT NOT NULL,
  fees TEXT NOT NULL,
  distributed TEXT NOT NULL,
  distributed_god TEXT NOT NULL
) STRICT;

INSERT INTO tax_totals (id, cycles, withdrawn, sold, received, fees, distributed, distributed_god)
SELECT 1, coalesce(sum(cycles), 0),
  CAST(coalesce(sum(CAST(withdrawn AS INTEGER)), 0) AS TEXT),
  CAST(coalesce(sum(CAST(sold AS INTEGER)), 0) AS TEXT),
  CAST(coalesce(sum(CAST(received AS INTEGER)), 0) AS TEXT),
  CAST(coalesce(sum(CAST(fees AS INTEGER)), 0) AS TEXT),
  CAST(coalesce(sum(CAST(distributed AS INTEGER)), 0) AS TEXT),
  CAST(coalesce(sum(CAST(distributed_god AS INTEGER)), 0) AS TEXT)
FROM tax_days;
