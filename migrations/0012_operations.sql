-- What a person did with a held round. Released: it went on where it had stopped, and payments that the chain had refused before are
-- forgiven. Shelved: it is publicly owed, and nobody is reminded of it.
ALTER TABLE rounds ADD COLUMN released_at INTEGER;
ALTER TABLE rounds ADD COLUMN forgiven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rounds ADD COLUMN shelved_at INTEGER;
ALTER TABLE rounds ADD COLUMN shelved_by TEXT;
ALTER TABLE rounds ADD COLUMN shelved_reason TEXT;
-- A round without a record that the chain has paid stays held: there is nothing here to show of it. It waits for nobody any more.
ALTER TABLE rounds ADD COLUMN closed_at INTEGER;
-- Of a round held for a mark that no record of ours made: lamports that the mark promises. Null while nobody can say what made it.
ALTER TABLE rounds ADD COLUMN promised_lamports TEXT;

-- The round that this outflow has paid, as an operator said when the round was closed.
ALTER TABLE outflows ADD COLUMN round INTEGER;

-- While one lasts the tax stands still: nothing is signed for it.
CREATE TABLE tax_pauses (
  id INTEGER PRIMARY KEY,
  paused_at INTEGER NOT NULL,
  paused_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  resumed_at INTEGER,
  resumed_by TEXT
) STRICT;

CREATE UNIQUE INDEX one_tax_pause_at_a_time ON tax_pauses ((1)) WHERE resumed_at IS NULL;

-- Who did what when.
CREATE TABLE actions (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  action TEXT NOT NULL,
  -- The thing, such as 'round 7'; null when there is only one.
  subject TEXT,
  reason TEXT
) STRICT;

-- The least that a wallet held in an hour (unix hours), lamports: what forecasts are made of. Rows of more than a week are deleted.
CREATE TABLE wallet_lows (
  hour INTEGER NOT NULL,
  address TEXT NOT NULL,
  lamports TEXT NOT NULL,
  PRIMARY KEY (hour, address)
) STRICT, WITHOUT ROWID;
