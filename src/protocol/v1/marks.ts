/**
 * Seeds of the accounts that mark an hour, derived from the pool wallet: docs/protocol.md, section 6. One for each hour
 * of draw, whatever its number, so the chain itself refuses a second text and a second payment of it.
 */
export function commitSeed(endsAt: number): string {
  return `commit:${endsAt}`;
}

export function payoutSeed(endsAt: number): string {
  return `payout:${endsAt}`;
}
