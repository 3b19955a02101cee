import { listTrips, startCounted, startCountedTax } from '../rounds/countedRound.ts';
import { HOLDERS, makeLargest } from '../rounds/largestCycle.ts';
import { startWorld } from '../world/startWorld.ts';
import { report } from './report.ts';

const FAR_MS = 50;
const ROUND_TRIPS = 55;
const CYCLE_TRIPS = 80;
const ROUND_SECONDS = 90;
const LOCK_SECONDS = 60;
/** So long before the first lock the terms are announced: a lock waits until they are final, 32 slots later. */
const TERMS_SECONDS = 20;

/**
 * A round and a tax cycle at mainnet's pace, with 50 ms to the database: how often they call it, and how long they
 * take.
 */
export async function benchTrips(): Promise<void> {
  await benchRound();
  await benchCycle();
  await benchLargestCycle();
}

async function benchRound(): Promise<void> {
  const world = await startWorld({ slotMs: 400, worldSeed: 'bench trips' });
  const lottery = await startCounted({
    ...{ world, roundSeconds: ROUND_SECONDS, entryLockSeconds: LOCK_SECONDS, delayMs: FAR_MS },
    genesisTime: (startSeconds) =>
      Math.ceil(Date.now() / 1000) + startSeconds + TERMS_SECONDS - (ROUND_SECONDS - LOCK_SECONDS),
  });
  try {
    const round = lottery.nextToLock();
    const { notes } = await lottery.until(round, ['paid'], 240);
    const endsAt = lottery.endsAt(round) * 1_000;
    const [from, until] = [endsAt - LOCK_SECONDS * 1_000, at(notes.finalAt) + 500];
    const trips = lottery.trips('rounds').filter((trip) => trip.at >= from && trip.at <= until);
    if (process.env.TRIPS === 'list') console.log(listTrips(trips));
    report({
      bench: 'round trips of a round to D1, from lock to final, the database 50 ms away',
      value: trips.length,
      unit: 'trips',
      goal: ROUND_TRIPS,
    });
    const reference = { name: 'one 400 ms slot', value: 0.4 };
    report({
      ...{
        bench: 'lock due → committed',
        value: (at(notes.committedAt) - from) / 1_000,
        unit: 's',
        goal: 20,
        reference,
      },
    });
    report({
      ...{ bench: 'end of the round → payment seen', value: (at(notes.paidAt) - endsAt) / 1_000, unit: 's' },
      ...{ goal: 5, reference },
    });
  } finally {
    await lottery.stop();
    await world.stop();
  }
}

async function benchCycle(): Promise<void> {
  const tax = await startCountedTax({ seed: 'bench trips', slotMs: 400, delayMs: FAR_MS });
  try {
    await tax.trade(12);
    const { cycle, took, trips } = await countCycle(tax, 180);
    report({
      bench: 'round trips of a tax cycle to D1, the database 50 ms away',
      value: trips.length,
      unit: 'trips',
      goal: CYCLE_TRIPS,
      detail: { state: cycle.state, transactions: cycle.steps.length },
    });
    report({
      bench: 'a tax cycle with the database 50 ms away, until its distribution is final',
      value: took,
      unit: 's',
      goal: 90,
      reference: { name: 'twice 32 slots', value: (2 * 32 * 400) / 1_000 },
    });
  } finally {
    await tax.stop();
  }
}

/** Plays a cycle within a number of seconds. Returns its trips and the seconds that it took. */
async function countCycle(tax: Awaited<ReturnType<typeof startCountedTax>>, seconds: number) {
  const before = tax.trips('tax').length;
  const began = performance.now();
  const cycle = await tax.cycle(seconds);
  const took = (performance.now() - began) / 1_000;
  const trips = tax.trips('tax').slice(before);
  if (process.env.TRIPS === 'list') console.log(listTrips(trips));
  return { cycle, took, trips };
}

/** As `benchCycle`, of a cycle with as many harvests and receivers as there can be. */
async function benchLargestCycle(): Promise<void> {
  const tax = await startCountedTax({ seed: 'bench most trips', slotMs: 400, holders: HOLDERS, delayMs: FAR_MS });
  try {
    await makeLargest(tax);
    const { cycle, took, trips } = await countCycle(tax, 300);
    report({
      bench: 'round trips of the largest tax cycle to D1, the database 50 ms away',
      value: trips.length,
      unit: 'trips',
      goal: CYCLE_TRIPS,
      detail: { state: cycle.state, transactions: cycle.steps.length, lines: cycle.lines.length, seconds: took },
    });
  } finally {
    await tax.stop();
  }
}

/** Unix milliseconds of a step's time. */
const at = (iso: string | null) => (iso === null ? Number.NaN : Date.parse(iso));
