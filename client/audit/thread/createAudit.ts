import type { Report } from '../check/Report.ts';
import { type AuditRow, auditRow, isSettled } from './AuditRow.ts';
import type { Audit } from './auditTexts.ts';
import { judgeSiteList, type SiteList } from './siteList.ts';
import type { StoredAudit } from './storedAudit.ts';

/** The rounds of an audit, by the announced hours, and the states of those that the site lists. */
export interface RoundsListed {
  readonly rounds: readonly number[];
  readonly site: SiteList;
}

export interface AuditInput {
  /** Lists the rounds, newest first, and which of them the site lists. */
  readonly listRounds: (wanted: number | null) => Promise<RoundsListed>;
  readonly verify: (round: number) => Promise<Report>;
  /** What an earlier visit left. */
  readonly stored: StoredAudit | null;
  readonly store: (audit: StoredAudit) => void;
  readonly onChange: (audit: Audit) => void;
}

/** Checks rounds one by one, newest first. It can be stopped between two rounds and continued later. */
export function createAudit({ listRounds, verify, stored, store, onChange }: AuditInput) {
  let rows: readonly AuditRow[] = stored?.rows ?? [];
  let wanted = stored?.wanted ?? null;
  /** Only the newest run goes on. */
  let run = 0;

  async function go(current: number, known: ReadonlyMap<number, AuditRow>): Promise<void> {
    onChange({ kind: 'running', rows: [], of: 0 });
    const { rounds, site: list } = await listRounds(wanted);
    rows = [];
    for (const round of rounds) {
      if (current !== run) return;
      onChange({ kind: 'running', rows, of: rounds.length });
      const row = known.get(round) ?? auditRow(round, await verify(round));
      if (current !== run) return;
      rows = [...rows, row];
      store({ wanted, of: rounds.length, rows, site: null });
    }
    const site = judgeSiteList(rows, list);
    store({ wanted, of: rounds.length, rows, site });
    onChange({ kind: 'done', rows, of: rounds.length, site });
  }

  const begin = (known: ReadonlyMap<number, AuditRow>): Promise<void> => {
    const current = ++run;
    return go(current, known).catch((error: unknown) => {
      console.error('The audit stopped.', error);
      if (current === run) onChange({ kind: 'failed' });
    });
  };
  return {
    /** Starts from the beginning, over `count` rounds; null for all. */
    start(count: number | null): Promise<void> {
      wanted = count;
      return begin(new Map());
    },
    /** Continues with what was checked before. What could not be proven then is looked at again. */
    resume(): Promise<void> {
      return begin(new Map(rows.filter(isSettled).map((row) => [row.roundNumber, row])));
    },
    /** Stops before the next round. */
    pause(of: number): void {
      run++;
      onChange({ kind: 'paused', rows, of });
    },
  };
}
