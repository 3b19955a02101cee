import type { ReactNode } from 'react';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { useNow } from '../clock/ServerClock.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { usdText } from '../format/moneyText.ts';
import { feeText, RULES_TEXT, wholeDrawText } from '../format/rulesSentences.ts';
import { durationText, utcText } from '../format/timeText.ts';
import { Clock } from '../round/Clock.tsx';
import { useRound } from '../round/RoundContext.ts';
import { Estimate, Sol, Usd } from '../ui/Money.tsx';

/** The figures under the lottery: pool, participants, payments so far, and the split of the next prizes. */
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
          <Clock round={round} labelledBy="next-label" className="fig" hasUnit={false} />
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
  readonly caption: string;
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

/** How long ago the server read the pool's balance from the chain. */
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

/** The places of the next round, each with its percentage of the prizes. */
const SHARES = PLACES.slice(0, CURRENT_RULES.placePercents.length).map((place, i) => ({
  place,
  share: Number(CURRENT_RULES.placePercents[i]),
}));

/** The server's amount for each place of the round in view. */
export function PrizeDistribution() {
  const { prizes } = useRound().jackpot;
  return (
    <div className="split">
      <h3>Prize Distribution</h3>
      <dl>
        {SHARES.map(({ place, share }) => (
          <div key={place} className={`p${place}`}>
            <dt>
              {RANKS[place]} Place · {share}%
              <Share of={share} />
            </dt>
            <Amount lamports={prizes?.find((prize) => prize.place === place)?.lamports ?? null} />
          </div>
        ))}
      </dl>
    </div>
  );
}

function Share({ of }: { readonly of: number }) {
  return (
    <svg className="bar" width="100%" height="8" aria-hidden="true">
      <rect className="rest" width="100%" height="8" rx="2" />
      <rect width={`${of}%`} height="8" rx="2" />
    </svg>
  );
}

/** An amount of SOL, and its worth in dollars; dashes while the amount is not known. */
function Amount({ lamports }: { readonly lamports: string | null }) {
  const { figures, jackpot } = useRound();
  const known = figures.kind === 'loading' ? null : lamports;
  return (
    <>
      <dd className="fig">{known !== null ? <Sol lamports={known} /> : '–'}</dd>
      <dd className="muted">{known !== null ? <Usd lamports={known} price={jackpot.price} /> : '–'}</dd>
    </>
  );
}
