import { isRecent } from '../../src/round/isRecent.ts';
import { isDead, type Journal, type JournalFinding, type JournalRow } from '../store/journal/journal.ts';

/** For this long, remembered attempts are not read from the database again. */
const KNOWN_MS = 10_000;
/** The most keys that are remembered. A tax cycle has fewer: at most 40 harvests and 200 payments. */
const MOST_KNOWN = 1_000;

/**
 * The journal, with a memory of attempts under way, which are looked at several times a second. The memory decides
 * nothing: the database decides by its own rows whether it takes an attempt, only what was read back is sent, and a row
 * that is final or dead never changes. A key's attempts are forgotten once the last of them is final or dead. So a next
 * attempt is signed only when the database was just asked, when the last attempt was just proven dead, or when both may
 * be alive at once.
 */
export function rememberAttempts(journal: Journal, now: () => number): Journal {
  const known = new Map<string, { readonly attempts: readonly JournalRow[]; readonly readAt: number }>();

  function remember(key: string, attempts: readonly JournalRow[], readAt: number): void {
    known.delete(key);
    const last = attempts.at(-1);
    if (last === undefined || isDead(last) || last.state === 'finalized') return;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { attempts, readAt });
  }

  function recall(key: string): readonly JournalRow[] | undefined {
    const remembered = known.get(key);
    return remembered !== undefined && isRecent(remembered.readAt, now(), KNOWN_MS) ? remembered.attempts : undefined;
  }

  return {
    ...journal,
    async attempts(key) {
      const remembered = recall(key);
      if (remembered !== undefined) return [...remembered];
      const attempts = await journal.attempts(key);
      remember(key, attempts, now());
      return attempts;
    },
    async attemptsOf(keys) {
      const all = new Map<string, readonly JournalRow[]>();
      const asked: string[] = [];
      for (const key of keys) {
        const remembered = recall(key);
        if (remembered === undefined) asked.push(key);
        else all.set(key, remembered);
      }
      for (const [key, attempts] of await journal.attemptsOf(asked)) {
        remember(key, attempts, now());
        all.set(key, attempts);
      }
      return all;
    },
    async writeAll(attempts) {
      for (const { key } of attempts) known.delete(key);
      const rows = await journal.writeAll(attempts);
      // A later attempt is not remembered here: it has others before it, and the next look reads all of them.
      for (const row of rows) if (row.attempt === 0) remember(row.key, [row], now());
      return rows;
    },
    async settleAll(findings) {
      const news = findings.filter((finding) => !isKnown(finding));
      const before = news.map(({ row }) => known.get(row.key));
      for (const { row } of news) known.delete(row.key);
      await journal.settleAll(news);
      for (const [i, finding] of news.entries()) {
        const remembered = before[i];
        if (remembered === undefined || 'proof' in finding) continue;
        const { row, state, slot } = finding;
        // `readAt` stays: nothing was read from the database.
        const attempts = remembered.attempts.map((one) =>
          one.attempt === row.attempt ? { ...row, state, slot } : one,
        );
        remember(row.key, attempts, remembered.readAt);
      }
    },
  };
}

function isKnown(finding: JournalFinding): boolean {
  return !('proof' in finding) && finding.row.state === finding.state && finding.row.slot === finding.slot;
}
