import type { Address } from '../../../src/address/address.ts';
import type { WalletCheck } from '../../../src/contract/wallet.ts';
import { GOD_DECIMALS, godUnitsToGod } from '../../../src/money/god.ts';
import { lamportsToSol } from '../../../src/money/lamports.ts';
import type { RoundClock } from '../../../src/round/clock.ts';
import { oddsAmong } from '../../../src/round/odds.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { winnersPage } from '../../store/views/rounds/winners.ts';
import { winnerTotals } from '../../store/views/rounds/winnerTotals.ts';
import { composeWinner } from '../state/composeStats.ts';
import type { Standing } from '../state/indexHolders.ts';
import { publicWinner } from '../state/publicState.ts';

const whole = new Intl.NumberFormat('en-US');

/**
 * A public sentence. Before the lock: why a wallet is not in the draw. After it: why the wallet would miss the next
 * round; if it would not, that it is not in the locked list. Null if nothing of this is so.
 */
export function standingText(standing: Standing): string | null {
  const { locked } = standing;
  const now = reasonAgainst(standing);
  if (locked === undefined || (locked.isIn && now === null)) return now;
  const [round, next] = [locked.round, locked.round + 1];
  if (locked.isIn) return `As it stands now, this wallet would miss round ${next}. ${now}`;
  if (now === null)
    return `Entries for round ${round} are locked and this wallet is not among them. It holds enough for round ${next}.`;
  return now;
}

/** Why a wallet would not be in the draw if the entries were locked now; null for one that would. */
function reasonAgainst({ isEligible, excluded, eligible, ...held }: Standing): string | null {
  const amount = BigInt(held.amount);
  const frozen = BigInt(held.frozen);
  const threshold = BigInt(held.threshold);
  if (isEligible) return null;
  if (excluded !== null) return exclusionText(excluded);
  if (amount >= threshold)
    return `This wallet holds enough GOD, but only the ${whole.format(eligible)} largest holders are in the draw.`;
  const needed = godText(threshold);
  if (frozen > 0n) {
    return `Only GOD in accounts that are not frozen counts: ${godText(amount)} of this wallet’s ${godText(amount + frozen)} GOD, and ${needed} are needed.`;
  }
  if (amount === 0n) return `This wallet holds no GOD. You need ${needed} to enter.`;
  return `This wallet holds ${godText(amount)} GOD: ${godText(threshold - amount)} less than the ${needed} that are needed.`;
}

/** The published reason of an exclusion as a sentence. A reason that is not known here is the operator's own text. */
function exclusionText(reason: string): string {
  const whatItIs = WHAT_IT_IS.get(reason);
  return whatItIs === undefined
    ? `The operator has excluded this wallet from the draw: ${reason}.`
    : `This is ${whatItIs}, so it can't enter.`;
}

const WHAT_IT_IS: ReadonlyMap<string, string> = new Map([
  ['lottery pool', "the lottery pool's own wallet"],
  ['former lottery pool', 'a wallet that was the lottery pool before'],
  ['the token itself', "the token's own address"],
  ['tax wallet', "the lottery's own wallet for the tax"],
  ['tax authority', 'the wallet that collects the tax'],
  ['admin wallet', "the operator's own wallet"],
  ['mint authority', "the token's mint authority"],
  ['freeze authority', "the token's freeze authority"],
  ['transfer fee authority', "the authority over the token's transfer fee"],
  ['withdraw withheld authority', "the authority over the token's withheld fees"],
  ['mint close authority', "the token's close authority"],
  ['permanent delegate', "the token's permanent delegate"],
  ['metadata authority', "the authority over the token's metadata"],
  ['reserved key', 'an address that no payment can reach'],
  ['off curve', "a program's account, which has no key of its own"],
]);

/** GOD to the last base unit, without trailing zeros. */
function godText(units: bigint): string {
  const scale = 10n ** BigInt(GOD_DECIMALS);
  const part = String(units % scale)
    .padStart(GOD_DECIMALS, '0')
    .replace(/0+$/, '');
  return `${whole.format(units / scale)}${part && `.${part}`}`;
}

const WINS = 50;
const NO_ODDS = { round: 0, day: 0, month: 0 };

export interface ReadWalletInput {
  readonly db: Reads;
  readonly clock: RoundClock;
  /** Null while the holders are unknown. */
  readonly standingOf: (address: Address) => Promise<Standing | null>;
}

/** `GET /api/lottery/wallets/:address`; null while the holders are unknown. */
export function createReadWallet({ db, clock, standingOf }: ReadWalletInput) {
  return async (address: Address): Promise<WalletCheck | null> => {
    const [standing, totals] = await Promise.all([standingOf(address), winnerTotals(db, address)]);
    if (standing === null) return null;
    const { isEligible, eligible } = standingInDraw(standing);
    const rows = totals.winners === 0 ? [] : await winnersPage(db, { limit: WINS, after: null, address });
    return {
      address,
      lockedRound: standing.locked?.round ?? null,
      balance: godUnitsToGod(BigInt(standing.amount)),
      balanceUnits: standing.amount,
      isEligible,
      reason: standingText(standing),
      rank: standing.rank,
      eligibleWallets: eligible,
      odds: isEligible ? oddsAmong(eligible, clock.roundSeconds) : NO_ODDS,
      wins: rows.map((row) => composeWinner(publicWinner(row))),
      totalWins: totals.winners,
      totalWon: lamportsToSol(totals.distributed),
      totalWonLamports: totals.distributed.toString(),
      updatedAt: new Date(standing.readAt).toISOString(),
    };
  };
}

/** Where the wallet stands in the locked round. Before the lock: by the holders as last read. */
function standingInDraw({ locked, ...read }: Standing): Pick<Standing, 'isEligible' | 'eligible'> {
  return locked === undefined ? read : { isEligible: locked.isIn, eligible: locked.entries };
}
