import { setTimeout as sleep } from 'node:timers/promises';
import { SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js';
import * as z from 'zod';

/** What following needs of a node: its JSON-RPC and how long a slot counts in block times. */
export interface FollowedChain {
  readonly slotMs: number;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
}

/** A running follower; `pause` holds the chain still and with it the following. */
export interface ClockFollower {
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): void;
}

/** The wall clock in milliseconds that slot 0 would have had: `latest` is never too early, `earliest` never too late. */
interface Origin {
  readonly earliest: number;
  readonly latest: number;
}

/** The chain's two clocks: block times of empty slots, and the clock sysvar, which stamps transactions too. */
interface KnownClocks {
  readonly slots: Origin;
  readonly sysvar: Origin;
}

type Clocks = KnownClocks | { readonly slots: Origin; readonly sysvar: null };

const LOOK_MS = 100;
/** Jumps are rarer than this drift: each one skips slots. */
const LEAST_JUMP_MS = 250;
const LEAST_JUMP_SLOTS = 2;
/** So many different slots show a second's beginning to a fifth of a second at 200 and 400 ms. */
const ORIGIN_SLOTS = 5;
const NEXT_SLOT_TIMEOUT_SLOTS = 20;

/**
 * Keeps the block times of a local chain within 2 s of the wall clock and never ahead of it. They count slots, so a busy or
 * sleeping machine leaves them behind; this skips slots, which changes neither block height nor blockhashes.
 */
export function followWallClock(chain: FollowedChain): ClockFollower {
  let stopped = false;
  let held = false;
  let clocks: Clocks | null = null;
  let busy: Promise<void> = Promise.resolve();
  /** One after the other: a jump never meets a pause. */
  const inTurn = (action: () => Promise<void>): Promise<void> => {
    const turn = busy.then(action);
    busy = turn.catch(() => undefined); // whoever asked is told
    return turn;
  };
  const look = async (): Promise<void> => {
    if (held || stopped) return;
    if (clocks === null || clocks.sysvar === null) {
      const sysvar = await readOrigin(chain);
      clocks = { slots: clocks?.slots ?? sysvar, sysvar };
    } else {
      clocks = await catchUp(chain, clocks);
    }
  };
  const follow = async (): Promise<void> => {
    while (!stopped) {
      await inTurn(look).catch(() => undefined); // a node that does not answer is asked again
      await sleep(LOOK_MS, undefined, { ref: false });
    }
  };
  void follow();
  return {
    pause: () =>
      inTurn(async () => {
        await chain.rpc('surfnet_pauseClock');
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
 * When slot 0 of the sysvar's clock was, to less than a slot: whole seconds are all a node tells, so several slots are looked at.
 * On a chain whose slots were never skipped this is the origin of its block times as well.
 */
async function readOrigin(chain: FollowedChain): Promise<Origin> {
  let origin: Origin = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY };
  const seen = new Set<number>();
  while (seen.size < ORIGIN_SLOTS || origin.latest - origin.earliest >= chain.slotMs) {
    const { slot, seconds } = await readSysvar(chain);
    seen.add(slot);
    const begin = seconds * 1000 - slot * chain.slotMs;
    origin = { earliest: Math.max(origin.earliest, begin), latest: Math.min(origin.latest, begin + 999) };
    // A jump that was believed failed came late.
    if (origin.earliest > origin.latest) return readOrigin(chain);
    await sleep(Math.min(chain.slotMs / 2, LOOK_MS), undefined, { ref: false });
  }
  return origin;
}

/**
 * Skips slots when the chain is behind. A jump cuts the sysvar's clock down to whole seconds and would leave it further behind
 * each time, so the sysvar always lands on a whole second that has passed, and the number of slots is rounded to fit.
 * After a failed jump the sysvar's origin is unknown.
 */
async function catchUp(chain: FollowedChain, here: KnownClocks): Promise<Clocks> {
  const { slot } = await readSysvar(chain);
  if (jumpFrom({ slot, at: Date.now() }, chain.slotMs, here) === null) return here;
  const begun = await nextSlot(chain, slot);
  const jump = jumpFrom(begun, chain.slotMs, here);
  if (jump === null) return here;
  try {
    const { absoluteSlot } = landing.parse(await chain.rpc('surfnet_timeTravel', [jump.travel]));
    const begin = jump.second - absoluteSlot * chain.slotMs;
    return { ...here, sysvar: { earliest: begin, latest: begin } };
  } catch {
    return { ...here, sysvar: null };
  }
}

/** A slot, and a moment in milliseconds at which it had not begun yet, or only just. */
interface SlotBegin {
  readonly slot: number;
  readonly at: number;
}

/**
 * Waits for the slot after `slot`. A jump then has a whole slot's time before the next block: it can neither set the chain back,
 * nor be ahead when that block comes.
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

interface Jump {
  readonly travel: { readonly absoluteSlot: number } | { readonly absoluteTimestamp: number };
  /** Milliseconds, a whole second: where the sysvar's clock will be. */
  readonly second: number;
}

/** The jump for a chain whose slot has just begun, or null when it is near enough or would be ahead of the wall clock. */
function jumpFrom({ slot, at }: SlotBegin, slotMs: number, { slots, sysvar }: KnownClocks): Jump | null {
  const second = Math.floor(at / 1000) * 1000;
  const behind = second - (sysvar.latest + slot * slotMs);
  if (behind < Math.max(LEAST_JUMP_MS, LEAST_JUMP_SLOTS * slotMs)) return null;
  // Both bring the sysvar to `second`: travelling to a slot rounds the slots up, travelling to a time rounds them down.
  const up = Math.ceil((second - sysvar.earliest) / slotMs);
  const down = Math.floor((second - sysvar.earliest) / slotMs);
  const timeOf = (target: number): number => slots.latest + target * slotMs;
  // The first jump goes to a slot: travelling to a time would set a chain of its first slots back.
  const exact = sysvar.latest === sysvar.earliest;
  const nearest = exact && Math.abs(timeOf(down) - second) < Math.abs(timeOf(up) - second) ? down : up;
  if (timeOf(nearest) > at) return null;
  return { travel: nearest === up ? { absoluteSlot: up } : { absoluteTimestamp: second }, second };
}

const landing = z.object({ absoluteSlot: z.number() });
const sysvarAccount = z.object({ value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) });
const UNIX_TIMESTAMP_OFFSET = 32;

/** The clock sysvar: the slot being built, and its time in whole seconds. */
async function readSysvar(chain: FollowedChain): Promise<{ readonly slot: number; readonly seconds: number }> {
  const answer = await chain.rpc('getAccountInfo', [SYSVAR_CLOCK_PUBKEY.toBase58(), { encoding: 'base64' }]);
  const bytes = Buffer.from(sysvarAccount.parse(answer).value.data[0], 'base64');
  return { slot: Number(bytes.readBigUInt64LE(0)), seconds: Number(bytes.readBigInt64LE(UNIX_TIMESTAMP_OFFSET)) };
}
