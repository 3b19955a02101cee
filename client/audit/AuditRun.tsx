import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import type { RoundAudit } from './auditRound.ts';
import { type Check, QUICKNET_CHECK } from './Check.ts';
import { type Audit, useAudit } from './useAudit.ts';

/** The live part of the report: recomputes the newest rounds in this browser. */
export function AuditRun() {
  const config = useConfig();
  const [audit, start] = useAudit(config);
  return (
    <section className="panel audit" aria-label="Live audit">
      <div className="ph">
        <button type="button" className="btn primary" disabled={audit.kind === 'running'} onClick={start}>
          Verify the last rounds now
        </button>
        <p className="dim" role="status">
          {summary(audit)}
        </p>
      </div>
      {(audit.kind === 'running' || audit.kind === 'done') && (
        <>
          <progress max={audit.of || 1} value={audit.kind === 'done' ? audit.of || 1 : audit.audits.length} />
          {audit.audits.some(({ checks }) => checks.some(isForeignBeacon)) && (
            <p className="alarm">
              Not drand’s quicknet: these rounds were drawn with a beacon that nobody outside vouches for. That is right
              for a test world and for nothing else.
            </p>
          )}
          {audit.audits.map((round) => (
            <Round key={round.roundNumber} audit={round} />
          ))}
        </>
      )}
    </section>
  );
}

/** What a check's outcome is called on the page. */
const VERDICT_TEXTS = { ok: 'ok', failed: 'failed', open: 'not proven' } as const;

function Round({ audit: { roundNumber, owed, calledOff, checks } }: { readonly audit: RoundAudit }) {
  const failed = checks.filter(({ verdict }) => verdict === 'failed').length;
  const open = checks.filter(({ verdict }) => verdict === 'open').length;
  const tone = failed > 0 ? 'ruby' : owed || open > 0 ? 'amber' : 'mint';
  const proven = open > 0 ? `${open} NOT PROVEN` : calledOff ? 'CALLED OFF' : 'VERIFIED';
  const text = failed > 0 ? `${failed} FAILED` : owed ? 'OWED' : proven;
  return (
    <details open={failed > 0}>
      <summary>
        Round #{countText(roundNumber)} <span className={`badge ${tone}`}>{text}</span>
      </summary>
      <ul>
        {checks.map(({ name, verdict, detail }) => (
          <li key={name} className={verdict}>
            <strong>{name}</strong> <b>{VERDICT_TEXTS[verdict]}</b>
            <code>{detail}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function isForeignBeacon({ name, verdict }: Check): boolean {
  return name === QUICKNET_CHECK && verdict === 'open';
}

function summary(audit: Audit): string {
  switch (audit.kind) {
    case 'idle':
      return 'Nothing is sent to us: your browser computes.';
    case 'running':
      return `Checking round ${audit.audits.length + 1} of ${audit.of}…`;
    case 'failed':
      return 'The rounds could not be read. Please try again.';
    case 'done': {
      if (audit.of === 0) return 'No round has been committed yet.';
      const roundsWith = (wanted: Check['verdict']) =>
        audit.audits.filter(({ checks }) => checks.some(({ verdict }) => verdict === wanted)).length;
      const bad = roundsWith('failed');
      const open = roundsWith('open');
      const unproven = open === 0 ? '' : ` In ${open} not everything could be proven.`;
      const found =
        bad === 0 ? `${audit.of} rounds checked, nothing failed.` : `${bad} of ${audit.of} rounds failed a check.`;
      return found + unproven;
    }
  }
}
