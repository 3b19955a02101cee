-- The whole database. docs/storage.md says who writes and reads each table, and how it grows.
-- Amounts are decimal TEXT in base units, lamports of SOL or millionths of GOD, because D1's API knows only JS numbers.
-- Columns named *_at and state_since are unix milliseconds. But ends_at is unix seconds, as are block times and the id
-- of a tax cycle.

-- Rounds

-- One row for each round that was locked, missed or held. Only conditional updates change its state.
CREATE TABLE rounds (
  round INTEGER PRIMARY KEY CHECK (round >= 1),
  state TEXT NOT NULL CHECK (state IN ('locked', 'committed', 'drawn', 'paid', 'rolled-over', 'held')),
  -- The public word for why the round is rolled over or held.
  reason TEXT,
  -- The exact reason for operators, as a sentence: what the signer refused, what made a mark, what the nodes said last.
  detail TEXT,
  ends_at INTEGER NOT NULL,
  -- Whether the round can pay, fixed by its lock. 'shadow': a rehearsal, which can never be committed, drawn, paid or
  -- held.
  payouts TEXT NOT NULL DEFAULT 'live' CHECK (
    (payouts = 'live' AND reason IS NOT 'shadow')
    OR (payouts = 'shadow' AND (state = 'locked' OR (state = 'rolled-over' AND reason = 'shadow')))
  ),
  -- The lock: stored once; only a recovery of a lost round replaces it. rules: the version of the arithmetic by which
  -- the round is computed, for ever. In a held round without a lock, wallet is the pool wallet of its hour, and
  -- total_lamports is what was promised or paid.
  lock_id TEXT,
  lock_seconds INTEGER,
  wallet TEXT,
  snapshot_slot INTEGER,
  snapshot_at INTEGER,
  rules INTEGER NOT NULL DEFAULT 1,
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
  -- When each step was taken, by our own clock. No step of a round depends on these times.
  locked_at INTEGER,
  committed_at INTEGER,
  beacon_at INTEGER,
  -- When the payment was first seen on chain, and when it was final.
  paid_at INTEGER,
  final_at INTEGER,
  -- A JSON object: for each step that was late, a sentence that says what delayed it. It decides nothing.
  causes TEXT CHECK (causes IS NULL OR json_valid(causes)),
  -- When a person released the held round. The round then goes on where it had stopped. forgiven: how many of its
  -- payments the chain had refused before the release. After too many refusals a round is held; these do not count.
  released_at INTEGER,
  forgiven INTEGER NOT NULL DEFAULT 0,
  -- When a person shelved the held round: it is publicly owed, and nobody is reminded of it.
  shelved_at INTEGER,
  shelved_by TEXT,
  shelved_reason TEXT,
  -- When a person closed the round. A round whose payment is on chain and whose record is lost stays held, since
  -- nothing of it can be shown, but nobody has to act on it any more.
  closed_at INTEGER,
  -- Lamports that the marks of a held round promise. Null: not known yet. '0': nothing is set aside. A release keeps
  -- the amount. A final commitment of ours deletes it, because from then on the lock says what is owed. In a round that
  -- is closed and stays held: what its payment paid.
  promised_lamports TEXT,
  -- What of the round is in winner_totals: 0 nothing, 1 its winners, 2 its paid prizes as well.
  counted INTEGER NOT NULL DEFAULT 0 CHECK (counted BETWEEN 0 AND 2),
  -- tallied: whether the round is in round_ends and payment_times. placed: whether its winners are in win_counts.
  tallied INTEGER NOT NULL DEFAULT 0 CHECK (tallied IN (0, 1)),
  placed INTEGER NOT NULL DEFAULT 0 CHECK (placed IN (0, 1)),
  -- 1: its list is stored for good, whole or as a difference.
  packed INTEGER NOT NULL DEFAULT 0 CHECK (packed IN (0, 1)),
  updated_at INTEGER NOT NULL,
  CHECK ((state IN ('rolled-over', 'held')) = (reason IS NOT NULL)),
  CHECK (state NOT IN ('locked', 'committed', 'drawn', 'paid') OR memo IS NOT NULL),
  CHECK (state NOT IN ('committed', 'drawn', 'paid') OR commit_signature IS NOT NULL),
  CHECK (state NOT IN ('drawn', 'paid') OR randomness IS NOT NULL),
  CHECK (state <> 'paid' OR payout_status = 'final')
) STRICT;

