import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import type { Proof } from '../../src/contract/round.ts';
import { type Lottery, type LotteryOptions, startLottery } from '../rounds/startLottery.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { winnersText } from './computedWinners.ts';

/** Long enough to lock, commit and pay on a slow machine, with time for a fault in between. */
export const SCHEDULE = { roundSeconds: 40, entryLockSeconds: 28 };
const SOL = 1_000_000_000n;
/** How many lines of the worker's log are shown when a drill fails. */
const LAST_LINES = 30;
const SETTLED = ['paid', 'rolled-over', 'held'] as const;

/** The place of a drill: a world of its own, one deployment, and what the drill has seen and noted. */
export interface Ground {
  readonly world: World;
  readonly lottery: Lottery;
  /** Every pool wallet the lottery has had; the last one pays. */
  readonly pools: Keypair[];
  /** Texts that must not be in any output. */
  readonly secrets: string[];
  /** Signatures that need not be in the journal, because the drill explains them. */
  readonly explained: Set<string>;
  /** The winners of each round as they were first seen. */
  readonly first: Map<number, string>;
  /** A sentence about the drill's next step. */
  say(sentence: string): void;
  /** Waits until the round has ended, and notes its winners. */
  settled(round: number): Promise<Proof>;
  /** As `settled`; throws unless it was paid. */
  paid(round: number): Promise<Proof>;
}

export type Say = (sentence: string) => void;

/** Starts a world and a deployment, plays, and ends both, also after a failure. */
export async function onGround(
  say: Say,
  options: (world: World) => Promise<Partial<LotteryOptions>>,
  play: (ground: Ground) => Promise<void>,
): Promise<void> {
  const world = await startWorld({ slotMs: 200, holders: 40 });
  try {
    const pool = Keypair.generate();
    await world.runtime.fundSol(pool.publicKey, 100n * SOL);
    const lottery = await startLottery({ world, pool, ...SCHEDULE, ...(await options(world)) });
    try {
      await play(groundOf(world, lottery, say));
    } catch (error) {
      console.error(`\nWhat the worker said last:\n${lottery.logs.slice(-LAST_LINES).join('\n')}`);
      throw error;
    } finally {
      await lottery.stop();
    }
  } finally {
    await world.stop();
  }
}

/** The ground of a world and a deployment that the caller has started and will end. */
export function groundOf(world: World, lottery: Lottery, say: Say): Ground {
  const first = new Map<number, string>();
  const settled = async (round: number): Promise<Proof> => {
    const drawn = await lottery.until(round, ['drawn', ...SETTLED]);
    if (!first.has(round)) first.set(round, winnersText(drawn));
    return SETTLED.some((state) => state === drawn.state) ? drawn : lottery.until(round, SETTLED);
  };
  const keys = [lottery.pool, world.taxAuthority, world.taxWallet].map(({ secretKey }) => base58.encode(secretKey));
  return {
    ...{ world, lottery, say, first, settled },
    pools: [lottery.pool],
    secrets: [...keys, world.adminKey],
    // The announcement was sent by a person and not by the worker.
    explained: new Set([lottery.announced.signature]),
    async paid(round) {
      const proof = await settled(round);
      if (proof.state !== 'paid') throw new Error(`round ${round} ended as ${proof.state} (${proof.reason}), not paid`);
      say(`Round ${round} is paid.`);
      return proof;
    },
  };
}
