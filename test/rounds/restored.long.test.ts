import '../world/quietBindings.ts';
import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcedOf, announceMemo } from '../../src/terms/announceMemo.ts';
import { announcers } from '../../src/terms/announcement.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { type ProxyRule, startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { chainTime, expectPaidOnce, payoutsOf, transactionsOf } from './chainFacts.ts';
import { becomes, eventually, untilUnix } from './eventually.ts';
import { alertsOf, empty } from './lotteryFacts.ts';
import {
  type Lottery,
  type LotteryOptions,
  MOST_TRIES,
  startLotteries,
  TooSlow,
  wake,
  withLottery,
} from './startLottery.ts';

const SOL = 1_000_000_000n;
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** A node that answers nothing. */
const DEAD: ProxyRule = () => ({ status: 503, json: {} });

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'restored' });
});
afterAll(() => world.stop());

describe.concurrent('the commitment', () => {
  it('a commitment that lands too late does not count, and nothing is drawn or paid', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const refuseSends = async () =>
      proxy.setRule((method) => (method === 'sendTransaction' ? { status: 500, json: {} } : null));
    await withLottery({ world, overrides: { RPC_URLS: proxy.url }, beforeWaking: refuseSends }, async (lottery) => {
      const { commitment } = await lottery.until(1, ['locked']);
      // The worker sees nothing of the chain before the late memo is there.
      proxy.setRule(DEAD);
      // By the chain's own clock, which the rule is about.
      await eventually(
        () => chainTime(world),
        (unix) => unix > lottery.endsAt(1) - 4,
      );
      const text = Buffer.from(commitment?.memo ?? '');
      const memo = new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: text });
      await sendTransaction(world.runtime.connection, [memo], [lottery.pool]);
      await refuseSends();
      expect((await lottery.until(1, ['rolled-over', 'paid', 'held'])).reason).toBe('commitment-late');
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit round=1 ')).toHaveLength(1);
      expect(await payoutsOf(world, lottery.pool.publicKey, 1)).toEqual([]);
    });
    await proxy.stop();
  });

  it('two deployments with one key and one timetable never cause a second payment', async () => {
    await withTwins({}, async (twins, pool) => {
      const ends = await Promise.all(twins.map((lottery) => lottery.until(1, ['paid', 'held'])));
      const signatures = (await payoutsOf(world, pool, 1)).map((payout) => payout.signature);
      expect(signatures.length).toBeLessThanOrEqual(1);
      // When both workers read the same slot, they derive the same bytes, and so the same transaction. Otherwise one of
      // them gives way because of the other's memo or mark, or has no row of its own because it was too late to lock.
      for (const proof of ends) {
        if (proof.state === 'paid') expect(proof.payout?.signature).toBe(signatures[0]);
        else expect(proof.reason).toBe('mark-without-record');
      }
    });
  });

  it('a deployment that finds another text for its round by its own key holds the round, and the first one pays', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const beforeWaking = async () => proxy.setRule(DEAD);
    const differing = { entryLockSeconds: 20, overrides: { RPC_URLS: proxy.url }, beforeWaking };
    await withTwins(differing, async ([first, second], pool) => {
      await first.until(1, ['committed']);
      proxy.setRule(null);
      const paid = await first.until(1, ['paid', 'held']);
      await expectPaidOnce(world, pool, paid);
      const held = await second.until(1, ['paid', 'held']);
      // Either reason is right: it depends on whether the deployment still locked before its window closed, which a
      // slow machine may not manage.
      expect(held.state).toBe('held');
      expect(held.reason).toBe('mark-without-record');
      expect(await alertsOf(second)).toContain('held:1');
      expect(await transactionsOf(world, pool, 'GOD1 commit round=1 ')).toHaveLength(1);
    });
    await proxy.stop();
  });
});