-- SQLite uses an index with a WHERE only for a query that contains the same condition.
CREATE INDEX rounds_open ON rounds (state) WHERE state IN ('locked', 'committed', 'drawn', 'held');
CREATE INDEX rounds_in_flight ON rounds (round) WHERE state IN ('locked', 'committed', 'drawn');
-- For searches for the rounds in one state, or for the rounds of a day.
CREATE INDEX rounds_by_state ON rounds (state);
CREATE INDEX rounds_by_end ON rounds (ends_at);
-- For searches by a signature.
CREATE INDEX rounds_by_commitment ON rounds (commit_signature) WHERE commit_signature IS NOT NULL;
CREATE INDEX rounds_by_payment ON rounds (payout_signature) WHERE payout_signature IS NOT NULL;
-- For finding payments by the slot in which they landed, and rounds that have a list.
CREATE INDEX rounds_paid_at ON rounds (payout_slot) WHERE payout_slot IS NOT NULL;
CREATE INDEX rounds_locked ON rounds (round) WHERE root IS NOT NULL;
-- For finding the rounds that a sum does not contain yet, and those whose list is not packed yet.
CREATE INDEX rounds_uncounted ON rounds (round) WHERE counted < 2 AND randomness IS NOT NULL;
CREATE INDEX rounds_untallied ON rounds (state, reason) WHERE tallied = 0;
CREATE INDEX rounds_unplaced ON rounds (round) WHERE placed = 0 AND randomness IS NOT NULL;
CREATE INDEX rounds_unpacked ON rounds (round) WHERE packed = 0 AND root IS NOT NULL;

-- A round's entries (owner and amount, 40 bytes each, base64) and rules (canonical JSON), in parts below D1's row
-- limit.
CREATE TABLE round_documents (
  round INTEGER NOT NULL REFERENCES rounds (round),
  kind TEXT NOT NULL CHECK (kind IN ('list', 'rules')),
  part INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (round, kind, part)
) STRICT;

-- The list of a round that has ended for good, as the difference from an earlier round's list: base64 in parts. It
-- replaces the round's list in round_documents.
CREATE TABLE list_differences (
  round INTEGER NOT NULL REFERENCES rounds (round),
  part INTEGER NOT NULL,
  base INTEGER NOT NULL CHECK (base < round),
  body TEXT NOT NULL,
  PRIMARY KEY (round, part)
) STRICT;

-- Who has won, and what.
CREATE TABLE winners (
  round INTEGER NOT NULL REFERENCES rounds (round),
  place INTEGER NOT NULL CHECK (place >= 1),
  address TEXT NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (round, place),
  UNIQUE (round, address)
) STRICT;

CREATE INDEX winners_by_address ON winners (address, round DESC);

-- Where each winner stood in its round's list: its index in the order of the draw, from 0 on, and its rank by amount, 0
-- for the largest. Kept because the documents of a round are half a megabyte, too much for a statistic to read.
CREATE TABLE win_positions (
  round INTEGER NOT NULL,
  place INTEGER NOT NULL,
  list_index INTEGER NOT NULL CHECK (list_index >= 0),
  amount_rank INTEGER NOT NULL CHECK (amount_rank >= 0),
  PRIMARY KEY (round, place),
  FOREIGN KEY (round, place) REFERENCES winners (round, place)
) STRICT, WITHOUT ROWID;

