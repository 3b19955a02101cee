import { setTimeout as sleep } from 'node:timers/promises';
import { proof as proofSchema } from '../../src/contract/round.ts';
import { type TaxCycleAnswer, taxReport } from '../../src/contract/tax.ts';
import { countVersion1 } from './countVersion1.ts';
import { readWorldFile, type WorldFacts } from './readWorldFile.ts';
import { verifyRound } from './verifyRound.ts';

export type Say = (event: Readonly<Record<string, unknown>>) => void;

/** A round is paid within seconds of its end. After this time it counts as an error. */
const SETTLED_WITHIN_SECONDS = 120;
const POLL_MS = 1_000;
const SETTLED = ['paid', 'rolled-over', 'held'];

/**
 * Follows every round that begins within `minutes`, each to its end and through the independent verifier, and every tax cycle. True when
 * every round was paid and proven, every cycle has ended and none failed, and a stranger was at work all the while.
 */
export async function followWorld(minutes: number, say: Say): Promise<boolean> {
  const world = readWorldFile();
  const began = Date.now() / 1000;
  const first = Math.floor((began - world.genesis) / world.roundSeconds) + 2;
  const last = Math.max(first, Math.floor((began + minutes * 60 - world.genesis) / world.roundSeconds) + 1);
  say({ event: 'start', rounds: [first, last], appUrl: world.appUrl });
  const cycles = new Map<number, TaxCycleAnswer>();
  let good = 0;
  for (let round = first; round <= last; round++) {
    const isGood = await followRound(world, round, say);
    if (isGood) good += 1;
    for (const cycle of await readCycles(world))
      if (Date.parse(cycle.startedAt) / 1000 >= began) cycles.set(cycle.id, cycle);
  }
  const settled = await endedCycles(world, cycles);
  for (const { id, state, reason } of settled) say({ event: 'cycle', cycle: id, state, reason });
  const lookAlikes = await countVersion1(world);
  const isWell = {
    rounds: good === last - first + 1,
    cycles:
      settled.some(({ state }) => state === 'done') &&
      settled.every(({ state }) => state === 'done' || state === 'empty'),
    stranger: lookAlikes > 0,
  };
  say({ event: 'end', rounds: last - first + 1, paidAndProven: good, cycles: settled.length, lookAlikes, isWell });
  if (!isWell.stranger) say({ event: 'error', message: 'No stranger is at work: start the world with STRANGER=1.' });
  return Object.values(isWell).every(Boolean);
}

async function followRound(world: WorldFacts, round: number, say: Say): Promise<boolean> {
  const url = `${world.appUrl}/api/lottery/rounds/${round}/proof`;
  const endsAt = world.genesis + round * world.roundSeconds;
  for (;;) {
    const proof = proofSchema.safeParse(await readJson(url)).data;
    if (proof !== undefined && SETTLED.includes(proof.state)) {
      const verdict = proof.state === 'paid' ? await verifyRound(world, round) : null;
      const after = Math.round(Date.now() / 1000 - endsAt);
      say({ event: 'round', round, state: proof.state, reason: proof.reason, secondsAfterEnd: after, verdict });
      return verdict?.verified === true;
    }
    if (Date.now() / 1000 > endsAt + SETTLED_WITHIN_SECONDS) {
      say({ event: 'round', round, state: proof?.state ?? 'unknown', reason: 'not settled in time', verdict: null });
      return false;
    }
    await sleep(POLL_MS);
  }
}

/** The cycles once none of them is under way any more, at the latest two minutes later. */
async function endedCycles(world: WorldFacts, seen: Map<number, TaxCycleAnswer>): Promise<TaxCycleAnswer[]> {
  const deadline = Date.now() + SETTLED_WITHIN_SECONDS * 1000;
  for (;;) {
    for (const cycle of await readCycles(world)) if (seen.has(cycle.id)) seen.set(cycle.id, cycle);
    const all = [...seen.values()];
    if (all.every(({ endedAt }) => endedAt !== null) || Date.now() > deadline) return all;
    await sleep(POLL_MS);
  }
}

async function readCycles({ appUrl }: WorldFacts): Promise<TaxCycleAnswer[]> {
  return taxReport.safeParse(await readJson(`${appUrl}/api/lottery/tax`)).data?.cycles ?? [];
}

/** Null when there is no usable answer: asked again. */
async function readJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    return await response.json();
  } catch {
    return null;
  }
}
