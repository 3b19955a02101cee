-- What a year of rounds and 720 tax cycles a day make necessary: ways to the few rows that are asked for, sums instead of walks,
-- and room for lists and cycles that are closed.

-- Signed and not known to be final: what operators see, and what is followed until it is.
CREATE INDEX journal_open ON journal (signed_at) WHERE state IN ('sent', 'confirmed');
-- Of the pool, by which its balance is explained each minute. Tax rows are fifty times as many.
CREATE INDEX journal_of_pool ON journal (signed_slot) WHERE key < 'tax:' OR key >= 'tax;';

-- SQLite takes a partial index only for the very condition that it was made with.
CREATE INDEX rounds_in_flight ON rounds (round) WHERE state IN ('locked', 'committed', 'drawn');

CREATE INDEX IF NOT EXISTS alerts_by_time ON alerts (raised_at);
CREATE INDEX alerts_undelivered ON alerts (raised_at) WHERE delivered_at IS NULL;
CREATE INDEX pauses_by_end ON pauses (resumed_at);
CREATE INDEX outflows_by_time ON outflows (found_at);

-- The newest cycle of a kind is asked for in each cycle, and may be old.
CREATE INDEX tax_cycles_ended ON tax_cycles (currency, id) WHERE state IN ('done', 'failed');
CREATE INDEX tax_cycles_sold ON tax_cycles (id) WHERE state = 'done' AND currency = 'SOL' AND sold IS NOT NULL;

-- Rounds that have ended for good, by state and reason ('' for none). Others are counted as they are.
CREATE TABLE round_ends (
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (state, reason)
) STRICT, WITHOUT ROWID;

-- Tenths of a second from a round's end to its payment: exact below a minute, then by second, after an hour by minute.
CREATE TABLE payment_times (
  tenths INTEGER PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT;

-- Wins by tenths of the lists, and how many a fair draw puts there. First places by 'index', all places by 'amount'.
CREATE TABLE win_counts (
  kind TEXT NOT NULL CHECK (kind IN ('index', 'amount')),
  decile INTEGER NOT NULL CHECK (decile BETWEEN 0 AND 9),
  wins INTEGER NOT NULL,
  expected REAL NOT NULL,
  PRIMARY KEY (kind, decile)
) STRICT, WITHOUT ROWID;

-- Whether a round is in round_ends and payment_times, and whether its winners are in win_counts.
ALTER TABLE rounds ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0 CHECK (tallied IN (0, 1));
ALTER TABLE rounds ADD COLUMN placed INTEGER NOT NULL DEFAULT 0 CHECK (placed IN (0, 1));
CREATE INDEX rounds_untallied ON rounds (state, reason) WHERE tallied = 0;
CREATE INDEX rounds_unplaced ON rounds (round) WHERE placed = 0 AND randomness IS NOT NULL;

-- A closed round's list as the difference from an earlier round's, base64 in parts; it takes the place of its 'list' in
-- round_documents.
CREATE TABLE list_differences (
  round INTEGER NOT NULL REFERENCES rounds (round),
  part INTEGER NOT NULL,
  base INTEGER NOT NULL CHECK (base < round),
  body TEXT NOT NULL,
  PRIMARY KEY (round, part)
) STRICT;

-- Whether it is settled how a round's list stays stored.
ALTER TABLE rounds ADD COLUMN packed INTEGER NOT NULL DEFAULT 0 CHECK (packed IN (0, 1));
CREATE INDEX rounds_unpacked ON rounds (round) WHERE packed = 0 AND root IS NOT NULL;
CREATE INDEX rounds_locked ON rounds (round) WHERE root IS NOT NULL;

-- Steps, lines and journal rows of tax cycles that ended long ago: JSON of some cycles, gzip, base64.
CREATE TABLE tax_archives (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  archived_at INTEGER NOT NULL
) STRICT;

-- The archive that has a cycle's rows; null while they are in their tables. No foreign key: with it SQLite would look for cycles of
-- each new archive, in all of them.
ALTER TABLE tax_cycles ADD COLUMN archive INTEGER;
CREATE INDEX tax_cycles_unarchived ON tax_cycles (id) WHERE archive IS NULL AND state IN ('done', 'failed');

-- Every round up to this one has a row: who looks for gaps begins here.
CREATE TABLE settled_rounds (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  round INTEGER NOT NULL
) STRICT;
