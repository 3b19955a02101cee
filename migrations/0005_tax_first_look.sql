-- The first look at a price that is believed only when it has stood for a while: a restart must not shorten the wait.
ALTER TABLE tax_cycles ADD COLUMN look_at INTEGER;
ALTER TABLE tax_cycles ADD COLUMN look_amount TEXT;
ALTER TABLE tax_cycles ADD COLUMN look_lamports TEXT;
