import type { Address } from '../../../src/address/address.ts';
import type { WalletCheck } from '../../../src/contract/wallet.ts';
import { godUnitsToGod } from '../../../src/money/god.ts';
import { lamportsToSol } from '../../../src/money/lamports.ts';
import type { RoundClock } from '../../../src/round/clock.ts';
import { oddsAmong } from '../../../src/round/odds.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { winnersPage } from '../../store/views/rounds/winners.ts';
import { winnerTotals } from '../../store/views/rounds/winnerTotals.ts';
import { composeWinner } from '../state/composeStats.ts';
import type { Standing } from '../state/indexHolders.ts';
import { publicWinner } from '../state/publicState.ts';
import { standingText } from './standingText.ts';

const WINS = 50;
const NO_ODDS = { round: 0, day: 0, month: 0 };

export interface ReadWalletInput {
  readonly db: Reads;
  readonly clock: RoundClock;
  /** Null while the holders are unknown. */
  readonly standingOf: (address: Address) => Promise<Standing | null>;
}

/**
 * `GET /api/lottery/wallets/:address`; null while the holders are unknown. Any valid address gets an answer. One that
 * never won costs a single look into an index.
 */
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

/** Where it stands in the locked round. Before the lock: by the holders as last read. */
function standingInDraw({ locked, ...read }: Standing): Pick<Standing, 'isEligible' | 'eligible'> {
  return locked === undefined ? read : { isEligible: locked.isIn, eligible: locked.entries };
}
