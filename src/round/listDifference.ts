/** A row of a stored list is a wallet's 32 bytes and the 8 bytes of its amount. */
const OWNER_BYTES = 32;
const ROW_BYTES = 40;

/**
 * How to make the rows `after` from the rows `before`: the positions of rows that are gone, the amounts that have
 * changed, and the new rows. `before` and `after` are joined rows in ascending order of their owners; the answer is
 * null if they are not. A row that stays the same costs nothing, and a changed amount about nine bytes.
 */
export function listDifference(before: Uint8Array, after: Uint8Array): Uint8Array | null {
  const [olds, news] = [splitRows(before), splitRows(after)];
  if (olds === null || news === null) return null;
  const gone: number[] = [];
  const changed: { readonly position: number; readonly row: Uint8Array }[] = [];
  const added: Uint8Array[] = [];
  let [position, next] = [0, 0];
  while (position < olds.length || next < news.length) {
    const [old, row] = [olds[position], news[next]];
    const order = old === undefined ? 1 : row === undefined ? -1 : compare(old, row, OWNER_BYTES);
    if (order <= 0) {
      if (row === undefined || order < 0) gone.push(position);
      else if (old !== undefined && compare(old, row, ROW_BYTES) !== 0) changed.push({ position, row });
      position += 1;
    }
    if (order >= 0) {
      if (row !== undefined && order > 0) added.push(row);
      next += 1;
    }
  }
  return Uint8Array.from([
    ...positionsOf(gone),
    ...positionsOf(changed.map((change) => change.position)),
    ...changed.flatMap(({ row }) => [...row.subarray(OWNER_BYTES)]),
    ...added.flatMap((row) => [...row]),
  ]);
}

/** The rows that `difference` makes from `before`. Throws a RangeError when the two do not belong together. */
export function applyListDifference(before: Uint8Array, difference: Uint8Array): Uint8Array {
  const olds = splitRows(before);
  if (olds === null) throw new RangeError('these are no rows in the order of their owners');
  const gone = readPositions(difference, 0);
  const changed = readPositions(difference, gone.end);
  const amountBytes = ROW_BYTES - OWNER_BYTES;
  const addedAt = changed.end + changed.positions.length * amountBytes;
  const added = splitRows(difference.subarray(addedAt));
  const positions = [...gone.positions, ...changed.positions];
  if (added === null || addedAt > difference.length || positions.some((position) => position >= olds.length))
    throw new RangeError('the difference does not belong to these rows');
  const amounts = new Map(
    changed.positions.map((position, i) => {
      const at = changed.end + i * amountBytes;
      return [position, difference.subarray(at, at + amountBytes)];
    }),
  );
  const left = new Set(gone.positions);
  const kept = olds.flatMap((row, position) => {
    const amount = amounts.get(position);
    if (left.has(position)) return [];
    return [amount === undefined ? row : Uint8Array.from([...row.subarray(0, OWNER_BYTES), ...amount])];
  });
  return joined([...kept, ...added].sort(byOwner));
}

/** The rows one by one; null when the last one is not whole, or when the owners do not strictly ascend. */
function splitRows(bytes: Uint8Array): Uint8Array[] | null {
  if (bytes.length % ROW_BYTES !== 0) return null;
  const rows = Array.from({ length: bytes.length / ROW_BYTES }, (_, i) =>
    bytes.subarray(i * ROW_BYTES, (i + 1) * ROW_BYTES),
  );
  const isOrdered = rows.every((row, i) => {
    const previous = rows[i - 1];
    return previous === undefined || byOwner(previous, row) < 0;
  });
  return isOrdered ? rows : null;
}

function joined(rows: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(rows.length * ROW_BYTES);
  for (const [i, row] of rows.entries()) bytes.set(row, i * ROW_BYTES);
  return bytes;
}

const byOwner = (a: Uint8Array, b: Uint8Array) => compare(a, b, OWNER_BYTES);

/** Below 0 when the first `length` bytes of `a` come before those of `b`, 0 when they are the same. */
function compare(a: Uint8Array, b: Uint8Array, length: number): number {
  for (let i = 0; i < length; i++) {
    const order = (a[i] ?? 0) - (b[i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * Encodes ascending positions: their count, and the distance of each from the one before; seven bits in a byte, the
 * lowest first.
 */
function positionsOf(positions: readonly number[]): number[] {
  const distances = positions.map((position, i) => position - (positions[i - 1] ?? 0));
  return [positions.length, ...distances].flatMap(sevenBits);
}

function sevenBits(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...sevenBits(Math.floor(value / 128))];
}

function readPositions(bytes: Uint8Array, start: number): { readonly positions: number[]; readonly end: number } {
  let end = start;
  const next = (): number => {
    let [value, weight] = [0, 1];
    for (;;) {
      const byte = bytes[end];
      if (byte === undefined) throw new RangeError('the difference is cut off');
      end += 1;
      value += (byte % 128) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
  };
  const count = next();
  const positions: number[] = [];
  for (let i = 0; i < count; i++) positions.push((positions.at(-1) ?? 0) + next());
  return { positions, end };
}
