import { PLACES } from '../../src/protocol/terms/places.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { useRound } from '../round/RoundContext.ts';
import { Amount } from './Amount.tsx';

/** The places of the next round, with their parts in percent of the prizes. */
const SHARES = PLACES.slice(0, CURRENT_RULES.placePercents.length).map((place, i) => ({
  place,
  share: Number(CURRENT_RULES.placePercents[i]),
}));

/** What each place of the current prize pool would get, as the server says. */
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

/** A place's part of the prizes, drawn as a part of its card's width. */
function Share({ of }: { readonly of: number }) {
  return (
    <svg className="bar" width="100%" height="8" aria-hidden="true">
      <rect className="rest" width="100%" height="8" rx="2" />
      <rect width={`${of}%`} height="8" rx="2" />
    </svg>
  );
}