describe.concurrent('the database', () => {
  it('nothing is sent while the journal cannot be written, and the round goes on when it can', async () => {
    const proxy = await startProxy(world.rpcUrl);
    let isHeld = true;
    const beforeWaking = async () => {
      isHeld = true;
      proxy.setRule(null);
    };
    await withLottery({ world, overrides: { RPC_URLS: proxy.url }, beforeWaking }, async (lottery) => {
      // Keeps the payment from being made before the journal is renamed.
      proxy.setRule((method) => (isHeld && isPaymentsBlockhash(lottery, method) ? { status: 503, json: {} } : null));
      const database = await lottery.worker.database();
      await lottery.until(1, ['committed', 'drawn']);
      await becomes(() => database.prepare('SELECT commit_final FROM rounds').first<number>('commit_final'), 1);
      const sent = proxy.calls.get('sendTransaction');
      await database.prepare('ALTER TABLE journal RENAME TO journal_away').run();
      isHeld = false;
      const drawn = await lottery.until(1, ['drawn']);
      await untilUnix(lottery.endsAt(1) + 4);
      expect(proxy.calls.get('sendTransaction')).toBe(sent);
      await database.prepare('ALTER TABLE journal_away RENAME TO journal').run();
      const proof = await lottery.until(1, ['paid']);
      expect(proof.winners).toEqual(drawn.winners);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await proxy.stop();
  });

  it('emptied after the commitment, a second text for the round is never signed', async () => {
    await withLottery({ world }, async (lottery) => {
      await lottery.until(1, ['committed']);
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      await lottery.operate('advance');
      const proof = await lottery.until(1, ['held', 'rolled-over', 'paid']);
      // Either reason is right: it depends on whether the round was locked again before its window closed.
      expect(proof.state).toBe('held');
      expect(proof.reason).toBe('mark-without-record');
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit round=1 ')).toHaveLength(1);
    });
  });

  it('emptied after the lock window, the round is held as owed, not called off', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const beforeWaking = async () => proxy.setRule(null);
    await withLottery({ world, overrides: { RPC_URLS: proxy.url }, beforeWaking }, async (lottery) => {
      await lottery.until(1, ['committed']);
      // So that nothing is paid before the rows are deleted, however long that takes.
      proxy.setRule(DEAD);
      await untilUnix(lottery.endsAt(1) - 7);
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      proxy.setRule(null);
      const proof = await lottery.until(1, ['held', 'rolled-over', 'paid']);
      expect([proof.state, proof.reason]).toEqual(['held', 'mark-without-record']);
      expect(await alertsOf(lottery)).toContain('held:1');
    });
    await proxy.stop();
  });

  it('restored to before the payment, the mark on chain stops a second one', async () => {
    await withLottery({ world }, async (lottery) => {
      const paid = await lottery.until(1, ['paid']);
      await empty(lottery, ['journal']);
      await (await lottery.worker.database())
        .prepare(
          "UPDATE rounds SET state = 'drawn', payout_status = 'drawn', payout_signature = NULL, payout_slot = NULL WHERE round = 1",
        )
        .run();
      await lottery.operate('advance');
      const held = await lottery.until(1, ['held', 'paid']);
      expect([held.state, held.reason]).toEqual(['held', 'mark-without-record']);
      expect(await payoutsOf(world, lottery.pool.publicKey, 1)).toHaveLength(1);
      expect(held.winners).toEqual(paid.winners);
      expect(await alertsOf(lottery)).toContain('held:1');
    });
  });

  it('a stored winner that was tampered with is never paid', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      proxy.setRule((method) => (isPaymentsBlockhash(lottery, method) ? { status: 503, json: {} } : null));
      await lottery.until(1, ['drawn']);
      await (await lottery.worker.database())
        .prepare('UPDATE winners SET address = ? WHERE round = 1 AND place = 1')
        .bind(Keypair.generate().publicKey.toBase58())
        .run();
      proxy.setRule(null);
      expect((await lottery.until(1, ['held', 'paid'])).reason).toBe('record-mismatch');
      expect(await payoutsOf(world, lottery.pool.publicKey, 1)).toEqual([]);
    });
    await proxy.stop();
  });
});

