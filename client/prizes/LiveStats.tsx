import type { ReactNode } from 'react';
import { useNow } from '../clock/useNow.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { wholeDrawText } from '../format/rulesSentences.ts';
import { feeText, RULES_TEXT } from '../format/rulesText.ts';
import { durationText, utcText } from '../format/timeText.ts';
import { usdText } from '../format/usdText.ts';
import { Clock } from '../round/Clock.tsx';
import { useRound } from '../round/RoundContext.ts';
import { Estimate } from '../ui/Usd.tsx';
import { Amount } from './Amount.tsx';
import { PrizeDistribution } from './PrizeDistribution.tsx';

/** The block of figures under the lottery: pool, participants, what has been paid, and how the next prizes split. */
export function LiveStats() {
  const { round, figures, jackpot } = useRound();
  const stats = figures.kind === 'known' ? figures.stats : null;
  const paid = stats?.totalPrizesDistributedLamports ?? '0';
  return (
    <section className="wrap stats" aria-labelledby="stats-title">
      <div className="ph">
        <h2 id="stats-title">LIVE LOTTERY DATA</h2>
        <p className="dim">
          <Updated />
        </p>
        <div className="next">
          <p className="dim" id="next-label">
            Next Round In
          </p>
          <Clock round={round} labelledBy="next-label" className="fig" />
        </div>
      </div>
      <dl className="kpi">
        <Card title="Current Prize Pool" caption={`${RULES_TEXT.pool} of lottery pool, live updates`}>
          <Amount lamports={jackpot.lamports} />
        </Card>
        <Card
          title="Top 10 Eligible"
          caption={`Top 10 GOD holders, ${RULES_TEXT.thresholdInThousands} minimum`}
          second={wholeDrawText(useConfig()?.drawTopHolders)}
        >
          <dd className="fig">{figures.kind === 'loading' ? '–' : countText(stats?.totalParticipants ?? 0)}</dd>
          <dd className="muted">participants in the draw</dd>
        </Card>
        <Card title="Total Distributed" caption="All-time payouts">
          <Amount lamports={paid} />
        </Card>
      </dl>
      <PrizeDistribution />
      <p className="line dim">
        <span>
          Live SOL price{' '}
          {jackpot.price ? (
            <strong>
              {usdText(jackpot.price.usd)}
              <Estimate price={jackpot.price} />
            </strong>
          ) : (
            'unknown'
          )}
        </span>
        <span>Round #{countText(round?.roundNumber ?? 1)}</span>
        <a className="btn sm" href="/tax">
          {`Where the ${feeText()} goes`}
        </a>
      </p>
    </section>
  );
}

interface CardProps {
  readonly title: string;
  /** The words of the specification. */
  readonly caption: string;
  /** What the caption does not say. */
  readonly second?: string;
  readonly children: ReactNode;
}

function Card({ title, caption, second, children }: CardProps) {
  return (
    <div>
      <dt>{title}</dt>
      {children}
      <dd className="dim">
        {caption}
        {second && <span>{second}</span>}
      </dd>
    </div>
  );
}

/** How old the figures are, by the time when the server last read them from the chain. */
function Updated() {
  const { figures } = useRound();
  const now = useNow();
  if (figures.kind === 'loading') return 'Loading lottery data...';
  if (figures.kind === 'lost') return 'Not updated yet';
  const updatedAt = Date.parse(figures.stats.updatedAt);
  return (
    <>
      Last updated{' '}
      <time dateTime={figures.stats.updatedAt} title={utcText(updatedAt)}>
        {durationText(now - updatedAt)} ago
      </time>
    </>
  );
}
