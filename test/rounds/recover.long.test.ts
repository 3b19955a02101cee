import '../world/quietBindings.ts';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Keypair, type PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsText } from '../../commands/setup/settingsText.ts';
import type { Proof } from '../../src/contract/round.ts';
import { type ProxyRule, startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce, payoutsOf } from './chainFacts.ts';
import { untilUnix } from './eventually.ts';
import { alertsOf, empty } from './lotteryFacts.ts';
import { type Lottery, MOST_TRIES, withLottery } from './startLottery.ts';

const SCHEDULE = { roundSeconds: 26, entryLockSeconds: 20 };
/** A node that answers nothing. */
const DEAD: ProxyRule = () => ({ status: 503, json: {} });

const SOL = 1_000_000_000n;
const run = promisify(execFile);

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'recover' });
});
afterAll(() => world.stop());

describe.concurrent('a committed round whose record was lost with the database', () => {
  it('is brought back from the copies in KV by `npm run recover`, and paid exactly once', async () => {
    await withLostRound(async (lottery, { committed, signature }) => {
      const { stdout } = await recover(lottery, [signature]);
      expect(stdout).toContain('goes on');
      const paid = await lottery.until(1, ['paid']);
      expect(paid.snapshot?.entries).toEqual(committed.snapshot?.entries);
      expect(paid.commitment?.signature).toBe(signature);
      await expectPaidOnce(world, lottery.pool.publicKey, paid);
      // It has its record again: a second time there is nothing to bring back.
      await expect(recover(lottery, [signature])).rejects.toMatchObject({ code: 1 });
      expect(await payoutsOf(world, lottery.pool.publicKey, 1)).toHaveLength(1);
    });
  });

  it('is brought back from a saved proof when KV has no copy, and not from another list', async () => {
    await withLostRound(async (lottery, { committed, signature }) => {
      const kv = await lottery.worker.kv();
      for (const { name } of (await kv.list()).keys) if (/^(list|rules):/.test(name)) await kv.delete(name);
      await expect(recover(lottery, [signature])).rejects.toMatchObject({
        stderr: expect.stringContaining('Give a file'),
      });
      const { snapshot } = committed;
      const shortened = { ...committed, snapshot: { ...snapshot, entries: snapshot?.entries?.slice(1) } };
      await expect(recover(lottery, [signature, saved(shortened)])).rejects.toMatchObject({
        stderr: expect.stringContaining('is not what round 1 was committed to'),
      });
      expect((await lottery.proof(1)).state).toBe('held');
      await recover(lottery, [signature, saved(committed)]);
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
    });
  });
});

describe.concurrent('SOL that is moved by hand', () => {
  it('is all that a wallet holds, less the fee and the least that must stay; with no more than that, or without a yes, nothing is moved', async () => {
    const [from, to] = [Keypair.generate(), Keypair.generate().publicKey];
    const folder = mkdtempSync(join(tmpdir(), 'move-'));
    const kept = join(folder, 'staging');
    mkdirSync(kept);
    writeFileSync(
      join(kept, 'settings.env'),
      settingsText(world.settings({ ...SCHEDULE, genesisTime: 1_795_352_400 })),
    );
    const key = join(kept, 'pool.json');
    writeFileSync(key, JSON.stringify([...from.secretKey]));
    await world.runtime.fundSol(from.publicKey, 3n * SOL);
    /** As a person runs it, who gives no answer. */
    const move = (sol: string, ...more: readonly string[]) => {
      const words = [key, to.toBase58(), sol, '--env', 'staging', ...more];
      const ran = run(process.execPath, ['--no-warnings', 'commands/pay/move.ts', ...words], {
        env: { ...process.env, SETUP_FOLDER: folder },
      });
      ran.child.stdin?.end();
      return ran;
    };
    /** A node may be slow before anything is sent; after sending, the transaction is followed to its end. */
    const moved = async (sol: string): Promise<string> => {
      for (let tries = 1; ; tries++) {
        const said = await move(sol, '--yes').catch((error: { stdout: string; stderr: string }) => error);
        const isSlow = said.stderr.startsWith('RPC node') && !said.stdout.includes('Sending');
        if (!isSlow || tries === MOST_TRIES) return `${said.stdout}${said.stderr}`;
      }
    };
    const held = async (of: PublicKey) => BigInt(await world.runtime.connection.getBalance(of, 'finalized'));

    await expect(move('1.5')).rejects.toMatchObject({ code: 1, stderr: 'Nothing was sent.\n' });
    expect(await moved('1.5')).toContain('holds nothing: see that no letter of it is wrong');
    expect(await held(to)).toBe((3n * SOL) / 2n);
    expect(await moved('all')).toMatch(/^Moved: \w{80,}$/m);
    // Each of the two transfers has cost a signature and a small priority fee.
    const got = await held(to);
    const left = await held(from.publicKey);
    // The rent of an account without data stays, so that dust which somebody sends meanwhile prevents nothing.
    expect(left).toBe(890_880n);
    expect([got < 3n * SOL - left - 10_000n, got > 3n * SOL - left - 20_000n]).toEqual([true, true]);
    expect(await moved('all')).toContain('holds too little for that');
  });
});

interface LostRound {
  /** Its proof, as somebody saved it before. */
  readonly committed: Proof;
  /** Of its commitment. */
  readonly signature: string;
}

/**
 * Commits a round and empties the database. The round is then held because of its mark, and no other round disturbs the
 * test.
 */
async function withLostRound(play: (lottery: Lottery, lost: LostRound) => Promise<void>): Promise<void> {
  const proxy = await startProxy(world.rpcUrl);
  try {
    const beforeWaking = async () => proxy.setRule(null);
    await withLottery({ world, ...SCHEDULE, overrides: { RPC_URLS: proxy.url }, beforeWaking }, async (lottery) => {
      const committed = await lottery.until(1, ['committed']);
      const signature = committed.commitment?.signature ?? '';
      // Nothing is paid before the rows are gone, however long it takes.
      proxy.setRule(DEAD);
      // Past the lock window.
      await untilUnix(lottery.endsAt(1) - 5);
      await lottery.operate('pause');
      await empty(lottery, ['round_documents', 'winners', 'journal', 'rounds']);
      proxy.setRule(null);
      const held = await lottery.until(1, ['held', 'rolled-over', 'paid']);
      expect([held.state, held.reason]).toEqual(['held', 'mark-without-record']);
      expect(await alertsOf(lottery)).toContain('held:1');
      await play(lottery, { committed, signature });
    });
  } finally {
    await proxy.stop();
  }
}

/** Runs `npm run recover -- …` as an operator does. Rejects with its message and exit code when it refuses. */
const recover = (lottery: Lottery, args: readonly string[]) =>
  run(
    process.execPath,
    [
      '--no-warnings',
      'commands/pay/recover.ts',
      ...args,
      '--app',
      lottery.url,
      '--reason',
      'the database was restored',
    ],
    { env: { ...process.env, ADMIN_KEY: world.adminKey } },
  );

function saved(proof: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'proof-')), 'proof.json');
  writeFileSync(file, JSON.stringify(proof));
  return file;
}
