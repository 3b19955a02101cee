-- The tax cycle: withheld fees become prizes. Amounts are decimal TEXT in base units (GOD's millionths or lamports).

CREATE TABLE tax_cycles (
  -- Unix second of its start.
  id INTEGER PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('harvest', 'withdraw', 'swap', 'distribute', 'done', 'empty', 'failed')),
  reason TEXT,
  -- What is distributed: SOL, or GOD while swaps are switched off.
  currency TEXT NOT NULL CHECK (currency IN ('SOL', 'GOD')),
  -- The configuration it distributes by, pinned when it began; null while none was in force.
  config_version INTEGER,
  wallets TEXT,
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
  -- What could not be paid out and joins the next cycle's proceeds; below 0 when fees were higher than planned.
  carried_out TEXT,
  -- Micro-lamports per compute unit, fixed with the plan so that its fees are known beforehand.
  compute_price INTEGER,
  started_at INTEGER NOT NULL,
  state_since INTEGER NOT NULL,
  ended_at INTEGER,
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK ((config_version IS NULL) = (wallets IS NULL)),
  CHECK (state <> 'done' OR total IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX one_tax_cycle_at_a_time ON tax_cycles ((1)) WHERE state IN ('harvest', 'withdraw', 'swap', 'distribute');

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
