import type { RoundAudit } from './auditRound.ts';

/** How far the audit of the newest rounds is. */
export type Audit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'done'; readonly audits: readonly RoundAudit[]; readonly of: number }
  | { readonly kind: 'failed' };
