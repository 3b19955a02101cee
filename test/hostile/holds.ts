import { Keypair, SystemProgram } from '@solana/web3.js';
import type { Proof } from '../../src/contract/round.ts';
import { restoreBackup, takeBackup } from '../drill/backup.ts';
import { untilUnix } from '../rounds/eventually.ts';
import { empty } from '../rounds/lotteryFacts.ts';
import { type Lottery, wake } from '../rounds/startLottery.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import type { Proxy as RpcProxy } from '../world/startProxy.ts';
import type { World } from '../world/startWorld.ts';
import type { Fork } from './startFork.ts';

/** The tables that hold what is known of rounds. */
const ROUNDS = ['round_documents', 'winners', 'journal', 'rounds'];
/** Lamports that the drained pool keeps: enough for network fees, but not for a prize. */
const KEPT = 20_000_000n;
/** Fee of a plain transfer, lamports. */
const FEE = 5_000n;

/** Repairs what a round is held for. */
type Mend = () => Promise<void>;

/** Plays until round 1 is committed, and then pauses, so that no later round is locked. */
async function untilCommitted(lottery: Lottery): Promise<Proof> {
  const committed = await lottery.until(1, ['committed']);
  await lottery.operate('pause');
  return committed;
}

/** Restarts the worker, which forgets what it remembered, as with a new deployment. */
async function deployAnew({ worker }: Lottery): Promise<void> {
  await worker.kill9();
  await worker.restart();
  await wake(worker);
}

/** The causes of a hold, each made as it would happen; all of them hold round 1. */
export const holds = {
  /** The fork that had the commitment is dropped before it was final. */
  async droppedFork(lottery: Lottery, fork: Fork): Promise<void> {
    await untilCommitted(lottery);
    fork.drop();
  },

  /** The rows are lost after the commitment, when the round cannot be locked again. `proxy` is the worker's only node. */
  async lostEntries(lottery: Lottery, proxy: RpcProxy): Promise<Proof> {
    const committed = await untilCommitted(lottery);
    // So that nothing is paid before the rows are deleted, however long that takes.
    proxy.setRule(() => ({ status: 503, json: {} }));
    await empty(lottery, ROUNDS);
    proxy.setRule(null);
    await deployAnew(lottery);
    return committed;
  },

  /** The rows are lost after the payment. */
  async lostPayment(lottery: Lottery): Promise<Proof> {
    await untilCommitted(lottery);
    const paid = await lottery.until(1, ['paid']);
    await empty(lottery, ROUNDS);
    await deployAnew(lottery);
    return paid;
  },

  /** The database is put back from its payment to its commitment. */
  async restored(lottery: Lottery): Promise<Proof> {
    await untilCommitted(lottery);
    const backup = await takeBackup(lottery);
    const paid = await lottery.until(1, ['paid']);
    await restoreBackup(lottery, backup);
    await deployAnew(lottery);
    return paid;
  },

  /** Somebody takes nearly everything out of the pool between commitment and payment. */
  async drainedPool(lottery: Lottery, world: World): Promise<Mend> {
    await untilCommitted(lottery);
    const { connection } = world.runtime;
    const taker = Keypair.generate();
    const pool = lottery.pool.publicKey;
    const taken = BigInt(await connection.getBalance(pool, 'confirmed')) - KEPT;
    const take = SystemProgram.transfer({ fromPubkey: pool, toPubkey: taker.publicKey, lamports: taken });
    await sendTransaction(connection, [take], [lottery.pool]);
    return async () => {
      const back = { fromPubkey: taker.publicKey, toPubkey: pool, lamports: taken - FEE };
      await sendTransaction(connection, [SystemProgram.transfer(back)], [taker]);
    };
  },

  /** A stored winner is replaced between draw and payment. `proxy` is the worker's only node. */
  async exchangedWinner(lottery: Lottery, proxy: RpcProxy): Promise<Mend> {
    await untilCommitted(lottery);
    const isPayments = (method: string) => method === 'getLatestBlockhash' && Date.now() >= lottery.endsAt(1) * 1000;
    proxy.setRule((method) => (isPayments(method) ? { status: 503, json: {} } : null));
    const { winners } = await lottery.until(1, ['drawn']);
    const [first] = winners ?? [];
    if (first === undefined) throw new Error('nobody has won');
    const put = async (address: string) => {
      const database = await lottery.worker.database();
      await database.prepare('UPDATE winners SET address = ? WHERE round = 1 AND place = 1').bind(address).run();
    };
    await put(Keypair.generate().publicKey.toBase58());
    proxy.setRule(null);
    return () => put(first.address);
  },

  /** The worker does not run for more than 24 rounds. */
  async sleptThrough(lottery: Lottery, roundSeconds: number): Promise<void> {
    await untilCommitted(lottery);
    await lottery.worker.kill9();
    await untilUnix(lottery.endsAt(1) + 24 * roundSeconds + 1);
    await lottery.worker.restart();
    await wake(lottery.worker);
  },
};
