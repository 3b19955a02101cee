-- When each step was taken, by the server's clock; with drawn_at they are what the public is told. Nothing is decided by them.
ALTER TABLE rounds ADD COLUMN locked_at INTEGER;
ALTER TABLE rounds ADD COLUMN committed_at INTEGER;
-- When the beacon was here.
ALTER TABLE rounds ADD COLUMN beacon_at INTEGER;
-- When the payment was first seen on chain, and when it was final.
ALTER TABLE rounds ADD COLUMN paid_at INTEGER;
ALTER TABLE rounds ADD COLUMN final_at INTEGER;

-- A lock was stored right after its snapshot, and a paid row was last changed when its payment was final. The other times of
-- earlier rounds were not kept.
UPDATE rounds SET locked_at = snapshot_at, final_at = iif(state = 'paid', updated_at, NULL);

-- Rounds by state and by day. Without these a search for the few held ones would walk over all rounds.
CREATE INDEX rounds_by_state ON rounds (state);
CREATE INDEX rounds_by_end ON rounds (ends_at);
-- By the transactions that committed and paid them: whoever has a signature finds the round.
CREATE INDEX rounds_by_commitment ON rounds (commit_signature) WHERE commit_signature IS NOT NULL;
CREATE INDEX rounds_by_payment ON rounds (payout_signature) WHERE payout_signature IS NOT NULL;
