import '../world/quietBindings.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, Keypair, SYSVAR_CLOCK_PUBKEY, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { readLedger } from '../../worker/chain/ledger/readLedger.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { startNode } from '../world/nodes/startNode.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { type Runtime, startRuntime } from '../world/startRuntime.ts';
import { eventually } from './eventually.ts';

const LAGS_SECONDS = 2;
const LEFT_BEHIND_MS = 6_000;
const RAN_AHEAD_SECONDS = 6;
const UNIX_TIMESTAMP_OFFSET = 32;

describe.concurrent('a local chain that ran ahead', () => {
  it.each([20, 400])(
    'is stopped until the wall clock has caught up, and then goes on (slots of %i ms)',
    async (slotMs) => {
      const runtime = await startRuntime({ slotMs });
      try {
        const payer = Keypair.generate();
        await runtime.fundSol(payer.publicKey, 1_000_000_000n);
        const watch = watchClocks(runtime.connection);
        await untilOnTime(watch);
        // On a very busy machine this jump may come so late that its goal has passed already, and the node refuses it.
        const ahead = await eventually(
          async () => {
            const absoluteSlot =
              (await runtime.connection.getSlot('processed')) + Math.ceil((RAN_AHEAD_SECONDS * 1000) / slotMs);
            const movedAt = Date.now();
            await runtime.rpc('surfnet_timeTravel', [{ absoluteSlot }]).catch(() => undefined);
            return { movedAt, ...(await sysvarClock(runtime.connection)) };
          },
          ({ seconds, movedAt }) => seconds > movedAt / 1000 + LAGS_SECONDS,
        );
        await untilOnTime(watch);
        // The chain stood still until then. Its clock, which has whole seconds, was not set back, and only its slots
        // moved it on.
        const onTime = await sysvarClock(runtime.connection);
        const bySlots = ((onTime.slot - ahead.slot) * slotMs) / 1000;
        expect(Math.abs(bySlots - (onTime.seconds - ahead.seconds))).toBeLessThan(2);
        // And makes blocks again.
        await expectPresentTransaction(runtime, payer);
        watch.stop();
        expect(watch.wrong()).toEqual([]);
      } finally {
        runtime.stop();
      }
    },
  );
});

describe.concurrent('a local chain that was left behind', () => {
  it.each([20, 200, 400])('reaches the wall clock again, and loses no blockhash (slots of %i ms)', async (slotMs) => {
    const runtime = await startRuntime({ slotMs });
    try {
      const watch = watchClocks(runtime.connection);
      const payer = Keypair.generate();
      await runtime.fundSol(payer.publicKey, 1_000_000_000n);
      await untilOnTime(watch);
      await runtime.pauseClock();
      const { blockhash } = await runtime.connection.getLatestBlockhash('confirmed');
      const standing = await epochOf(runtime);
      await sleep(LEFT_BEHIND_MS);
      // A paused clock stays paused.
      expect(await epochOf(runtime)).toEqual(standing);
      await runtime.resumeClock();
      await untilOnTime(watch);
      // Only slots were skipped: there are fewer blocks than would fit into the time that has passed. The time is read
      // before the blocks are counted, because a very busy machine may make many blocks between two questions.
      const isValid = (await runtime.connection.isBlockhashValid(blockhash)).value;
      const now = await epochOf(runtime);
      const blocks = now.height - standing.height;
      expect(now.slot - standing.slot - blocks).toBeGreaterThan((LEFT_BEHIND_MS / slotMs) * 0.5);
      if (blocks < 100) expect(isValid).toBe(true);
      await expectPresentTransaction(runtime, payer);
      watch.stop();
      expect(watch.wrong()).toEqual([]);
    } finally {
      runtime.stop();
    }
  });

  it('by a process that slept reaches the wall clock again', async () => {
    const runtime = await startRuntime({ slotMs: 200 });
    try {
      const watch = watchClocks(runtime.connection);
      await untilOnTime(watch);
      process.kill(runtime.pid, 'SIGSTOP');
      await sleep(LEFT_BEHIND_MS);
      process.kill(runtime.pid, 'SIGCONT');
      await untilOnTime(watch);
      watch.stop();
      expect(watch.wrong()).toEqual([]);
    } finally {
      runtime.stop();
    }
  });
});

describe('a local chain whose slots were skipped', () => {
  it('shows through its node the blocks that prove the expiry of a transaction: heights grow by one from block to block', async () => {
    const runtime = await startRuntime({ slotMs: 20 });
    const node = await startNode(runtime.rpcUrl, runtime.heights);
    try {
      await untilOnTime(watchClocks(runtime.connection));
      const { nodes } = createRpc({ urls: [node.url], fetch: (...asked) => fetch(...asked), now: () => Date.now() });
      const [asked] = nodes;
      if (asked === undefined) throw new Error('there is one node');
      // A machine that stalls skips too many slots in a row. Then the next span is looked at.
      const span = await eventually(
        () => skippingSpan(runtime),
        ({ since, newest }) => longestGap(runtime, since, newest) < MOST_SKIPPED,
      );
      expect(await readLedger(asked, span)).toBe('whole');
    } finally {
      await node.stop();
      runtime.stop();
    }
  });
});

