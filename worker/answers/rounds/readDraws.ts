import type { Address } from '../../../src/address/address.ts';
import type { WalletDraws } from '../../../src/contract/wallet.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import { describeReason } from '../../../src/round/reasonText.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { type ListLook, lookInLists } from '../../store/views/rounds/listLooks.ts';
import { isoOfSeconds } from '../isoTime.ts';

/** Only this many of the newest lists are stored whole, so only these are looked at. */
const NEWEST = 24;

type Draw = WalletDraws['draws'][number];

/** The answer to `GET /api/lottery/wallets/:address/draws`, from the stored lists. `newest`: the last ended round. */
export async function readDraws(db: Reads, wallet: Address, newest: number): Promise<WalletDraws> {
  const looks = await lookInLists(db, { wallet, newest, limit: NEWEST });
  return { address: wallet, draws: looks.map((look) => composeDraw(look, wallet)) };
}

function composeDraw(look: ListLook, wallet: Address): Draw {
  const isIn = isInList(look, wallet);
  return {
    roundNumber: look.round,
    endsAt: isoOfSeconds(look.endsAt),
    isIn,
    reason: describeReason(look.reason) || (isIn === false ? whyNot(look) : null),
    wonLamports: look.won?.toString() ?? null,
  };
}

/** Whether the wallet is in the round's list. Null if there is no list, or if this worker does not know the rules. */
function isInList({ hasList, block, rules }: ListLook, wallet: Address): boolean | null {
  if (!hasList) return null;
  const protocol = knownProtocol(rules);
  if (protocol === null) return null;
  return block !== null && protocol.entriesFromList(block).some(({ owner }) => owner === wallet);
}

function whyNot({ exclusion }: ListLook): string {
  const reason = /^\["[^"]+","([^"]+)"\]/.exec(exclusion ?? '')?.[1];
  switch (reason) {
    case 'excluded':
      return 'The terms of this round exclude this wallet.';
    case 'reserved key':
      return 'No payment can reach this address.';
    case 'off curve':
      return 'This is a program’s account, which has no key of its own.';
    case 'frozen':
      return 'Its GOD lay in frozen accounts.';
    default:
      // Less than the threshold; or less than the largest holders, where the round's terms let in only those.
      return 'It held too little GOD when the list was locked.';
  }
}
