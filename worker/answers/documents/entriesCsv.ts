import type { Proof } from '../../../src/contract/round.ts';
import { UNITS_PER_GOD } from '../../../src/money/god.ts';

type Snapshot = Pick<NonNullable<Proof['snapshot']>, 'entries' | 'amounts'>;

/** A round's entries in the order in which they are drawn from, with the index that a draw names, as CSV. */
export function entriesCsv({ entries, amounts }: Snapshot): string {
  const rows = entries.map((address, index) => {
    const units = amounts[index] ?? '0';
    return `${index},${address},${units},${godOf(BigInt(units))}`;
  });
  return ['index,address,units,god', ...rows, ''].join('\r\n');
}

/** All six decimals, without separators: for machines. */
function godOf(units: bigint): string {
  return `${units / UNITS_PER_GOD}.${String(units % UNITS_PER_GOD).padStart(6, '0')}`;
}
