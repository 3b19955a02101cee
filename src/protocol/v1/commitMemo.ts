import type { CommitMemo } from '../terms/memo.ts';

/** The commitment's memo, one line, rules version 1; its grammar is in docs/protocol.md, section 6. */
export function commitMemo(of: CommitMemo): string {
  return (
    `GOD1 commit round=${of.round} ends=${of.endsAt} slot=${of.slot} root=${of.root} entries=${of.entries}` +
    ` pool=${of.poolLamports} prizes=${of.totalLamports} drand=${of.beaconKeyId}:${of.beaconRound} rules=${of.rulesHash}`
  );
}

const COMMIT_MEMO = new RegExp(
  '^GOD1 commit round=([1-9]\\d{0,14}) ends=([1-9]\\d{0,14}) slot=(0|[1-9]\\d{0,14}) root=([0-9a-f]{64}) entries=([1-9]\\d{0,8})' +
    ' pool=(0|[1-9]\\d{0,19}) prizes=(0|[1-9]\\d{0,19}) drand=([0-9a-f]{16}):([1-9]\\d{0,14}) rules=([0-9a-f]{64})$',
);

type Said = readonly [
  ...[round: string, endsAt: string, slot: string, root: string, entries: string, pool: string, prizes: string],
  ...[key: string, beaconRound: string, rulesHash: string],
];

/** What a commitment's text says; null for any other text. Who wrote it is not checked. */
export function readCommitMemo(text: string): CommitMemo | null {
  const said = COMMIT_MEMO.exec(text)?.slice(1) as Said | undefined;
  if (said === undefined) return null;
  const [round, endsAt, slot, root, entries, pool, prizes, key, beaconRound, rulesHash] = said;
  return {
    ...{ round: Number(round), endsAt: Number(endsAt), slot: Number(slot), root, entries: Number(entries) },
    ...{ poolLamports: BigInt(pool), totalLamports: BigInt(prizes) },
    ...{ beaconKeyId: key, beaconRound: Number(beaconRound), rulesHash },
  };
}
