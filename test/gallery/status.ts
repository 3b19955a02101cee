import type { Status, StatusDay } from '../../src/contract/health.ts';
import { iso, NOW } from './lottery.ts';

const DAY_MS = 86_400_000;
type Part = Status['parts'][number];

/** 90 days up to now. `wrong` says of some of them, by their distance from today, how many rounds were not on time. */
function days(
  wrong: Readonly<Record<number, Partial<Pick<StatusDay, 'late' | 'missed'>>>>,
  running: (ago: number) => number,
): StatusDay[] {
  return Array.from({ length: 90 }, (_, index) => {
    const ago = 89 - index;
    const total = running(ago);
    const { late = 0, missed = 0 } = wrong[ago] ?? {};
    const date = new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10);
    return { date, onTime: total - late - missed, late, missed, total };
  });
}

const NAMES = ['settings', 'lock', 'rounds', 'rpc', 'holders', 'pool', 'beacon', 'tax', 'database', 'wallets'];

/** All parts as they should be, and some that are not. */
function parts(wrong: Readonly<Record<string, Partial<Part>>> = {}): Part[] {
  return [...NAMES, 'webhook', 'a part of a later version'].map((name) => ({
    ...{ name, status: 'ok', age: 12, lastSuccessAt: iso(-12_000), detail: 'as it should be' },
    ...wrong[name],
  }));
}

const always = (ago: number) => (ago === 0 ? 11 : 24);

export const STATUS_CASES: Readonly<Record<string, Status>> = {
  'before the first round': {
    ...{ days: days({}, () => 0), updatedAt: iso(-1_000) },
    parts: parts({
      holders: { status: 'degraded', age: null, lastSuccessAt: null, detail: 'not yet' },
      settings: { age: null, lastSuccessAt: null, detail: 'complete' },
    }),
  },
  'since ten days': { days: days({}, (ago) => (ago < 10 ? always(ago) : 0)), parts: parts(), updatedAt: iso(-1_000) },
  'some rounds went wrong': {
    days: days({ 3: { late: 1 }, 17: { missed: 5, late: 2 }, 18: { missed: 24 }, 60: { late: 24 } }, always),
    parts: parts({ webhook: { status: 'degraded', detail: '3 alerts wait to be delivered.' } }),
    updatedAt: iso(-1_000),
  },
  'something is down': {
    days: days({ 0: { late: 2, missed: 1 } }, always),
    parts: parts({
      tax: { status: 'degraded', detail: 'One cycle waits for a person.' },
      rounds: {
        status: 'down',
        age: 1_260,
        lastSuccessAt: iso(-1_260_000),
        detail: 'Round 1,234 could not be locked.',
      },
      wallets: { status: 'down', detail: 'The tax wallet holds less than it takes to pay a fee.' },
    }),
    updatedAt: iso(-1_000),
  },
};
