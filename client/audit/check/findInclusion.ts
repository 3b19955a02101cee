import { describeFailure } from '../chain/askChain.ts';
import type { ChainView } from '../chain/chainView.ts';
import { type LotteryAsked, PINNED_QUICKNET, type TrustedNetwork } from '../chain/Lottery.ts';
import { amountOnChain } from './amountOnChain.ts';
import type { Bundle } from './Bundle.ts';
import { findLottery, type LotteryFound, shownIn } from './checkLottery.ts';
import { checkInclusion, inclusionJson, inclusionProof } from './inclusion.ts';
import { type RoundFacts, roundFacts } from './RoundFacts.ts';
import { readBundle } from './readBundle.ts';
import { claimedTerms } from './roundTerms.ts';
import { couldNotCheck, type Finding, notReached, ok, type StepId, stepName, UNKNOWN_TERMS } from './Step.ts';
import { stepChecks } from './stepChecks.ts';

export interface InclusionInput {
  /** The round's proof as parsed JSON, whose shape is not checked yet. */
  readonly proof: unknown;
  readonly round: number;
  readonly address: string;
  /** Null when no chain is to be asked. */
  readonly view: ChainView | null;
  readonly network?: TrustedNetwork;
  readonly lottery: LotteryAsked;
}

/** The steps that show that a list was promised on chain: all up to `commitment`, except `marks` and `inclusion`. */
const PROMISE = [
  ...['lottery', 'proof', 'terms', 'pool wallet', 'entries', 'root', 'rules', 'memo', 'commitment'],
] as const satisfies readonly StepId[];

/** Looks for a wallet in a round's list, and for the list's root on chain. Never throws. */
export async function findInclusion(input: InclusionInput): Promise<InclusionAnswer> {
  const { round, address, view } = input;
  const { bundle, problem } = readBundle(input.proof);
  if (bundle === null) return withoutList(input, `the proof cannot be read: ${problem}`);
  const { network = PINNED_QUICKNET, lottery: asked } = input;
  const found = await findLottery({ view, asked, network, round, shown: shownIn(bundle) });
  const terms = found.terms ?? claimedTerms(round, bundle);
  const facts = roundFacts({ bundle, network, terms, fullTerms: found.judged?.terms ?? null });
  const place = placeOf(facts, address);
  if (place.kind === 'no-list') {
    const nothing = notReached('there is no list');
    return { round, address, place, chain: nothing, amount: nothing };
  }
  const chain = await checkPromise(facts, place, { ...input, found });
  const amount = view === null ? couldNotCheck('no chain was asked') : await checkAmount(view, facts, address);
  return { round, address, place, chain, amount };
}

/** The answer for a round without a readable proof; `why` says what is wrong. */
export function withoutList(
  { round, address }: Pick<InclusionInput, 'round' | 'address'>,
  why: string,
): InclusionAnswer {
  const nothing = couldNotCheck('there is no list');
  return { round, address, place: { kind: 'unread', why }, chain: nothing, amount: nothing };
}

function placeOf({ bundle, protocol, fullTerms, root }: RoundFacts, address: string): InclusionPlace {
  const { round, snapshot, state } = bundle;
  if (snapshot === null || root === null) return { kind: 'no-list', isCalledOff: state === 'rolled-over' };
  const proof = inclusionProof(protocol, { round, entries: snapshot.entries, address });
  if (proof !== null) return { kind: 'listed', proof: inclusionJson(proof), root };
  return {
    kind: 'absent',
    entries: snapshot.entries.length,
    root,
    slot: snapshot.slot,
    threshold: fullTerms?.threshold ?? String(protocol.threshold),
    top: fullTerms?.top ?? 0,
    excluded: excludedIn(bundle, address),
  };
}

function excludedIn({ rules }: Bundle, address: string) {
  return rules?.excluded.find(([wallet]) => wallet === address)?.[1] ?? null;
}

/**
 * Runs the steps in `PROMISE`, and `inclusion` for a listed wallet. Returns the first finding with the worst state; its
 * value begins with the step's name. If all are ok, the value is the commitment's signature.
 */
async function checkPromise(
  facts: RoundFacts,
  place: InclusionPlace,
  input: InclusionInput & { readonly found: LotteryFound },
): Promise<Finding> {
  const { view, round, found } = input;
  const checks = stepChecks(facts, { view, relays: null, round, found });
  const findings: Finding[] = [];
  const add = (id: StepId, { state, value }: Finding) =>
    findings.push({ state, value: `${stepName(id, facts.protocol)}: ${value}` });
  if (place.kind === 'listed') add('inclusion', checkInclusion(facts, place.proof));
  for (const id of PROMISE) add(id, await checks[id]());
  const worst = (state: Finding['state']) => findings.find((finding) => finding.state === state);
  const { commitment } = facts.bundle;
  return worst('failed') ?? worst('could-not-check') ?? worst('not-reached') ?? ok(commitment?.signature ?? '');
}

async function checkAmount(view: ChainView, { bundle, fullTerms }: RoundFacts, owner: string): Promise<Finding> {
  const { snapshot } = bundle;
  if (snapshot === null || fullTerms === null) return UNKNOWN_TERMS;
  const { mint, threshold, top } = fullTerms;
  const isListed = snapshot.entries.some((one) => one === owner);
  const reason = excludedIn(bundle, owner);
  const mayBeOut = reason === 'frozen' || (reason === null && top > 0) ? 'unknown' : reason === null ? 'no' : 'yes';
  const question = { owner, mint, slot: snapshot.slot, threshold: BigInt(threshold) };
  try {
    return await amountOnChain(view.ask, { ...question, isListed, mayBeOut });
  } catch (error) {
    return couldNotCheck(`the chain could not be asked (${describeFailure(error)})`);
  }
}

/** What a round's published list says about one wallet, and what the chain says about that list. */
export interface InclusionAnswer {
  readonly round: number;
  readonly address: string;
  readonly place: InclusionPlace;
  /** Whether the pool wallet signed the root of this list, and of no other list, on chain in time. */
  readonly chain: Finding;
  /** Whether what the wallet held at the snapshot's slot agrees with the list. */
  readonly amount: Finding;
}

export type InclusionPlace =
  | { readonly kind: 'listed'; readonly proof: ReturnType<typeof inclusionJson>; readonly root: string }
  | {
      readonly kind: 'absent';
      readonly entries: number;
      readonly root: string;
      readonly slot: number;
      /** The smallest amount that the terms want of a wallet: base units as decimal text. */
      readonly threshold: string;
      /** 0: every wallet with enough is in the list. n: only the n largest of them. */
      readonly top: number;
      readonly excluded: string | null;
    }
  /** The round has no list: it is not locked yet, or was called off before its lock. */
  | { readonly kind: 'no-list'; readonly isCalledOff: boolean }
  | { readonly kind: 'unread'; readonly why: string };
