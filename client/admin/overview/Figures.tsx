import type { ReactNode } from 'react';
import type { Operations } from '../../../src/contract/operations.ts';
import type { Overview } from '../../../src/contract/overview.ts';
import { agoText, durationText, utcText } from '../../format/timeText.ts';
import { Signature } from '../console/ExplorerLinks.tsx';
import { forecastOf } from '../operations/WalletsGroup.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { changeAddress } from '../ui/useAddressChoice.ts';

interface FiguresProps {
  readonly overview: Overview;
  readonly wallets: Operations['wallets'] | null;
}

const sol = (lamports: string) => `${unitsText(BigInt(lamports), 'SOL')} SOL`;

/** Four figures: the next draw, the pool's balance, the last payment, today's tax. */
export function Figures({ overview, wallets }: FiguresProps) {
  const { nextDraw, lastPayment, taxToday, serverTime } = overview;
  const now = Date.parse(serverTime);
  const pool = wallets?.find(({ name }) => name === 'Pool') ?? null;
  return (
    <div className="tiles">
      <Tile title="Next draw" figure={`in ${durationText(Math.max(0, Date.parse(nextDraw.endsAt) - now))}`}>
        <RoundButton round={nextDraw.roundNumber} /> at{' '}
        <time dateTime={nextDraw.endsAt}>{utcText(Date.parse(nextDraw.endsAt))}</time>
      </Tile>
      <Tile title="Pool" figure={pool?.lamports == null ? 'unknown' : sol(pool.lamports)}>
        {poolText(pool)}
      </Tile>
      <Tile title="Last payment" figure={lastPayment === null ? 'none yet' : sol(lastPayment.lamports)}>
        {lastPayment === null ? (
          'The first paid round will stand here.'
        ) : (
          <>
            <RoundButton round={lastPayment.roundNumber} />{' '}
            {agoText(Date.parse(lastPayment.paidAt ?? lastPayment.endsAt), now)},{' '}
            <Signature signature={lastPayment.signature} of={`the payment of round ${lastPayment.roundNumber}`} />
          </>
        )}
      </Tile>
      <Tile title="Tax today" figure={sol(taxToday.distributedLamports)}>
        {unitsText(BigInt(taxToday.withdrawnUnits), 'GOD')} GOD withdrawn in {taxToday.cycles}{' '}
        {taxToday.cycles === 1 ? 'cycle' : 'cycles'}. The pool got {sol(taxToday.toPoolLamports)}, fees took{' '}
        {sol(taxToday.feesLamports)}.
      </Tile>
    </div>
  );
}

interface TileProps {
  readonly title: string;
  readonly figure: string;
  readonly children: ReactNode;
}

function Tile({ title, figure, children }: TileProps) {
  return (
    <section className="panel tile" aria-label={title}>
      <h2>{title}</h2>
      <p className="figure">{figure}</p>
      <p className="muted">{children}</p>
    </section>
  );
}

function RoundButton({ round }: { readonly round: number }) {
  return (
    <button type="button" className="link" onClick={() => changeAddress({ tab: 'rounds', round: `${round}`, q: null })}>
      Round {round}
    </button>
  );
}

function poolText(pool: Operations['wallets'][number] | null): string {
  if (pool === null) return 'What it holds has not been read.';
  if (pool.lamports === null) return 'No node has said what it holds.';
  return forecastOf(pool)?.text ?? 'How long it lasts is not known yet.';
}
