import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { useRound } from '../round/RoundContext.ts';
import { Amount } from './Amount.tsx';
import { prizesOf } from './prizesOf.ts';

const TITLES = ['1st Place', '2nd Place', '3rd Place'] as const;
/** In percent of the prizes. */
const PLACES = CURRENT_RULES.placePercents.map((share, index) => ({
  title: TITLES[index] ?? '',
  share: Number(share),
}));

/** What the three places of the current prize pool would get, by the rule that pays them. */
export function PrizeDistribution() {
  const { jackpot, figures } = useRound();
  const stats = figures.kind === 'known' ? figures.stats : null;
  const prizes = jackpot.lamports === null ? [] : prizesOf(jackpot.lamports, stats);
  return (
    <div className="split">
      <h3>Prize Distribution</h3>
      <dl>
        {PLACES.map(({ title, share }, index) => (
          <div key={title} className={`p${index + 1}`}>
            <dt>
              {title} · {share}%
              <Share of={share} />
            </dt>
            <Amount lamports={prizes[index] ?? null} />
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A place's part of the prizes, drawn as wide as its card. */
function Share({ of }: { readonly of: number }) {
  return (
    <svg className="bar" width="100%" height="8" aria-hidden="true">
      <rect className="rest" width="100%" height="8" rx="2" />
      <rect width={`${of}%`} height="8" rx="2" />
    </svg>
  );
}
