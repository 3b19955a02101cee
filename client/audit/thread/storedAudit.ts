import type { AuditRow } from './AuditRow.ts';
import type { Audit } from './auditTexts.ts';
import type { SiteFinding } from './siteList.ts';

/** An audit that was begun in this browser. */
export interface StoredAudit {
  /** Names the Solana server, the mint and the beacon network. When one of them changes, the rows no longer count. */
  readonly asked: string;
  /** How many rounds were asked for; null for all. */
  readonly wanted: number | null;
  readonly of: number;
  readonly rows: readonly AuditRow[];
  /** Whether the site's list of rounds agrees with the marks; null until that is known. */
  readonly site: SiteFinding | null;
}

const KEY = 'audit';

/** The audit that an earlier visit stored; null for anything that this page would not have written. */
export function readStoredAudit(): StoredAudit | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isStoredAudit(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Stores an audit, if the browser allows it. */
export function storeAudit(audit: StoredAudit): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(audit));
  } catch {
    // The storage is full, or the browser does not allow it.
  }
}

/** The state in which a stored audit stopped; `idle` if it has no rows, or there is none. */
export function leftBehind(stored: StoredAudit | null): Audit {
  if (stored === null || stored.rows.length === 0) return { kind: 'idle' };
  const { rows, of, site } = stored;
  return rows.length < of ? { kind: 'paused', rows, of } : { kind: 'done', rows, of, site };
}

function isStoredAudit(kept: unknown): kept is StoredAudit {
  const { asked, wanted, of, rows, site } = (kept ?? {}) as Partial<Record<keyof StoredAudit, unknown>>;
  const isCount = (value: unknown) => Number.isSafeInteger(value);
  return (
    typeof asked === 'string' &&
    (wanted === null || isCount(wanted)) &&
    isCount(of) &&
    Array.isArray(rows) &&
    rows.every(isRow) &&
    isSite(site)
  );
}

function isSite(kept: unknown): boolean {
  const { isWhole, text } = (kept ?? {}) as Readonly<Record<string, unknown>>;
  return kept === null || (typeof isWhole === 'boolean' && typeof text === 'string');
}

function isRow(kept: unknown): boolean {
  const { roundNumber, ok, of, verdict, hour, open } = (kept ?? {}) as Partial<Record<keyof AuditRow, unknown>>;
  const counts = [roundNumber, ok, of].every(Number.isSafeInteger);
  return counts && typeof verdict === 'string' && typeof hour === 'string' && Array.isArray(open) && open.every(isOpen);
}

function isOpen(kept: unknown): boolean {
  const { name, state, value } = (kept ?? {}) as Readonly<Record<string, unknown>>;
  return [name, state, value].every((one) => typeof one === 'string');
}
