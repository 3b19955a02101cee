-- What the channels of the community were told, one row a round and channel. The row is written before anything is sent: whatever
-- is lost behind it, nothing is said twice.
CREATE TABLE channel_tellings (
  channel TEXT NOT NULL CHECK (channel IN ('discord', 'telegram')),
  round INTEGER NOT NULL,
  -- waiting: the channel has refused it for now, and certainly shows nothing.
  state TEXT NOT NULL CHECK (state IN ('sending', 'taken', 'waiting', 'failed')),
  not_before INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (channel, round)
) STRICT, WITHOUT ROWID;
