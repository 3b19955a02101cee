import '../world/quietBindings.ts';
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startBeacon } from '../world/startBeacon.ts';
import { type ProxyRule, startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { sendAll } from '../world/stranger/sendAll.ts';
import { chainTime, expectPaidOnce, guardOf, payoutsOf, transactionsOf } from './chainFacts.ts';
import { becomes, eventually, untilUnix } from './eventually.ts';
import { type Lottery, type LotteryOptions, startLotteries, startLottery, wake } from './startLottery.ts';

const SLOT_MS = 100;
const SOL = 1_000_000_000n;
/** So many locks in a row no machine misses by itself. */
const MOST_MISSED = 5;
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** A node that answers nothing. */
const DEAD: ProxyRule = () => ({ status: 503, json: {} });

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: SLOT_MS, holders: 40, worldSeed: 'faults' });
});
afterAll(() => world.stop());

/** Starts a lottery that is stopped when the test ends, however it ends. */
async function withLottery(
  options: Omit<LotteryOptions, 'world'>,
  play: (lottery: Lottery) => Promise<void>,
): Promise<void> {
  const lottery = await startLottery({ world, ...options });
  try {
    await play(lottery);
  } finally {
    await lottery.stop();
  }
}

describe.concurrent('outages of the RPC', () => {
  it('a dead preferred node costs nothing while another one answers', async () => {
    const dead = await startProxy(world.rpcUrl);
    await dead.stop();
    await withLottery({ overrides: { RPC_URLS: `${dead.url},${world.rpcUrl}` } }, async (lottery) => {
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
    });
  });

  it('a node that is rate-limited, slow and broken by turns only delays a committed round', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      await lottery.until(1, ['committed']);
      let calls = 0;
      proxy.setRule(() => {
        const turn = calls++ % 3;
        if (turn === 0) return { status: 429, json: { error: 'slow down' } };
        return turn === 1
          ? { status: 502, body: '<html>bad gateway</html>' }
          : { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"nonsense"}' };
      });
      await untilUnix(lottery.endsAt(1) + 6);
      expect((await lottery.proof(1)).state).toBe('committed');
      proxy.setRule(null);
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
    });
    await proxy.stop();
  });

  it('a chain that cannot be read in the whole lock window makes the round missed, and the next one plays', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule(() => ({ status: 503, json: {} }));
    await withLottery(
      { roundSeconds: 20, entryLockSeconds: 14, overrides: { RPC_URLS: proxy.url } },
      async (lottery) => {
        await untilUnix(lottery.endsAt(1) - 7);
        proxy.setRule(null);
        const first = await lottery.until(1, ['rolled-over', 'held', 'paid', 'committed'], 40);
        expect([first.state, first.reason]).toEqual(['rolled-over', 'missed']);
        await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(2, ['paid']));
      },
    );
    await proxy.stop();
  });

  it('a payment whose answer is lost after it was forwarded is not made again', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule(async (method, _params, forward) => {
      if (method !== 'sendTransaction') return null;
      await forward();
      return { status: 500, json: { error: 'lost on the way back' } };
    });
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const proof = await lottery.until(1, ['paid']);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await proxy.stop();
  });

  it('a payment that never reached the chain is signed again only after its expiry is proven', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const swallowed = new Set<string>();
    proxy.setRule((method, [bytes]) => {
      // The first payout's bytes never arrive, however often they are sent again.
      if (method !== 'sendTransaction' || !isPayout(String(bytes))) return null;
      if (swallowed.size === 0) swallowed.add(String(bytes));
      return swallowed.has(String(bytes))
        ? { status: 200, json: { jsonrpc: '2.0', id: 1, result: 'swallowed' } }
        : null;
    });
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const proof = await lottery.until(1, ['paid'], 90);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      const { results } = await (await lottery.worker.database())
        .prepare("SELECT attempt, state, proof FROM journal WHERE key = 'payout:1' ORDER BY attempt")
        .all<{ attempt: number; state: string; proof: string }>();
      expect(results.map((row) => [row.attempt, row.state])).toEqual([
        [0, 'expired'],
        [1, 'finalized'],
      ]);
      expect(results[0]?.proof).toMatch(
        /^expired: finalized block height \d+ > \d+, absent at slot \d+ on a ledger from block \d+$/,
      );
    });
    await proxy.stop();
  });
});

