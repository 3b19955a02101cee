-- Whether a round can pay, fixed by its lock. The database itself refuses to commit, draw, pay or hold a rehearsal.
ALTER TABLE rounds ADD COLUMN payouts TEXT NOT NULL DEFAULT 'live' CHECK (
  (payouts = 'live' AND reason IS NOT 'shadow')
  OR (payouts = 'shadow' AND (state = 'locked' OR (state = 'rolled-over' AND reason = 'shadow')))
);

-- What the nodes said to the transactions that a rehearsal would have sent: one row for its commitment, one for its payout.
CREATE TABLE trials (
  round INTEGER NOT NULL REFERENCES rounds (round),
  kind TEXT NOT NULL CHECK (kind IN ('commitment', 'payout')),
  tried_at INTEGER NOT NULL,
  -- Null where it would have passed.
  problem TEXT,
  -- Compute units, as far as a node told them.
  units INTEGER,
  PRIMARY KEY (round, kind)
) STRICT, WITHOUT ROWID;
