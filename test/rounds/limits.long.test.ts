import '../world/quietBindings.ts';
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { sendAll } from '../world/stranger/sendAll.ts';
import { expectPaidOnce, payoutMarkOf, transactionsOf } from './chainFacts.ts';
import { becomes, eventually } from './eventually.ts';
import { alertsOf, firstPaid, whyRolledOver } from './lotteryFacts.ts';
import { type Lottery, wake, withLottery } from './startLottery.ts';

const SOL = 1_000_000_000n;
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'limits' });
});
afterAll(() => world.stop());

describe.concurrent('who is in the draw', () => {
  it('reserved keys, off-curve owners, frozen accounts and excluded wallets are not in it, each with its reason; two accounts count together', async () => {
    await withLottery({ world }, async (lottery) => {
      const proof = await lottery.until(1, ['locked', 'committed', 'drawn', 'paid']);
      const reasons = new Map(proof.rules?.excluded.map(([address, reason]) => [address, reason]));
      const { special } = world.holders;
      expect(reasons.get(special.reserved.toBase58())).toBe('reserved key');
      expect(reasons.get(special.liquidityPool.toBase58())).toBe('off curve');
      expect(reasons.get(special.frozen.toBase58())).toBe('frozen');
      expect(reasons.get(world.marketMaker.toBase58())).toBe('excluded');
      const { entries: owners = [], amounts = [] } = proof.snapshot ?? {};
      const entries = new Map(owners.map((owner, index) => [owner, amounts[index]]));
      // The payment calls Memo v3, and a called program cannot be paid. Any other account of a key on the curve can.
      expect(reasons.get(special.memoProgram.toBase58())).toBe('reserved key');
      expect(entries.has(special.programOwned.toBase58())).toBe(true);
      expect(entries.get(special.twoAccounts.toBase58())).toBe('130000000000');
      for (const excluded of reasons.keys()) expect(entries.has(excluded)).toBe(false);
    });
  });

  it.each([2, 1])(
    'with %i eligible wallets as many places are paid, and the rest of the prizes stays in the pool',
    async (wallets) => {
      const probe = await eligible();
      const exclusions = probe.slice(wallets).map((address) => ({ address, reason: 'not in this test' }));
      exclusions.push({ address: world.marketMaker.toBase58(), reason: 'market-maker' });
      await withLottery({ world, overrides: { EXCLUDED_WALLETS: JSON.stringify(exclusions) } }, async (lottery) => {
        const proof = await lottery.until(1, ['paid']);
        expect(proof.winners?.map((winner) => winner.place)).toEqual([1, 2].slice(0, wallets));
        expect(proof.winners?.[0]?.lamports).toBe('14000000000');
        await expectPaidOnce(world, lottery.pool.publicKey, proof);
      });
    },
  );

  it('with nobody eligible the round rolls over', async () => {
    const exclusions = [...(await eligible()), world.marketMaker.toBase58()].map((address) => ({
      address,
      reason: 'not in this test',
    }));
    await withLottery({ world, overrides: { EXCLUDED_WALLETS: JSON.stringify(exclusions) } }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('no-eligible-wallets');
    });
  });

  it('a holder list that does not add up to the supply is never drawn from', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule(async (method, _params, forward) => {
      if (method !== 'getProgramAccounts') return null;
      const answer = (await forward()).json() as { result: { value: unknown[] } };
      answer.result.value.pop();
      return { status: 200, json: answer };
    });
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('snapshot-unreliable');
    });
    await proxy.stop();
  });
});

describe.concurrent('limits, checked before the commitment', () => {
  it('a pool that would fall below its reserve pays nothing', async () => {
    await withLottery({ world, poolLamports: SOL / 10n + 20_000_000n }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('reserve');
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit')).toEqual([]);
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1 payout')).toEqual([]);
    });
  });

  it('a prize below the rent minimum of an empty account pays nothing', async () => {
    await withLottery({ world, poolLamports: 40_000_000n }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('prize-below-rent');
    });
  });

  it("an operator's daily cap rolls a round over", async () => {
    await withLottery({ world, overrides: { MAX_DAILY_PAYOUT_SOL: '19.9' } }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('daily-cap');
    });
  });

  it('a pause before the lock rolls the round over, one after the commitment does not stop what is owed', async () => {
    await withLottery({ world }, async (lottery) => {
      await lottery.until(1, ['committed']);
      await lottery.operate('pause');
      const { currentRound } = await lottery.stats();
      // On a slow machine the next round may run already.
      expect(currentRound.phase).toBe(currentRound.roundNumber === 1 ? 'locked' : 'paused');
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
      expect((await lottery.stats()).currentRound.phase).toBe('paused');
      expect((await lottery.until(2, ['rolled-over'])).reason).toBe('paused');
      expect(await lottery.trigger()).toMatchObject({ success: false, code: 'PAUSED' });
      await lottery.operate('resume');
      await expectPaidOnce(world, lottery.pool.publicKey, await firstPaid(lottery, lottery.nextToLock()));
    });
  });
});

