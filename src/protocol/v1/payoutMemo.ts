import type { MemoSubject, PayoutMemo } from '../terms/memo.ts';

/** The payout's memo, rules version 1; docs/protocol.md, section 8. */
export function payoutMemo(of: PayoutMemo): string {
  return `GOD1 payout round=${of.round} ends=${of.endsAt} root=${of.root} drand=${of.beaconRound} winners=${of.winners}`;
}

const PAYOUT_MEMO =
  /^GOD1 payout round=([1-9]\d{0,14}) ends=([1-9]\d{0,14}) root=[0-9a-f]{64} drand=[1-9]\d{0,14} winners=[1-9]\d?$/;

/** The draw that a payout's text names; null for any other text. Who wrote it is not checked. */
export function readPayoutMemo(text: string): MemoSubject | null {
  const said = PAYOUT_MEMO.exec(text);
  return said === null ? null : { round: Number(said[1]), endsAt: Number(said[2]) };
}
