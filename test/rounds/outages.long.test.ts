import '../world/quietBindings.ts';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startBeacon } from '../world/startBeacon.ts';
import { type ProxyRule, startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { bundleWithoutKv } from '../world/withoutKv.ts';
import { expectPaidOnce, transactionsOf } from './chainFacts.ts';
import { untilUnix } from './eventually.ts';
import { empty, firstPaid, whyRolledOver } from './lotteryFacts.ts';
import { wake, withLottery } from './startLottery.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

/** A node that answers nothing. */
const DEAD: ProxyRule = () => ({ status: 503, json: {} });

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'outages' });
});
afterAll(() => world.stop());

describe.concurrent('outages of the RPC', () => {
  it('a dead preferred node costs nothing while two others answer', async () => {
    const [dead, other] = [await startProxy(world.rpcUrl), await startProxy(world.rpcUrl)];
    await dead.stop();
    const overrides = { RPC_URLS: [dead.url, other.url, world.rpcUrl].join(',') };
    await withLottery({ world, overrides }, async (lottery) => {
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
    });
    await other.stop();
  });

  it('one dead node of two makes a round roll over, and the next round with both nodes is paid', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const beforeWaking = async () => proxy.setRule(DEAD);
    const overrides = { RPC_URLS: `${world.rpcUrl},${proxy.url}` };
    await withLottery({ world, roundSeconds: 20, entryLockSeconds: 14, overrides, beforeWaking }, async (lottery) => {
      await untilUnix(lottery.endsAt(1) - 1);
      proxy.setRule(null);
      const first = await lottery.until(1, ['rolled-over', 'held', 'paid', 'committed']);
      expect([first.state, first.reason]).toEqual(['rolled-over', 'nodes-silent']);
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(2, ['paid']));
    });
    await proxy.stop();
  });

  it('a node that is rate-limited, slow and broken in turn only delays a committed round', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
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
      // The draw itself needs no node once the commitment is known to be final.
      expect(['committed', 'drawn']).toContain((await lottery.proof(1)).state);
      proxy.setRule(null);
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
    });
    await proxy.stop();
  });

  it('a chain that cannot be read in the whole lock window makes the round missed, and the next one plays', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const beforeWaking = async () => proxy.setRule(DEAD);
    const overrides = { RPC_URLS: proxy.url };
    await withLottery({ world, roundSeconds: 20, entryLockSeconds: 14, overrides, beforeWaking }, async (lottery) => {
      await untilUnix(lottery.endsAt(1) - 5);
      proxy.setRule(null);
      const first = await lottery.until(1, ['rolled-over', 'held', 'paid', 'committed']);
      expect([first.state, first.reason]).toEqual(['rolled-over', 'nodes-silent']);
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(2, ['paid']));
    });
    await proxy.stop();
  });

  it('a payment whose answer is lost after it was forwarded is not made again', async () => {
    const proxy = await startProxy(world.rpcUrl);
    proxy.setRule(async (method, _params, forward) => {
      if (method !== 'sendTransaction') return null;
      await forward();
      return { status: 500, json: { error: 'lost on the way back' } };
    });
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
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
    const beforeWaking = async () => swallowed.clear();
    await withLottery({ world, overrides: { RPC_URLS: proxy.url }, beforeWaking }, async (lottery) => {
      const proof = await lottery.until(1, ['paid'], 300);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      const { results } = await (await lottery.worker.database())
        .prepare("SELECT attempt, state, proof FROM journal WHERE key = 'payout:1' ORDER BY attempt")
        .all<{ attempt: number; state: string; proof: string }>();
      // On a slow machine a second attempt may expire by itself.
      const paid = results.pop();
      expect(paid).toMatchObject({ attempt: results.length, state: 'finalized' });
      expect(results.length).toBeGreaterThan(0);
      for (const row of results) {
        expect(row.state).toBe('expired');
        expect(row.proof).toMatch(
          /^expired: finalized block height \d+ > \d+, absent at slot \d+, and its mark \w+ is not made at slot \d+$/,
        );
      }
    });
    await proxy.stop();
  });
});

