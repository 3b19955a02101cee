/** A leaf is a wallet's 32 bytes and the 8 bytes of its amount. */
const OWNER_BYTES = 32;
const LEAF_BYTES = 40;

/**
 * What makes the leaves `after` of the leaves `before`: the places that are gone, the amounts that have changed, and
 * the leaves that are new. Both are joined leaves in ascending order of their owners. An owner that stays costs
 * nothing, and one whose amount has changed about nine bytes.
 *
 * Null when the leaves are not of this kind: `applyLeafDifference` would not give them back.
 */
export function leafDifference(before: Uint8Array, after: Uint8Array): Uint8Array | null {
  const [olds, news] = [splitLeaves(before), splitLeaves(after)];
  if (olds === null || news === null) return null;
  const gone: number[] = [];
  const changed: { readonly place: number; readonly leaf: Uint8Array }[] = [];
  const added: Uint8Array[] = [];
  let [place, next] = [0, 0];
  while (place < olds.length || next < news.length) {
    const [old, leaf] = [olds[place], news[next]];
    const order = old === undefined ? 1 : leaf === undefined ? -1 : compare(old, leaf, OWNER_BYTES);
    if (order <= 0) {
      if (leaf === undefined || order < 0) gone.push(place);
      else if (old !== undefined && compare(old, leaf, LEAF_BYTES) !== 0) changed.push({ place, leaf });
      place += 1;
    }
    if (order >= 0) {
      if (leaf !== undefined && order > 0) added.push(leaf);
      next += 1;
    }
  }
  return Uint8Array.from([
    ...placesOf(gone),
    ...placesOf(changed.map((change) => change.place)),
    ...changed.flatMap(({ leaf }) => [...leaf.subarray(OWNER_BYTES)]),
    ...added.flatMap((leaf) => [...leaf]),
  ]);
}

/** The leaves that `difference` was made for. Throws a RangeError when it was not made from `before`. */
export function applyLeafDifference(before: Uint8Array, difference: Uint8Array): Uint8Array {
  const olds = splitLeaves(before);
  if (olds === null) throw new RangeError('these are no leaves in the order of their owners');
  const gone = readPlaces(difference, 0);
  const changed = readPlaces(difference, gone.end);
  const amountBytes = LEAF_BYTES - OWNER_BYTES;
  const addedAt = changed.end + changed.places.length * amountBytes;
  const added = splitLeaves(difference.subarray(addedAt));
  const places = [...gone.places, ...changed.places];
  if (added === null || addedAt > difference.length || places.some((place) => place >= olds.length))
    throw new RangeError('the difference does not belong to these leaves');
  const amounts = new Map(
    changed.places.map((place, i) => {
      const at = changed.end + i * amountBytes;
      return [place, difference.subarray(at, at + amountBytes)];
    }),
  );
  const left = new Set(gone.places);
  const kept = olds.flatMap((leaf, place) => {
    const amount = amounts.get(place);
    if (left.has(place)) return [];
    return [amount === undefined ? leaf : Uint8Array.from([...leaf.subarray(0, OWNER_BYTES), ...amount])];
  });
  return joined([...kept, ...added].sort(byOwner));
}

/** The leaves one by one; null when they are not whole, or not each owner once and in order. */
function splitLeaves(bytes: Uint8Array): Uint8Array[] | null {
  if (bytes.length % LEAF_BYTES !== 0) return null;
  const leaves = Array.from({ length: bytes.length / LEAF_BYTES }, (_, i) =>
    bytes.subarray(i * LEAF_BYTES, (i + 1) * LEAF_BYTES),
  );
  const isOrdered = leaves.every((leaf, i) => {
    const previous = leaves[i - 1];
    return previous === undefined || byOwner(previous, leaf) < 0;
  });
  return isOrdered ? leaves : null;
}

function joined(leaves: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(leaves.length * LEAF_BYTES);
  for (const [i, leaf] of leaves.entries()) bytes.set(leaf, i * LEAF_BYTES);
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

/** Ascending places: how many, and each as its distance from the one before; seven bits a byte, the lowest first. */
function placesOf(places: readonly number[]): number[] {
  const distances = places.map((place, i) => place - (places[i - 1] ?? 0));
  return [places.length, ...distances].flatMap(sevenBits);
}

function sevenBits(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...sevenBits(Math.floor(value / 128))];
}

function readPlaces(bytes: Uint8Array, start: number): { readonly places: number[]; readonly end: number } {
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
  const places: number[] = [];
  for (let i = 0; i < count; i++) places.push((places.at(-1) ?? 0) + next());
  return { places, end };
}
