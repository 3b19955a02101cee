import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attempt, proveExpired } from '../../worker/chain/ledger/proveExpired.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { lies, type Mark } from '../world/nodes/lie.ts';
import { LIES, type LieName } from '../world/nodes/lies.ts';
import { silences } from '../world/nodes/silences.ts';
import { startNode } from '../world/nodes/startNode.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { playHostileRound } from './hostileRound.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'lying nodes' });
});
afterAll(() => world.stop());

/** A transaction that was signed a moment ago, as the journal would have it. */
async function landedAttempt({ mint, runtime: { connection } }: World): Promise<Attempt> {
  const [{ signature } = { signature: '' }] = await connection.getSignaturesForAddress(mint, { limit: 1 });
  const { context, value } = await connection.getLatestBlockhashAndContext();
  return { signature, lastValidBlockHeight: value.lastValidBlockHeight, signedSlot: context.slot };
}

// One of each kind. The others, with two nodes and with three: `npm run test:hostile`.
describe.concurrent('one node lies for a whole round', () => {
  it.each<LieName>(['accountLeftOut', 'poolTooLow'])(
    '%s is detected: the other node alone is not enough, nothing leaves the pool, and the liar is named by its place',
    async (lie) => {
      await playHostileRound(world, {
        behaviour: (mark) => lies(...LIES[lie](mark)),
        expected: 'rolled-over',
        named: /node 1/i,
      });
    },
  );

  it.each<LieName>(['amountMoved'])(
    '%s cannot be decided: the round rolls over, nothing leaves the pool, and both are named',
    async (lie) => {
      await playHostileRound(world, {
        behaviour: (mark) => lies(...LIES[lie](mark)),
        expected: 'rolled-over',
        named: /node 1 and node 2/i,
      });
    },
  );

  it('expiryInvented is a complete proof: a single node that tells it would be believed', async () => {
    const [honest, liar] = [await startNode(world.rpcUrl), await startNode(world.rpcUrl)];
    const now = Date.now;
    const attempt = await landedAttempt(world);
    try {
      const prove = async (...urls: string[]) =>
        (await proveExpired(createRpc({ urls, fetch, now }), [attempt])).get(attempt.signature);
      liar.behave(lies(...LIES.expiryInvented({ ...({} as Mark), payoutMark: world.mint })));
      expect(await prove(liar.url)).toContain('expired');
      expect(await prove(liar.url, honest.url)).toBeUndefined();
    } finally {
      await Promise.all([honest.stop(), liar.stop()]);
    }
  });

  it.each<LieName>(['expiryInvented'])(
    '%s after the commitment: what is owed is paid once, at the latest when the lie ends',
    async (lie) => {
      const { proof } = await playHostileRound(world, {
        behaviour: (mark) => lies(...LIES[lie](mark)),
        from: 'commitment',
        expected: 'safe',
      });
      expect(proof.state).toBe('paid');
    },
  );

  it('a node without a secondary index counts as silent: with two nodes nothing is locked and an alert names it, with three the round is paid', async () => {
    const behaviour = () => silences.refusesIndex();
    await Promise.all([
      playHostileRound(world, { behaviour, expected: 'safe', named: /node 1/i }),
      playHostileRound(world, { behaviour, honest: 2, expected: 'paid' }),
    ]);
  });

  it('two lies at once, a list with a friend in it and a pool of five times its size, steal nothing', async () => {
    await playHostileRound(world, {
      behaviour: (mark) => lies(...LIES.ownerExchanged(mark), ...LIES.poolTooHigh(mark)),
      from: 'start',
      expected: 'safe',
    });
  });

  it.each<LieName>(['amountMoved'])(
    '%s told by one of three nodes: the other two are believed, and the liar is named',
    async (lie) => {
      await playHostileRound(world, {
        behaviour: (mark) => lies(...LIES[lie](mark)),
        honest: 2,
        expected: 'paid',
        named: /node 1/i,
      });
    },
  );
});
