-- Version of the rules that a round was locked under: it is computed by this one for ever. Before this column there was only one.
ALTER TABLE rounds ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
