import { Keypair } from '@solana/web3.js';
import { lieAboutAccounts, lieAboutAmount, lieAboutBytes } from './accounts.ts';
import type { Lie, Mark } from './lie.ts';

const OWNER_AT = 32;
const AMOUNT_AT = 64;
const STATE_AT = 108;
/** The mint's own layout. */
const SUPPLY_AT = 36;
const INITIALIZED = 1;
/** 5,000 GOD. */
const MOVED = 5_000_000_000n;
/** What a holder has left. */
const LEFT = 1n;

/** Lies about who holds how much. Each returns what one node says from then on. */
export const holderLies = {
  /** The sum stays right, but a holder is missing from the draw. */
  amountMoved: ({ holders: [from, to] }: Mark): Lie[] => [
    lieAboutAmount(from.tokenAccount, AMOUNT_AT, () => LEFT),
    lieAboutAmount(to.tokenAccount, AMOUNT_AT, (amount) => amount + from.amount - LEFT),
  ],
  /** The sum stays right, but somebody who holds nothing is in the draw. */
  ownerExchanged: ({ holders: [holder] }: Mark): Lie[] => {
    const accomplice = Keypair.generate().publicKey;
    return [lieAboutBytes(holder.tokenAccount, OWNER_AT, (bytes) => bytes.set(accomplice.toBytes()))];
  },
  /** The sum does not come out. */
  accountLeftOut: ({ holders: [holder] }: Mark): Lie[] => [
    lieAboutAccounts((address, truth) => (address === holder.tokenAccount.toBase58() ? null : truth)),
  ],
  /** The sum stays right, but an owner who must be excluded is in the draw. */
  frozenShownFree: ({ frozen }: Mark): Lie[] => [lieAboutBytes(frozen, STATE_AT, (bytes) => bytes.set([INITIALIZED]))],
  /** The sum does not come out. */
  supplyChanged: ({ mint }: Mark): Lie[] => [lieAboutAmount(mint, SUPPLY_AT, (supply) => supply + MOVED)],
} satisfies Record<string, (mark: Mark) => Lie[]>;
