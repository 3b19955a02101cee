export interface PayoutMemo {
  readonly round: number;
  readonly endsAt: number;
  readonly root: string;
  readonly beaconRound: number;
  readonly winners: number;
}

/** The payout's memo, rules version 1; docs/protocol.md, section 8. */
export function payoutMemo(of: PayoutMemo): string {
  return `GOD1 payout round=${of.round} ends=${of.endsAt} root=${of.root} drand=${of.beaconRound} winners=${of.winners}`;
}

const PAYOUT_MEMO =
  /^GOD1 payout round=([1-9]\d{0,14}) ends=([1-9]\d{0,14}) root=[0-9a-f]{64} drand=[1-9]\d{0,14} winners=[1-9]\d?$/;

/** The round a payout memo speaks of, or null for any other text. */
export function payoutMemoRound(text: string): number | null {
  const match = PAYOUT_MEMO.exec(text);
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** The draw's moment a payout memo speaks of, unix seconds, or null for any other text. */
export function payoutMemoEnd(text: string): number | null {
  const match = PAYOUT_MEMO.exec(text);
  return match?.[2] === undefined ? null : Number(match[2]);
}

/** Seed of the guard address: one per hour of draw, so the chain itself refuses a second payout of it. */
export function guardSeed(endsAt: number): string {
  return `payout:${endsAt}`;
}