describe.concurrent('nodes that know too little', () => {
  it('an address index that lost our commitment cannot deny what its own signature shows', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule((method) =>
      method === 'getSignaturesForAddress' ? { status: 200, json: { jsonrpc: '2.0', id: 1, result: [] } } : null,
    );
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid', 'rolled-over', 'held']));
    });
    await proxy.stop();
  });

  it('a node restarted from a snapshot may not say that a round was missed', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      await lottery.until(1, ['committed']);
      await untilUnix(lottery.endsAt(1) - 7);
      proxy.setRule(DEAD);
      // A new instance knows nothing of the ledger it asked before.
      await lottery.worker.kill9();
      await lottery.worker.restart();
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      proxy.setRule((method) => {
        if (method === 'getFirstAvailableBlock')
          return { status: 200, json: { jsonrpc: '2.0', id: 1, result: 1_000_000 } };
        return method === 'getSignaturesForAddress'
          ? { status: 200, json: { jsonrpc: '2.0', id: 1, result: [] } }
          : null;
      });
      await untilUnix(lottery.endsAt(1) + 3);
      await wake(lottery.worker);
      expect((await lottery.proof(1)).state).toBe('open');
      proxy.setRule(null);
      expect((await lottery.until(1, ['held', 'rolled-over'], 90)).reason).toBe('commitment-without-record');
    });
    await proxy.stop();
  });

  it('a finalized view that stands still behind a living head is never drawn from', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const STALE_SLOT = 40;
    proxy.setRule(async (method, [slot], forward) => {
      if (method === 'getProgramAccounts') {
        const answer = (await forward()).json() as { result: { context: { slot: number } } };
        answer.result.context.slot = STALE_SLOT;
        return { status: 200, json: answer };
      }
      const isStale = method === 'getBlockTime' && slot === STALE_SLOT;
      return isStale
        ? { status: 200, json: { jsonrpc: '2.0', id: 1, result: Math.floor(Date.now() / 1000) - 100 } }
        : null;
    });
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      expect((await lottery.until(1, ['rolled-over', 'committed', 'paid'])).reason).toBe('snapshot-unreliable');
    });
    await proxy.stop();
  });
});

