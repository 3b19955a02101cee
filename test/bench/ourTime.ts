import { readFileSync } from 'node:fs';

/** A call of the worker to the outside; milliseconds of `performance.now()`. */
export interface Call {
  readonly method: string;
  readonly from: number;
  readonly to: number;
}

/** The part of a span that was not spent waiting for calls. */
export function ourTime(calls: readonly Call[], from: number, to: number): number {
  return to - from - union(calls.filter((call) => call.to > from && call.from < to));
}

/** Milliseconds in which at least one call was under way. */
export function union(intervals: readonly Pick<Call, 'from' | 'to'>[]): number {
  let total = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return total;
}

/** Resident memory of a process; Linux only, 0 elsewhere. */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
