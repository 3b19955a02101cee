import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { type Keypair, PublicKey } from '@solana/web3.js';
import { associatedAccount } from './associatedAccount.ts';
import { GOD } from './createMint.ts';
import { ELIGIBLE_GOD, holderAmounts } from './holderAmounts.ts';
import type { SeededKeys } from './seededKeys.ts';
import type { Runtime } from './startRuntime.ts';
import { tokenAccountBytes } from './tokenAccountBytes.ts';

/** One token account that exists when the world begins. Amounts are base units. */
export interface Holding {
  readonly owner: PublicKey;
  readonly tokenAccount: PublicKey;
  readonly amount: bigint;
}

/** An ordinary holder: its key signs sales, and it has one token account, the associated one. It has no SOL. */
export interface Holder extends Holding {
  readonly keypair: Keypair;
}

/** Owners whom a correct draw must exclude, must keep, or whose accounts it must add up; none of them trades. */
export interface SpecialOwners {
  /** Off-curve, as a liquidity pool's authority: 5,000,000 GOD. */
  readonly liquidityPool: PublicKey;
  /** A reserved key, the Stake program: 150,000 GOD. */
  readonly reserved: PublicKey;
  /** The Memo program, which every payment calls: 160,000 GOD. */
  readonly memoProgram: PublicKey;
  /** An account of a key on the curve that another program owns, and that can be paid: 170,000 GOD. */
  readonly programOwned: PublicKey;
  /** Its only token account is frozen: 180,000 GOD. */
  readonly frozen: PublicKey;
  /** Eligible only when its two accounts are added up: 60,000 GOD in the associated one and 70,000 in another. */
  readonly twoAccounts: PublicKey;
}

export interface Holders {
  readonly ordinary: readonly Holder[];
  readonly special: SpecialOwners;
  /** Every token account that exists, except the market-maker's. */
  readonly holdings: readonly Holding[];
  readonly marketMaker: Holding;
}

export interface HolderOptions {
  readonly worldSeed: string;
  readonly key: SeededKeys;
  readonly mint: PublicKey;
  readonly marketMaker: PublicKey;
  readonly supply: bigint;
  readonly count: number;
}

const STAKE_PROGRAM = new PublicKey('Stake11111111111111111111111111111111111111');
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** Length of an associated account of a transfer-fee mint. */
const ASSOCIATED_BYTES = 182;
/** Calls in flight. The node serves one after the other, so more calls would only fill its queue. */
const PARALLEL = 16;

/**
 * Writes the holders' token accounts straight into the chain's state (10,000 take about 7 s; transfers would take
 * minutes). Their sum is taken from the market-maker, who holds the whole supply, so that the amounts still add up to
 * it. Throws a RangeError when the supply is too small.
 */
export async function createHolders(runtime: Runtime, options: HolderOptions): Promise<Holders> {
  const { key, mint, count, supply } = options;
  const lamports = BigInt(await runtime.connection.getMinimumBalanceForRentExemption(ASSOCIATED_BYTES));
  const write = (holding: Holding, kind: 'associated' | 'frozen' | 'auxiliary'): Promise<void> => {
    const data = tokenAccountBytes({
      ...holding,
      mint,
      associated: kind !== 'auxiliary',
      frozen: kind === 'frozen',
    });
    return runtime.setAccount(holding.tokenAccount, { lamports, owner: TOKEN_2022_PROGRAM_ID, data });
  };
  const amounts = holderAmounts(options.worldSeed, count);
  const special = specialOwners(key);
  const auxiliary = { ...hold(mint, special.twoAccounts, 70_000n), tokenAccount: key('auxiliary account').publicKey };
  const frozen = hold(mint, special.frozen, 180_000n);
  const plain = [
    hold(mint, special.liquidityPool, 5_000_000n),
    hold(mint, special.reserved, 150_000n),
    hold(mint, special.memoProgram, 160_000n),
    hold(mint, special.programOwned, 170_000n),
    hold(mint, special.twoAccounts, 60_000n),
  ];
  const extras = [...plain, frozen, auxiliary];
  const rest = [...amounts, ...extras.map(({ amount }) => amount)].reduce((left, amount) => left - amount, supply);
  if (rest < ELIGIBLE_GOD) throw new RangeError(`A supply of ${supply / GOD} GOD is too small for ${count} holders`);
  const marketMaker = { ...hold(mint, options.marketMaker, 0n), amount: rest };

  // Keys and addresses are computed while the node works: half of the time with 10,000 holders.
  const ordinary = await inParallel(amounts, async (amount, index): Promise<Holder> => {
    const keypair = key(`holder ${index}`);
    const holder = { ...hold(mint, keypair.publicKey, 0n), keypair, amount };
    await write(holder, 'associated');
    return holder;
  });
  await inParallel([...plain, marketMaker], (holding) => write(holding, 'associated'));
  await write(frozen, 'frozen');
  await write(auxiliary, 'auxiliary');
  await runtime.setAccount(special.programOwned, {
    lamports,
    owner: TOKEN_2022_PROGRAM_ID,
    data: new Uint8Array(1),
  });
  return { ordinary, special, holdings: [...ordinary, ...extras], marketMaker };
}

function specialOwners(key: SeededKeys): SpecialOwners {
  const program = key('liquidity pool program').publicKey;
  const [liquidityPool] = PublicKey.findProgramAddressSync([Buffer.from('pool authority')], program);
  return {
    liquidityPool,
    reserved: STAKE_PROGRAM,
    memoProgram: MEMO_PROGRAM,
    programOwned: key('program-owned holder').publicKey,
    frozen: key('frozen holder').publicKey,
    twoAccounts: key('holder with two accounts').publicKey,
  };
}

function hold(mint: PublicKey, owner: PublicKey, god: bigint): Holding {
  return { owner, tokenAccount: associatedAccount(mint, owner), amount: god * GOD };
}

async function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