/** More slots in a row without a block than this mean that something is wrong. */
const MOST_SKIPPED = 60;
const SKIPPED_MS = 400;

/**
 * The blocks in which a transaction could be that is sent after some skipped slots, once all of these blocks are final.
 */
async function skippingSpan(runtime: Runtime) {
  const { connection } = runtime;
  const { slot, height } = await epochOf(runtime);
  await runtime.pauseClock();
  await sleep(SKIPPED_MS);
  await runtime.resumeClock();
  await eventually(
    () => epochOf(runtime),
    (now) => now.slot - slot > now.height - height + 10,
  );
  const seen = await connection.getSlot('processed');
  await eventually(
    () => connection.getSlot('processed'),
    (now) => now > seen + 50,
  );
  const { context, value } = await connection.getLatestBlockhashAndContext('confirmed');
  const final = await eventually(
    () => connection.getEpochInfo('finalized'),
    ({ blockHeight = 0 }) => blockHeight > value.lastValidBlockHeight + 100,
  );
  const lastHeight = value.lastValidBlockHeight + 1;
  return { since: context.slot, lastHeight, firstBlock: 32, newest: final.absoluteSlot };
}

/** The largest number of slots in a row without a block, among the slots after a given one. */
function longestGap({ heights }: Runtime, since: number, newest: number): number {
  let [longest, gap] = [0, 0];
  for (let slot = since - 2 * MOST_SKIPPED; slot <= newest; slot++) {
    gap = heights.heightOf(slot) === null ? gap + 1 : 0;
    longest = Math.max(longest, gap);
  }
  return longest;
}

/** Slot and height at one moment. */
async function epochOf({ connection }: Runtime): Promise<{ readonly slot: number; readonly height: number }> {
  const { absoluteSlot: slot, blockHeight: height = 0 } = await connection.getEpochInfo('processed');
  return { slot, height };
}

interface ClockWatch {
  /**
   * By how many seconds the slower of the chain's two clocks is behind, and the faster one ahead (0 when it is not).
   */
  look(): Promise<{ readonly behind: number; readonly ahead: number }>;
  /** By how many slots the chain went back, which must never happen. */
  wrong(): readonly string[];
  stop(): void;
}

/** Looks at both clocks of a chain, block times and sysvar, as often as it answers. */
function watchClocks(connection: Connection): ClockWatch {
  const wrong: string[] = [];
  let newest = 0;
  let stopped = false;
  const look = async (): Promise<{ behind: number; ahead: number }> => {
    const before = Date.now() / 1000;
    const known = newest;
    const slot = await connection.getSlot('processed');
    if (slot < known) wrong.push(`slot ${slot} after ${known}`);
    newest = Math.max(newest, slot);
    const [block, sysvar] = await Promise.all([connection.getBlockTime(slot), sysvarClock(connection)]);
    const clocks = [block ?? 0, sysvar.seconds];
    return { behind: before - Math.min(...clocks), ahead: Math.max(0, ...clocks.map((at) => at - Date.now() / 1000)) };
  };
  const watch = async (): Promise<void> => {
    while (!stopped) {
      await look().catch(() => undefined); // the chain sleeps or has stopped
      await sleep(10);
    }
  };
  void watch();
  return {
    look,
    wrong: () => wrong,
    stop: () => {
      stopped = true;
    },
  };
}

async function sysvarClock(connection: Connection): Promise<{ readonly slot: number; readonly seconds: number }> {
  const account = await connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'processed');
  return {
    slot: Number(account?.data.readBigUInt64LE(0) ?? 0n),
    seconds: Number(account?.data.readBigInt64LE(UNIX_TIMESTAMP_OFFSET) ?? 0n),
  };
}

/**
 * A node that got no CPU time makes all missing blocks at once, and may be ahead for a moment until it is stopped. The
 * test of `clockJump` shows that no jump alone ends ahead of the wall clock.
 */
async function untilOnTime(watch: ClockWatch): Promise<void> {
  await eventually(watch.look, ({ behind, ahead }) => behind <= LAGS_SECONDS && ahead === 0);
}

/** A transaction of this moment carries this moment's time. */
async function expectPresentTransaction({ connection }: Runtime, payer: Keypair): Promise<void> {
  let lamports = 0;
  const send = async () => {
    lamports += 1; // another transaction each time
    const transfer = { fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports };
    const sentAt = Date.now() / 1000;
    const signature = await sendTransaction(connection, [SystemProgram.transfer(transfer)], [payer]);
    const [listed] = await connection.getSignaturesForAddress(payer.publicKey, { limit: 1 }, 'confirmed');
    expect(listed?.signature).toBe(signature);
    return { sentAt, blockTime: listed?.blockTime ?? 0, seenAt: Date.now() / 1000 };
  };
  await eventually(
    send,
    ({ sentAt, blockTime, seenAt }) => blockTime > sentAt - LAGS_SECONDS - 1 && blockTime <= seenAt,
  );
}
