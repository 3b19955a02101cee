import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import type { RoundAudit } from './auditRound.ts';
import { type Audit, auditSummary, roundBadge, VERDICT_TEXTS } from './auditTexts.ts';
import { type Check, QUICKNET_CHECK } from './Check.ts';
import { useAudit } from './useAudit.ts';

/** The live part of the report: recomputes the newest rounds in this browser. */
export function AuditRun() {
  const config = useConfig();
  const [audit, start] = useAudit(config);
  return <AuditPanel audit={audit} onStart={start} />;
}

/** The same at a moment of it. */
export function AuditPanel({ audit, onStart }: { readonly audit: Audit; readonly onStart: () => void }) {
  return (
    <section className="panel audit" aria-label="Live audit">
      <div className="ph">
        <button type="button" className="btn primary" disabled={audit.kind === 'running'} onClick={onStart}>
          Verify the last rounds now
        </button>
        <p className="dim" role="status">
          {auditSummary(audit)}
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

function Round({ audit }: { readonly audit: RoundAudit }) {
  const { roundNumber, checks } = audit;
  const { tone, text } = roundBadge(audit);
  return (
    <details open={tone === 'ruby'}>
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
