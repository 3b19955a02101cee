/** A number from 0 on that JSON holds exactly: slots, times, lamports and places, as RPC servers tell them. */
export function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
