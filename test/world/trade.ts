import { createTransferCheckedWithFeeInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import type { Connection, Keypair, PublicKey } from '@solana/web3.js';
import type { Holder } from './createHolders.ts';
import { GOD, GOD_DECIMALS } from './createMint.ts';
import { ELIGIBLE_GOD } from './holderAmounts.ts';
import { seededRandom } from './seededRandom.ts';
import { sendOnce } from './sendTransaction.ts';
import { transferFee } from './transferFee.ts';

export interface TradingOptions {
  readonly connection: Connection;
  readonly mint: PublicKey;
  readonly marketMaker: { readonly keypair: Keypair; readonly tokenAccount: PublicKey };
  /** The holders who trade. The first two do not, because they have to stay at the edge of the threshold. */
  readonly holders: readonly Holder[];
  readonly worldSeed: string;
  readonly perMinute: number;
}

export interface Trading {
  /** Trades sent and trades that failed, so far. */
  counts(): { readonly sent: number; readonly failed: number };
  /** No further trade is sent once this resolves. */
  stop(): Promise<void>;
}

const EDGE_HOLDERS = 2;
/** Sales may bring holders below the threshold as long as more than this share of all holders is eligible. */
const ELIGIBLE_SHARE = 0.7;
const AMOUNT_OFFSET = 64;

/**
 * Real transfers with a fee between random holders and the market-maker, who pays every network fee, so that a holder's
 * SOL changes only by prizes. Errors are counted, the first one is printed, and trading goes on. Throws a RangeError
 * for a rate of 0.
 */
export function startTrading(options: TradingOptions): Trading {
  if (!(options.perMinute > 0)) throw new RangeError(`Trades per minute must be more than 0, got ${options.perMinute}`);
  const { connection, marketMaker, mint } = options;
  const random = seededRandom(options.worldSeed, 'trades');
  const traders = options.holders.slice(EDGE_HOLDERS);
  const known = new Map(traders.map((holder) => [holder, holder.amount]));
  const counts = { sent: 0, failed: 0 };
  let running: Promise<void> | null = null;

  const trade = async (): Promise<void> => {
    const holder = traders[Math.floor(random() * traders.length)];
    if (holder === undefined) return;
    const account = await connection.getAccountInfo(holder.tokenAccount, 'processed');
    const balance = account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(AMOUNT_OFFSET);
    known.set(holder, balance);
    const eligible = [...known.values()].filter((amount) => amount >= ELIGIBLE_GOD).length;
    const floor = eligible > traders.length * ELIGIBLE_SHARE || balance < ELIGIBLE_GOD ? 0n : ELIGIBLE_GOD;
    const sale = share(balance - floor, random() * 0.3);
    const sells = random() < 0.5 && sale > 0n;
    const amount = sells ? sale : share(100_000n * GOD, random() ** 2) + GOD;
    const [from, to] = sells ? [holder, marketMaker] : [marketMaker, holder];
    await transfer(from, to.tokenAccount, amount);
    known.set(holder, sells ? balance - amount : balance + amount - transferFee(amount));
    counts.sent += 1;
  };

  const transfer = async (from: Omit<Holder, 'owner' | 'amount'>, to: PublicKey, amount: bigint): Promise<void> => {
    const [source, owner, program] = [from.tokenAccount, from.keypair.publicKey, TOKEN_2022_PROGRAM_ID];
    const fee = transferFee(amount);
    await sendOnce(
      connection,
      [createTransferCheckedWithFeeInstruction(source, mint, to, owner, amount, GOD_DECIMALS, fee, [], program)],
      [marketMaker.keypair, from.keypair],
    );
  };

  const timer = setInterval(() => {
    // One at a time: when the node is slow, or paused by a test, trades are left out and do not pile up.
    running ??= trade()
      .catch((error: unknown) => {
        counts.failed += 1;
        if (counts.failed === 1)
          console.error(`A trade of the local world failed (further ones are counted): ${error}`);
      })
      .finally(() => {
        running = null;
      });
  }, 60_000 / options.perMinute);
  timer.unref();
  return {
    counts: () => ({ ...counts }),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

function share(amount: bigint, part: number): bigint {
  return (amount * BigInt(Math.floor(part * 10_000))) / 10_000n;
}
