-- The pool's finalized balance at moments when every outflow was explained; the reconciler measures from the newest.
CREATE TABLE checkpoints (
  slot INTEGER PRIMARY KEY,
  taken_at INTEGER NOT NULL,
  lamports TEXT NOT NULL
) STRICT;
