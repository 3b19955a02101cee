import type { TaxView } from '../../client/tax/useTax.ts';
import type { TaxCycleAnswer, TaxReport, TaxStepAnswer } from '../../src/contract/tax.ts';
import { CYCLE_FAILURES, type CycleState, describeCycleFailure } from '../../src/tax/cycle.ts';
import { addressNumber, iso, SIGNATURE } from './lottery.ts';

const GOD = 1_000_000;
const SOL = 1_000_000_000;
const god = (units: number) => ({ amount: units / GOD, units: `${units}` });
const sol = (units: number) => ({ amount: units / SOL, units: `${units}` });

function step(name: TaxStepAnswer['name'], over: Partial<TaxStepAnswer> = {}): TaxStepAnswer {
  const moved =
    name === 'distribute'
      ? ({ ...sol(980_000_000), currency: 'SOL' } as const)
      : ({ ...god(5_000_000_000), currency: 'GOD' } as const);
  return { name, ...moved, signature: SIGNATURE, status: 'final', feeLamports: '5000', ...over };
}

type Line = TaxCycleAnswer['lines'][number];
function line(n: number, status: Line['status']): Line {
  const known = { label: ['Lottery pool', 'Admin', 'Charity'][n] ?? 'Wallet', address: addressNumber(n) };
  return { ...known, ...sol(326_666_666), percentage: 33.33, status, signature: SIGNATURE };
}

const HARVEST = step('harvest');
const WITHDRAW = step('withdraw');
const SWAP = step('swap', { feeLamports: '20000' });
const DISTRIBUTE = step('distribute');

/** What was swapped for 1,000,030,000 lamports, of which 30,000 were fees. */
function cycle(over: Partial<TaxCycleAnswer> = {}): TaxCycleAnswer {
  return {
    id: 1_800_000_000,
    startedAt: iso(-120_000),
    endedAt: iso(-90_000),
    state: 'done',
    reason: null,
    currency: 'SOL',
    configVersion: 3,
    found: god(5_000_000_000),
    proceedsLamports: '980029998',
    total: sol(979_999_998),
    feesLamports: '30000',
    carriedInLamports: '0',
    carriedOutLamports: '0',
    steps: [HARVEST, WITHDRAW, SWAP, DISTRIBUTE],
    lines: [line(0, 'SUCCESS'), line(1, 'SUCCESS'), line(2, 'SUCCESS')],
    ...over,
  };
}

const UNPLANNED = { endedAt: null, total: null, proceedsLamports: null, feesLamports: null, lines: [] };
const NO_SUMS = { ...UNPLANNED, carriedInLamports: null, carriedOutLamports: null };

/** A cycle in each state. */
const BY_STATE: Readonly<Record<CycleState, TaxCycleAnswer>> = {
  harvest: cycle({ state: 'harvest', ...NO_SUMS, steps: [step('harvest', { status: 'pending', feeLamports: null })] }),
  withdraw: cycle({ state: 'withdraw', ...NO_SUMS, steps: [HARVEST, step('withdraw', { status: 'confirmed' })] }),
  swap: cycle({ state: 'swap', ...NO_SUMS, steps: [HARVEST, WITHDRAW, step('swap', { status: 'pending' })] }),
  distribute: cycle({
    state: 'distribute',
    endedAt: null,
    carriedOutLamports: null,
    steps: [HARVEST, WITHDRAW, SWAP, step('distribute', { status: 'pending', signature: null, feeLamports: null })],
    lines: [line(0, 'pending'), line(1, 'pending'), line(2, 'SUCCESS')],
  }),
  done: cycle(),
  empty: cycle({ state: 'empty', ...NO_SUMS, endedAt: iso(-119_000), found: god(123_000_000), steps: [] }),
  failed: cycle({
    state: 'failed',
    ...NO_SUMS,
    endedAt: iso(-90_000),
    reason: describeCycleFailure(CYCLE_FAILURES[3]),
    steps: [HARVEST, WITHDRAW],
  }),
};

const FOUR_HARVESTS = ['final', 'final', 'failed', 'final'] as const;

