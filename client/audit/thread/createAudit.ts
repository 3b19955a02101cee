import type { Report } from '../check/Report.ts';
import { auditRow } from './AuditRow.ts';
import type { Audit } from './auditTexts.ts';
import { judgeSiteList, type SiteList } from './siteList.ts';
import { leftBehind, type StoredAudit } from './storedAudit.ts';

/** The numbers of an audit's rounds, and what the site lists of them. */
export interface RoundsListed {
  readonly rounds: readonly number[];
  readonly site: SiteList;
}

export interface AuditInput {
  /** Names the server, the mint and the beacon network of the visitor's present choice. */
  readonly asked: () => string;
  readonly listRounds: (wanted: number | null) => Promise<RoundsListed>;
  readonly verify: (round: number) => Promise<Report>;
  readonly stored: StoredAudit | null;
  readonly store: (audit: StoredAudit) => void;
  readonly onChange: (audit: Audit) => void;
}

/** Makes an audit, which checks rounds one by one, newest first. It can be paused and resumed. */
export function createAudit({ asked: askedNow, listRounds, verify, stored, store, onChange }: AuditInput) {
  let { asked, rows, of, wanted }: Omit<StoredAudit, 'site'> = stored ?? { asked: '', rows: [], of: 0, wanted: null };
  /** The number of the newest run. Older runs stop. */
  let run = 0;

  async function go(current: number): Promise<void> {
    if (asked !== askedNow()) rows = [];
    asked = askedNow();
    const found = new Map(rows.filter(({ verdict }) => verdict === 'proven').map((row) => [row.roundNumber, row]));
    onChange({ kind: 'running', rows: [], of: 0 });
    const { rounds, site: list } = await listRounds(wanted);
    if (current !== run) return;
    const inOrder = () => rounds.flatMap((round) => found.get(round) ?? []);
    [rows, of] = [inOrder(), rounds.length];
    for (const round of rounds.filter((one) => !found.has(one))) {
      onChange({ kind: 'running', rows, of });
      found.set(round, auditRow(round, await verify(round)));
      if (current !== run) return;
      rows = inOrder();
      store({ asked, wanted, of, rows, site: null });
    }
    const site = judgeSiteList(rows, list);
    store({ asked, wanted, of, rows, site });
    onChange({ kind: 'done', rows, of, site });
  }

  const begin = (): Promise<void> => {
    const current = ++run;
    return go(current).catch((error: unknown) => {
      console.error('The audit stopped.', error);
      if (current === run) onChange({ kind: 'failed' });
    });
  };
  return {
    /** Starts a new audit of the newest `count` rounds, or of all rounds if `count` is null. */
    start(count: number | null): Promise<void> {
      [rows, of, wanted] = [[], 0, count];
      return begin();
    },
    /** Continues the audit. Rounds that are proven stay; all others are checked again. */
    resume: begin,
    /** Stops before the next round is checked. */
    pause(): void {
      run++;
      onChange(leftBehind({ asked, wanted, of, rows, site: null }));
    },
  };
}
