import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { describeFailure } from '../chain/askChain.ts';
import {
  type Lottery,
  type LotteryAsked,
  PINNED_QUICKNET,
  type TermsShown,
  type TrustedNetwork,
} from '../chain/Lottery.ts';
import type { Bundle } from './Bundle.ts';
import { findLottery, shownIn } from './checkLottery.ts';
import type { Hour } from './Hour.ts';
import { type Links, stepLink } from './Links.ts';
import { type Report, verdictOf } from './Report.ts';
import { type RoundFacts, roundFacts } from './RoundFacts.ts';
import { readBundle } from './readBundle.ts';
import { claimedTerms, type RoundTerms } from './roundTerms.ts';
import {
  CALLED_OFF_STEPS,
  CHAIN_STEPS,
  couldNotCheck,
  DRAW_STEPS,
  type Finding,
  LIST_STEPS,
  NAMED_NETWORK,
  notReached,
  type Step,
  type StepId,
  stepName,
  stepSentence,
} from './Step.ts';
import { type Sources, stepChecks } from './stepChecks.ts';

export interface VerifyInput extends Sources {
  readonly lottery: LotteryAsked;
  readonly round: number;
  /**
   * The answer of `GET /api/lottery/rounds/:n/proof` as parsed JSON of any shape. Null when no server was asked for it:
   * then only the chain is looked at.
   */
  readonly proof: unknown;
  /** Announcements from a source other than the proof. */
  readonly shown?: readonly TermsShown[];
  /** Quicknet when this is not given. */
  readonly network?: TrustedNetwork;
  readonly links: Links;
  /** Called with each step, in their order, as soon as its outcome is known. There are `of` steps in all. */
  readonly onStep?: (step: Step, of: number) => void;
}

/** Checks a round, step by step, on chain and by its proof. Never throws. */
export async function verifyRound(input: VerifyInput): Promise<Report> {
  const { view, round, lottery: asked, network = PINNED_QUICKNET } = input;
  const { bundle, problem } = readBundle(input.proof);
  const shown = [...shownIn(bundle), ...(input.shown ?? [])];
  const found = await findLottery({ view, asked, network, round, shown });
  const claimed = bundle ?? nothingOf(round, found.terms);
  const terms = found.terms ?? claimedTerms(round, claimed);
  const facts = roundFacts({ bundle: claimed, network, terms, fullTerms: found.judged?.terms ?? null });
  const checks = stepChecks(facts, { ...input, found });
  const ids = stepsOf(bundle, input);
  const steps: Step[] = [];
  let hour: Hour = 'not known';
  for (const id of ids) {
    const isOfChain = id === 'lottery' || id === 'marks';
    const finding = bundle || isOfChain ? await findingOf(checks[id]) : unread(id, input, problem ?? '');
    hour = finding.hour ?? hour;
    const step = stepOf(id, finding, { facts, links: input.links });
    steps.push(step);
    input.onStep?.(step, ids.length);
  }
  return {
    roundNumber: round,
    state: bundle?.state ?? null,
    verdict: verdictOf(steps),
    ...{ hour, steps },
    servers: view?.servers.length ?? 0,
    lottery: found.lottery && lotteryShown(found.lottery, terms),
    unconfirmed: unconfirmedOf(bundle, input),
  };
}

function lotteryShown({ mint, hash, since }: Lottery, { wallet, endsAt }: RoundTerms): Report['lottery'] {
  return { mint, hash, since, endsAt: wallet === null ? null : endsAt };
}

/** Stands for a proof that is missing or cannot be read, so that the marks of the hour can be checked anyway. */
function nothingOf(round: number, terms: RoundTerms | null): Bundle {
  return {
    ...{ round, endsAt: terms?.endsAt ?? 0, state: 'open', reason: null, rules: null, rulesHash: null },
    ...{ snapshot: null, commitment: null, beacon: null, prize: null, winners: null, payout: null },
    ...{ terms: [], witnesses: [], unconfirmed: [] },
  };
}

/** The finding of a check. An unforeseen error stops only this check. */
async function findingOf(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return couldNotCheck(`the check stopped (${describeFailure(error)})`);
  }
}

interface Shown {
  readonly facts: RoundFacts;
  readonly links: Links;
}

function stepOf(id: StepId, { state, value }: Finding, { facts, links }: Shown): Step {
  const link = state === 'not-reached' ? null : stepLink(id, facts, links);
  const words = { name: stepName(id, facts.protocol), sentence: stepSentence(id) };
  return { id, ...words, ...(id === 'network' && isOther(facts) && NAMED_NETWORK), state, value, link };
}

function isOther(facts: RoundFacts): boolean {
  return facts.network.by === 'pinned' && facts.network.network.publicKey !== QUICKNET.publicKey;
}

function stepsOf(bundle: Bundle | null, { proof, relays, inclusion }: VerifyInput): readonly StepId[] {
  const asked = inclusion === undefined ? [] : (['inclusion'] as const);
  if (bundle?.state === 'rolled-over') return [...CALLED_OFF_STEPS.filter((id) => isPublished(id, bundle)), ...asked];
  if (proof === null) return CHAIN_STEPS;
  return [...DRAW_STEPS.filter((id) => id !== 'drand' || relays !== null), ...asked];
}

/** Whether the proof has what a step checks. A round that was called off before its lock has no list. */
function isPublished(id: StepId, { snapshot }: Bundle): boolean {
  return snapshot !== null || !LIST_STEPS.some((one) => one === id);
}

function unread(id: StepId, { proof }: VerifyInput, problem: string): Finding {
  if (proof === null) return notReached('nobody was asked for it');
  return id === 'proof' ? couldNotCheck(`no proof: ${problem}`) : notReached('the proof cannot be read');
}

const FROM_THE_PROOF = { field: 'beacon.signature', value: 'its origin: no relay of the network was named' };

function unconfirmedOf(bundle: Bundle | null, { relays }: VerifyInput) {
  const isBeaconTaken = relays === null && bundle?.beacon?.signature;
  return [...(bundle?.unconfirmed ?? []), ...(isBeaconTaken ? [FROM_THE_PROOF] : [])];
}
