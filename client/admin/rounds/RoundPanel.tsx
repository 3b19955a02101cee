import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminRound } from '../../../src/contract/adminRounds.ts';
import type { RoundDetail } from '../../../src/contract/round.ts';
import { RANKS } from '../../../src/round/placeWords.ts';
import { utcText } from '../../format/timeText.ts';
import { roundSteps, type StepState } from '../../rounds/roundSteps.ts';
import { STEP_TITLES } from '../../rounds/stepTexts.ts';
import { useConsole, usePublicSettings } from '../console/ConsoleContext.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { ExitButtons, ExitDialog } from '../operations/ExitDialog.tsx';
import type { ExitCall } from '../operations/exitWords.ts';
import { ErrorBox } from '../ui/Notices.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { AttemptList } from './AttemptList.tsx';
import { PAYMENTS, roundBadge } from './RoundItem.tsx';

const POLL_MS = 10_000;

interface RoundPanelProps {
  readonly round: number;
  readonly onClose: () => void;
}

/** One round: its steps and its payment. If the round waits for a person, also its exits. */
export function RoundPanel({ round, onClose }: RoundPanelProps) {
  const { api } = useConsole();
  const { data, isError, isFetching, refetch } = useQuery({
    // The key begins with 'operations', so that the round is read again after an exit.
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
        <a href={`/rounds/${round}`}>Public page</a>
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
  const { tone, text } = roundBadge(round);
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

/** Why a round is held or has ended without a payment, and what a person may do with it. */
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
          Shelved by <bdi>{shelved.by}</bdi> at {utcText(Date.parse(shelved.since))}: <bdi>{shelved.reason}</bdi>. The
          round is publicly owed, and its prizes stay set aside.
        </p>
      )}
      {hold !== null && <ExitButtons calls={calls} onAsk={onAsk} />}
    </div>
  );
}

function Payment({ round: { winners, payout, roundNumber } }: { readonly round: RoundDetail }) {
  return (
    <section className="panel group" aria-label="Payment">
      <h2>Payment</h2>
      {winners.length === 0 && <p className="muted">Nobody has been drawn.</p>}
      {winners.length > 0 && (
        <>
          <ul>
            {winners.map(({ place, address, prizeLamports, status }) => (
              <li key={place}>
                <strong>{RANKS[place]} place</strong>
                <AddressLink address={address} />
                <span>{PAYMENTS[status]}</span>
                <span className="num">{unitsText(BigInt(prizeLamports), 'SOL')} SOL</span>
              </li>
            ))}
          </ul>
          <p className="muted">
            One transaction:{' '}
            <Signature signature={payout?.signature ?? null} of={`the payment of round ${roundNumber}`} />
          </p>
        </>
      )}
    </section>
  );
}

const MARKS: Readonly<Record<StepState, { readonly tone: string; readonly text: string }>> = {
  done: { tone: 'mint', text: 'DONE' },
  now: { tone: 'amber', text: 'NOW' },
  ahead: { tone: 'grey', text: 'AHEAD' },
  owed: { tone: 'ruby', text: 'OWED' },
  never: { tone: 'grey', text: 'NEVER' },
  lost: { tone: 'grey', text: 'LOST' },
};

function RoundSteps({ round }: { readonly round: RoundDetail }) {
  const entryLockSeconds = usePublicSettings()?.entryLockSeconds ?? null;
  return (
    <ol className="steps" aria-label="Steps">
      {roundSteps(round, { now: Date.now(), entryLockSeconds }).map(({ name, state, at, due }) => {
        const late = round.late.find(({ step }) => step === name);
        const time = at ?? (state === 'never' || state === 'lost' ? null : due);
        return (
          <li key={name}>
            <span className={`badge ${MARKS[state].tone}`}>{MARKS[state].text}</span>
            <strong>{STEP_TITLES[name]}</strong>
            {time !== null && (
              <time dateTime={new Date(time).toISOString()}>
                {at === null && 'due '}
                {utcText(time)}
              </time>
            )}
            {late !== undefined && (
              <span className="wide warn">
                {late.seconds} s late. {late.cause}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
