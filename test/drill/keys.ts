import { createHash, randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { transactionsOf } from '../rounds/chainFacts.ts';
import { eventually } from '../rounds/eventually.ts';
import { announceTerms } from '../world/announceTerms.ts';
import { type Ground, onGround, type Say } from './Ground.ts';
import { keptHere } from './keptHere.ts';
import { operator } from './operator.ts';
import { playNext } from './restore.ts';

/** Time for the announcement to be final, and for the deployment. */
const ROUNDS_AHEAD = 2;

/** Both keys that can be changed are changed between two rounds: the pool's and an administrator's. */
export async function drillKeys(say: Say, after: (ground: Ground) => Promise<void>): Promise<void> {
  await onGround(
    say,
    async () => ({}),
    async (ground) => {
      const { lottery, world } = ground;
      const before = operator(ground, world.adminKey);
      await ground.paid(1);
      await before.tick();
      await before.pause('the keys are changed');
      // What the old wallet owes is paid before its SOL is moved; a round that was locked just before is still under
      // way.
      await ground.settled(lottery.nextToLock() - 1);
      const [pool, adminKey] = [Keypair.generate(), randomBytes(24).toString('base64url')];
      ground.pools.push(pool);
      ground.secrets.push(base58.encode(pool.secretKey), adminKey);
      const from = await deployWith(ground, pool, adminKey);
      await moveFunds(ground, pool);
      const old = await transactionsOf(world, lottery.pool.publicKey, '');
      const person = operator(ground, adminKey);
      if (await before.isKnown()) throw new Error('the old administrator’s key still opens the console');
      say('The old administrator’s key opens nothing any more.');
      // The old wallet was still the pool when its SOL was moved, so the transaction is one of the pool's.
      await eventually(
        async () => {
          await person.tick();
          return (await person.operations()).outflows.length;
        },
        (found) => found > 0,
      );
      await person.resume('the keys are changed');
      const round = await playNext(ground, from);
      say(`Round ${round} is paid by the new wallet ${pool.publicKey.toBase58()}.`);
      if ((await transactionsOf(world, lottery.pool.publicKey, '')).length !== old.length)
        throw new Error('the old wallet has signed something since');
      await after(ground);
    },
  );
}

/** Announces the new wallet and then deploys both keys. Resolves to the first round of the new wallet. */
async function deployWith(
  { world, lottery, say, explained }: Ground,
  pool: Keypair,
  adminKey: string,
): Promise<number> {
  const { settings, announced, worker } = lottery;
  const next = {
    ...settings,
    POOL_SECRET_KEY: base58.encode(pool.secretKey),
    OLD_POOL_SECRET_KEYS: base58.encode(lottery.pool.secretKey),
    ADMIN_KEYS: JSON.stringify({ ops: createHash('sha256').update(adminKey).digest('hex') }),
  };
  const from = lottery.nextToLock() + ROUNDS_AHEAD;
  const second = await announceTerms(world.runtime.connection, next, {
    ...{ terms: 2, from, previous: announced.hash, poolBefore: announced.terms.pool },
  });
  explained.add(second.signature);
  await worker.keep(...second.kept);
  await worker.restart(next);
  say(`The new pool wallet is announced for round ${from}, and the worker is deployed with the new keys.`);
  return from;
}

/** Moves all that the old wallet holds with `npm run move`, as the paper says. */
async function moveFunds({ lottery, say, explained }: Ground, to: Keypair): Promise<void> {
  const kept = keptHere(lottery.settings);
  try {
    const old = kept.keep('pool.json', lottery.pool.secretKey);
    const said = await kept.run('move', [old, to.publicKey.toBase58(), 'all', '--env', 'staging', '--yes']);
    explained.add(/^Moved: (\S+)$/m.exec(said)?.[1] ?? '');
    say(`What the old pool wallet held is moved to the new one:\n${said.trim()}`);
  } finally {
    kept.clear();
  }
}
