import { useEffect, useReducer, useRef } from 'react';
import { PRINT_AT_MS, type Reveal } from '../clock/revealTimeline.ts';
import type { Outcome } from '../round/RoundView.ts';

/** Rows in sight at most. */
const IN_SIGHT = 7;
/** The payline's place among them, from the top. */
const PAYLINE = 3;

/** The rows of the strip: `travel` rows that leave, and below them the rows in sight. */
interface Strip {
  readonly rows: readonly string[];
  readonly travel: number;
}

/** The strip of one step. The list is repeated without end, and the row that leaves is its row number `step`. */
export function stepStrip(participants: readonly string[], step: number): Strip {
  return { rows: part(participants, step, IN_SIGHT + 1), travel: 1 };
}

/** What is in sight at the end of a strip's travel. */
function inSight({ rows, travel }: Strip): readonly string[] {
  return rows.slice(travel, travel + IN_SIGHT);
}

/** The row of a strip that ends on the payline. */
export function paylineRow({ travel }: Strip): number {
  return travel + PAYLINE;
}

interface Spin {
  /** What the reel shows when it begins. */
  readonly from: Strip;
  readonly participants: readonly string[];
  /** The address that ends on the payline. */
  readonly winner: string;
  /** How many rows pass, 0 or at least the rows in sight. */
  readonly travel: number;
}

/** The strip that goes from what is in sight to a winner, and where in the list it then stands. */
export function spinTo({ from, participants, winner, travel }: Spin): { readonly strip: Strip; readonly step: number } {
  const list = participants.includes(winner) ? participants : [winner, ...participants];
  const end = list.indexOf(winner) + IN_SIGHT - PAYLINE;
  const arriving = part(list, end - Math.max(travel, IN_SIGHT), Math.max(travel, IN_SIGHT));
  const strip = travel === 0 ? { rows: arriving, travel } : { rows: [...inSight(from), ...arriving], travel };
  return { strip, step: participants.indexOf(winner) - PAYLINE - 1 };
}

/** `length` rows of the endless list, beginning at `start`, which may be negative. */
function part(list: readonly string[], start: number, length: number): readonly string[] {
  const size = list.length;
  if (size === 0) return [];
  return Array.from({ length }, (_, index) => list[(((start + index) % size) + size) % size] ?? '');
}

const STEP_MS = 350;
const TRAVEL_MS = 280;
/** After this many repeats of the list the count starts again at 0, which nobody can see. */
const REPEATS = 15;
/** How long the reel rests on a winner before it goes on to the next. */
const REST_MS = 350;
/** How many rows pass on the way to each winner, in the order of their printing. */
const TRAVELS = [7, 14, 18] as const;

/** Where the reel is, and how it got there. */
export interface ReelState {
  /** The row of the list that has just left. */
  readonly step: number;
  /** Set while the reel is on its way to a winner or stands on one. */
  readonly spin: { readonly winner: string; readonly strip: Strip } | null;
  /** How long it travels to where it is, ms; 0: it is there. */
  readonly travelMs: number;
}

type Move =
  | { readonly kind: 'step'; readonly participants: readonly string[] }
  | { readonly kind: 'spin'; readonly participants: readonly string[]; readonly order: number; readonly winner: string }
  | { readonly kind: 'stand'; readonly participants: readonly string[]; readonly winner: string }
  | { readonly kind: 'leave' };

const START: ReelState = { step: 0, spin: null, travelMs: 0 };

/** The strip for a state, from the newest list. */
export function stripOf({ spin, step }: ReelState, participants: readonly string[]): Strip {
  return spin?.strip ?? stepStrip(participants, step);
}

/** The reel after a move. */
export function moveReel(state: ReelState, move: Move): ReelState {
  switch (move.kind) {
    case 'step':
      return {
        step: (state.step + 1) % (move.participants.length * REPEATS),
        spin: null,
        travelMs: TRAVEL_MS,
      };
    case 'spin': {
      const { participants, winner, order } = move;
      const from = stripOf(state, participants);
      const { strip, step } = spinTo({ from, participants, winner, travel: TRAVELS[order] ?? TRAVELS[0] });
      return { step, spin: { winner, strip }, travelMs: spinMs(order) };
    }
    case 'stand': {
      if (state.spin?.winner === move.winner) return state;
      const { participants, winner } = move;
      const { strip, step } = spinTo({ from: stripOf(state, participants), participants, winner, travel: 0 });
      return { step, spin: { winner, strip }, travelMs: 0 };
    }
    case 'leave':
      return state.spin === null ? state : { ...state, spin: null, travelMs: 0 };
  }
}

/** A spin ends at the moment at which its winner is printed. */
function spinMs(order: number): number {
  return (PRINT_AT_MS[order] ?? 0) - spinStart(order);
}

/** Milliseconds after the result became known. */
function spinStart(order: number): number {
  return order === 0 ? 0 : (PRINT_AT_MS[order - 1] ?? 0) + REST_MS;
}

interface ReelInput {
  readonly participants: readonly string[];
  readonly outcome: Outcome | null;
  readonly reveal: Reveal;
  /** Whether anything may move. */
  readonly moving: boolean;
  /** Whether the reel is in sight. */
  readonly inSight: boolean;
}

/** Moves the reel through the list, and from one winner to the next as the timeline prints them. */
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
    const timer = setInterval(() => move({ kind: 'step', participants: list.current }), STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  const { printed } = reveal;
  useEffect(() => {
    if (!winners || !moving) return move({ kind: 'leave' });
    const order = Math.min(printed, winners.length);
    const now = winners[winners.length - order]?.address;
    const next = winners[winners.length - 1 - order]?.address;
    // If the spin was missed, for example in a hidden tab, the reel simply stands there.
    if (now) move({ kind: 'stand', participants: list.current, winner: now });
    if (!next) return;
    const spin = () => move({ kind: 'spin', participants: list.current, winner: next, order });
    if (order === 0) return spin();
    const timer = setTimeout(spin, REST_MS);
    return () => clearTimeout(timer);
  }, [winners, printed, moving]);

  return state;
}
