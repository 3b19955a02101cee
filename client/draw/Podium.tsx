import { prizeText } from '../format/solText.ts';
import type { PodiumPlace } from '../round/RoundView.ts';
import { PODIUM_DELAYS_MS } from '../round/revealTimes.ts';
import { Address } from '../ui/Address.tsx';

const RANKS = { 1: '1st', 2: '2nd', 3: '3rd' } as const;
/** Set by script: the content security policy forbids style attributes, and the server never renders a podium. */
const DELAYS = Object.fromEntries(Object.entries(PODIUM_DELAYS_MS).map(([part, delay]) => [`--${part}`, `${delay}ms`]));
const COINS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The winners of the round that has just ended, in the reel's place and size. */
export function Podium({ winners }: { readonly winners: readonly PodiumPlace[] }) {
  return (
    <div className="podium" style={DELAYS}>
      <ol>
        {winners.map(({ place, address, prizeLamports }) => (
          <li key={place} className={`p${place}`}>
            <b>
              {place === 1 && <Crown />}
              {RANKS[place]}
            </b>
            <Address address={address} />
            <em>{prizeText(prizeLamports)} SOL</em>
          </li>
        ))}
      </ol>
      <div className="shower" aria-hidden="true">
        {COINS.map((coin) => (
          <i key={coin} />
        ))}
      </div>
    </div>
  );
}

function Crown() {
  return (
    <svg width="22" height="16" viewBox="0 0 22 16" fill="currentColor" aria-hidden="true" className="crown">
      <path d="M1 2.5 6 7l5-6 5 6 5-4.5L19 13H3zM3 14.2h16V16H3z" />
    </svg>
  );
}