describe.concurrent('the beacon', () => {
  it('late, with a wrong signature and with another round’s, it is never believed and always awaited', async () => {
    const beacon = await startBeacon({ worldSeed: 'faults' });
    let until = 0;
    let turn = 0;
    beacon.setFault(() => {
      if (Date.now() > until) return null;
      const faults = [{ signature: 'wrong' }, { signature: { ofRound: 7 } }, { status: 404 }, { status: 500 }] as const;
      return faults[turn++ % faults.length] ?? null;
    });
    await withLottery({ overrides: { DRAND_URLS: `${beacon.url}/${beacon.chain.hash}` } }, async (lottery) => {
      until = (lottery.endsAt(1) + 5) * 1000;
      const proof = await lottery.until(1, ['paid']);
      expect(turn).toBeGreaterThan(4);
      expect(proof.beacon?.signature).toBe(beacon.chain.sign(proof.beacon?.round ?? 0).signature);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await beacon.stop();
  });
});

describe.concurrent('who is in the draw', () => {
  it('reserved keys, programs, off-curve owners and frozen accounts are out, each with its reason; two accounts count together', async () => {
    await withLottery({}, async (lottery) => {
      const proof = await lottery.until(1, ['locked', 'committed', 'drawn', 'paid']);
      const reasons = new Map(proof.rules?.excluded.map(([address, , reason]) => [address, reason]));
      const { special } = world.holders;
      expect(reasons.get(special.reserved.toBase58())).toBe('reserved key');
      expect(reasons.get(special.executable.toBase58())).toBe('program');
      expect(reasons.get(special.programOwned.toBase58())).toBe('account owned by a program');
      expect(reasons.get(special.liquidityPool.toBase58())).toBe('program account (off curve)');
      expect(reasons.get(special.frozen.toBase58())).toBe('frozen token account');
      expect(reasons.get(world.marketMaker.toBase58())).toBe('market-maker');
      const entries = new Map(proof.snapshot?.entries);
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
      await withLottery({ overrides: { EXCLUDED_WALLETS: JSON.stringify(exclusions) } }, async (lottery) => {
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
    await withLottery({ overrides: { EXCLUDED_WALLETS: JSON.stringify(exclusions) } }, async (lottery) => {
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
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('snapshot-unreliable');
    });
    await proxy.stop();
  });
});

describe.concurrent('limits, checked before the commitment', () => {
  it('a pool that would fall below its reserve pays nothing', async () => {
    await withLottery({ poolLamports: SOL / 10n + 20_000_000n }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('reserve');
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1')).toEqual([]);
    });
  });

  it('a prize below the rent minimum of an empty account pays nothing', async () => {
    await withLottery({ poolLamports: 40_000_000n }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('prize-below-rent');
    });
  });

  it("an operator's daily cap rolls a round over", async () => {
    await withLottery({ overrides: { MAX_DAILY_PAYOUT_SOL: '19.9' } }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('daily-cap');
    });
  });

  it('a pause before the lock rolls the round over, one after the commitment does not stop what is owed', async () => {
    await withLottery({}, async (lottery) => {
      await lottery.until(1, ['committed']);
      await lottery.operate('pause');
      const { currentRound } = await lottery.stats();
      // On a slow machine the next round may run already.
      expect(currentRound.phase).toBe(currentRound.roundNumber === 1 ? 'locked' : 'paused');
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
      expect((await lottery.stats()).currentRound.phase).toBe('paused');
      expect((await lottery.until(2, ['rolled-over'])).reason).toBe('paused');
      expect(await lottery.trigger()).toMatchObject({ success: false, code: 'PAUSED' });
      const next = lottery.nextToLock();
      await lottery.operate('resume');
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(next, ['paid']));
    });
  });
});

describe.concurrent('strangers', () => {
  it('a look-alike memo and a pre-funded guard change nothing', async () => {
    const stranger = Keypair.generate();
    await world.runtime.fundSol(stranger.publicKey, 10n * SOL);
    await withLottery({}, async (lottery) => {
      const pool = lottery.pool.publicKey;
      const fake = `GOD1 commit round=1 ends=${lottery.endsAt(1)} slot=1 root=${'00'.repeat(32)} entries=1 pool=1 prizes=1 drand=${'00'.repeat(8)}:1 rules=${'00'.repeat(32)}`;
      await sendMemo(stranger, pool, fake);
      const locked = await lottery.until(1, ['locked', 'committed']);
      await sendMemo(stranger, pool, fake.replace('pool=1', 'pool=2'));
      await sendMemo(stranger, await guardOf(pool, locked), 'one lamport for the guard');
      await expectPaidOnce(world, pool, await lottery.until(1, ['paid']));
    });
  });
});

describe.concurrent('a flood of look-alikes', () => {
  it('delays nothing that matters: the round is committed, drawn and paid', async () => {
    const stranger = Keypair.generate();
    await world.runtime.fundSol(stranger.publicKey, 100n * SOL);
    await withLottery({ roundSeconds: 60, entryLockSeconds: 50 }, async (lottery) => {
      const flood = Array.from(
        { length: 300 },
        (_, i) =>
          `GOD1 commit round=1 ends=${lottery.endsAt(1)} slot=${i} root=${'00'.repeat(32)} entries=1 pool=1 prizes=1 drand=${'00'.repeat(8)}:1 rules=${'00'.repeat(32)}`,
      );
      // A bounded number at a time: three hundred callers at once outlive their own blockhashes on a slow machine.
      const parts = flood.map((text) => ({
        instructions: memoFor(stranger, lottery.pool.publicKey, text),
        version: 'legacy' as const,
      }));
      await sendAll(world.runtime.connection, { payer: stranger, parts });
      const proof = await lottery.until(1, ['paid', 'held', 'rolled-over']);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
  });
});

describe.concurrent('the reconciler', () => {
  it('an outflow that the pool signed and nobody journaled pauses new locks and alerts', async () => {
    const genesisTime = () => Math.ceil(Date.now() / 1000);
    await withLottery({ genesisTime, roundSeconds: 3_600, entryLockSeconds: 60 }, async (lottery) => {
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
      expect((await lottery.stats()).currentRound.phase).toBe('paused');
    });
  });

  it('what the journal explains is no alarm', async () => {
    await withLottery({}, async (lottery) => {
      await lottery.until(1, ['paid']);
      await wake(lottery.worker);
      expect(await alertsOf(lottery)).toEqual([]);
    });
  });
});

describe.concurrent('the commitment', () => {
  it('one that lands too late does not count, and nothing is drawn or paid', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule((method) => (method === 'sendTransaction' ? { status: 500, json: {} } : null));
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const { commitment } = await lottery.until(1, ['locked']);
      // The worker sees nothing of the chain before the late memo is there.
      proxy.setRule(DEAD);
      // By the chain's own clock, which is what the rule speaks of.
      await eventually(
        () => chainTime(world),
        (unix) => unix > lottery.endsAt(1) - 4,
      );
      const text = Buffer.from(commitment?.memo ?? '');
      await send(lottery.pool, new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: text }));
      proxy.setRule((method) => (method === 'sendTransaction' ? { status: 500, json: {} } : null));
      expect((await lottery.until(1, ['rolled-over', 'paid', 'held'], 90)).reason).toBe('commitment-late');
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
      // Reading the same slot, both derive the same bytes: the same transaction, known to both. Otherwise one of them stands back.
      for (const proof of ends) {
        if (proof.state === 'paid') expect(proof.payout?.signature).toBe(signatures[0]);
        else expect(['foreign-commitment', 'guard-without-journal']).toContain(proof.reason);
      }
    });
  });

  it('a deployment that finds another text for its round by its own key holds the round, and the first one pays', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule(DEAD);
    const differing = { entryLockSeconds: 20, overrides: { RPC_URLS: proxy.url } };
    await withTwins(differing, async ([first, second], pool) => {
      await first.until(1, ['committed']);
      proxy.setRule(null);
      const paid = await first.until(1, ['paid', 'held']);
      await expectPaidOnce(world, pool, paid);
      const held = await second.until(1, ['paid', 'held']);
      // Which of the two depends on whether it still locked: on a slow machine its window may have closed before it found the text.
      expect(held.state).toBe('held');
      expect(['foreign-commitment', 'commitment-without-record']).toContain(held.reason);
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
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      // No payment is made before the journal is away.
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
    await withLottery({}, async (lottery) => {
      await lottery.until(1, ['committed']);
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      await lottery.operate('advance');
      const proof = await lottery.until(1, ['held', 'rolled-over', 'paid']);
      // Which of the two depends on whether it locked again: on a slow machine the window may have closed before.
      expect(proof.state).toBe('held');
      expect(['foreign-commitment', 'commitment-without-record']).toContain(proof.reason);
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit round=1 ')).toHaveLength(1);
    });
  });

  it('emptied after the lock window, the round is held as owed, not called off', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      await lottery.until(1, ['committed']);
      await untilUnix(lottery.endsAt(1) - 7);
      // However long it takes, nothing is paid before the rows are gone.
      proxy.setRule(DEAD);
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      proxy.setRule(null);
      const proof = await lottery.until(1, ['held', 'rolled-over', 'paid']);
      expect([proof.state, proof.reason]).toEqual(['held', 'commitment-without-record']);
      expect(await alertsOf(lottery)).toContain('held:1');
    });
    await proxy.stop();
  });

  it('restored to before the payment, the guard on chain stops a second one', async () => {
    await withLottery({}, async (lottery) => {
      const paid = await lottery.until(1, ['paid']);
      await empty(lottery, ['journal']);
      await (await lottery.worker.database())
        .prepare(
          "UPDATE rounds SET state = 'drawn', payout_status = 'drawn', payout_signature = NULL, payout_slot = NULL WHERE round = 1",
        )
        .run();
      await lottery.operate('advance');
      const held = await lottery.until(1, ['held', 'paid']);
      expect([held.state, held.reason]).toEqual(['held', 'guard-without-journal']);
      expect(await payoutsOf(world, lottery.pool.publicKey, 1)).toHaveLength(1);
      expect(held.winners).toEqual(paid.winners);
      expect(await alertsOf(lottery)).toContain('held:1');
    });
  });

  it('a stored winner that was tampered with is never paid', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
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
  it('hours without anyone awake are settled as missed in one tick, and nothing is stacked', async () => {
    const HOURS = 50;
    let slept = HOURS;
    const genesisTime = (startSeconds: number) => {
      // So many have ended when the next one locks: 50, and those that end while the worker starts.
      slept = HOURS + Math.max(0, Math.ceil((startSeconds - 6) / 26));
      return Math.ceil(Date.now() / 1000) + startSeconds - 6 - 26 * slept;
    };
    await withLottery({ genesisTime, roundSeconds: 26, entryLockSeconds: 20 }, async (lottery) => {
      const { rounds } = await lottery.get<{ rounds: { roundNumber: number; reason: string }[] }>(
        '/api/lottery/rounds?limit=100',
      );
      expect(rounds.filter((round) => round.reason === 'missed').length).toBeGreaterThanOrEqual(HOURS);
      const proof = await lottery.until(slept + 1, ['paid']);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      // The rounds that were slept through are paid nothing, and those that locked since are paid once each.
      const payouts = await transactionsOf(world, lottery.pool.publicKey, 'GOD1 payout');
      const paid = payouts.map((payout) => Number(/round=(\d+)/.exec(payout.memo)?.[1]));
      expect([Math.min(...paid) > HOURS, new Set(paid).size]).toEqual([true, paid.length]);
    });
  });

  it('a deployment that slept through a whole committed round still draws and pays it, before the next lock', async () => {
    await withLottery({ roundSeconds: 26, entryLockSeconds: 18 }, async (lottery) => {
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

/** Two deployments with the same pool key and rounds, each with its own database; the second one's options may differ. */
async function withTwins(
  differing: Pick<LotteryOptions, 'entryLockSeconds' | 'overrides'>,
  play: (twins: readonly [Lottery, Lottery], pool: PublicKey) => Promise<void>,
): Promise<void> {
  const pool = Keypair.generate();
  await world.runtime.fundSol(pool.publicKey, 100n * SOL);
  const shared = { world, pool, roundSeconds: 40, entryLockSeconds: 32 };
  const [first, second] = await startLotteries([shared, { ...shared, ...differing }]);
  if (first === undefined || second === undefined) throw new Error('two deployments were to start');
  try {
    await play([first, second], pool.publicKey);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}

/** The first thing a payment asks of a node; the commitment has asked for its own before the round's end. */
function isPaymentsBlockhash(lottery: Lottery, method: string): boolean {
  return method === 'getLatestBlockhash' && Date.now() >= lottery.endsAt(1) * 1000;
}

async function eligible(): Promise<string[]> {
  return world.holders.ordinary
    .filter((holder) => holder.amount >= 100_000_000_000n)
    .map((holder) => holder.owner.toBase58())
    .concat(world.holders.special.twoAccounts.toBase58());
}

async function alertsOf(lottery: Lottery): Promise<string[]> {
  const { results } = await (await lottery.worker.database()).prepare('SELECT key FROM alerts').all<{ key: string }>();
  return results.map((row) => row.key);
}

async function empty(lottery: Lottery, tables: readonly string[]): Promise<void> {
  const database = await lottery.worker.database();
  await database.batch(tables.map((table) => database.prepare(`DELETE FROM ${table}`)));
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

/** The first tick after the chain's first finalized blocks leaves the checkpoint that later outflows are measured from. */
async function untilCheckpoint(lottery: Lottery): Promise<void> {
  const database = await lottery.worker.database();
  await becomes(async () => {
    await wake(lottery.worker);
    return database.prepare('SELECT lamports FROM checkpoints').first<string>('lamports');
  }, (100n * SOL).toString());
}

function isPayout(bytes: string): boolean {
  return Buffer.from(bytes, 'base64').includes('GOD1 payout ');
}

/**
 * Why the first round ended that the worker came to look at: on a machine that stands still for seconds a lock is missed, and the next
 * round tells.
 */
async function whyRolledOver(lottery: Lottery): Promise<string | null | undefined> {
  for (let round = 1; ; round++) {
    const { reason } = await lottery.until(round, ['rolled-over']);
    if (reason !== 'missed' || round === MOST_MISSED) return reason;
  }
}
