import { useState } from 'react';
import type { Operations } from '../../../src/contract/operations.ts';
import { durationText, utcText } from '../../format/timeText.ts';
import { useOperations } from '../console/ConsoleContext.ts';
import { Signature } from '../console/ExplorerLinks.tsx';
import { ErrorBox } from '../ui/Notices.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { ActionsGroup } from './ActionsGroup.tsx';
import { AlertsBanner } from './AlertsBanner.tsx';
import { BrakeCard } from './BrakeCard.tsx';
import { ExitButtons, ExitDialog } from './ExitDialog.tsx';
import type { ExitCall } from './exitWords.ts';
import { Group } from './Group.tsx';
import { HeldRounds } from './HeldRounds.tsx';
import { WalletsGroup } from './WalletsGroup.tsx';

const POLL_MS = 10_000;

/** The Operations tab: alerts, what waits for a person, the pauses, the wallets' balances, and what is under way. */
export function OperationsPanel() {
  const { data, isError, isFetching, refetch } = useOperations(POLL_MS);
  // What the dialog asks about. Kept here, so that the dialog stays open when the round or cycle leaves its list.
  const [asking, setAsking] = useState<ExitCall | null>(null);
  return (
    <div aria-busy={isFetching} className="ops">
      {isError && <ErrorBox text="Failed to load operations" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="panel blank">Loading operations...</p>}
      {data && (
        <>
          <AlertsBanner alerts={data.alerts} />
          <Warnings warnings={data.warnings} />
          <HeldRounds rounds={data.rounds} onAsk={setAsking} />
          <WaitingCycles cycles={data.cycles} onAsk={setAsking} />
          <div className="brakes">
            <BrakeCard part="rounds" pause={data.pause} outflows={data.outflows} />
            <BrakeCard part="tax" pause={data.taxPause} />
          </div>
          <WalletsGroup wallets={data.wallets} />
          <RoundsInFlight rounds={data.rounds} />
          <JournalGroup journal={data.journal} serverTime={data.serverTime} />
          <ActionsGroup actions={data.actions} />
          <p className="dim">Updated {utcText(Date.parse(data.serverTime))}; refreshes every 10 s.</p>
        </>
      )}
      {asking !== null && <ExitDialog call={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

/** Rounds that go on by themselves. */
function RoundsInFlight({ rounds }: Pick<Operations, 'rounds'>) {
  return (
    <Group title="Rounds in flight" empty="No round is in flight." rest="rounds">
      {rounds
        .filter(({ state }) => state !== 'held')
        .map(({ roundNumber, state, reason, detail, endsAt, totalLamports }) => (
          <li key={roundNumber}>
            <span className="badge amber">{state.toUpperCase()}</span>
            <strong>Round {roundNumber}</strong>
            <time dateTime={endsAt}>ends {utcText(Date.parse(endsAt))}</time>
            {totalLamports !== null && <span className="num">{unitsText(BigInt(totalLamports), 'SOL')} SOL</span>}
            {reason !== null && <span className="wide err">{reason}</span>}
            {detail !== null && <span className="wide muted">Cause: {detail}</span>}
          </li>
        ))}
    </Group>
  );
}

interface WaitingCyclesProps extends Pick<Operations, 'cycles'> {
  readonly onAsk: (call: ExitCall) => void;
}

function WaitingCycles({ cycles, onAsk }: WaitingCyclesProps) {
  return (
    <Group title="Waiting tax cycles" empty="No tax cycle waits for a person." rest="tax cycles">
      {cycles.map(({ cycle, state, reason, detail, startedAt, exits }) => (
        <li key={cycle}>
          <span className="badge ruby">WAITS</span>
          <strong>Tax cycle {cycle}</strong>
          <span>in its step {state}</span>
          <time dateTime={startedAt}>since {utcText(Date.parse(startedAt))}</time>
          {reason !== null && <span className="wide err">{reason}</span>}
          {detail !== null && <span className="wide muted">Cause: {detail}</span>}
          <ExitButtons calls={exits.map((exit): ExitCall => ({ kind: 'cycle', id: cycle, exit }))} onAsk={onAsk} />
        </li>
      ))}
    </Group>
  );
}

/** A transaction is final or lost within a few minutes. If it is still open after this long, somebody should look. */
const STUCK_MS = 10 * 60_000;

/** Signed transactions that are neither final nor lost yet, oldest first. */
function JournalGroup({ journal, serverTime }: Pick<Operations, 'journal' | 'serverTime'>) {
  return (
    <Group title="Transactions in flight" empty="No transaction is in flight." rest="transactions">
      {journal.map(({ key, attempt, state, signature, signedAt }) => {
        const age = Date.parse(serverTime) - Date.parse(signedAt);
        return (
          <li key={`${key} ${attempt}`}>
            <span className={`badge ${age > STUCK_MS ? 'ruby' : 'amber'}`}>{state.toUpperCase()}</span>
            <span className="mono name">
              {key}
              {attempt > 0 && `, attempt ${attempt + 1}`}
            </span>
            <time dateTime={signedAt}>{utcText(Date.parse(signedAt))}</time>
            <span className={age > STUCK_MS ? 'err' : 'muted'}>open for {durationText(age)}</span>
            <Signature signature={signature} of={key} />
          </li>
        );
      })}
    </Group>
  );
}

/** Settings that work but should not stay as they are. */
function Warnings({ warnings }: Pick<Operations, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section className="panel group warned" aria-labelledby="warnings-title">
      <h2 id="warnings-title">
        Settings{' '}
        <span className="badge amber">{warnings.length === 1 ? '1 WARNING' : `${warnings.length} WARNINGS`}</span>
      </h2>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </section>
  );
}
