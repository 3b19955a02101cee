import type { RoundSummary } from '../../../src/contract/round.ts';
import type { Winner } from '../../../src/contract/winner.ts';
import { RANKS } from '../../../src/round/placeWords.ts';
import { CLOSED } from '../../../src/round/state.ts';
import { utcText } from '../../format/timeText.ts';
import { Signature } from '../console/ExplorerLinks.tsx';
import { unitsText } from '../ui/unitsText.ts';
import { changeAddress } from '../ui/useAddressChoice.ts';

const STATES: Readonly<Record<RoundSummary['state'], { readonly tone: string; readonly text: string }>> = {
  open: { tone: 'grey', text: 'RUNNING' },
  locked: { tone: 'amber', text: 'LOCKED' },
  committed: { tone: 'amber', text: 'SEALED' },
  drawn: { tone: 'amber', text: 'DRAWN' },
  paid: { tone: 'mint', text: 'PAID' },
  'rolled-over': { tone: 'grey', text: 'ROLLED OVER' },
  held: { tone: 'ruby', text: 'HELD' },
};

/** A round's state as a badge. */
export function roundBadge({ state, reason }: Pick<RoundSummary, 'state' | 'reason'>) {
  return reason === CLOSED ? { tone: 'grey', text: 'CLOSED' } : STATES[state];
}

/** How far a prize's payment has come. */
export const PAYMENTS: Readonly<Record<Winner['status'], string>> = {
  drawn: 'not sent yet',
  sent: 'on its way',
  confirmed: 'on chain',
  final: 'paid, final',
};

interface RoundItemProps {
  readonly round: RoundSummary;
  /**
   * The text of the search that found the round; null without a search. If it is a winner's address, the item shows
   * this winner's prize.
   */
  readonly sought: string | null;
  readonly onOpen?: () => void;
}

const sol = (lamports: bigint) => `${unitsText(lamports, 'SOL')} SOL`;

/** A round in a list, with a button that opens the whole round. */
export function RoundItem({ round, sought, onOpen }: RoundItemProps) {
  const { roundNumber, endsAt, winners, payoutSignature } = round;
  const own = winners.find(({ address }) => address === sought?.trim());
  const { tone, text } = roundBadge(round);
  const paid = winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n);
  const open = () => {
    onOpen?.();
    changeAddress({ tab: 'rounds', round: `${roundNumber}` });
  };
  return (
    <li>
      <button type="button" className="link" onClick={open}>
        Round {roundNumber}
      </button>
      <span className={`badge ${tone}`}>{text}</span>
      <time dateTime={endsAt}>{utcText(Date.parse(endsAt))}</time>
      {own !== undefined && (
        <span className="own">
          {RANKS[own.place]} place, <b>{sol(BigInt(own.prizeLamports))}</b>, {PAYMENTS[own.status]}
        </span>
      )}
      {own === undefined && paid > 0n && <span className="num">{sol(paid)}</span>}
      {payoutSignature !== null && <Signature signature={payoutSignature} of={`the payment of round ${roundNumber}`} />}
    </li>
  );
}
