import type { Participants } from '../../src/contract/stats.ts';
import type { ParticipantsState } from '../data/useParticipants.ts';
import { countText } from '../format/countText.ts';
import { useMine } from '../mine/useMine.ts';
import { WalletLink } from '../ui/WalletLink.tsx';

/** The ten largest holders. The list is only a leaderboard: every eligible wallet has the same chance. */
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
          {participants.data.topHolders.map((holder, index) => (
            <Holder key={holder.address} holder={holder} rank={index + 1} />
          ))}
        </ol>
      );
  }
}

interface HolderProps {
  readonly holder: Participants['data']['topHolders'][number];
  readonly rank: number;
}

function Holder({ holder: { address, balance, isEligible }, rank }: HolderProps) {
  const isMine = useMine() === address;
  return (
    <li className={isMine ? 'own' : ''}>
      <span className="dim">{rank}</span>
      <span>
        <WalletLink address={address} />
        {isMine && <span className="badge mint">YOU</span>}
      </span>
      <span className="bal">
        {countText(balance)} <span className="dim">GOD</span>
      </span>
      <span className={`badge ${isEligible ? 'mint' : 'grey'}`}>{isEligible ? 'ELIGIBLE' : 'HOLDER'}</span>
    </li>
  );
}
