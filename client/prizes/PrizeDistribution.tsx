import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { useRound } from '../round/RoundContext.ts';
import { Amount } from './Amount.tsx';
import { prizesOf } from './prizesOf.ts';

const [first, second, third] = CURRENT_RULES.placePercents.map(Number) as [number, number, number];
/** In percent of the prizes; `from`: where a place's part of the bar begins. */
const PLACES = [
  { title: '1st Place', share: first, from: 0 },
  { title: '2nd Place', share: second, from: first },
  { title: '3rd Place', share: third, from: first + second },
];

/** What the three places of the current prize pool would get, by the rule that pays them. */
export function PrizeDistribution() {
  const { jackpot, figures } = useRound();
  const stats = figures.kind === 'known' ? figures.stats : null;
  const prizes = jackpot.lamports === null ? [] : prizesOf(jackpot.lamports, stats);
  return (
    <div className="split">
      <h3>Prize Distribution</h3>
      <svg className="bar" width="100%" height="8" aria-hidden="true">
        {PLACES.map(({ title, share, from }, index) => (
          <rect key={title} className={`s${index + 1}`} x={`${from}%`} width={`${share - 0.4}%`} height="8" rx="2" />
        ))}
      </svg>
      <dl>
        {PLACES.map(({ title, share }, index) => (
          <div key={title}>
            <dt>
              {title} · {share}%
            </dt>
            <Amount lamports={prizes[index] ?? null} />
          </div>
        ))}
      </dl>
    </div>
  );
}
