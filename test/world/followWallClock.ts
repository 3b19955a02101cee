import { setTimeout as sleep } from 'node:timers/promises';
import { SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js';
import * as z from 'zod';
import type { BlockHeights } from './blockHeights.ts';
import { holdFor, type Jump, jumpFrom, type KnownClocks, type Origin, type SlotBegin } from './clockJump.ts';

/** What the follower needs of a node: its JSON-RPC, and how many milliseconds a slot adds to the block time. */
export interface FollowedChain {
  readonly slotMs: number;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Told after slots may have been skipped. */
  readonly heights?: Pick<BlockHeights, 'note'>;
}

/** A running follower; `pause` stops the chain and the follower. */
export interface ClockFollower {
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): void;
}

const LOOK_MS = 200;
/** With slots of 200 or 400 ms, this many different slots show when a second begins, to a fifth of a second. */
const ORIGIN_SLOTS = 5;
const ORIGIN_LOOK_MS = 50;
const NEXT_SLOT_TIMEOUT_SLOTS = 20;
/**
 * So many failures in a row are more than a busy moment. They are printed once, because the worker locks nothing on
 * such a chain, and rightly so.
 */
const TOLD_FAILURES = 20;

/**
 * Keeps the block times of a local chain within 2 s of the wall clock. Its block times only count slots. On a busy or
 * sleeping machine they fall behind: then slots are skipped, which changes neither block height nor blockhashes. The
 * node also makes one block too many every 75 slots (`ExpireBlockHash` of its clock). So on a quick machine its times
 * run ahead by 1.3%, and the chain is stopped until the wall clock has caught up.
 */
export function followWallClock(chain: FollowedChain): ClockFollower {
  let stopped = false;
  let held = false;
  let isHeldBack = false;
  let slots: Origin | null = null;
  let sysvar: Origin | null = null;
  let busy: Promise<void> = Promise.resolve();
  /** Runs actions one after the other, so that no jump happens during a pause. */
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    const turn = busy.then(action);
    busy = turn.catch(() => undefined); // the caller gets the error
    return turn;
  };
  const letGo = async (): Promise<void> => {
    await chain.rpc('surfnet_resumeClock');
    isHeldBack = false;
  };
  const holdBack = async (clocks: KnownClocks): Promise<void> => {
    isHeldBack = true; // stays true when this fails: the next look then resumes the clock
    await standStill(chain);
    for (let wait = 1; wait > 0; ) {
      const { slot } = await readSysvar(chain);
      wait = holdFor({ slot, at: Date.now() }, chain.slotMs, clocks);
      await sleep(wait, undefined, { ref: false });
    }
    await letGo();
  };
  const look = async (): Promise<void> => {
    if (held || stopped) return;
    if (isHeldBack) await letGo();
    sysvar ??= await readOrigin(chain);
    slots ??= sysvar;
    const { slot, seconds } = await readSysvar(chain);
    const begin = seconds * 1000 - slot * chain.slotMs;
    // Somebody else moved the clock.
    if (begin > sysvar.latest || begin + 999 < sysvar.earliest) sysvar = await readOrigin(chain);
    if (holdFor({ slot, at: Date.now() }, chain.slotMs, { slots, sysvar }) > 0) await holdBack({ slots, sysvar });
    const jump = await dueJump(chain, { slots, sysvar });
    if (jump === null) return;
    sysvar = null; // unknown, should the jump fail
    sysvar = await travel(chain, jump);
  };
  const follow = async (): Promise<void> => {
    let failures = 0;
    while (!stopped) {
      await inTurn(look).then(
        () => {
          failures = 0;
        },
        (error: unknown) => {
          failures += 1;
          if (failures === TOLD_FAILURES && !stopped)
            console.warn(`The local chain does not follow the clock: ${error}`);
        },
      );
      await sleep(LOOK_MS, undefined, { ref: false });
    }
  };
  void follow();
  return {
    pause: () =>
      inTurn(async () => {
        await standStill(chain);
        held = true;
      }),
    resume: () =>
      inTurn(async () => {
        await chain.rpc('surfnet_resumeClock');
        held = false;
      }),
    stop: () => {
      stopped = true;
    },
  };
}

/**
 * Stops the clock. A block that was due may still come after the answer, so this asks again until the slot stays the
 * same.
 */