/** Every state, then what a finished cycle may have come to. */
export const CYCLES: readonly (readonly [string, TaxCycleAnswer])[] = [
  ...Object.entries(BY_STATE),
  ['done, some lines not paid', cycle({ lines: [line(0, 'SUCCESS'), line(1, 'FAILED'), line(2, 'SUCCESS')] })],
  ['done, nothing paid', cycle({ lines: [line(0, 'FAILED'), line(1, 'FAILED')] })],
  ['done, everything carried over', cycle({ lines: [], steps: [HARVEST, WITHDRAW, SWAP] })],
  ['done in GOD', cycle({ currency: 'GOD', steps: [HARVEST, WITHDRAW, step('distribute', { currency: 'GOD' })] })],
  [
    'done, with four harvests',
    cycle({ steps: [...FOUR_HARVESTS.map((status) => step('harvest', { status })), WITHDRAW, SWAP, DISTRIBUTE] }),
  ],
  ['done, and the sums are wrong', cycle({ carriedOutLamports: '7' })],
  ...CYCLE_FAILURES.map(
    (failure) => [`failed: ${failure}`, { ...BY_STATE.failed, reason: describeCycleFailure(failure) }] as const,
  ),
];

export function report(
  cycles: readonly TaxCycleAnswer[],
  over: Partial<TaxReport['totals']> = {},
  pausedAt: string | null = null,
): TaxReport {
  const count = cycles.length;
  return {
    totals: {
      cycles: count,
      withdrawn: god(5_000_000_000 * count),
      sold: god(5_000_000_000 * count),
      received: sol(980_029_998 * count),
      distributed: sol(979_999_998 * count),
      distributedGod: god(0),
      fees: sol(30_000 * count),
      ...over,
    },
    days:
      count === 0
        ? []
        : [
            { day: '2026-10-30', withdrawn: 1_234_567, distributed: 3.5, cycles: 210 },
            { day: '2026-11-07', withdrawn: 500, distributed: 0.01, cycles: 1 },
            { day: '2026-11-19', withdrawn: 3_456_789, distributed: 9.25, cycles: 700 },
            { day: '2026-11-20', withdrawn: 876_543, distributed: 2.125, cycles: 180 },
          ],
    cycles: cycles.map((one, n) => ({ ...one, id: 1_800_000_000 + n })),
    distribution: { rules: { minPoolShare: null, needsSecondKey: false, delayHours: 0 }, waiting: null },
    pausedAt,
    updatedAt: iso(-4000),
  };
}

const retry = () => undefined;
export const KNOWN = { kind: 'known', answer: report([cycle(), cycle()]), isFailing: false, retry } as const;
/** What the page may know of the tax. */
export const VIEWS: Readonly<Record<TaxView['kind'], TaxView>> = {
  loading: { kind: 'loading' },
  failed: { kind: 'failed', retry },
  known: KNOWN,
};
export const FAILING: TaxView = { ...KNOWN, isFailing: true };
export const NO_CYCLES: TaxView = { ...KNOWN, answer: report([]) };

/** What may wait to be distributed. */
export const WAITS: readonly (readonly [string, TaxReport | null])[] = [
  ['loading', null],
  ['nobody has looked', report([])],
  ['nothing waits', report([cycle()])],
  ['a cycle is under way', report([BY_STATE.swap, cycle()])],
  ['paused', report([cycle()], {}, iso(-1_500_000))],
  ['paused in the middle of a cycle', report([BY_STATE.swap, cycle()], {}, iso(-1_500_000))],
  ['the last cycle failed', report([BY_STATE.failed, cycle()])],
  ['too little was found', report([BY_STATE.empty, cycle()])],
  ['something is left over', report([cycle({ carriedOutLamports: '12345' })])],
  ['fees were advanced', report([cycle({ carriedOutLamports: '-678' })])],
];
/** The sum of all cycles that the listed cycles do not explain. */
export const UNEXPLAINED: TaxView = { ...KNOWN, answer: report([cycle()], { received: sol(1_980_029_998) }) };
