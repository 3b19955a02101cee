import type { ChainView } from './chainView.ts';
import { type CommitSearch, findCommitTexts } from './findCommitTexts.ts';
import { isSlotCovered } from './ledger.ts';
import type { RoundFacts } from './RoundFacts.ts';
import type { ChainTransaction } from './readTransaction.ts';
import { couldNotCheck, type Finding, failed } from './Step.ts';

/** A round whose checks share what was read of the chain. What the proof says are claims. Unix seconds. */
export interface RoundOnChain {
  readonly view: ChainView;
  readonly facts: RoundFacts;
  readonly wallet: string;
  /** The history is read back to here at least: an older commitment proves nothing. */
  readonly since: number;
  /** The pool wallet's texts for this round; the history is read when first asked for. */
  readonly search: () => Promise<CommitSearch>;
}

/** How far before a round's start its commitment is looked for, and the least a round is taken to last. */
const SLACK_SECONDS = 600;
export const SHORTEST_ROUND_SECONDS = 3_600;

/** The longest that a lottery may lock its entries before the draw, and what clocks may differ by. */
export const LONGEST_LEAD_SECONDS = 86_400 + SLACK_SECONDS;

interface RoundOnChainInput {
  readonly view: ChainView;
  readonly facts: RoundFacts;
  readonly wallet: string;
  /** Taken for an hour at least, whatever anyone says. */
  readonly roundSeconds: number;
}

/** A round beside its chain. The pool wallet is searched for commitments once, when the first step asks. */
export function roundOnChain({ view, facts, wallet, roundSeconds }: RoundOnChainInput): RoundOnChain {
  const { round, endsAt } = facts.bundle;
  const since = endsAt - Math.max(roundSeconds, SHORTEST_ROUND_SECONDS) - SLACK_SECONDS;
  let searched: Promise<CommitSearch> | undefined;
  return {
    view,
    facts,
    wallet,
    since,
    search() {
      searched ??= findCommitTexts(view, { wallet, round, endsAt, since });
      return searched;
    },
  };
}

/** The last second of a block time that is in time: as long before the end as the rules want, and before the beacon. */
export function latestInTime({ facts }: RoundOnChain): number {
  return Math.min(facts.bundle.endsAt - facts.protocol.commitLeadSeconds, facts.beaconTime - 1);
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
): Promise<{ readonly transaction: ChainTransaction } | { readonly transaction: null; readonly why: Finding }> {
  const first = await view.look(signature);
  const isProven = first.kind === 'absent' && slot !== null && (await isSlotCovered(view.ask, slot));
  // The slot may have become final after the first look and before the server named its newest one.
  const look = isProven ? await view.look(signature) : first;
  if (look.kind === 'read') return { transaction: look.transaction };
  if (look.kind === 'unreadable') return { transaction: null, why: couldNotCheck(`${signature}: ${look.why}`) };
  const why = isProven
    ? failed(`transaction: expected ${signature} got none of that signature in slot ${slot}`)
    : couldNotCheck(`${signature} is not known to this RPC server as final`);
  return { transaction: null, why };
}
