import { useEffect, useReducer, useRef } from 'react';
import { PRINT_AT_MS, type Reveal } from '../clock/revealTimeline.ts';
import type { Outcome } from '../round/RoundView.ts';

/** How many rows remain when a strip has moved. The page shows at most the middle five. */
const IN_SIGHT = 7;
/** The payline is the row on which a winner stops: its number among the remaining `IN_SIGHT`, from 0 at the top. */
const PAYLINE = 3;

/** The rows from top to bottom: the first `travel` move out of the reel, the last `IN_SIGHT` remain. */
interface Strip {
  readonly rows: readonly string[];
  readonly travel: number;
}

/** A strip that begins at row number `step` of the list. After the list's last row follows its first. */
export function stripFrom(participants: readonly string[], step: number, travel = 0): Strip {
  return { rows: part(participants, step, travel + IN_SIGHT), travel };
}

function inSight({ rows, travel }: Strip): readonly string[] {
  return rows.slice(travel, travel + IN_SIGHT);
}

/** The number of the strip's row that ends on the payline. */
export function paylineRow({ travel }: Strip): number {
  return travel + PAYLINE;
}

interface Spin {
  readonly from: Strip;
  readonly participants: readonly string[];
  readonly winner: string;
  /** How many rows pass: at least `IN_SIGHT`, or 0 to put the winner on the payline without motion. */
  readonly travel: number;
}

/** The strip that moves from the rows of `from` to the winner, and the reel's `step` when it stands on the winner. */
export function spinTo({ from, participants, winner, travel }: Spin): { readonly strip: Strip; readonly step: number } {
  const list = participants.includes(winner) ? participants : [winner, ...participants];
  const end = list.indexOf(winner) + IN_SIGHT - PAYLINE;
  const arriving = part(list, end - Math.max(travel, IN_SIGHT), Math.max(travel, IN_SIGHT));
  const strip = travel === 0 ? { rows: arriving, travel } : { rows: [...inSight(from), ...arriving], travel };
  return { strip, step: participants.indexOf(winner) - PAYLINE };
}

/** `length` rows of the list, beginning at `start`, which may be negative. After the last row follows the first. */
function part(list: readonly string[], start: number, length: number): readonly string[] {
  const size = list.length;
  if (size === 0) return [];
  return Array.from({ length }, (_, index) => list[(((start + index) % size) + size) % size] ?? '');
}

/** The time from one row to the next, ms. */
export const STEP_MS = 350;
/** How long the strip moves within each `STEP_MS`, ms. */
export const TRAVEL_MS = 280;
/** How many rows pass in one animation while no winner is known. Such an animation is a lap. */
const LAP = 24;

/** How long the reel rests on a winner before it goes on to the next, ms. */
const REST_MS = 350;
/** How many rows pass before each winner, in the order in which the winners are printed. */
const TRAVELS = [7, 14, 18] as const;

export interface ReelState {
  /**
   * Which row of the list is at the top of the reel. During a lap: which row was there when the lap began. On the way
   * to a winner: which row will be there when the reel stands on the winner.
   */
  readonly step: number;
  readonly lap: boolean;
  /** Set while the reel is on its way to a winner or stands on one. */
  readonly spin: { readonly winner: string; readonly strip: Strip } | null;
  /** The duration of the animation that this state begins, ms; 0 when it begins none. */
  readonly travelMs: number;
}

type Move =
  | { readonly kind: 'lap' }
  | { readonly kind: 'rest'; readonly passedMs: number }
  | { readonly kind: 'spin'; readonly participants: readonly string[]; readonly order: number; readonly winner: string }
  | { readonly kind: 'stand'; readonly participants: readonly string[]; readonly winner: string }
  | { readonly kind: 'leave' };

export const START: ReelState = { step: 0, lap: false, spin: null, travelMs: 0 };

/** The strip to show for a state. While `spin` is null, it is made from the newest list. */
export function stripOf({ spin, lap, step }: ReelState, participants: readonly string[]): Strip {
  return spin?.strip ?? stripFrom(participants, step, lap ? LAP : 0);
}

/** The reel after a move. */
export function moveReel(state: ReelState, move: Move): ReelState {
  switch (move.kind) {
    case 'lap':
      return { step: state.lap ? state.step + LAP : state.step, lap: true, spin: null, travelMs: LAP * STEP_MS };
    case 'rest': {
      const passed = Math.min(LAP, Math.ceil(move.passedMs / STEP_MS));
      return state.lap ? { step: state.step + passed, lap: false, spin: null, travelMs: 0 } : state;
    }
    case 'spin': {
      const { participants, winner, order } = move;
      const from = stripOf(state, participants);
      const { strip, step } = spinTo({ from, participants, winner, travel: TRAVELS[order] ?? TRAVELS[0] });
      return { step, lap: false, spin: { winner, strip }, travelMs: spinMs(order) };
    }
    case 'stand': {
      if (state.spin?.winner === move.winner) return state;
      const { participants, winner } = move;
      const { strip, step } = spinTo({ from: stripOf(state, participants), participants, winner, travel: 0 });
      return { step, lap: false, spin: { winner, strip }, travelMs: 0 };
    }
    case 'leave':
      return state.spin === null ? state : { ...state, spin: null, travelMs: 0 };
  }
}

function spinMs(order: number): number {
  return (PRINT_AT_MS[order] ?? 0) - spinStart(order);
}

/** When a spin begins, in ms after the result became known. */
function spinStart(order: number): number {
  return order === 0 ? 0 : (PRINT_AT_MS[order - 1] ?? 0) + REST_MS;
}

interface ReelInput {
  readonly participants: readonly string[];
  readonly outcome: Outcome | null;
  readonly reveal: Reveal;
  readonly moving: boolean;
  readonly inSight: boolean;
}

/** The reel's state. Until the winners are known, the reel goes through the list; then from winner to winner. */
export function useReel({ participants, outcome, reveal, moving, inSight }: ReelInput): ReelState {
  const [state, move] = useReducer(moveReel, START);
  const list = useRef(participants);
  useEffect(() => {
    list.current = participants;
  }, [participants]);

  const winners = outcome?.kind === 'complete' ? outcome.winners : null;
  const isRunning = moving && inSight && winners === null && participants.length > 0;
  useEffect(() => {
    if (!isRunning) return;
    let began = 0;
    const lap = () => {
      began = performance.now();
      move({ kind: 'lap' });
    };
    lap();
    const timer = setInterval(lap, LAP * STEP_MS);
    return () => {
      clearInterval(timer);
      move({ kind: 'rest', passedMs: performance.now() - began });
    };
  }, [isRunning]);

  const { printed } = reveal;
  useEffect(() => {
    if (!winners || !moving) return move({ kind: 'leave' });
    const order = Math.min(printed, winners.length);
    const now = winners[winners.length - order]?.address;
    const next = winners[winners.length - 1 - order]?.address;
    // If no spin has led to the winner, it is put on the payline without motion.
    if (now) move({ kind: 'stand', participants: list.current, winner: now });
    if (!next) return;
    const spin = () => move({ kind: 'spin', participants: list.current, winner: next, order });
    if (order === 0) return spin();
    const timer = setTimeout(spin, REST_MS);
    return () => clearTimeout(timer);
  }, [winners, printed, moving]);

  return state;
}
