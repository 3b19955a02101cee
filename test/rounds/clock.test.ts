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
  it.each([20, 400])('is held back until the wall clock is there, and goes on (slots of %i ms)', async (slotMs) => {
    const runtime = await startRuntime({ slotMs });
    try {
      const payer = Keypair.generate();
      await runtime.fundSol(payer.publicKey, 1_000_000_000n);
      const watch = watchClocks(runtime.connection);
      await untilOnTime(watch);
      const absoluteSlot =
        (await runtime.connection.getSlot('processed')) + Math.ceil((RAN_AHEAD_SECONDS * 1000) / slotMs);
      const height = await runtime.connection.getBlockHeight('processed');
      const movedAt = Date.now();
      await runtime.rpc('surfnet_timeTravel', [{ absoluteSlot }]);
      expect(await sysvarTime(runtime.connection)).toBeGreaterThan(movedAt / 1000 + LAGS_SECONDS);
      await untilOnTime(watch);
      // It stood still for most of the time that it was ahead.
      const blocks = (await runtime.connection.getBlockHeight('processed')) - height;
      expect(blocks * slotMs).toBeLessThan(Date.now() - movedAt - (RAN_AHEAD_SECONDS * 1000) / 2);
      // And makes blocks again.
      await expectPresentTransaction(runtime, payer);
      watch.stop();
      expect(watch.wrong()).toEqual([]);
    } finally {
      runtime.stop();
    }
  });
});

describe.concurrent('a local chain that was left behind', () => {
  it.each([20, 200, 400])('is at the wall clock again, and loses no blockhash (slots of %i ms)', async (slotMs) => {
    const runtime = await startRuntime({ slotMs });
    try {
      const watch = watchClocks(runtime.connection);
      const payer = Keypair.generate();
      await runtime.fundSol(payer.publicKey, 1_000_000_000n);
      await untilOnTime(watch);
      await runtime.pauseClock();
      const standing = await runtime.connection.getSlot('processed');
      const { blockhash } = await runtime.connection.getLatestBlockhash('confirmed');
      const height = await runtime.connection.getBlockHeight('processed');
      await sleep(LEFT_BEHIND_MS);
      // A paused clock stays paused.
      expect(await runtime.connection.getSlot('processed')).toBe(standing);
      await runtime.resumeClock();
      await untilOnTime(watch);
      // Only slots were skipped: the blocks in between are fewer than the time that went by would have made.
      const slots = (await runtime.connection.getSlot('processed')) - standing;
      const blocks = (await runtime.connection.getBlockHeight('processed')) - height;
      expect(slots - blocks).toBeGreaterThan((LEFT_BEHIND_MS / slotMs) * 0.5);
      if (blocks < 100) expect((await runtime.connection.isBlockhashValid(blockhash)).value).toBe(true);
      await expectPresentTransaction(runtime, payer);
      watch.stop();
      expect(watch.wrong()).toEqual([]);
    } finally {
      runtime.stop();
    }
  });

  it('by a process that slept is at the wall clock again', async () => {
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
  it('shows through its node the blocks that prove the end of a transaction: heights grow by one from block to block', async () => {
    const runtime = await startRuntime({ slotMs: 20 });
    const node = await startNode(runtime.rpcUrl, runtime.heights);
    try {
      await untilOnTime(watchClocks(runtime.connection));
      await runtime.pauseClock();
      // Fewer slots than are in a row without a block where something is wrong.
      await sleep(1_000);
      await runtime.resumeClock();
      const epoch = () => runtime.connection.getEpochInfo('processed');
      await eventually(epoch, ({ absoluteSlot, blockHeight = absoluteSlot }) => absoluteSlot > blockHeight + 10);
      const seen = await runtime.connection.getSlot('processed');
      await eventually(
        () => runtime.connection.getSlot('processed'),
        (slot) => slot > seen + 50,
      );
      const { context, value } = await runtime.connection.getLatestBlockhashAndContext('confirmed');
      const final = await eventually(
        () => runtime.connection.getEpochInfo('finalized'),
        ({ blockHeight = 0 }) => blockHeight > value.lastValidBlockHeight + 100,
      );
      const { nodes } = createRpc({ urls: [node.url], fetch: (...asked) => fetch(...asked), now: () => Date.now() });
      const [asked] = nodes;
      if (asked === undefined) throw new Error('there is one node');
      const span = { since: context.slot, lastHeight: value.lastValidBlockHeight + 1, firstBlock: 32 };
      expect(await readLedger(asked, { ...span, newest: final.absoluteSlot })).toBe('whole');
    } finally {
      await node.stop();
      runtime.stop();
    }
  });
});

interface ClockWatch {
  /** Seconds that the later one of the chain's two clocks is behind now, and that the earlier one is ahead (0: it is not). */
  look(): Promise<{ readonly behind: number; readonly ahead: number }>;
  /** Slots below an earlier one, which may never be. */
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
    const [block, sysvar] = await Promise.all([connection.getBlockTime(slot), sysvarTime(connection)]);
    const clocks = [block ?? 0, sysvar];
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

async function sysvarTime(connection: Connection): Promise<number> {
  const account = await connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, 'processed');
  return Number(account?.data.readBigInt64LE(UNIX_TIMESTAMP_OFFSET) ?? 0n);
}

/**
 * A node that was starved makes all blocks it owes at once, and may be ahead for a moment until it is held back. That no
 * jump by itself ends ahead is shown in `domain/clockJump`.
 */
async function untilOnTime(watch: ClockWatch): Promise<void> {
  await eventually(watch.look, ({ behind, ahead }) => behind <= LAGS_SECONDS && ahead === 0, 100);
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
