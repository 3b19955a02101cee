import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { useOperations } from '../console/useOperations.ts';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { AlertsBanner } from './AlertsBanner.tsx';
import { PauseCard } from './PauseCard.tsx';
import { sameWallets } from './sameWallets.ts';

const POLL_MS = 10_000;
const ROUND_TONES = { locked: 'amber', committed: 'amber', drawn: 'amber', held: 'ruby' } as const;

/** Alerts, the brake, what there is to pay with, and what is under way right now. */
export function OperationsPanel() {
  const { data, isError, isFetching, refetch } = useOperations(POLL_MS);
  return (
    <div aria-busy={isFetching} className="ops">
      {isError && <ErrorBox text="Failed to load operations" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="panel blank">Loading operations...</p>}
      {data && (
        <>
          <AlertsBanner alerts={data.alerts} />
          <PauseCard pause={data.pause} outflows={data.outflows} />
          <Wallets wallets={data.wallets} />
          <Rounds rounds={data.rounds} />
          <Journal journal={data.journal} />
          <p className="dim">Updated {utcText(Date.parse(data.serverTime))}; refreshes every 10 s.</p>
        </>
      )}
    </div>
  );
}

function Wallets({ wallets }: Pick<Operations, 'wallets'>) {
  return (
    <Group title="Wallets" empty="No wallets.">
      {sameWallets(wallets).map(({ name, address, lamports }) => (
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
    <Group title="Rounds in flight" empty="No round is in flight, and none is held.">
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
