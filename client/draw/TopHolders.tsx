import type { ParticipantsState } from '../data/useParticipants.ts';
import { countText } from '../format/countText.ts';
import { Address } from '../ui/Address.tsx';

/** The ten largest holders. A leaderboard: every eligible wallet has the same chance. */
export function TopHolders({ participants }: { readonly participants: ParticipantsState }) {
  return (
    <section className="panel holders" aria-labelledby="holders-title">
      <div className="ph">
        <h2 id="holders-title">Top 10 Eligible Holders</h2>
      </div>
      <Holders participants={participants} />
    </section>
  );
}

function Holders({ participants }: { readonly participants: ParticipantsState }) {
  switch (participants.kind) {
    case 'loading':
      return <p className="blank awaited">Loading top holders...</p>;
    case 'failed':
      return <p className="blank">The holders could not be read.</p>;
    case 'ready':
      if (participants.data.topHolders.length === 0) return <p className="blank">No holders yet.</p>;
      return (
        <ol className="hl">
          {participants.data.topHolders.map(({ address, balance, isEligible }, index) => (
            <li key={address}>
              <span className="dim">{index + 1}</span>
              <Address address={address} />
              <span className="bal">{countText(balance)}</span>
              <span className={`badge ${isEligible ? 'mint' : 'grey'}`}>{isEligible ? 'ELIGIBLE' : 'HOLDER'}</span>
            </li>
          ))}
        </ol>
      );
  }
}
