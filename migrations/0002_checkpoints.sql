-- Each pool wallet's finalized balance at the last moment when every outflow of it was explained: the reconciler measures
-- from there. What one wallet holds or pays says nothing of another.
CREATE TABLE checkpoints (
  wallet TEXT PRIMARY KEY,
  slot INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  lamports TEXT NOT NULL
) STRICT;