-- What was won in all rounds, by wallet; the row 'all' is everybody's. This table and the next three keep sums, so that
-- no public read walks over a whole table.
CREATE TABLE winner_totals (
  address TEXT PRIMARY KEY,
  winners INTEGER NOT NULL,
  -- Finally paid prizes, lamports.
  distributed TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How many rounds have ended for good, by state and reason ('' for none). Rounds that have not ended for good are
-- counted at each read.
CREATE TABLE round_ends (
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (state, reason)
) STRICT, WITHOUT ROWID;

-- For each delay after a round's end, in tenths of a second: how many payments came with that delay. From a minute on,
-- delays are rounded to a second; from an hour on, to a minute.
CREATE TABLE payment_times (
  tenths INTEGER PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT;

-- For each tenth of the lists: how many winners stood in it, and how many a fair draw is expected to put there. Kind
-- 'index': the winners of first places, the lists in the order of the draw. Kind 'amount': the winners of all places,
-- the lists in the order of the amounts.
CREATE TABLE win_counts (
  kind TEXT NOT NULL CHECK (kind IN ('index', 'amount')),
  decile INTEGER NOT NULL CHECK (decile BETWEEN 0 AND 9),
  wins INTEGER NOT NULL,
  expected REAL NOT NULL,
  PRIMARY KEY (kind, decile)
) STRICT, WITHOUT ROWID;

-- The newest counts of the page about fairness, JSON, in one row.
CREATE TABLE fairness (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  counts TEXT NOT NULL,
  counted_at INTEGER NOT NULL
) STRICT;

-- One row. It names a round up to which every round has a row in rounds, so a search for gaps begins after that round.
CREATE TABLE settled_rounds (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  round INTEGER NOT NULL
) STRICT;

-- What prevented the last attempt to lock a round. If an attempt fails because too few nodes answer, an earlier reason
-- stays. If no attempt succeeds, the stored reason becomes the round's reason.
CREATE TABLE lock_problems (
  round INTEGER PRIMARY KEY,
  reason TEXT NOT NULL,
  detail TEXT,
  -- A sentence for everyone.
  cause TEXT
) STRICT;

-- What the nodes said to the two transactions that a rehearsal would have sent.
CREATE TABLE trials (
  round INTEGER NOT NULL REFERENCES rounds (round),
  kind TEXT NOT NULL CHECK (kind IN ('commitment', 'payout')),
  tried_at INTEGER NOT NULL,
  -- Null where the transaction would have passed.
  problem TEXT,
  -- Compute units; null if no node told them.
  units INTEGER,
  PRIMARY KEY (round, kind)
) STRICT, WITHOUT ROWID;

-- What each watcher that a round's terms name said of the round's list, on chain and before the draw. place is the
-- watcher's position in the terms. signature is null while the watcher has said nothing. root is null while the watcher
-- has said nothing, and also when it said that it was shown no list.
CREATE TABLE testimonies (
  round INTEGER NOT NULL,
  witness TEXT NOT NULL,
  name TEXT NOT NULL,
  operator TEXT NOT NULL,
  place INTEGER NOT NULL,
  root TEXT,
  entries INTEGER,
  unjudged INTEGER,
  signature TEXT,
  slot INTEGER,
  block_time INTEGER,
  PRIMARY KEY (round, witness),
  CHECK ((signature IS NULL) = (slot IS NULL) AND (signature IS NULL) = (block_time IS NULL)
    AND (root IS NULL) = (entries IS NULL) AND (root IS NULL) = (unjudged IS NULL)
    AND (root IS NULL OR signature IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Announcements are numbered from 1 on, without a gap. For each number: the transaction that made its mark. See
-- docs/protocol.md, section 13. Which announcements count follows from these rows alone.
CREATE TABLE terms (
  -- Who announced: the announcements of another authority are those of another lottery.
  authority TEXT NOT NULL,
  k INTEGER NOT NULL,
  signature TEXT NOT NULL,
  slot INTEGER NOT NULL,
  block_time INTEGER NOT NULL,
  -- What the transaction says, and its signers' addresses. Both are null when it is no announcement: then its number
  -- has no announcement and never gets one.
  memo TEXT,
  signers TEXT,
  PRIMARY KEY (authority, k)
) STRICT, WITHOUT ROWID;

-- The texts of announced terms by their hashes.
CREATE TABLE terms_texts (
  hash TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

-- Money

-- Every transaction that the worker sends. key says what the transaction is for. A row is written before its bytes are
-- sent. The rows of old tax cycles are moved to tax_archives.
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
  CHECK (state NOT IN ('failed', 'expired') OR proof IS NOT NULL),
  PRIMARY KEY (key, attempt)
) STRICT;

-- Attempts that are neither final nor dead.
CREATE INDEX journal_open ON journal (signed_at) WHERE state IN ('sent', 'confirmed');
-- The pool's transactions, read each minute to explain its balance. The tax has fifty times as many rows.
CREATE INDEX journal_of_pool ON journal (signed_slot) WHERE key < 'tax:' OR key >= 'tax;';

-- Each pool wallet's finalized balance at the last moment when every outflow of the wallet was explained. The
-- reconciler measures from this moment.
CREATE TABLE checkpoints (
  wallet TEXT PRIMARY KEY,
  slot INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  lamports TEXT NOT NULL,
  -- Since when the balance is not explained from this checkpoint on; null while it is, or while an outflow waits for an
  -- operator.
  unexplained_since INTEGER,
  -- JSON: how far back each node's history was searched for outflows since this checkpoint; null: nothing was.
  searched TEXT
) STRICT;

-- The first checkpoint of each month and pool wallet. A month's statement explains the change from this balance to the
-- next month's.
CREATE TABLE month_balances (
  -- UTC: '2026-11'.
  month TEXT NOT NULL,
  wallet TEXT NOT NULL,
  slot INTEGER NOT NULL,
  taken_at INTEGER NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (month, wallet)
) STRICT, WITHOUT ROWID;

-- The least that a wallet held in an hour (unix hours), for forecasts. Rows older than a week are deleted.
CREATE TABLE wallet_lows (
  hour INTEGER NOT NULL,
  address TEXT NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (hour, address)
) STRICT, WITHOUT ROWID;

-- Transactions that the pool signed and the journal does not know. No round is locked until an operator has
-- acknowledged each.
CREATE TABLE outflows (
  signature TEXT PRIMARY KEY,
  -- JSON: the pool wallets in whose histories it was found; null for a payment that an operator has named.
  wallets TEXT,
  found_at INTEGER NOT NULL,
  acknowledged_at INTEGER,
  acknowledged_by TEXT,
  reason TEXT,
  -- The round that the outflow has paid, as stated by the operator who closed the round.
  round INTEGER,
  -- The slot in which the outflow landed; null until enough nodes have said what it took.
  slot INTEGER,
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (reason IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX outflows_unacknowledged ON outflows (found_at) WHERE acknowledged_at IS NULL;
-- Outflows of which too few nodes have said what they took.
CREATE INDEX outflows_unweighed ON outflows (found_at) WHERE slot IS NULL;
CREATE INDEX outflows_by_time ON outflows (found_at);

-- What an outflow took from each wallet that lost by it, lamports, its fee included.
CREATE TABLE losses (
  wallet TEXT NOT NULL,
  signature TEXT NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (wallet, signature)
) STRICT, WITHOUT ROWID;

-- Operators

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
CREATE INDEX pauses_by_end ON pauses (resumed_at);

-- While a pause of the tax lasts, nothing is signed for the tax.
CREATE TABLE tax_pauses (
  id INTEGER PRIMARY KEY,
  paused_at INTEGER NOT NULL,
  paused_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  resumed_at INTEGER,
  resumed_by TEXT
) STRICT;

CREATE UNIQUE INDEX one_tax_pause_at_a_time ON tax_pauses ((1)) WHERE resumed_at IS NULL;

-- What operators did.
CREATE TABLE actions (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  action TEXT NOT NULL,
  -- What it was done to, such as 'round 7'; null when the action says that.
  subject TEXT,
  reason TEXT,
  -- What the action changed, as a sentence; null when action and subject say that.
  details TEXT
) STRICT;

-- What operators are told. ended_at is null while an alert lasts, and for an alert about a moment.
CREATE TABLE alerts (
  key TEXT PRIMARY KEY,
  message TEXT NOT NULL,
  raised_at INTEGER NOT NULL,
  delivered_at INTEGER,
  ended_at INTEGER
) STRICT;

-- For the newest alerts and the count of the last day, read each minute.
CREATE INDEX alerts_by_time ON alerts (raised_at);
CREATE INDEX alerts_undelivered ON alerts (raised_at) WHERE delivered_at IS NULL;

-- Wrong admin keys of the last minute. A hash puts each client into one of 1,024 rows, so no flood makes the table
-- grow.
CREATE TABLE wrong_keys (
  bucket INTEGER PRIMARY KEY CHECK (bucket BETWEEN 0 AND 1023),
  began_at INTEGER NOT NULL,
  tries INTEGER NOT NULL CHECK (tries >= 1)
) STRICT;

-- What the channels of the community were told, one row for each round and channel. The row is written before the
-- message is sent: a message whose answer is lost is not sent again.
CREATE TABLE channel_tellings (
  channel TEXT NOT NULL CHECK (channel IN ('discord', 'telegram')),
  round INTEGER NOT NULL,
  -- waiting: the channel has refused the message for now, and so does not show it.
  state TEXT NOT NULL CHECK (state IN ('sending', 'taken', 'waiting', 'failed')),
  not_before INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (channel, round)
) STRICT, WITHOUT ROWID;

-- Who receives the tax

-- The versions of the list of receivers. A version never changes. A save makes the next version; an activation changes
-- distribution_active.
CREATE TABLE distribution_versions (
  config_id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  -- The id of the save that made the version. If two saves make the same version, only the first gets a row. The second
  -- does not find its own id, and so knows that it came too late.
  change_id TEXT NOT NULL UNIQUE,
  -- JSON list of wallets, in the order they are paid.
  wallets TEXT NOT NULL CHECK (json_valid(wallets)),
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL,
  PRIMARY KEY (config_id, version)
) STRICT;

-- The version in force, and the change that put it there.
CREATE TABLE distribution_active (
  config_id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  change_id TEXT NOT NULL,
  FOREIGN KEY (config_id, version) REFERENCES distribution_versions (config_id, version)
) STRICT;

-- The activation that waits for a second key or for its time. At most one waits: a newer ask takes its place. The table
-- actions tells what became of each.
CREATE TABLE distribution_waiting (
  config_id TEXT PRIMARY KEY,
  -- The id of the ask. A confirmation or a stop names it, so that nobody decides about another activation than the one
  -- that was shown.
  ask_id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  asked_by TEXT NOT NULL,
  confirmed_at INTEGER,
  confirmed_by TEXT,
  -- When the activation comes into force; null while a second key is missing.
  due_at INTEGER,
  FOREIGN KEY (config_id, version) REFERENCES distribution_versions (config_id, version)
) STRICT;

-- What was changed, when and by whose key. Each row names the two versions that have the values before and after.
CREATE TABLE distribution_changes (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  config_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('CREATE', 'UPDATE', 'DELETE', 'ACTIVATE')),
  description TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL,
  previous_version INTEGER,
  new_version INTEGER NOT NULL,
  FOREIGN KEY (config_id, previous_version) REFERENCES distribution_versions (config_id, version),
  FOREIGN KEY (config_id, new_version) REFERENCES distribution_versions (config_id, version)
) STRICT;

CREATE INDEX distribution_changes_newest ON distribution_changes (config_id, number DESC);

-- The tax cycle: withheld fees become prizes

-- One row for each cycle, and one with the state 'empty' for the newest look that found too little for a cycle.
CREATE TABLE tax_cycles (
  -- Unix second of its start, by our clock.
  id INTEGER PRIMARY KEY,
  -- A slot that enough nodes had reached when the cycle began: whatever the cycle has signed landed after it.
  slot INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('harvest', 'withdraw', 'swap', 'distribute', 'done', 'empty', 'failed')),
  reason TEXT,
  -- Of a cycle under way: what a signer refused and a person has to look at. Of a failed one: how its last try ended.
  detail TEXT,
  -- What is distributed: SOL, or GOD while swaps are switched off.
  currency TEXT NOT NULL CHECK (currency IN ('SOL', 'GOD')),
  -- The version of the configuration that the cycle distributes by, pinned when the cycle began, or before the
  -- distribution if none was in force then.
  config_version INTEGER,
  -- GOD found at the start. withheld: in accounts and mint together. in_mint: the part of it in the mint. unsold: held
  -- by the tax wallet.
  withheld TEXT NOT NULL,
  in_mint TEXT NOT NULL,
  unsold TEXT NOT NULL,
  -- The first offer at a doubtful price, which is believed only when it has stood for ten minutes. Stored, so that a
  -- restart does not lose it.
  look_at INTEGER,
  look_amount TEXT,
  look_lamports TEXT,
  -- The swap, by the balance changes of its finalized transaction.
  sold TEXT,
  proceeds TEXT,
  -- The distribution. If it is in SOL, total = proceeds + carried_in - fees. If it is in GOD, total is the GOD at hand.
  carried_in TEXT,
  fees TEXT,
  total TEXT,
  -- JSON, fixed with total: the pool wallet of the terms in force when the cycle began, and the configuration's
  -- addresses in whose place this wallet is paid.
  pool TEXT,
  -- What could not be paid out and joins the next cycle's proceeds; below 0 when fees were higher than planned.
  carried_out TEXT,
  started_at INTEGER NOT NULL,
  state_since INTEGER NOT NULL,
  ended_at INTEGER,
  -- Whether its sums are in tax_days.
  is_counted INTEGER NOT NULL DEFAULT 0,
  -- 1: the cycle is done, and none of its lines was paid. Fixed when the cycle ends, since lines are archived later.
  is_unpaid INTEGER NOT NULL DEFAULT 0,
  -- The archive that has the cycle's rows; null while they are in their tables. No foreign key: with one, SQLite's plan
  -- for storing an archive has a scan of all cycles.
  archive INTEGER,
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK (state <> 'done' OR total IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX one_tax_cycle_at_a_time ON tax_cycles ((1)) WHERE state IN ('harvest', 'withdraw', 'swap', 'distribute');

-- There are up to 720 cycles a day, and no frequent query may walk over all of them.
CREATE INDEX tax_cycles_in_flight ON tax_cycles (id) WHERE state IN ('harvest', 'withdraw', 'swap', 'distribute');
CREATE INDEX tax_cycles_empty ON tax_cycles (id) WHERE state = 'empty';
CREATE INDEX tax_cycles_failed ON tax_cycles (id) WHERE state = 'failed' OR is_unpaid = 1;
CREATE INDEX tax_cycles_ended ON tax_cycles (currency, id) WHERE state IN ('done', 'failed');
CREATE INDEX tax_cycles_sold ON tax_cycles (id) WHERE state = 'done' AND currency = 'SOL' AND sold IS NOT NULL;
CREATE INDEX tax_cycles_unarchived ON tax_cycles (id) WHERE archive IS NULL AND state IN ('done', 'failed');

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

-- What each receiver of a cycle gets.
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

-- Steps, lines and journal rows of cycles that ended long ago. Each row has those of some cycles: JSON, gzip, base64.
CREATE TABLE tax_archives (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  archived_at INTEGER NOT NULL
) STRICT;

-- Sums of the cycles that began on a UTC day. A cycle is added when it ends.
CREATE TABLE tax_days (
  day TEXT PRIMARY KEY,
  cycles INTEGER NOT NULL,
  withdrawn TEXT NOT NULL,
  sold TEXT NOT NULL,
  received TEXT NOT NULL,
  fees TEXT NOT NULL,
  distributed TEXT NOT NULL,
  distributed_god TEXT NOT NULL,
  -- The part of distributed that the lottery's pool got.
  to_pool TEXT NOT NULL DEFAULT '0'
) STRICT, WITHOUT ROWID;

-- The sums of all tax_days, in one row. A cycle that ends is added to its day and to this row in one step.
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
VALUES (1, 0, '0', '0', '0', '0', '0', '0');
