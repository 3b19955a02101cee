import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminRound } from '../../../src/contract/adminRounds.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { ExitButtons } from '../operations/ExitButtons.tsx';
import { ExitDialog } from '../operations/ExitDialog.tsx';
import type { ExitCall } from '../operations/exitWords.ts';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { AttemptList } from './AttemptList.tsx';
import { Payment } from './Payment.tsx';
import { RoundSteps } from './RoundSteps.tsx';
import { STATES } from './roundWords.ts';

const POLL_MS = 10_000;

interface RoundPanelProps {
  readonly round: number;
  readonly onClose: () => void;
}

/** One round: its steps and its payment. If it waits for a person: the ways out, and what each of them does. */
export function RoundPanel({ round, onClose }: RoundPanelProps) {
  const { api } = useConsole();
  const { data, isError, isFetching, refetch } = useQuery({
    // Under 'operations', so that it is read again after an exit.
    queryKey: ['operations', 'round', round],
    queryFn: ({ signal }) => api.readRound(round, signal),
    refetchInterval: POLL_MS,
  });
  const [asking, setAsking] = useState<ExitCall | null>(null);
  return (
    <div aria-busy={isFetching}>
      <p className="back">
        <button type="button" className="btn sm" onClick={onClose}>
          Back to the list
        </button>{' '}
        <a href={`/rounds/${round}`}>Its public page</a>
      </p>
      {isError && <ErrorBox text={`Failed to load round ${round}`} onRetry={() => void refetch()} />}
      {!data && !isError && <p className="panel blank">Loading round {round}...</p>}
      {data && <Shown found={data} onAsk={setAsking} />}
      {asking !== null && <ExitDialog call={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

function Shown({ found, onAsk }: { readonly found: AdminRound; readonly onAsk: (call: ExitCall) => void }) {
  const { round, attempts } = found;
  const { tone, text } = STATES[round.state];
  return (
    <div className="ops">
      <section className="panel group" aria-label={`Round ${round.roundNumber}`}>
        <h2>
          Round {round.roundNumber} <span className={`badge ${tone}`}>{text}</span>
        </h2>
        <Held found={found} onAsk={onAsk} />
        <RoundSteps round={round} />
      </section>
      <Payment round={round} />
      <AttemptList attempts={attempts} />
    </div>
  );
}

/** Why it stands still or has ended without a payment, and what a person may do with it. */
function Held({ found, onAsk }: { readonly found: AdminRound; readonly onAsk: (call: ExitCall) => void }) {
  const { round, reason, detail, hold, exits, shelved } = found;
  if (reason === null) return null;
  const calls = exits.map((exit): ExitCall => ({ kind: 'round', id: round.roundNumber, exit }));
  return (
    <div className="held">
      <p className={hold === null ? 'muted' : 'err'}>
        {reason} {hold !== null && <span className="mono dim">{hold}</span>}
      </p>
      {detail !== null && <p className="muted">Cause: {detail}</p>}
      {shelved !== null && (
        <p className="muted">
          Shelved by <bdi>{shelved.by}</bdi> at {utcText(Date.parse(shelved.since))}: <bdi>{shelved.reason}</bdi>. It is
          publicly owed, and its prizes stay set aside.
        </p>
      )}
      {hold !== null && <ExitButtons calls={calls} onAsk={onAsk} />}
    </div>
  );
}
