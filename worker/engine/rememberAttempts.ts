import { isDead, type Journal, type JournalRow } from '../store/journal.ts';

/** For so long an attempt under way is not read again. */
const KNOWN_MS = 10_000;
const MOST_KNOWN = 200;

/**
 * The journal, of which attempts under way are remembered for a few seconds: they are looked at several times a
 * second, and only the chain decides about them. Memory only: an attempt is written only where the database has none
 * alive, what is sent is what was read back, and a row changes only where it still is as it was. Nothing else is
 * remembered: before anything is signed the database is asked, or a death was proven.
 */
export function rememberAttempts(journal: Journal, now: () => number): Journal {
  const known = new Map<string, { readonly attempts: readonly JournalRow[]; readonly until: number }>();

  function remember(key: string, attempts: readonly JournalRow[], until: number): void {
    known.delete(key);
    const last = attempts.at(-1);
    if (last === undefined || isDead(last) || last.state === 'finalized') return;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { attempts, until });
  }

  return {
    ...journal,
    async attempts(key) {
      const remembered = known.get(key);
      if (remembered !== undefined && now() < remembered.until) return [...remembered.attempts];
      const attempts = await journal.attempts(key);
      remember(key, attempts, now() + KNOWN_MS);
      return attempts;
    },
    async write(attempt) {
      known.delete(attempt.key);
      const row = await journal.write(attempt);
      // Of a later attempt the earlier ones are read with the next look.
      if (row.attempt === 0) remember(row.key, [row], now() + KNOWN_MS);
      return row;
    },
    async see(row, state, slot) {
      if (row.state === state && row.slot === slot) return;
      const remembered = known.get(row.key);
      known.delete(row.key);
      await journal.see(row, state, slot);
      if (remembered === undefined) return;
      const attempts = [...remembered.attempts.slice(0, -1), { ...row, state, slot }];
      // What is remembered grows no younger by it.
      remember(row.key, attempts, remembered.until);
    },
    async bury(row, state, proof) {
      known.delete(row.key);
      await journal.bury(row, state, proof);
    },
  };
}
