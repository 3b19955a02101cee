-- Amounts are decimal TEXT: D1's API knows only JS numbers. Times named *_at are unix milliseconds, ends_at is unix seconds.

CREATE TABLE rounds (
  round INTEGER PRIMARY KEY CHECK (round >= 1),
  state TEXT NOT NULL CHECK (state IN ('locked', 'committed', 'drawn', 'paid', 'rolled-over', 'held')),
  reason TEXT,
  ends_at INTEGER NOT NULL,
  -- The lock: fixed once, never changed.
  lock_id TEXT,
  lock_seconds INTEGER,
  wallet TEXT,
  snapshot_slot INTEGER,
  snapshot_at INTEGER,
  entries INTEGER,
  root TEXT,
  rules_hash TEXT,
  pool_lamports TEXT,
  total_lamports TEXT,
  memo TEXT,
  beacon_network TEXT,
  beacon_public_key TEXT,
  beacon_genesis INTEGER,
  beacon_period INTEGER,
  beacon_round INTEGER,
  -- The commitment as seen on chain.
  commit_signature TEXT,
  commit_slot INTEGER,
  commit_block_time INTEGER,
  commit_final INTEGER NOT NULL DEFAULT 0,
  -- The draw.
  beacon_signature TEXT,
  randomness TEXT,
  drawn_at INTEGER,
  -- The payment as seen on chain.
  payout_signature TEXT,
  payout_slot INTEGER,
  payout_status TEXT CHECK (payout_status IN ('drawn', 'sent', 'confirmed', 'final')),
  updated_at INTEGER NOT NULL,
  CHECK ((state IN ('rolled-over', 'held')) = (reason IS NOT NULL)),
  CHECK (state NOT IN ('locked', 'committed', 'drawn', 'paid') OR memo IS NOT NULL),
  CHECK (state NOT IN ('committed', 'drawn', 'paid') OR commit_signature IS NOT NULL),
  CHECK (state NOT IN ('drawn', 'paid') OR randomness IS NOT NULL),
  CHECK (state <> 'paid' OR payout_status = 'final')
) STRICT;

CREATE INDEX rounds_open ON rounds (state) WHERE state IN ('locked', 'committed', 'drawn', 'held');

CREATE INDEX rounds_paid_at ON rounds (payout_slot) WHERE payout_slot IS NOT NULL;

-- A round's entries (owner and amount, 40 bytes each, base64) and rules (canonical JSON), in parts below D1's row limit.
CREATE TABLE round_documents (
  round INTEGER NOT NULL REFERENCES rounds (round),
  kind TEXT NOT NULL CHECK (kind IN ('list', 'rules')),
  part INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (round, kind, part)
) STRICT;

CREATE TABLE winners (
  round INTEGER NOT NULL REFERENCES rounds (round),
  place INTEGER NOT NULL CHECK (place BETWEEN 1 AND 3),
  address TEXT NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (round, place),
  UNIQUE (round, address)
) STRICT;

CREATE INDEX winners_by_address ON winners (address, round DESC);

-- Every transaction we ever signed, by its meaning. A row is written before its bytes are sent.
CREATE TABLE journal (
  key TEXT NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 0),
  state TEXT NOT NULL CHECK (state IN ('sent', 'confirmed', 'finalized', 'failed', 'expired')),
  bytes TEXT NOT NULL,
  signature TEXT NOT NULL UNIQUE,
  blockhash TEXT NOT NULL,
  last_valid_block_height INTEGER NOT NULL,
  signed_slot INTEGER NOT NULL,
  signed_at INTEGER NOT NULL,
  slot INTEGER,
  -- What proves an attempt dead: the chain's error, or the facts of its expiry.
  proof TEXT,
  updated_at INTEGER NOT NULL,
  CHECK (state NOT IN ('failed', 'expired') OR proof IS NOT NULL),
  PRIMARY KEY (key, attempt)
) STRICT;

-- A pause stops new locks; what is committed is still drawn and paid.
CREATE TABLE pauses (
  id INTEGER PRIMARY KEY,
  paused_at INTEGER NOT NULL,
  paused_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  resumed_at INTEGER,
  resumed_by TEXT
) STRICT;

CREATE UNIQUE INDEX one_pause_at_a_time ON pauses ((1)) WHERE resumed_at IS NULL;

CREATE TABLE alerts (
  key TEXT PRIMARY KEY,
  message TEXT NOT NULL,
  raised_at INTEGER NOT NULL,
  delivered_at INTEGER
) STRICT;
