import { useEffect, useState } from 'react';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import type { RoundAudit } from './auditRound.ts';
import { type Audit, auditSummary, roundBadge, VERDICT_TEXTS } from './auditTexts.ts';
import { type Check, QUICKNET_CHECK } from './Check.ts';
import { chosenRound } from './chosenRound.ts';
import { useAudit } from './useAudit.ts';

/** The live part of the report: recomputes the newest rounds in this browser. */
export function AuditRun() {
  const config = useConfig();
  const [chosen, setChosen] = useState<number | null>(null);
  const [audit, start] = useAudit(config, chosen);
  // Read after the first render, which has to agree with the server's.
  useEffect(() => setChosen(chosenRound(location.search)), []);
  return <AuditPanel audit={audit} chosen={chosen} onStart={start} />;
}

interface AuditPanelProps {
  readonly audit: Audit;
  /** The only round to check; null for the newest ones. */
  readonly chosen?: number | null;
  readonly onStart: () => void;
}

/** The same at a moment of it. */
export function AuditPanel({ audit, chosen = null, onStart }: AuditPanelProps) {
  return (
    <section className="panel audit" aria-label="Live audit">
      <noscript>
        <p className="alarm">
          The check runs in your browser and needs JavaScript. The steps below say how to do it by hand.
        </p>
      </noscript>
      <div className="ph scripted">
        <button type="button" className="btn primary" disabled={audit.kind === 'running'} onClick={onStart}>
          {chosen === null ? 'Verify the last rounds now' : `Verify round #${countText(chosen)} now`}
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
              Not drand’s quicknet: these rounds were drawn with a beacon that nobody outside vouches for. Expected on a
              test network; never on mainnet.
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
