import type { RoundDetail } from '../../../src/contract/round.ts';
import { RANKS } from '../../../src/round/placeWords.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { PAYMENTS } from './roundWords.ts';

/** Who won how much, and the transaction that paid it. */
export function Payment({ round: { winners, payout, roundNumber } }: { readonly round: RoundDetail }) {
  return (
    <section className="panel group" aria-label="Payment">
      <h2>Payment</h2>
      {winners.length === 0 && <p className="muted">Nobody has been drawn.</p>}
      {winners.length > 0 && (
        <>
          <ul>
            {winners.map(({ place, address, prizeLamports, status }) => (
              <li key={place}>
                <strong>{RANKS[place]} place</strong>
                <AddressLink address={address} />
                <span>{PAYMENTS[status]}</span>
                <span className="num">{unitsText(BigInt(prizeLamports), 'SOL')} SOL</span>
              </li>
            ))}
          </ul>
          <p className="muted">
            One transaction:{' '}
            <Signature signature={payout?.signature ?? null} of={`the payment of round ${roundNumber}`} />
          </p>
        </>
      )}
    </section>
  );
}
