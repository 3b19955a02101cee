import { createHash, randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { Keypair, SystemProgram } from '@solana/web3.js';
import { transactionsOf } from '../rounds/chainFacts.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { type Ground, onGround, type Say, SCHEDULE } from './Ground.ts';
import { operator } from './operator.ts';
import { playNext } from './restore.ts';

/** What stays behind in the old wallet: the fee of the transfer. */
const LEFT_LAMPORTS = 10_000_000;

/** Every key that can be changed is changed between two rounds: the pool's and an administrator's. */
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
      const [pool, adminKey] = [Keypair.generate(), randomBytes(24).toString('base64url')];
      await moveFunds(ground, pool);
      const old = await transactionsOf(world, lottery.pool.publicKey, '');
      ground.pools.push(pool);
      ground.secrets.push(base58.encode(pool.secretKey), adminKey);

      const digest = createHash('sha256').update(adminKey).digest('hex');
      const schedule = { ...SCHEDULE, genesisTime: lottery.genesisTime };
      await lottery.worker.restart(
        world.settings(schedule, {
          POOL_SECRET_KEY: base58.encode(pool.secretKey),
          ADMIN_KEYS: JSON.stringify({ ops: digest }),
        }),
      );
      say('The worker is deployed with the new keys.');
      const person = operator(ground, adminKey);
      if (await before.isKnown()) throw new Error('the old administrator’s key still opens the console');
      say('The old administrator’s key opens nothing any more.');
      await person.tick();
      await person.resume('the keys are changed');
      await person.tick();
      const round = await playNext(ground);
      say(`Round ${round} is paid by the new wallet ${pool.publicKey.toBase58()}.`);
      if ((await transactionsOf(world, lottery.pool.publicKey, '')).length !== old.length)
        throw new Error('the old wallet has signed something since');
      await after(ground);
    },
  );
}

async function moveFunds({ world, lottery, say, explained }: Ground, to: Keypair): Promise<void> {
  const { connection } = world.runtime;
  const held = await connection.getBalance(lottery.pool.publicKey, 'confirmed');
  const transfer = SystemProgram.transfer({
    fromPubkey: lottery.pool.publicKey,
    toPubkey: to.publicKey,
    lamports: held - LEFT_LAMPORTS,
  });
  explained.add(await sendTransaction(connection, [transfer], [lottery.pool]));
  say(`${held - LEFT_LAMPORTS} lamports are moved to the new pool wallet.`);
}
