import type { RoundAudit } from './auditRound.ts';
import type { Check } from './Check.ts';

/** How far the audit of the newest rounds is. */
export type Audit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'done'; readonly audits: readonly RoundAudit[]; readonly of: number }
  | { readonly kind: 'failed' };

/** What a check's outcome is called on the page. */
export const VERDICT_TEXTS = { ok: 'ok', failed: 'failed', open: 'not proven' } as const;

export interface RoundBadge {
  readonly tone: 'ruby' | 'amber' | 'mint';
  readonly text: string;
}

/** A round's outcome in a word: the worst first, and nothing is verified while anything is left open. */
export function roundBadge({ owed, calledOff, checks }: RoundAudit): RoundBadge {
  const [failed, open] = [countOf(checks, 'failed'), countOf(checks, 'open')];
  if (failed > 0) return { tone: 'ruby', text: `${failed} FAILED` };
  if (owed) return { tone: 'amber', text: 'OWED' };
  if (open > 0) return { tone: 'amber', text: `${open} NOT PROVEN` };
  return { tone: 'mint', text: calledOff ? 'CALLED OFF' : 'VERIFIED' };
}

/** How far an audit is, or what it came to. */
export function auditSummary(audit: Audit): string {
  switch (audit.kind) {
    case 'idle':
      return 'Your browser does the checking. It reads the rounds from us and the chain from a public server.';
    case 'running':
      return `Checking round ${audit.audits.length + 1} of ${audit.of}…`;
    case 'failed':
      return 'The rounds could not be read. Please try again.';
    case 'done': {
      if (audit.of === 0) return 'There is no round to check yet.';
      return doneText(audit.audits);
    }
  }
}

/** What was found, and by name what could not be checked: with that open, nobody is told that all is well. */
function doneText(audits: readonly RoundAudit[]): string {
  const bad = audits.filter(({ checks }) => countOf(checks, 'failed') > 0).length;
  const unproven = audits.filter(({ checks }) => countOf(checks, 'open') > 0);
  const checked = audits.length === 1 ? '1 round checked' : `${audits.length} rounds checked`;
  const found = bad > 0 ? `${checked}: ${bad} failed.` : `${checked}.`;
  if (unproven.length === 0) return bad > 0 ? found : `${checked}, nothing failed.`;
  const names = new Set(
    unproven.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'open').map(({ name }) => name)),
  );
  const [first, second, ...others] = names;
  const named = [first, second].filter((name) => name !== undefined).map((name) => `“${name}”`);
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `${found} Not proven in ${unproven.length}: ${named.join(', ')}${more}.`;
}

function countOf(checks: readonly Check[], wanted: Check['verdict']): number {
  return checks.filter(({ verdict }) => verdict === wanted).length;
}