describe.concurrent('nodes that know too little', () => {
  it('a node whose address index lost our commitment cannot deny it, because the signature still finds it', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const beforeWaking = async () => proxy.setRule(null);
    await withLottery({ world, overrides: { RPC_URLS: proxy.url }, beforeWaking }, async (lottery) => {
      // The first lock reads the terms, and finds what announced them in the history of its mark.
      await lottery.until(1, ['locked', 'committed']);
      proxy.setRule((method) =>
        method === 'getSignaturesForAddress' ? { status: 200, json: { jsonrpc: '2.0', id: 1, result: [] } } : null,
      );
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid', 'held']));
    });
    await proxy.stop();
  });

  it('a node that was restarted from a snapshot and stands still cannot make a round count as missed', async () => {
    const proxy = await startProxy(world.rpcUrl);
    const beforeWaking = async () => proxy.setRule(null);
    await withLottery({ world, overrides: { RPC_URLS: proxy.url }, beforeWaking }, async (lottery) => {
      await lottery.until(1, ['committed']);
      // So that nothing is paid before the rows are deleted, however long that takes.
      proxy.setRule(DEAD);
      await untilUnix(lottery.endsAt(1) - 5);
      // A new instance knows nothing of the ledger it asked before.
      await lottery.worker.kill9();
      await lottery.worker.restart();
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      // Its finalized view is older than the commitment, so it has no mark.
      const says = (result: unknown) => ({ status: 200, json: { jsonrpc: '2.0', id: 1, result } });
      proxy.setRule((method, params) => {
        if (method === 'getSlot') return says(1);
        if (method !== 'getMultipleAccounts') return null;
        const [marks] = z
          .tuple([z.array(z.string())])
          .rest(z.unknown())
          .parse(params);
        return says({ context: { slot: 1 }, value: marks.map(() => null) });
      });
      await untilUnix(lottery.endsAt(1) + 3);
      await wake(lottery.worker);
      expect((await lottery.proof(1)).state).toBe('open');
      proxy.setRule(null);
      expect((await lottery.until(1, ['held', 'rolled-over'])).reason).toBe('mark-without-record');
    });
    await proxy.stop();
  });

  it('a finalized view that stands still while the newest block moves on is never used for a draw', async () => {
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
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      expect(await whyRolledOver(lottery)).toBe('snapshot-unreliable');
    });
    await proxy.stop();
  });
});

describe.concurrent('the beacon', () => {
  it('is never believed when it is late or has a wrong signature or that of another round; the round waits for the right one', async () => {
    const beacon = await startBeacon({ worldSeed: 'outages', period: world.beacon.chain.period });
    const faults = [{ signature: 'wrong' }, { signature: { ofRound: 7 } }, { status: 404 }, { status: 500 }] as const;
    const all = [...faults, ...faults, ...faults];
    let told = 0;
    beacon.setFault(() => all[told++] ?? null);
    await withLottery({ world, overrides: { DRAND_URLS: `${beacon.url}/${beacon.chain.hash}` } }, async (lottery) => {
      const proof = await lottery.until(1, ['paid']);
      expect(told).toBeGreaterThan(all.length);
      expect(proof.beacon?.signature).toBe(beacon.chain.sign(proof.beacon?.round ?? 0).signature);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await beacon.stop();
  });
});

function isPayout(bytes: string): boolean {
  return Buffer.from(bytes, 'base64').includes('GOD1 payout ');
}

describe.concurrent('an outage of KV', () => {
  it('prevents promises, because no copy of the list can be kept; the page is still served, and rounds go on afterwards', async () => {
    const bundleDir = bundleWithoutKv(WORKER_BUNDLE);
    await withLottery({ world }, async (lottery) => {
      await lottery.until(1, ['paid']);
      await lottery.worker.deploy(bundleDir);
      const away = lottery.nextToLock();
      const expected = 'commitment-late';
      expect(await whyRolledOver(lottery, { from: away, expected })).toBe(expected);
      const commitments = await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit round=');
      const promised = commitments.map(({ memo }) => Number(/round=(\d+) /.exec(memo)?.[1]));
      expect(promised.filter((round) => round >= away)).toEqual([]);
      for (const path of ['/', '/api/lottery/stats', '/api/lottery/rounds', '/api/config', '/api/prices', '/status']) {
        expect([path, (await fetch(lottery.url + path)).status]).toEqual([path, 200]);
      }
      expect(lottery.logs.join('\n')).toContain('KV is away');
      await lottery.worker.deploy(WORKER_BUNDLE);
      await expectPaidOnce(world, lottery.pool.publicKey, await firstPaid(lottery, lottery.nextToLock()));
    });
    rmSync(bundleDir, { recursive: true, force: true });
  });
});
