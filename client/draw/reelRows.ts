/** Rows in sight at most, and one above them that is leaving. */
const ROWS = 8;

export interface ReelRow {
  /** Its place in the reel, from the top. */
  readonly row: number;
  readonly address: string;
}

/** The rows of the endless list from `step` on; row 0 is the one that has just left. */
export function reelRows(participants: readonly string[], step: number): readonly ReelRow[] {
  if (participants.length === 0) return [];
  return Array.from({ length: ROWS }, (_, row) => ({
    row,
    address: participants[(step + row) % participants.length] ?? '',
  }));
}
