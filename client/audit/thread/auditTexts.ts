import { hoursText } from '../check/Hour.ts';
import type { StepState } from '../check/Step.ts';
import type { AuditRow } from './AuditRow.ts';
import type { SiteFinding } from './siteList.ts';

/** The state of an audit of the newest rounds. */
export type Audit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'paused'; readonly rows: readonly AuditRow[]; readonly of: number }
  | {
      readonly kind: 'done';
      readonly rows: readonly AuditRow[];
      readonly of: number;
      /** Whether the site's list of rounds agrees with the marks; null when that was not judged. */
      readonly site: SiteFinding | null;
    }
  | { readonly kind: 'failed' };

/** What a step's outcome is called on the page. */
export const STATE_TEXTS: Readonly<Record<StepState, string>> = {
  ok: 'ok',
  failed: 'failed',
  'could-not-check': 'could not check',
  'not-reached': 'not reached',
  owed: 'OWED',
  'called-off': 'called off',
};

export interface RoundBadge {
  readonly tone: 'ruby' | 'amber' | 'mint';
  readonly text: string;
}

/** A round's outcome as a badge. It says VERIFIED only when all steps are ok. */
export function roundBadge({ verdict, open }: Pick<AuditRow, 'verdict' | 'open'>): RoundBadge {
  switch (verdict) {
    case 'failed':
      return { tone: 'ruby', text: `${open.filter(({ state }) => state === 'failed').length} FAILED` };
    case 'owed':
      return { tone: 'amber', text: 'OWED' };
    case 'could-not-check':
    case 'not-reached':
      return { tone: 'amber', text: `${open.length} NOT PROVEN` };
    case 'called-off':
      return { tone: 'amber', text: 'CALLED OFF' };
    case 'proven':
      return { tone: 'mint', text: 'VERIFIED' };
  }
}

/** A sentence that says how far an audit is, or its result. */
export function auditSummary(audit: Audit): string {
  switch (audit.kind) {
    case 'idle':
      return 'Your browser does the checking. It reads the rounds from us and the chain from a public server.';
    case 'running':
      return audit.of === 0 ? 'Reading the list of rounds…' : `Checking round ${audit.rows.length + 1} of ${audit.of}…`;
    case 'paused':
      return `Stopped after ${audit.rows.length} of ${audit.of} rounds. What was checked is kept in this browser.`;
    case 'failed':
      return 'The rounds could not be read. Please try again.';
    case 'done': {
      if (audit.of === 0) return 'There is no round to check yet.';
      return `${doneText(audit.rows)} By the chain: ${hoursText(audit.rows)}.`;
    }
  }
}

/**
 * How many rounds failed, and the names of the steps that are neither ok nor failed. The text says "nothing failed"
 * only if there are no such steps.
 */
function doneText(rows: readonly AuditRow[]): string {
  const bad = rows.filter(({ verdict }) => verdict === 'failed').length;
  const unproven = rows.filter(({ open }) => open.some(isUnproven));
  const checked = rows.length === 1 ? '1 round checked' : `${rows.length} rounds checked`;
  const found = bad > 0 ? `${checked}: ${bad} failed.` : `${checked}.`;
  if (unproven.length === 0) return bad > 0 ? found : `${checked}, nothing failed.`;
  const names = new Set(unproven.flatMap(({ open }) => open.filter(isUnproven).map(({ name }) => name)));
  return `${found} Not proven in ${unproven.length}: ${namedText([...names])}.`;
}

/** The first two names, and how many others there are. */
export function namedText([first, second, ...others]: readonly string[]): string {
  const named = [first, second].filter((name) => name !== undefined).map((name) => `“${name}”`);
  return `${named.join(', ')}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

function isUnproven({ state }: { readonly state: StepState }): boolean {
  return state !== 'failed';
}
