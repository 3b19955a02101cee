import { lieAboutAccounts } from './accounts.ts';
import { type Lie, lieAbout, type Mark } from './lie.ts';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** 5 SOL: more than any rent there has been. */
const RENT_OUT_OF_RANGE = 5_000_000_000;
/** A rent that is wrong but plausible. */
const PLAUSIBLE_RENT = 1_234_560;

const poolBalance =
  (change: (lamports: number) => number) =>
  ({ pool }: Mark): Lie[] => [
    lieAbout<{ value: number }>('getBalance', (truth, [address]) =>
      address === pool.toBase58() ? { ...truth, value: change(truth.value) } : truth,
    ),
    lieAboutAccounts((address, truth) =>
      truth !== null && address === pool.toBase58() ? { ...truth, lamports: change(truth.lamports) } : truth,
    ),
  ];

const mark =
  (allocated: boolean) =>
  ({ payoutMark }: Mark): Lie[] => [
    lieAboutAccounts((asked, truth) => {
      if (asked !== payoutMark.toBase58()) return truth;
      const data = { text: 'AA==', offset: 0 };
      return allocated ? { lamports: 897_840, owner: SYSTEM_PROGRAM, executable: false, data } : null;
    }),
  ];

/** Lies about lamports, and about the mark of a payment. */
export const balanceLies = {
  poolTooHigh: poolBalance((lamports) => 5 * lamports),
  poolTooLow: poolBalance((lamports) => Math.floor(lamports / 2)),
  rentOutOfRange: (): Lie[] => [lieAbout('getMinimumBalanceForRentExemption', () => RENT_OUT_OF_RANGE)],
  rentPlausible: (): Lie[] => [lieAbout('getMinimumBalanceForRentExemption', () => PLAUSIBLE_RENT)],
  markShownMade: mark(true),
  markDenied: mark(false),
} satisfies Record<string, (mark: Mark) => Lie[]>;
