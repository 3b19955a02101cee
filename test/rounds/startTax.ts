import { createTransferCheckedWithFeeInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, PublicKey } from '@solana/web3.js';
import { type DistributionConfig, type TaxTransaction, transactionsAnswer } from '../../src/contract/distribution.ts';
import { type TaxCycleAnswer, type TaxReport, taxReport } from '../../src/contract/tax.ts';
import { CRONS } from '../../worker/crons.ts';
import type { AmmFiles } from '../world/amm/ammFiles.ts';
import { GOD, GOD_DECIMALS } from '../world/createMint.ts';
import { fetchAgain } from '../world/fetchAgain.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { transferFee } from '../world/transferFee.ts';
import { eventually, untilUnix } from './eventually.ts';
import { type Lottery, type LotteryOptions, startLottery } from './startLottery.ts';

/**
 * A world of its own with a worker that collects its tax. Each test needs its own, because the fees of a mint belong to
 * one tax wallet.
 */
export interface TaxLottery {
  readonly world: World;
  readonly lottery: Lottery;
  /** Sends GOD from the market-maker to holders, one transfer each; returns the fees that the chain withheld. */
  trade(transfers: number, amount?: bigint): Promise<bigint>;
  /** Calls the tax cron. */
  collect(): Promise<void>;
  report(): Promise<TaxReport>;
  /** Waits until a cycle newer than `after` has ended and returns it. */
  ended(after?: number, seconds?: number): Promise<TaxCycleAnswer>;
  /** Plays one whole cycle: calls the cron and waits until the cycle has ended. Each cycle begins in another second. */
  cycle(seconds?: number): Promise<TaxCycleAnswer>;
  transactions(): Promise<TaxTransaction[]>;
  config(): Promise<DistributionConfig>;
  /** Saves and activates wallets in place of the present ones. */
  configure(change: (config: DistributionConfig) => DistributionConfig['wallets'], activate?: boolean): Promise<void>;
  sol(wallet: PublicKey | string): Promise<bigint>;
  stop(): Promise<void>;
}

export interface TaxOptions extends Omit<LotteryOptions, 'world'> {
  readonly seed: string;
  readonly slotMs?: number;
  readonly holders?: number;
  readonly ammFiles?: AmmFiles;
  /** Settings that depend on the world, such as other nodes in front of its chain. */
  readonly settingsOf?: (world: World) => Promise<Readonly<Record<string, string>>>;
}

const ROUND_SECONDS = 3_600;
/** A cycle waits for many things, one after the other, and on a slow machine for expired transactions as well. */
const LAST_RESORT_SECONDS = 300;
/** SOL for one GOD. */
const GOD_SOL = 0.000_000_1;

export async function startTax(input: TaxOptions): Promise<TaxLottery> {
  const { seed, slotMs = 50, holders = 12, settingsOf, ammFiles, ...options } = input;
  const world = await startWorld({ slotMs, holders, worldSeed: `tax ${seed}`, ...(ammFiles && { ammFiles }) });
  const overrides = { ...(await settingsOf?.(world)), ...options.overrides };
  // At the world's usual price the small trades of these tests would not be worth their network fees.
  world.exchanges.setPrices({ godSol: GOD_SOL });
  const lottery = await startLottery({
    world,
    roundSeconds: ROUND_SECONDS,
    entryLockSeconds: 60,
    genesisTime: () => Math.floor(Date.now() / 1000),
    ...options,
    overrides,
  }).catch(async (error) => {
    await world.stop();
    throw error;
  });
  const { connection } = world.runtime;
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetchAgain(`${lottery.url}/api/admin/tax-distribution${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', 'x-admin-key': world.adminKey },
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`);
    return body;
  };
  const config = async () => ((await ask('/config')) as { data: DistributionConfig }).data;
  let nextHolder = 0;

  const tax: TaxLottery = {
    world,
    lottery,
    async trade(transfers, amount = 100_000n * GOD) {
      let fees = 0n;
      for (let i = 0; i < transfers; i++) {
        const holder = world.holders.ordinary[nextHolder++ % world.holders.ordinary.length];
        if (holder === undefined) throw new Error('the world has no holders');
        const fee = transferFee(amount);
        const { marketMakerKey: maker, mint } = world;
        const [from, to] = [world.holders.marketMaker.tokenAccount, holder.tokenAccount];
        const transfer = createTransferCheckedWithFeeInstruction(
          from,
          mint,
          to,
          maker.publicKey,
          amount,
          GOD_DECIMALS,
          fee,
          [],
          TOKEN_2022_PROGRAM_ID,
        );
        await sendTransaction(connection, [transfer], [maker]);
        fees += fee;
      }
      return fees;
    },
    async collect() {
      await (await lottery.worker.cron(CRONS.tax.cron)).arrayBuffer();
    },
    report: async () => taxReport.parse(await lottery.get('/api/lottery/tax')),
    ended: (after = 0, seconds = LAST_RESORT_SECONDS) =>
      eventually(
        async () => (await tax.report()).cycles[0],
        (newest) => newest !== undefined && newest.id > after && newest.endedAt !== null,
        seconds,
      ).then((newest) => newest as TaxCycleAnswer),
    async cycle(seconds) {
      const last = (await tax.report()).cycles[0]?.id ?? 0;
      await untilUnix(last + 1);
      await tax.collect();
      return tax.ended(last, seconds);
    },
    transactions: async () => transactionsAnswer.parse(await ask('/transactions')).data,
    config,
    async configure(change, activate = true) {
      const before = await config();
      const body = JSON.stringify({ wallets: change(before), adminId: 'test' });
      await ask(`/config/${before.id}`, { method: 'PUT', body });
      if (activate) await ask(`/config/${before.id}/activate`, { method: 'POST', body: '{}' });
    },
    sol: async (wallet) => BigInt(await connection.getBalance(new PublicKey(wallet), 'confirmed')),
    async stop() {
      await lottery.stop();
      await world.stop();
    },
  };
  return tax;
}

/** Starts one that is stopped when the test ends, however it ends. */
export async function withTax(options: TaxOptions, play: (tax: TaxLottery) => Promise<void>): Promise<void> {
  const tax = await startTax(options);
  try {
    await play(tax);
  } finally {
    await tax.stop();
  }
}

/** A wallet of the distribution as the console would add it. */
export function newWallet(index: number, percentage: number, address = Keypair.generate().publicKey.toBase58()) {
  const at = new Date().toISOString();
  const flags = { isAdmin: false, isLottery: false, isActive: true };
  return {
    id: `wallet-${index}`,
    label: `Wallet ${index}`,
    address,
    percentage,
    ...flags,
    createdAt: at,
    updatedAt: at,
  };
}
