import { useQuery } from '@tanstack/react-query';
import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { PauseCard } from './PauseCard.tsx';

const POLL_MS = 10_000;
const ROUND_TONES = { locked: 'amber', committed: 'amber', drawn: 'amber', held: 'ruby' } as const;

/** What is under way right now, what there is to pay with, and the brake. */
export function OperationsPanel() {
  const { api } = useConsole();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.readOperations(signal),
    refetchInterval: POLL_MS,
  });
  return (
    <div aria-busy={isFetching} className="ops">
      {isError && <ErrorBox text="Failed to load operations" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="panel blank">Loading operations...</p>}
      {data && (
        <>
          <PauseCard pause={data.pause} outflows={data.outflows} />
          <Wallets wallets={data.wallets} />
          <Rounds rounds={data.rounds} />
          <Journal journal={data.journal} />
          <Alerts alerts={data.alerts} />
          <p className="dim">Read at {utcText(Date.parse(data.serverTime))}, and again every ten seconds.</p>
        </>
      )}
    </div>
  );
}

function Wallets({ wallets }: Pick<Operations, 'wallets'>) {
  return (
    <Group title="Wallets" empty="">
      {wallets.map(({ name, address, lamports }) => (
        <li key={name}>
          <strong>{name}</strong>
          <AddressLink address={address} />
          <span className="num">{lamports === null ? 'unknown' : `${unitsText(BigInt(lamports), 'SOL')} SOL`}</span>
        </li>
      ))}
    </Group>
  );
}

function Rounds({ rounds }: Pick<Operations, 'rounds'>) {
  return (
    <Group title="Rounds in flight" empty="No round is under way, and none is held.">
      {rounds.map(({ roundNumber, state, reason, detail, endsAt, totalLamports }) => (
        <li key={roundNumber}>
          <span className={`badge ${ROUND_TONES[state]}`}>{state.toUpperCase()}</span>
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

function Journal({ journal }: Pick<Operations, 'journal'>) {
  return (
    <Group title="Transactions in flight" empty="Every signed transaction is final.">
      {journal.map(({ key, attempt, state, signature, signedAt }) => (
        <li key={`${key} ${attempt}`}>
          <span className="badge amber">{state.toUpperCase()}</span>
          <span className="mono name">
            {key}
            {attempt > 0 && `, attempt ${attempt + 1}`}
          </span>
          <time dateTime={signedAt}>{utcText(Date.parse(signedAt))}</time>
          <Signature signature={signature} of={key} />
        </li>
      ))}
    </Group>
  );
}

function Alerts({ alerts }: Pick<Operations, 'alerts'>) {
  return (
    <Group title="Alerts" empty="Nothing was ever raised.">
      {alerts.map(({ key, message, raisedAt, deliveredAt }) => (
        <li key={key}>
          <span className={`badge ${deliveredAt === null ? 'amber' : 'grey'}`}>
            {deliveredAt === null ? 'NOT DELIVERED' : 'DELIVERED'}
          </span>
          <time dateTime={raisedAt}>{utcText(Date.parse(raisedAt))}</time>
          <span className="wide">{message}</span>
        </li>
      ))}
    </Group>
  );
}

interface GroupProps {
  readonly title: string;
  readonly empty: string;
  readonly children: readonly React.ReactNode[];
}

function Group({ title, empty, children }: GroupProps) {
  return (
    <section className="panel group">
      <h2>{title}</h2>
      {children.length === 0 ? <p className="muted">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}
