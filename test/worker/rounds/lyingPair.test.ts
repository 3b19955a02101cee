import { Keypair } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { createReadEntries } from '../../../worker/rounds/lists/readEntries.ts';
import { createLockRound } from '../../../worker/rounds/lockRound.ts';
import { createReconcilePool } from '../../../worker/rounds/watch/reconcilePool.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { lockProblems } from '../../../worker/store/rounds/lockProblems.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { answering, type FakeNode, rpcError } from '../fakeNodes.ts';
import { fixedTerms } from '../fixedTerms.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { rpcNodes } from '../rpcNodes.ts';
import { accountsAnswer, mintAnswer, tokenAccount } from '../tokenAccounts.ts';

const parsed = settingsOf(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const keyOf = (seed: number) =>
  Keypair.fromSeed(new Uint8Array(32).fill(100 + seed)).publicKey.toBase58() as string as Address;
const ENOUGH = CURRENT_PROTOCOL.threshold;
const NOW = (settings.clock.genesisTime + settings.clock.roundSeconds - 55) * 1000;
const POOL = 10_000_000_000;
const HONEST = [1, 2, 3, 4, 5, 6].map(keyOf);
/** The liar's friends. */
const FRIENDS = [21, 22, 23].map(keyOf);
const refused: FakeNode = () => new Response('', { status: 429 });

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

interface Told {
  readonly owners: readonly Address[];
  readonly pool?: number;
  readonly slot?: number;
  /** What each of them holds more than enough. */
  readonly dust?: bigint;
}

/**
 * A node whose list adds up and that gives these answers. No request is about an owner's account, so there is nothing
 * to deny.
 */
function telling({ owners, pool = POOL, slot = 500, dust = 0n }: Told): FakeNode {
  return answering({
    getSlot: slot,
    getBlockTime: (asked: number) => NOW / 1000 - Math.ceil((500 - asked) * 0.4),
    getBalance: { context: { slot }, value: pool },
    getMinimumBalanceForRentExemption: 890_880,
    getEpochInfo: { epoch: 500 },
    // The hour has no marks yet.
    getMultipleAccounts: { context: { slot: slot + 40 }, value: [null, null] },
    getAccountInfo: mintAnswer(BigInt(owners.length) * (ENOUGH + dust)),
    getProgramAccounts: {
      ...accountsAnswer(...owners.map((owner) => tokenAccount(owner, ENOUGH + dust))),
      context: { slot },
    },
  });
}
const honest = telling({ owners: HONEST });
const LIE = { owners: FRIENDS, pool: POOL * 4.9 };
/** Friends alone are in the draw, and the pool is five times as large: its payout would take nearly all there is. */
const liar = telling(LIE);

/** Answers this method in this way, and all others as the node does. */
const but =
  (node: FakeNode, method: string, answer: FakeNode): FakeNode =>
  (asked, params) =>
    (asked === method ? answer : node)(asked, params);

function worldOf(nodes: readonly FakeNode[], at = NOW) {
  const world = rpcNodes(nodes, at);
  const { rpc, now } = world;
  const rounds = createRoundStore(db, now);
  const readEntries = createReadEntries({ settings, protocol: CURRENT_PROTOCOL });
  const given = { db, settings, rounds, rpc, now, readEntries, raiseAlert: async () => undefined };
  const { lock } = createLockRound(
    { ...given, terms: fixedTerms(settings), newId: () => 'lock' } as unknown as RoundContext,
    async () => null,
  );
  return {
    ...world,
    readEntries,
    reconcile: createReconcilePool({ ...given, terms: fixedTerms(settings) }),
    /** What an attempt to lock round 1 stores. */
    lock: async () => {
      await lock(1);
      return (await rounds.get(1))?.lock ?? null;
    },
    reason: async () => (await lockProblems(db, 1, 1)).get(1)?.reason,
  };
}

describe('a node that lies to have its friends drawn for five times the prize, beside an honest one', () => {
  it('locks nothing with these lies alone', async () => {
    const { lock, reason, doubts, surprises } = worldOf([honest, liar]);
    expect([await lock(), await reason(), surprises]).toEqual([null, 'nodes-disagree', []]);
    expect(doubts).toMatchObject([{ kind: 'disagree', nodes: ['node 1', 'node 2'], about: 'the holders' }]);
  });

  it('locks nothing when it gives the true list of a slot long ago, which would then be committed', async () => {
    expect(await worldOf([honest, telling({ owners: HONEST, slot: 300 })]).lock()).toBeNull();
    expect(await worldOf([honest, telling({ owners: HONEST, slot: 492 })]).lock()).toMatchObject({ slot: 492 });
  });

  it('locks nothing while a stranger burns so fast that no honest list adds up, also with two honest nodes', async () => {
    let burnt = 0n;
    const moving = but(honest, 'getAccountInfo', () => mintAnswer(BigInt(HONEST.length) * ENOUGH - ++burnt));
    for (const nodes of [
      [moving, liar],
      [moving, moving, liar],
    ])
      expect(await worldOf(nodes).lock()).toBeNull();
  });

  it('locks nothing while a stranger’s harvest lies between the slots of the honest node’s list and mint', async () => {
    const harvested = but(honest, 'getAccountInfo', () => mintAnswer(BigInt(HONEST.length) * ENOUGH, 500n));
    expect(await worldOf([harvested, liar]).lock()).toBeNull();
  });

  it.each([
    ['its list', 'getProgramAccounts', refused, 'nodes-silent'],
    ['the rent', 'getMinimumBalanceForRentExemption', refused, 'nodes-silent'],
    // Another server behind the same address does not have the newest block yet. The two lists are known to differ.
    ['the time of any block', 'getBlockTime', () => rpcError(-32_004, 'Block not available'), 'nodes-disagree'],
  ])('locks nothing while the honest one is refused %s', async (_what, method, answer, why) => {
    const { lock, reason } = worldOf([but(honest, method, answer as FakeNode), liar]);
    expect([await lock(), await reason()]).toEqual([null, why]);
  });

  it('locks nothing with an honest list and a pool of five times its size, whether the honest node answers or not', async () => {
    const richer = telling({ owners: HONEST, pool: LIE.pool });
    const both = worldOf([honest, richer]);
    expect([await both.lock(), await both.reason()]).toEqual([null, 'nodes-disagree']);
    await db.exec('DELETE FROM lock_problems');
    const alone = worldOf([but(honest, 'getBalance', refused), richer]);
    expect([await alone.lock(), await alone.reason()]).toEqual([null, 'nodes-silent']);
  });

  it('locks nothing when the honest one was refused 20 s ago and needs longer for its list', async () => {
    let isBusy = true;
    const list = Promise.withResolvers<void>();
    const slow: FakeNode = async (method, params) => {
      if (isBusy) return refused(method, params);
      if (method === 'getProgramAccounts') await list.promise;
      return honest(method, params);
    };
    const { rpc, lock, later, calls } = worldOf([slow, liar], NOW - 20_000);
    const slot = { about: 'anything', ask: (node: (typeof rpc.nodes)[number]) => node.call('getSlot', [], z.int()) };
    await expect(rpc.agree(slot)).rejects.toThrow(RpcError);
    isBusy = false;
    later(20_000);
    const locked = lock();
    await expect.poll(() => calls.filter(({ method }) => method === 'getProgramAccounts').length).toBe(2);
    list.resolve();
    expect(await locked).toBeNull();
  });

  it('cannot make a checkpoint alone, after which the honest balance would count as too low for ever', async () => {
    let isBusy = true;
    const busy: FakeNode = (method, params) => (isBusy ? refused : honest)(method, params);
    const { reconcile, lock } = worldOf([busy, liar]);
    await expect(reconcile()).rejects.toThrow(RpcError);
    expect(await newestCheckpoint(db, settings.pool.address)).toBeNull();
    isBusy = false;
    await expect(reconcile()).rejects.toThrow(RpcError);
    expect([await newestCheckpoint(db, settings.pool.address), await lock()]).toEqual([null, null]);
  });
});

describe('a lying node beside two honest ones', () => {
  it('does not keep them from locking the true round', async () => {
    for (const nodes of [
      [liar, honest, honest],
      [honest, liar, honest],
      [honest, honest, liar],
    ]) {
      db = await emptyDatabase();
      expect(await worldOf(nodes).lock()).toMatchObject({ entries: HONEST.length, pool: BigInt(POOL) });
    }
  });
});

describe('a lying node that names a slot without a block for the true list', () => {
  const skips = (node: FakeNode): FakeNode => {
    return (method, params) =>
      method === 'getBlockTime' && params[0] === 499 ? rpcError(-32_009, 'Slot 499 was skipped') : node(method, params);
  };
  const [true500, friendsOf498] = [skips(honest), skips(telling({ owners: [...HONEST, keyOf(9)], slot: 498 }))];

  it('does not bring it into the lock behind an earlier slot of another list, and does not hold the round', async () => {
    // Somebody leaves the draw in slot 499, so the list of slot 498 is another one, and permitted first.
    const first = Promise.withResolvers<void>();
    const asked = (node: FakeNode): FakeNode => {
      return (method, params) => {
        if (method === 'getBlockTime' && params[0] === 498) first.resolve();
        return node(method, params);
      };
    };
    const later = (node: FakeNode): FakeNode =>
      but(node, 'getProgramAccounts', async (...given) => {
        await first.promise;
        // Once that slot is permitted. In any other order the lock has to be the same.
        await new Promise(setImmediate);
        return node(...given);
      });
    const liar = telling({ owners: HONEST, slot: 499 });
    const nodes = [asked(friendsOf498), later(liar), later(true500), later(true500), later(true500)];
    const { lock, surprises } = worldOf(nodes);
    expect([await lock(), surprises]).toMatchObject([{ slot: 500, entries: HONEST.length }, []]);
  });
});

describe('two honest nodes at two slots', () => {
  it('lock the round even if a stranger sent dust to 41 holders between the two slots, without looking up a transaction', async () => {
    const owners = Array.from({ length: 41 }, (_, i) => keyOf(40 + i));
    const nodes = [telling({ owners }), telling({ owners, slot: 501, dust: 1n })];
    const { lock, calls } = worldOf(nodes);
    expect(await lock()).toMatchObject({ entries: 41, slot: 500 });
    expect(calls.filter(({ method }) => /Signatures|getTransaction|ByOwner/.test(method))).toEqual([]);
  });
});
