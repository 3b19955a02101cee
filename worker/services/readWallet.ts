import type { Address } from '../../src/address/address.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { GOD_DECIMALS, godUnitsToGod } from '../../src/money/god.ts';
import { lamportsToSol } from '../../src/money/lamports.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import type { RoundClock } from '../../src/round/clock.ts';
import { oddsAmong } from '../../src/round/odds.ts';
import type { Reads } from '../store/reads.ts';
import { winnersPage } from '../store/winners.ts';
import { winnerTotals } from '../store/winnerTotals.ts';
import { composeWinner } from './composeStats.ts';
import type { Standing } from './indexHolders.ts';
import { publicWinner } from './publicState.ts';

const WINS = 50;
const NO_ODDS = { round: 0, day: 0, month: 0 };

export interface ReadWalletInput {
  readonly db: Reads;
  readonly clock: RoundClock;
  /** Null while the holders are unknown. */
  readonly standingOf: (address: Address) => Promise<Standing | null>;
}

/**
 * `GET /api/lottery/wallets/:address`; null while the holders are unknown. Any valid address has an answer; one that
 * never won costs a single look into an index.
 */
export function createReadWallet({ db, clock, standingOf }: ReadWalletInput) {
  return async (address: Address): Promise<WalletCheck | null> => {
    const [standing, totals] = await Promise.all([standingOf(address), winnerTotals(db, address)]);
    if (standing === null) return null;
    const rows = totals.winners === 0 ? [] : await winnersPage(db, { limit: WINS, after: null, address });
    return {
      address,
      lockedRound: standing.locked?.round ?? null,
      balance: godUnitsToGod(BigInt(standing.amount)),
      balanceUnits: standing.amount,
      isEligible: standing.isEligible,
      reason: reasonAgainst(standing),
      rank: standing.rank,
      eligibleWallets: standing.eligible,
      odds: standing.isEligible ? oddsAmong(standing.eligible, clock.roundSeconds) : NO_ODDS,
      wins: rows.map((row) => composeWinner(publicWinner(row))),
      totalWins: totals.winners,
      totalWon: lamportsToSol(totals.distributed),
      totalWonLamports: totals.distributed.toString(),
      updatedAt: new Date(standing.readAt).toISOString(),
    };
  };
}

/** Why a wallet is not in the draw, as a public sentence; null for one that is. */
export function reasonAgainst({ isEligible, excluded, ...held }: Standing): string | null {
  const amount = BigInt(held.amount);
  const frozen = BigInt(held.frozen);
  if (isEligible) return null;
  if (excluded !== null) return `This wallet is excluded from the draw: ${excluded}.`;
  if (amount >= CURRENT_RULES.threshold)
    return 'This wallet holds enough GOD, but only the largest holders are in the draw.';
  const needed = godText(CURRENT_RULES.threshold);
  if (frozen > 0n) {
    return `Only GOD in accounts that are not frozen counts: ${godText(amount)} of this wallet’s ${godText(amount + frozen)} GOD, and ${needed} are needed.`;
  }
  if (amount === 0n) return `No GOD was found in this wallet; ${needed} are needed.`;
  return `This wallet holds ${godText(amount)} GOD: ${godText(CURRENT_RULES.threshold - amount)} less than the ${needed} that are needed.`;
}

const whole = new Intl.NumberFormat('en-US');

/** GOD to the last base unit, without trailing zeros. */
function godText(units: bigint): string {
  const scale = 10n ** BigInt(GOD_DECIMALS);
  const part = String(units % scale)
    .padStart(GOD_DECIMALS, '0')
    .replace(/0+$/, '');
  return `${whole.format(units / scale)}${part && `.${part}`}`;
}
