/**
 * The seeds of an hour's marks, whose base is the pool wallet: docs/protocol.md, section 6. They depend on the hour and
 * not on the round's number, so the chain refuses a second commitment and a second payment of an hour.
 */
export function commitSeed(endsAt: number): string {
  return `commit:${endsAt}`;
}

export function payoutSeed(endsAt: number): string {
  return `payout:${endsAt}`;
}
