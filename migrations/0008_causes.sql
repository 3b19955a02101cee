-- Why exactly: what the signer refused, which text was foreign, what the nodes said last. For operators; `reason` stays the public word.
ALTER TABLE rounds ADD COLUMN detail TEXT;

-- Of a cycle under way: what a signer refused and a person has to look at. Of one that failed: what came of its last try.
ALTER TABLE tax_cycles ADD COLUMN detail TEXT;

-- Why the last attempt to lock a round failed; it becomes the round's reason when none succeeds.
CREATE TABLE lock_problems (
  round INTEGER PRIMARY KEY,
  reason TEXT NOT NULL,
  detail TEXT
) STRICT;
