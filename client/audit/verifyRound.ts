import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { describeFailure } from './askChain.ts';
import type { Bundle } from './Bundle.ts';
import { type Links, stepLink } from './Links.ts';
import { type Report, verdictOf } from './Report.ts';
import { type RoundFacts, roundFacts } from './RoundFacts.ts';
import { readBundle } from './readBundle.ts';
import type { NamedTerms } from './roundTerms.ts';
import {
  CALLED_OFF_STEPS,
  couldNotCheck,
  DRAW_STEPS,
  type Finding,
  NAMED_NETWORK,
  notReached,
  type Step,
  type StepId,
  stepName,
  stepSentence,
} from './Step.ts';
import { type Sources, stepChecks } from './stepChecks.ts';
import { PINNED_QUICKNET, type TrustedNetwork } from './TrustedNetwork.ts';

export interface VerifyInput extends Sources {
  /** Parsed JSON of anything: the answer of `GET /api/lottery/rounds/:n/proof`, from wherever it came. */
  readonly proof: unknown;
  /** Quicknet when nobody says anything else. */
  readonly network?: TrustedNetwork;
  /** What the user says of the lottery, from another source than the proof. */
  readonly named: NamedTerms;
  readonly links: Links;
  /** Called with each step as soon as it is known, in their order. */
  readonly onStep?: (step: Step, of: number) => void;
}

/** Checks a round's proof, step by step, here and on chain. Never throws: what cannot be looked at is a finding. */
export async function verifyRound(input: VerifyInput): Promise<Report> {
  const { bundle, problem } = readBundle(input.proof);
  const network = input.network ?? PINNED_QUICKNET;
  const facts = bundle && roundFacts({ bundle, network, named: input.named });
  const checks = facts && stepChecks(facts, input);
  const ids = stepsOf(bundle, input);
  const steps: Step[] = [];
  for (const id of ids) {
    const finding = checks ? await findingOf(checks[id]) : unread(id, problem ?? '');
    const step = stepOf(id, finding, { facts, links: input.links });
    steps.push(step);
    input.onStep?.(step, ids.length);
  }
  const { round: roundNumber = null, state = null } = bundle ?? {};
  return {
    roundNumber,
    state,
    verdict: verdictOf(steps),
    steps,
    servers: input.view?.servers.length ?? 0,
    unconfirmed: unconfirmedOf(bundle, input),
  };
}

/** What nobody has foreseen, as a method that an old browser lacks, stops one step and not the others. */
async function findingOf(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return couldNotCheck(`the check stopped (${describeFailure(error)})`);
  }
}

/** The report of a round whose proof did not arrive. */
export function withoutProof(roundNumber: number, why: string): Report {
  const steps = DRAW_STEPS.filter((id) => id !== 'witnesses').map((id) =>
    stepOf(id, id === 'proof' ? couldNotCheck(why) : notReached('there is no proof')),
  );
  return { roundNumber, state: null, verdict: verdictOf(steps), steps, servers: 0, unconfirmed: [] };
}

interface Shown {
  readonly facts: RoundFacts | null;
  readonly links: Links;
}

function stepOf(id: StepId, { state, value }: Finding, shown?: Shown): Step {
  const { facts = null, links } = shown ?? {};
  const link = facts && links && state !== 'not-reached' ? stepLink(id, facts, links) : null;
  const words = { name: stepName(id, facts?.protocol ?? null), sentence: stepSentence(id) };
  return { id, ...words, ...(id === 'network' && isOther(facts) && NAMED_NETWORK), state, value, link };
}

/** Whether the user named a network other than quicknet. */
function isOther(facts: RoundFacts | null): boolean {
  return facts?.network.by === 'pinned' && facts.network.network.publicKey !== QUICKNET.publicKey;
}

function stepsOf(bundle: Bundle | null, { relays, inclusion }: VerifyInput): readonly StepId[] {
  const asked = inclusion === undefined ? [] : (['inclusion'] as const);
  if (bundle?.state === 'rolled-over') return [...CALLED_OFF_STEPS.filter((id) => isPublished(id, bundle)), ...asked];
  const isWatched = bundle !== null && bundle.witnesses.length > 0;
  const isIn = (id: StepId) => (id !== 'drand' || relays !== null) && (id !== 'witnesses' || isWatched);
  return [...DRAW_STEPS.filter(isIn), ...asked];
}

/** A round that was called off before its lock has no list to look at. */
function isPublished(id: StepId, { snapshot }: Bundle): boolean {
  return snapshot !== null || id === 'proof' || id === 'marks';
}

function unread(id: StepId, problem: string): Finding {
  return id === 'proof' ? couldNotCheck(`no proof: ${problem}`) : notReached('the proof cannot be read');
}

const FROM_THE_PROOF = { field: 'beacon.signature', value: 'its origin: no relay of the network was named' };

function unconfirmedOf(bundle: Bundle | null, { relays }: VerifyInput) {
  const isBeaconTaken = relays === null && bundle?.beacon?.signature;
  return [...(bundle?.unconfirmed ?? []), ...(isBeaconTaken ? [FROM_THE_PROOF] : [])];
}
