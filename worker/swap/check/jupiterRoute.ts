import { u16At, u32At, u64At } from './effect.ts';

/** What a swap instruction's arguments promise: `amount` GOD base units go in, at least `minimum` lamports come out. */
export interface SwapTerms {
  readonly amount: bigint;
  readonly minimum: bigint;
  /** The fee that the exchange's front end would keep, basis points; must be 0. */
  readonly feeBps: number;
}

/** The plan has a step that is not known here. The step's length is unknown, so nothing after the step can be read. */
export type UnknownStep = 'unknown-step';

const BPS = 10_000n;

/**
 * The steps that may stand in a plan, by their index in the IDL's `Swap`: Raydium's CLMM (`swap_v2`, 40) and CPMM (46),
 * which take transfer-fee mints. Both have no fields, so their length is known. Any other step is refused as unknown.
 */
const PLAIN_STEPS: readonly number[] = [40, 46];
/**
 * `RoutePlanStep`: tag, percent u8, input index u8, output index u8. `RoutePlanStepV2` has basis points u16 instead
 * of the percent.
 */
const STEP_BYTES = 4;
const STEP_V2_BYTES = 5;
/** in_amount u64, quoted_out_amount u64, slippage_bps u16. The fees follow. */
const FIGURES_BYTES = 18;

/**
 * The terms of `route` and instructions like it: the plan from `planAt` on, then the figures and platform_fee_bps u8.
 * Anchor ignores bytes after the arguments. A reader that began at the end could be shown honest figures behind false
 * ones. So the plan is read step by step, and no byte may be left over. Null when the form is unusual.
 */
export function readRoute(data: Uint8Array, planAt: number): SwapTerms | UnknownStep | null {
  const tail = endOfPlan(data, planAt, STEP_BYTES);
  if (tail === 'unknown-step') return tail;
  if (tail === null || data.length !== tail + FIGURES_BYTES + 1) return null;
  return termsOf(data, tail, data[tail + FIGURES_BYTES] ?? 1);
}

/**
 * The terms of `route_v2` and instructions like it: the figures at `at`, platform_fee_bps u16, positive_slippage_bps
 * u16, then the plan, after which nothing may follow. Null when the form is unusual.
 */
export function readRouteV2(data: Uint8Array, at: number): SwapTerms | UnknownStep | null {
  const planAt = at + FIGURES_BYTES + 4;
  const end = endOfPlan(data, planAt, STEP_V2_BYTES);
  if (end === 'unknown-step') return end;
  if (end !== data.length) return null;
  return termsOf(data, at, u16At(data, planAt - 4) + u16At(data, planAt - 2));
}

/**
 * Where a plan ends. A plan is the number of its steps as u32, then the steps. Null when it is no plan or is cut off.
 * The shares and indexes of steps may have any value: a wrong one can only make the swap sell less or fail, since the
 * minimum is checked where the lamports arrive.
 */
function endOfPlan(data: Uint8Array, at: number, stepBytes: number): number | UnknownStep | null {
  if (data.length < at + 4) return null;
  const steps = u32At(data, at);
  const end = at + 4 + steps * stepBytes;
  if (steps === 0 || end > data.length) return null;
  for (let step = at + 4; step < end; step += stepBytes) {
    if (!PLAIN_STEPS.includes(data[step] ?? 0)) return 'unknown-step';
  }
  return end;
}

/**
 * The terms whose figures begin at `at`. The minimum is what Jupiter demands of a route: the quoted amount less the
 * slippage, rounded down. Null when the slippage is more than 100%.
 */
function termsOf(data: Uint8Array, at: number, feeBps: number): SwapTerms | null {
  const slippageBps = BigInt(u16At(data, at + 16));
  if (slippageBps > BPS) return null;
  return { amount: u64At(data, at), minimum: (u64At(data, at + 8) * (BPS - slippageBps)) / BPS, feeBps };
}
