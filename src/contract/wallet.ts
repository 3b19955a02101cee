import * as z from 'zod';
import { decimal, isoTime, roundNumber } from './figures.ts';
import { winner } from './winner.ts';

const chance = z.number().min(0).max(1);

/**
 * `GET /api/lottery/wallets/:address`: where a wallet stood among the holders when they were last read, and what it has
 * won. With a `lockedRound`, the list of that round decides `isEligible`, `reason`, `eligibleWallets` and `odds`.
 */
export const walletCheck = z.object({
  address: z.string(),
  balance: z.number().describe('GOD that counts: what lies in frozen accounts does not. For display.'),
  balanceUnits: decimal.describe('The same in base units.'),
  lockedRound: roundNumber.nullable().describe('The running round, once its entries are locked.'),
  isEligible: z
    .boolean()
    .describe(
      'Whether the wallet is in the locked draw; before a lock, whether it would be in if the entries were locked now.',
    ),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why the wallet is not in the draw, as a sentence. If it is in a locked draw and would not be in the next: why not in the next. Otherwise null.',
    ),
  rank: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'Position by balance among the wallets that hold enough and are not excluded. Equal balances share a position. All wallets that hold less share the position behind the last of these. Null without GOD and for excluded wallets.',
    ),
  eligibleWallets: z.int().min(0).describe('How many wallets are in the draw: what the odds are reckoned from.'),
  odds: z
    .object({ round: chance, day: chance, month: chance })
    .describe('Chances of at least one prize, 0 for a wallet that is not in the draw.'),
  wins: z.array(winner).describe('Newest first, at most 50.'),
  totalWins: z.int(),
  totalWon: z.number().describe('SOL finally paid to the wallet, over all its wins. For display.'),
  totalWonLamports: decimal,
  updatedAt: isoTime.describe('When the holders were read.'),
});
export type WalletCheck = z.infer<typeof walletCheck>;

/** `GET /api/lottery/wallets/:address/draws`: the newest 24 rounds that have ended, newest first. */
export const walletDraws = z.object({
  address: z.string(),
  draws: z.array(
    z.object({
      roundNumber,
      endsAt: isoTime,
      isIn: z
        .boolean()
        .nullable()
        .describe('Whether the wallet is on the list that was locked; null where there is no list to look into.'),
      reason: z
        .string()
        .nullable()
        .describe(
          'Why the round was not drawn, or why the wallet was not in it, as a sentence; null where neither is so.',
        ),
      wonLamports: decimal.nullable().describe('What the wallet won in it; null for nothing.'),
    }),
  ),
});
export type WalletDraws = z.infer<typeof walletDraws>;