async function standStill({ rpc }: FollowedChain): Promise<void> {
  const pause = async (): Promise<number> => epochInfo.parse(await rpc('surfnet_pauseClock')).absoluteSlot;
  for (let slot = await pause(), known = -1; slot !== known; ) [known, slot] = [slot, await pause()];
}

/**
 * When slot 0 of the sysvar's clock was, to less than a slot. A node tells only whole seconds, so several slots are
 * looked at. On a chain whose slots were never skipped this is the origin of its block times as well.
 */
async function readOrigin(chain: FollowedChain): Promise<Origin> {
  await noteHeight(chain);
  let origin: Origin = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY };
  const seen = new Set<number>();
  while (seen.size < ORIGIN_SLOTS || origin.latest - origin.earliest >= chain.slotMs) {
    const { slot, seconds } = await readSysvar(chain);
    seen.add(slot);
    const begin = seconds * 1000 - slot * chain.slotMs;
    origin = { earliest: Math.max(origin.earliest, begin), latest: Math.min(origin.latest, begin + 999) };
    // A jump that seemed to have failed was made after all.
    if (origin.earliest > origin.latest) return readOrigin(chain);
    await sleep(Math.min(chain.slotMs / 2, ORIGIN_LOOK_MS), undefined, { ref: false });
  }
  return origin;
}

/** The jump that is due, computed when a slot has just begun; null while the chain is near enough. */
async function dueJump(chain: FollowedChain, clocks: KnownClocks): Promise<Jump | null> {
  const lookedAt = Date.now();
  const { slot } = await readSysvar(chain);
  if (jumpFrom({ slot, at: Date.now() }, chain.slotMs, clocks) === null) return null;
  const begun = await nextSlot(chain, slot);
  // More slots have passed than there was time for: the node is catching up, and more may follow at once.
  if (begun.slot - slot > Math.ceil((Date.now() - lookedAt) / chain.slotMs)) return null;
  return jumpFrom(begun, chain.slotMs, clocks);
}

/** Skips the slots; returns the sysvar's new origin. Throws when the node does not say where it landed. */
async function travel(chain: FollowedChain, jump: Jump): Promise<Origin> {
  const { absoluteSlot } = landing.parse(await chain.rpc('surfnet_timeTravel', [jump.travel]));
  await noteHeight(chain);
  const begin = jump.second - absoluteSlot * chain.slotMs;
  return { earliest: begin, latest: begin };
}

/**
 * Waits for the slot after `slot`, so that a jump has the time of a whole slot before the next block. It can then
 * neither set the chain back nor bring it ahead of the wall clock.
 */
async function nextSlot(chain: FollowedChain, slot: number): Promise<SlotBegin> {
  const deadline = Date.now() + NEXT_SLOT_TIMEOUT_SLOTS * chain.slotMs;
  while (Date.now() < deadline) {
    const at = Date.now();
    await sleep(chain.slotMs / 20, undefined, { ref: false });
    const now = await readSysvar(chain);
    if (now.slot !== slot) return { slot: now.slot, at };
  }
  throw new Error(`The chain stands still at slot ${slot}`);
}

async function noteHeight({ rpc, heights }: FollowedChain): Promise<void> {
  heights?.note(epochInfo.parse(await rpc('getEpochInfo', [{ commitment: 'processed' }])));
}

const epochInfo = z.object({ absoluteSlot: z.number(), blockHeight: z.number() });
const landing = z.object({ absoluteSlot: z.number() });
const sysvarAccount = z.object({ value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) });
const UNIX_TIMESTAMP_OFFSET = 32;

/** The clock sysvar: the slot being built, and its time in whole seconds. */
async function readSysvar(chain: FollowedChain): Promise<{ readonly slot: number; readonly seconds: number }> {
  const answer = await chain.rpc('getAccountInfo', [SYSVAR_CLOCK_PUBKEY.toBase58(), { encoding: 'base64' }]);
  const bytes = Buffer.from(sysvarAccount.parse(answer).value.data[0], 'base64');
  return { slot: Number(bytes.readBigUInt64LE(0)), seconds: Number(bytes.readBigInt64LE(UNIX_TIMESTAMP_OFFSET)) };
}
