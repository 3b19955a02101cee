import './audit.css';
import { useRef, useState } from 'react';
import type { PublicConfig } from '../../../src/contract/config.ts';
import { useConfig } from '../../data/useConfig.ts';
import { countText } from '../../format/countText.ts';
import { type Report, verdictText } from '../check/Report.ts';
import type { Step } from '../check/Step.ts';
import { auditRow } from '../thread/AuditRow.ts';
import { roundBadge } from '../thread/auditTexts.ts';
import { useThread } from '../thread/useThread.ts';
import { ForeignBeacon } from './ForeignBeacon.tsx';
import { OwnServer } from './OwnServer.tsx';
import { SaveReport } from './SaveReport.tsx';
import { SentenceList, StepList, UnconfirmedList } from './StepList.tsx';
import { rememberLottery, verifySettings } from './verifySettings.ts';

/** Checks one round in this browser, step by step. */
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

/** The panel in one state of the check. */
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
      {report && <SentenceList steps={steps} />}
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

/** The state of the check. The text stays the same from step to step, so that screen readers speak only twice. */
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

export type Verification =
  | { readonly kind: 'idle' }
  /** `of` is the number of steps in all; 0 until the first step is known. */
  | { readonly kind: 'running'; readonly steps: readonly Step[]; readonly of: number }
  | { readonly kind: 'done'; readonly report: Report }
  | { readonly kind: 'failed' };

/** How far the check of a round is, and the function that starts it. Each start reads the chain again. */
function useVerify(config: PublicConfig | null, round: number): readonly [Verification, () => void] {
  const [verification, setVerification] = useState<Verification>({ kind: 'idle' });
  const thread = useThread();
  const run = useRef(0);

  const verify = async (current: number) => {
    if (config === null) throw new Error('the public settings are not known yet');
    const steps: Step[] = [];
    const report = await (await thread()).verify({
      ...{ round, run: current, settings: verifySettings(config) },
      onStep: (step, of) => {
        steps.push(step);
        if (current === run.current) setVerification({ kind: 'running', steps: [...steps], of });
      },
    });
    if (report.lottery) rememberLottery(report.lottery);
    if (current === run.current) setVerification({ kind: 'done', report });
  };

  const start = () => {
    const current = ++run.current;
    setVerification({ kind: 'running', steps: [], of: 0 });
    verify(current).catch((error: unknown) => {
      console.error('The check stopped.', error);
      if (current === run.current) setVerification({ kind: 'failed' });
    });
  };
  return [verification, start];
}
