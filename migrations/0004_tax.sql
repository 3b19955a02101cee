-- The tax cycle: withheld fees become prizes. Amounts are decimal TEXT in base units (GOD's millionths or lamports).

CREATE TABLE tax_cycles (
  -- Unix second of its start.
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('harvest', 'withdraw', 'swap', 'distribute', 'done', 'empty', 'failed')),
  reason TEXT,
  -- What is distributed: SOL, or GOD while swaps are switched off.
  currency TEXT NOT NULL CHECK (currency IN ('SOL', 'GOD')),
  -- The version of the configuration it distributes by, pinned when it began; null while none was in force. Versions never change.
  config_version INTEGER,
  -- GOD found at the start: withheld (accounts and mint), of that in the mint already, and in the tax wallet.
  withheld TEXT NOT NULL,
  in_mint TEXT NOT NULL,
  unsold TEXT NOT NULL,
  -- The swap, by the balance changes of its finalized transaction.
  sold TEXT,
  proceeds TEXT,
  -- The distribution: total = proceeds + carried_in - fees in SOL, or the GOD at hand.
  carried_in TEXT,
  fees TEXT,
  total TEXT,
  -- JSON, fixed with total: the pool wallet of the terms in force when the cycle began, and the addresses of its
  -- configuration whose lines it gets.
  pool TEXT,
  -- What could not be paid out and joins the next cycle's proceeds; below 0 when fees were higher than planned.
  carried_out TEXT,
  started_at INTEGER NOT NULL,
  state_since INTEGER NOT NULL,
  ended_at INTEGER,
  -- Whether its sums are in tax_days.
  is_counted INTEGER NOT NULL DEFAULT 0,
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK (state <> 'done' OR total IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX one_tax_cycle_at_a_time ON tax_cycles ((1)) WHERE state IN ('harvest', 'withdraw', 'swap', 'distribute');

-- There are 720 cycles a day: what is asked often must not walk over all of them.
CREATE INDEX tax_cycles_in_flight ON tax_cycles (id) WHERE state IN ('harvest', 'withdraw', 'swap', 'distribute');
CREATE INDEX tax_cycles_empty ON tax_cycles (id) WHERE state = 'empty';
CREATE INDEX tax_cycles_failed ON tax_cycles (id) WHERE state = 'failed';

-- One row per transaction a cycle needs; its journal key is tax:<cycle>:<name>:<part>.
CREATE TABLE tax_steps (
  cycle INTEGER NOT NULL REFERENCES tax_cycles (id),
  name TEXT NOT NULL CHECK (name IN ('harvest', 'withdraw', 'swap', 'distribute')),
  part INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'final', 'failed')),
  amount TEXT NOT NULL,
  currency TEXT NOT NULL CHECK (currency IN ('SOL', 'GOD')),
  signature TEXT,
  -- Network fee in lamports, as the chain says.
  fee TEXT,
  -- Token accounts of a harvest, JSON, until it is done.
  accounts TEXT,
  PRIMARY KEY (cycle, name, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE tax_lines (
  cycle INTEGER NOT NULL REFERENCES tax_cycles (id),
  line INTEGER NOT NULL,
  part INTEGER NOT NULL,
  wallet_id TEXT NOT NULL,
  label TEXT NOT NULL,
  address TEXT NOT NULL,
  amount TEXT NOT NULL,
  basis_points INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'SUCCESS', 'FAILED')),
  PRIMARY KEY (cycle, line)
) STRICT, WITHOUT ROWID;

-- Sums of the cycles that began on a UTC day, added when each ends.
CREATE TABLE tax_days (
  day TEXT PRIMARY KEY,
  cycles INTEGER NOT NULL,
  withdrawn TEXT NOT NULL,
  sold TEXT NOT NULL,
  received TEXT NOT NULL,
  fees TEXT NOT NULL,
  distributed TEXT NOT NULL,
  distributed_god TEXT NOT NULL,
  -- Of what was distributed in SOL: what the lottery's pool got.
  to_pool TEXT NOT NULL DEFAULT '0'
) STRICT, WITHOUT ROWID;
