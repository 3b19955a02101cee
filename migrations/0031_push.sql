-- Who asked to be told, and where: a wallet's address and what a browser gave for it, which is the push service's address of that
-- browser and the keys that only it can read by. Nothing else of a visitor is kept.
CREATE TABLE push_subscriptions (
  endpoint TEXT PRIMARY KEY,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  address TEXT NOT NULL,
  -- Sum of what is wanted: 1 a win, 4 a draw in five minutes.
  kinds INTEGER NOT NULL CHECK (kinds BETWEEN 1 AND 7),
  made_at INTEGER NOT NULL,
  -- The newest round of which each was told, or whose moment has passed.
  win_round INTEGER NOT NULL,
  soon_round INTEGER NOT NULL,
  -- After the push service asked for patience or was broken.
  not_before INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX push_by_address ON push_subscriptions (address);
CREATE INDEX push_by_age ON push_subscriptions (made_at);
-- Those who wait for the same moment, in one walk.
CREATE INDEX push_soon ON push_subscriptions (soon_round, not_before) WHERE kinds >= 4;

-- How many there are: nobody counts them one by one for each that is added.
CREATE TABLE push_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  count INTEGER NOT NULL
) STRICT;
INSERT INTO push_count (id, count) VALUES (1, 0);
CREATE TRIGGER push_added AFTER INSERT ON push_subscriptions BEGIN
  UPDATE push_count SET count = count + 1 WHERE id = 1;
END;
CREATE TRIGGER push_ended AFTER DELETE ON push_subscriptions BEGIN
  UPDATE push_count SET count = count - 1 WHERE id = 1;
END;
