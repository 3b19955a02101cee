/** Rows in sight at most. */
const IN_SIGHT = 7;
/** The payline's place among them, from the top. */
const PAYLINE = 3;

/** The rows of the strip: `travel` rows that leave, and below them the rows in sight. */
export interface Strip {
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