describe.concurrent('strangers', () => {
  it('a look-alike memo and a pre-funded mark change nothing', async () => {
    const stranger = Keypair.generate();
    await world.runtime.fundSol(stranger.publicKey, 10n * SOL);
    await withLottery({ world }, async (lottery) => {
      const pool = lottery.pool.publicKey;
      const fake = `GOD1 commit round=1 ends=${lottery.endsAt(1)} slot=1 root=${'00'.repeat(32)} entries=1 pool=1 prizes=1 drand=${'00'.repeat(8)}:1 rules=${'00'.repeat(32)}`;
      await sendMemo(stranger, pool, fake);
      const locked = await lottery.until(1, ['locked', 'committed']);
      await sendMemo(stranger, pool, fake.replace('pool=1', 'pool=2'));
      await sendMemo(stranger, await payoutMarkOf(pool, locked), 'one lamport for the mark');
      await expectPaidOnce(world, pool, await lottery.until(1, ['paid']));
    });
  });
});

describe.concurrent('a flood of look-alikes', () => {
  it('delays nothing that matters: the round is committed, drawn and paid', async () => {
    const stranger = Keypair.generate();
    await world.runtime.fundSol(stranger.publicKey, 100n * SOL);
    await withLottery({ world, roundSeconds: 60, entryLockSeconds: 50 }, async (lottery) => {
      const flood = Array.from(
        { length: 300 },
        (_, i) =>
          `GOD1 commit round=1 ends=${lottery.endsAt(1)} slot=${i} root=${'00'.repeat(32)} entries=1 pool=1 prizes=1 drand=${'00'.repeat(8)}:1 rules=${'00'.repeat(32)}`,
      );
      // A limited number at a time, because with three hundred senders at once the blockhashes would expire on a slow
      // machine.
      const parts = flood.map((text) => ({
        instructions: memoFor(stranger, lottery.pool.publicKey, text),
        version: 'legacy' as const,
      }));
      await sendAll(world.runtime.connection, { payer: stranger, parts });
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid', 'held']));
    });
  });
});

describe.concurrent('the reconciler', () => {
  it('an outflow that the pool signed and nobody journaled pauses new locks and alerts', async () => {
    const genesisTime = () => Math.ceil(Date.now() / 1000);
    await withLottery({ world, genesisTime, roundSeconds: 3_600, entryLockSeconds: 60 }, async (lottery) => {
      await untilCheckpoint(lottery);
      const thief = Keypair.generate().publicKey;
      const signature = await send(
        lottery.pool,
        SystemProgram.transfer({ fromPubkey: lottery.pool.publicKey, toPubkey: thief, lamports: SOL }),
      );
      await eventually(
        async () => {
          await wake(lottery.worker);
          return alertsOf(lottery);
        },
        (alerts) => alerts.includes(`outflow:${signature}`),
      );
      await becomes(async () => (await lottery.stats()).currentRound.phase, 'paused');
    });
  });

  it('what the journal explains is no alarm', async () => {
    await withLottery({ world }, async (lottery) => {
      await lottery.until(1, ['paid']);
      const database = await lottery.worker.database();
      // The payment is before the checkpoint, so it was looked at.
      await eventually(
        async () => {
          await wake(lottery.worker);
          return database.prepare('SELECT lamports FROM checkpoints').first<string>('lamports');
        },
        (lamports) => lamports !== null && BigInt(lamports) < 90n * SOL,
      );
      expect((await alertsOf(lottery)).filter((key) => key.startsWith('outflow:'))).toEqual([]);
      const { results } = await database.prepare('SELECT signature FROM outflows').all();
      expect(results).toEqual([]);
    });
  });
});

async function eligible(): Promise<string[]> {
  return world.holders.ordinary
    .filter((holder) => holder.amount >= 100_000_000_000n)
    .map((holder) => holder.owner.toBase58())
    .concat(world.holders.special.twoAccounts.toBase58(), world.holders.special.programOwned.toBase58());
}

/** A stranger's transaction that touches `account` with one lamport and carries a text. */
async function sendMemo(stranger: Keypair, account: PublicKey, text: string): Promise<void> {
  await send(stranger, ...memoFor(stranger, account, text));
}

function memoFor(stranger: Keypair, account: PublicKey, text: string): TransactionInstruction[] {
  return [
    SystemProgram.transfer({ fromPubkey: stranger.publicKey, toPubkey: account, lamports: 1_000_000 }),
    new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(text) }),
  ];
}

/** Signs and sends as anyone with a key could, and waits until the chain has it. */
function send(signer: Keypair, ...instructions: TransactionInstruction[]): Promise<string> {
  return sendTransaction(world.runtime.connection, instructions, [signer]);
}

/**
 * Waits for the first checkpoint, from which later outflows are measured. The first cron after the chain's first
 * finalized blocks makes it.
 */
async function untilCheckpoint(lottery: Lottery): Promise<void> {
  const database = await lottery.worker.database();
  await becomes(async () => {
    await wake(lottery.worker);
    return database.prepare('SELECT lamports FROM checkpoints').first<string>('lamports');
  }, (100n * SOL).toString());
}
