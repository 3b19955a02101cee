import type { Proof } from '../../src/contract/round.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import type { ChainView } from './chainView.ts';
import { type CommitSearch, findCommitTexts } from './findCommitTexts.ts';
import { isSlotCovered } from './ledger.ts';
import type { ChainTransaction } from './readTransaction.ts';

/** A round whose checks share one search. What the proof says are claims. Unix seconds. */
export interface RoundOnChain {
  readonly view: ChainView;
  /** How the round's own rules compute it. */
  readonly protocol: Protocol;
  readonly proof: Proof;
  readonly commitment: NonNullable<Proof['commitment']>;
  readonly endsAt: number;
  readonly beaconAt: number;
  /** The pool wallet's texts for this round; the history is read when first asked for. */
  readonly search: () => Promise<CommitSearch>;
}

/** How far before a round's start its commitment is looked for, and the least a round is taken to last. */
const SLACK_SECONDS = 600;
const SHORTEST_ROUND_SECONDS = 3_600;
/** Seconds before the end that the history of every round is read for, whatever anyone says about when it started. */
export const READ_SECONDS = SHORTEST_ROUND_SECONDS + SLACK_SECONDS;

/** The longest that a lottery may lock its entries before the draw, and what clocks may differ by. */
export const LONGEST_LEAD_SECONDS = 86_400 + SLACK_SECONDS;

interface RoundOnChainInput {
  readonly proof: Proof;
  readonly commitment: NonNullable<Proof['commitment']>;
  readonly startsAt: number;
}

/** Throws `UnknownRules`. */
export function roundOnChain(view: ChainView, { proof, commitment, startsAt }: RoundOnChainInput): RoundOnChain {
  const endsAt = unix(proof.endsAt);
  const { beacon } = proof;
  const since = Math.min(startsAt, endsAt - SHORTEST_ROUND_SECONDS) - SLACK_SECONDS;
  let searched: Promise<CommitSearch> | undefined;
  return {
    view,
    protocol: protocolOf(proof.rules?.rules ?? CURRENT_RULES.version),
    proof,
    commitment,
    endsAt,
    beaconAt: beacon ? beacon.genesisTime + (beacon.round - 1) * beacon.period : endsAt,
    search() {
      searched ??= findCommitTexts(view, { wallet: commitment.wallet, round: proof.roundNumber, endsAt, since });
      return searched;
    },
  };
}

/** In time: as long before the end as the round's rules want, and before the beacon. */
export function isTimely({ protocol, endsAt, beaconAt }: RoundOnChain, blockTime: number): boolean {
  return blockTime <= endsAt - protocol.commitLeadSeconds && blockTime < beaconAt;
}

interface Claim {
  readonly signature: string;
  readonly slot: number | null;
}

/**
 * A transaction that the proof names, or why it cannot be judged. "Not found" counts only from a ledger that holds its
 * slot.
 */
export async function lookAtClaim(
  view: ChainView,
  { signature, slot }: Claim,
): Promise<ChainTransaction | { readonly missing: true; readonly isProven: boolean; readonly why: string }> {
  const look = await view.look(signature);
  if (look.kind === 'read') return look.transaction;
  if (look.kind === 'unreadable') return { missing: true, isProven: false, why: `${signature}: ${look.why}` };
  const isProven = slot !== null && (await isSlotCovered(view.ask, slot));
  const why = isProven ? 'is not on chain' : 'is not known to this RPC server as final';
  return { missing: true, isProven, why: `${signature} ${why}` };
}

function unix(time: string): number {
  return Date.parse(time) / 1000;
}
