-- Each pool wallet's finalized balance at the last moment when every outflow of it was explained: the reconciler measures
-- from there. What one wallet holds or pays says nothing of another.
CREATE TABLE checkpoints (
  wallet TEXT PRIMARY KEY,
  slot INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  lamports TEXT NOT NULL
) STRICT;

-- What a pool wallet held at the first of these moments of each month: between two of them a month's statement adds up.
CREATE TABLE month_balances (
  -- UTC: '2026-11'.
  month TEXT NOT NULL,
  wallet TEXT NOT NULL,
  slot INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (month, wallet)
) STRICT, WITHOUT ROWID;
