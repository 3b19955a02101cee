import * as z from 'zod';
import { exit, holdAtDraw } from '../rounds/heldAtDraw.ts';
import { type PayCommand, paidByHand } from '../rounds/payCommand.ts';
import { type Lottery, startLotteries } from '../rounds/startLottery.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { startWorld } from '../world/startWorld.ts';
import { report } from './report.ts';

/**
 * Runs the command to its end, which takes 32 slots until finality. `told` is called with the seconds after which it
 * sent.
 */
function payWatched(command: PayCommand, told: (seconds: number) => void): Promise<string> {
  const began = performance.now();
  return paidByHand(command, (line) => {
    if (line.startsWith('Sending ')) told((performance.now() - began) / 1_000);
  });
}

const SCHEDULE = { roundSeconds: 60, entryLockSeconds: 45 };
const FLOOD = 5_000;
const GOAL_S = 5;
const SLOT_MS = 400;
/** 32 slots, which no command can make shorter. */
const FINALITY_S = (32 * SLOT_MS) / 1000;

/**
 * The exits of a held round after a stranger has sent 5,000 transactions that name the pool (or as many as `FLOOD` in
 * the environment says): release, `npm run pay`, and close. All RPC calls of the worker meanwhile are counted.
 */
export async function benchExits(): Promise<void> {
  const flood = Number(process.env.FLOOD ?? FLOOD);
  const world = await startWorld({ slotMs: SLOT_MS, holders: 20, worldSeed: 'bench exits' });
  let calls = 0;
  const outbound: Outbound = async ({ method, body }) => {
    if (method === 'POST' && z.object({ method: z.string() }).safeParse(JSON.parse(body)).success) calls += 1;
    return undefined;
  };
  async function timed<T>(what: string, work: () => Promise<T>, goal = GOAL_S): Promise<T> {
    calls = 0;
    const began = performance.now();
    const result = await work();
    const value = (performance.now() - began) / 1_000;
    report({ bench: named(what), value, unit: 's', goal, detail: { calls } });
    return result;
  }
  const named = (what: string) =>
    `${what} of a held round after ${flood} transactions of a stranger that name the pool`;
  async function accepted(lottery: Lottery, wanted: 'release' | 'close', signature: string | null = null) {
    const { status, code } = await exit(lottery, world.adminKey, wanted, signature);
    if (status !== 200) throw new Error(`${wanted} was refused: ${status} ${code}`);
  }
  /** Two lotteries whose first rounds are held. Their records are mended, and one flood names both pools. */
  async function floodedLotteries(): Promise<readonly Lottery[]> {
    const options = { world, ...SCHEDULE, outbound };
    const lotteries = await startLotteries([options, options]);
    const mends = await Promise.all(lotteries.map(holdAtDraw));
    const names = lotteries.map(({ pool }) => pool.publicKey);
    const lookAlikes = Array.from({ length: flood }, (_, i) => ({ names, memos: [`flood ${i}`] }));
    await world.stranger.sendLookAlikes(lookAlikes);
    for (const mend of mends) await mend();
    return lotteries;
  }
  try {
    const [released, closed] = await floodedLotteries();
    if (released === undefined || closed === undefined) throw new Error('two lotteries were wanted');
    await timed('release', () => accepted(released, 'release'));
    await released.until(1, ['paid']);
    await released.stop();
    const signature = await timed(
      'npm run pay until its payment is final',
      () =>
        payWatched({ lottery: closed }, (value) =>
          report({ bench: named('npm run pay until it is sent'), value, unit: 's', goal: GOAL_S }),
        ),
      GOAL_S + FINALITY_S,
    );
    await timed('close', () => accepted(closed, 'close', signature));
    await closed.until(1, ['paid']);
    await closed.stop();
  } finally {
    await world.stop();
  }
}
