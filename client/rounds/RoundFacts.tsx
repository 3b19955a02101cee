import type { ReactNode } from 'react';
import type { RoundDetail } from '../../src/contract/round.ts';
import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import { countText, oddsText } from '../format/countText.ts';
import { utcText } from '../format/timeText.ts';
import { Fact } from '../ui/Fact.tsx';
import { Sol } from '../ui/Money.tsx';

/** The numbers of a round, with dashes for those that are not known. */
export function RoundFacts({ round }: { readonly round: RoundDetail }) {
  const { startsAt, endsAt, entries, totalLamports, poolLamports, beaconRound, beacon, root, commitment } = round;
  // A drawn round had as many prizes as winners. The number of prizes in the newest rules may differ from that.
  const prizes = round.winners.length === 0 ? MOST_WINNERS : round.winners.length;
  return (
    <section className="panel numbers" aria-labelledby="facts-title">
      <div className="ph">
        <h2 id="facts-title">The numbers</h2>
      </div>
      <dl className="large">
        <Fact name="Prizes">{totalLamports === null ? '–' : <Sol lamports={totalLamports} />}</Fact>
        <Fact name="Wallets in the draw">{entries === null ? '–' : countText(entries)}</Fact>
        <Fact name="Chance of a prize">{entries ? oddsText(Math.min(1, prizes / entries)) : '–'}</Fact>
        <Fact name="Pool at the lock">{poolLamports === null ? '–' : <Sol lamports={poolLamports} />}</Fact>
      </dl>
      <dl className="long">
        <Fact name="Begin">
          <time dateTime={startsAt}>{utcText(Date.parse(startsAt))}</time>
        </Fact>
        <Fact name="End">
          <time dateTime={endsAt}>{utcText(Date.parse(endsAt))}</time>
        </Fact>
        <Fact name="Root of the entry list">{coded(root)}</Fact>
        <Fact name="Note on Solana">{coded(commitment?.memo)}</Fact>
        <Fact name="Random number">{coded(beacon?.randomness)}</Fact>
        <Fact name="drand round">{beaconRound === null ? '–' : countText(beaconRound)}</Fact>
      </dl>
    </section>
  );
}

function coded(value: string | null | undefined): ReactNode {
  return value ? <code>{value}</code> : '–';
}
