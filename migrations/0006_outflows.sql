-- Transactions that the pool signed and the journal does not know. New locks wait until an operator has named each of them.
CREATE TABLE outflows (
  signature TEXT PRIMARY KEY,
  found_at INTEGER NOT NULL,
  acknowledged_at INTEGER,
  acknowledged_by TEXT,
  reason TEXT,
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX outflows_unacknowledged ON outflows (found_at) WHERE acknowledged_at IS NULL;
