import { rmSync } from 'node:fs';
import { callsOf, countingBundle, type ObjectCall, type Trip, tripsOf } from '../world/countTrips.ts';
import type { World } from '../world/startWorld.ts';
import { type Lottery, type LotteryOptions, startLottery } from './startLottery.ts';
import { startTax, type TaxLottery, type TaxOptions } from './startTax.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

/** The round trips to D1 and the calls of objects that a worker has logged. */
export interface Counting {
  trips(who: Trip['who']): readonly Trip[];
  calls(called: string): readonly ObjectCall[];
}

/** A deployment that counts its round trips; its database is `delayMs` away. */
export async function startCounted({
  delayMs = 0,
  ...options
}: LotteryOptions & { readonly world: World; readonly delayMs?: number }): Promise<Lottery & Counting> {
  const bundleDir = countingBundle(WORKER_BUNDLE, delayMs);
  const lottery = await startLottery({ ...options, bundleDir });
  return { ...lottery, ...countingOf(lottery), stop: () => lottery.stop().finally(() => remove(bundleDir)) };
}

/** As `startCounted`, for the tax. */
export async function startCountedTax({
  delayMs = 0,
  ...options
}: TaxOptions & { readonly delayMs?: number }): Promise<TaxLottery & Counting> {
  const bundleDir = countingBundle(WORKER_BUNDLE, delayMs);
  const tax = await startTax({ ...options, bundleDir });
  return { ...tax, ...countingOf(tax.lottery), stop: () => tax.stop().finally(() => remove(bundleDir)) };
}

function countingOf({ logs }: Lottery): Counting {
  return { trips: (who) => tripsOf(logs, who), calls: (called) => callsOf(logs, called) };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** How often each statement was made, the most frequent first: a test shows this when there were too many. */
export function listTrips(trips: readonly Trip[]): string {
  const counts = new Map<string, number>();
  for (const { sql } of trips) {
    const short = sql.replace(/\s+/g, ' ').slice(0, 110);
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([sql, count]) => `${count} × ${sql}`)
    .join('\n');
}
