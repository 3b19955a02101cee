/** Wallets show this many characters at each end of an address. */
const SHOWN = 4;
/** A mistyped address differs in at most this many letters. */
const SLIPS = 2;

/** Whether two different addresses are easily confused: both ends are alike, or only one or two letters differ. */
export function isNeighbour(one: string, other: string): boolean {
  if (one === other) return false;
  const looksAlike = one.slice(0, SHOWN) === other.slice(0, SHOWN) && one.slice(-SHOWN) === other.slice(-SHOWN);
  return looksAlike || slips(one, other) <= SLIPS;
}

/** How many letters differ; infinitely many when the lengths differ. */
function slips(one: string, other: string): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  return [...one].filter((letter, index) => letter !== other[index]).length;
}
