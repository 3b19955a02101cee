import '../styles/audit.css';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { auditRow } from './AuditRow.ts';
import { roundBadge } from './auditTexts.ts';
import { ForeignBeacon } from './ForeignBeacon.tsx';
import { OwnServer } from './OwnServer.tsx';
import { type Report, verdictText } from './Report.ts';
import { SaveReport } from './SaveReport.tsx';
import { StepList, UnconfirmedList } from './StepList.tsx';
import { useVerify, type Verification } from './useVerify.ts';

/** Where this browser checks one round by itself, step by step. */
export function VerifyPanel({ round }: { readonly round: number }) {
  const config = useConfig();
  const [verification, start] = useVerify(config, round);
  return (
    <VerifyView round={round} verification={verification} publicRpcUrl={config?.publicRpcUrl ?? null} onStart={start} />
  );
}

interface VerifyViewProps {
  readonly round: number;
  readonly verification: Verification;
  readonly publicRpcUrl: string | null;
  readonly onStart: () => void;
}

/** The same at a moment of it. */
export function VerifyView({ round, verification, publicRpcUrl, onStart }: VerifyViewProps) {
  const isRunning = verification.kind === 'running';
  const report = verification.kind === 'done' ? verification.report : null;
  const steps = isRunning ? verification.steps : (report?.steps ?? []);
  return (
    <section className="panel audit" aria-label="Verify this round">
      <noscript>
        <p className="alarm">
          The check runs in your browser and needs JavaScript. The proof is at{' '}
          <a href={`/api/lottery/rounds/${round}/proof`}>/api/lottery/rounds/{round}/proof</a>, and the page Audit
          Report says how to check it by hand.
        </p>
      </noscript>
      <div className="ph scripted">
        <button type="button" className="btn primary" disabled={isRunning} onClick={onStart}>
          {`Verify round #${countText(round)} now`}
        </button>
        {report && <Badge report={report} />}
        <p className="dim" role="status">
          {statusText(verification)}
        </p>
      </div>
      {isRunning && <progress aria-label="Steps checked" max={verification.of || 1} value={steps.length} />}
      <ForeignBeacon steps={steps} />
      {steps.length > 0 && <StepList steps={steps} />}
      {report && <UnconfirmedList fields={report.unconfirmed} />}
      {report && <SaveReport name={`round-${round}-report.json`} content={report} />}
      <OwnServer publicRpcUrl={publicRpcUrl} />
    </section>
  );
}

function Badge({ report }: { readonly report: Report }) {
  const { tone, text } = roundBadge(auditRow(0, report));
  return <span className={`badge ${tone}`}>{text}</span>;
}

/** Spoken when the check begins and when it ends: a word for each step would be too many. */
function statusText(verification: Verification): string {
  switch (verification.kind) {
    case 'idle':
      return 'Your browser does the checking. It reads the proof from us, the beacon from drand and the chain from a public server.';
    case 'running':
      return 'Checking…';
    case 'failed':
      return 'The check could not be started. Please try again.';
    case 'done':
      return verdictText(verification.report);
  }
}
