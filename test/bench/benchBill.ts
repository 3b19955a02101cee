import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Hour, HourOptions } from '../sim/bill/hour.ts';
import type { Metered } from '../sim/bill/meter.ts';
import { report } from './report.ts';

const HOURS_A_MONTH = 730;
const MOST_CALLS = 3_000_000;
const MOST_GB = 100;
const ACCOUNTS = [300, 10_000];
const NODES = 2;
const MOST_OUTPUT = 16_777_216;

/**
 * The calls and bytes of a month for the node that is asked most, from an hour of the real objects in virtual time. A
 * busy day has a trade every four seconds and somebody on the page; a quiet day has neither.
 */
export async function benchBill(): Promise<void> {
  const days = ACCOUNTS.flatMap((accounts) =>
    [true, false].map((isBusy): HourOptions => ({ accounts, nodes: NODES, isVisited: isBusy, isTraded: isBusy })),
  );
  // A process of its own, because the simulator replaces every clock and network call.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', 'test/sim/bill/run.ts', JSON.stringify(days)],
    { maxBuffer: MOST_OUTPUT },
  );
  for (const line of stdout.trim().split('\n')) {
    const played: { readonly options: HourOptions; readonly hour: Hour } = JSON.parse(line);
    reportHour(played.options, played.hour);
  }
}

function reportHour({ accounts, isVisited }: HourOptions, hour: Hour): void {
  // A lock reads the whole list of holders, so an hour without one would give a wrong bill.
  if (hour.paidRounds === 0) throw new Error('no round was paid in the hour that is measured');
  const day = `${accounts} token accounts, ${isVisited ? 'busy' : 'quiet'}`;
  const nodes = Array.from({ length: NODES }, (_, i) => hour.rpc.filter(({ node }) => node === i + 1));
  const most = nodes.reduce((a, b) => (sumOf(b).bytes > sumOf(a).bytes ? b : a));
  for (const [cause, asked] of Map.groupBy(most, (one) => one.cause)) {
    const methods = Object.fromEntries(
      asked.toSorted((a, b) => b.calls - a.calls).map(({ method, calls }) => [method, calls] as const),
    );
    console.log(JSON.stringify({ bill: `an hour of the ${cause}`, day, ...sumOf(asked), methods }));
  }
  const { calls, bytes, gzipBytes } = sumOf(most);
  const month = (perHour: number) => perHour * HOURS_A_MONTH;
  const figures = { paidRounds: hour.paidRounds, taxCycles: hour.taxCycles };
  report({
    ...{ bench: `calls of a month, ${day}`, value: month(calls), unit: 'calls', goal: MOST_CALLS },
    detail: figures,
  });
  report({
    ...{ bench: `bytes of a month, ${day}`, value: month(bytes) / 1e9, unit: 'GB', goal: MOST_GB },
    detail: { gzipGb: Number((month(gzipBytes) / 1e9).toPrecision(3)) },
  });
  const platform = { d1Calls: hour.d1.calls, d1Writes: hour.d1.changes, kvReads: hour.kv.reads };
  const objects = { kvWrites: hour.kv.writes, objectRequests: hour.objects };
  console.log(JSON.stringify({ bill: 'an hour of the platform', day, ...platform, ...objects }));
}

function sumOf(asked: readonly Metered[]): { calls: number; bytes: number; gzipBytes: number } {
  const sum = { calls: 0, bytes: 0, gzipBytes: 0 };
  for (const { calls, bytes, gzipBytes } of asked) {
    sum.calls += calls;
    sum.bytes += bytes;
    sum.gzipBytes += gzipBytes;
  }
  return sum;
}
