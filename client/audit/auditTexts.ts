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
      return 'Nothing is sent to us: your browser computes.';
    case 'running':
      return `Checking round ${audit.audits.length + 1} of ${audit.of}…`;
    case 'failed':
      return 'The rounds could not be read. Please try again.';
    case 'done': {
      if (audit.of === 0) return 'No round has been committed yet.';
      const [bad, open] = (['failed', 'open'] as const).map(
        (verdict) => audit.audits.filter(({ checks }) => countOf(checks, verdict) > 0).length,
      );
      const found = bad
        ? `${bad} of ${audit.of} rounds failed a check.`
        : `${audit.of} rounds checked, nothing failed.`;
      return open ? `${found} In ${open} not everything could be proven.` : found;
    }
  }
}

function countOf(checks: readonly Check[], wanted: Check['verdict']): number {
  return checks.filter(({ verdict }) => verdict === wanted).length;
}