describe.concurrent('time', () => {
  it('hours in which the worker did not run are settled as missed in one tick, and nothing piles up', async () => {
    const HOURS = 50;
    let slept = HOURS;
    const genesisTime = (startSeconds: number) => {
      // This many have ended when the next one locks: 50, and those that end while the worker starts.
      slept = HOURS + Math.max(0, Math.ceil((startSeconds - 6) / 26));
      return Math.ceil(Date.now() / 1000) + startSeconds - 6 - 26 * slept;
    };
    const timetable = { genesisTime, roundSeconds: 26, entryLockSeconds: 20 };
    await withLottery({ world, ...timetable, beforeWaking: rememberTerms }, async (lottery) => {
      const { rounds } = await lottery.get<{ rounds: { roundNumber: number; reason: string }[] }>(
        '/api/lottery/rounds?limit=100',
      );
      expect(rounds.filter((round) => round.reason === 'missed').length).toBeGreaterThanOrEqual(HOURS);
      const proof = await lottery.until(slept + 1, ['paid']);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      // The missed rounds are not paid, and each round that was locked since is paid once.
      const payouts = await transactionsOf(world, lottery.pool.publicKey, 'GOD1 payout');
      const paid = payouts.map((payout) => Number(/round=(\d+)/.exec(payout.memo)?.[1]));
      expect([Math.min(...paid) > HOURS, new Set(paid).size]).toEqual([true, paid.length]);
    });
  });

  it('a deployment that slept through a whole committed round still draws and pays it, before the next lock', async () => {
    await withLottery({ world, roundSeconds: 26, entryLockSeconds: 18 }, async (lottery) => {
      const before = await lottery.until(1, ['committed']);
      await lottery.worker.kill9();
      await untilUnix(lottery.endsAt(1) + 10);
      await lottery.worker.restart();
      await wake(lottery.worker);
      const proof = await lottery.until(1, ['paid']);
      expect(proof.snapshot).toEqual(before.snapshot);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
  });
});

/** The rows about the first terms, for a lottery that announced them before its first round. */
async function rememberTerms({ announced, genesisTime, worker }: Lottery): Promise<void> {
  const { terms, hash, signature, kept } = announced;
  const database = await worker.database();
  const signers = announcers(terms.authority, terms.pool, null).join(' ');
  const memo = announceMemo(announcedOf(terms));
  await database.batch([
    database
      .prepare(
        'INSERT INTO terms (authority, k, signature, slot, block_time, memo, signers) VALUES (?, 1, ?, 1, ?, ?, ?)',
      )
      .bind(terms.authority, signature, genesisTime - 60, memo, signers),
    database.prepare('INSERT INTO terms_texts (hash, body) VALUES (?, ?)').bind(hash, kept[1]),
  ]);
}

/** Two deployments with the same pool key and rounds, each with its own database; the second one's options may differ. */
async function withTwins(
  differing: Pick<LotteryOptions, 'entryLockSeconds' | 'overrides' | 'beforeWaking'>,
  play: (twins: readonly [Lottery, Lottery], pool: PublicKey) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const pool = Keypair.generate();
    await world.runtime.fundSol(pool.publicKey, 100n * SOL);
    const shared = { world, pool, roundSeconds: 40, entryLockSeconds: 32 };
    const [first, second] = await startLotteries([shared, { ...shared, ...differing }]);
    if (first === undefined || second === undefined) throw new Error('two deployments were to start');
    try {
      return await play([first, second], pool.publicKey);
    } catch (error) {
      // As in `withLottery`: others play where the machine was too slow.
      if (!(error instanceof TooSlow) || tries === MOST_TRIES) throw error;
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  }
}

/** The first request of a payment to a node. (The commitment has made its own before the round's end.) */
function isPaymentsBlockhash(lottery: Lottery, method: string): boolean {
  return method === 'getLatestBlockhash' && Date.now() >= lottery.endsAt(1) * 1000;
}
