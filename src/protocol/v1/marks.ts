/**
 * Seeds of the accounts that mark an hour, derived from the pool wallet: docs/protocol.md, section 6. Each hour of draw
 * has one pair of them, independent of its round number. So the chain itself refuses a second commitment and a second
 * payment for an hour.
 */
export function commitSeed(endsAt: number): string {
  return `commit:${endsAt}`;
}

export function payoutSeed(endsAt: number): string {
  return `payout:${endsAt}`;
}
