import type { Arithmetic } from '../../../src/protocol/terms/Protocol.ts';
import { listText } from '../../format/listText.ts';
import type { Hour } from './Hour.ts';

/**
 * The outcome of a step. `could-not-check`: the servers did not tell enough. `not-reached`: the round has not come that
 * far. `owed`: the round was promised on chain and is not paid. `called-off`: nothing was promised on chain.
 */
export type StepState = 'ok' | 'failed' | 'could-not-check' | 'not-reached' | 'owed' | 'called-off';

/** A step's outcome. `value` is the value that was found, or what differs, or why there is no value. */
export interface Finding {
  readonly state: StepState;
  readonly value: string;
  /** Only of the step `marks`. */
  readonly hour?: Hour;
}

/** The names of the steps, which every verifier uses. */
export type StepId = keyof typeof WORDS;

/** One step of a proof, as every verifier shows it. */
export interface Step extends Omit<Finding, 'hour'> {
  readonly id: StepId;
  readonly name: string;
  readonly sentence: string;
  /** Another page that shows the value. */
  readonly link: string | null;
}

const WORDS = {
  lottery: [
    'Lottery is the one of this mint',
    'The mint’s authority announced on chain, before the lock, the lottery’s terms: its hours and its wallet.',
  ],
  proof: ['Proof can be read', 'Every part of the proof has its form, and nothing had to be repaired.'],
  marks: [
    'The chain says: promised and paid',
    'The two marks of this hour on the chain say whether it was promised and paid, whatever the lottery says.',
  ],
  terms: [
    'Terms are those that were announced',
    'The whole terms have the hash that was announced on chain, and keep every rule for terms.',
  ],
  'pool wallet': [
    'Pool wallet is that of the terms',
    'The wallet that promises and pays is the one that was announced before the lock.',
  ],
  entries: [
    'Entry list follows the rules',
    'Each wallet stands in the list once, in order, can be paid, and none is excluded.',
  ],
  inclusion: ['Wallet is in the list', 'This wallet’s entry and its path through the list give the same root.'],
  root: ['Entry list gives the published root', 'One other wallet in the list would give another root.'],
  rules: ['Rules give the published hash', 'The rules and the excluded wallets are those that were committed.'],
  memo: ['Commitment names exactly these values', 'The memo names this list, these rules, this prize and this beacon.'],
  commitment: [
    'Commitment is on chain, in time',
    'The pool wallet signed the memo, the chain takes only one for this hour, and its block time is before the random number.',
  ],
  snapshot: ['List names a slot of the lock', 'The list’s slot is not after the commitment, and not long before it.'],
  pool: [
    'Pool held what was promised',
    'The amount split is between the lowest (less 0.1%) and highest pool balance from list to commitment.',
  ],
  witnesses: [
    'As many watchers as the terms want saw this list',
    'Of the operators that the terms name, enough said on chain, before the draw, that they saw this list.',
  ],
  network: ['Beacon network is drand’s quicknet', 'The random number comes from a network that nobody controls alone.'],
  drand: [
    'Beacon is what drand itself publishes',
    'The same signature was read from drand, and not from this lottery.',
  ],
  'beacon round': ['Beacon is that of the round’s end', 'The round’s end alone decides which beacon counts.'],
  'beacon signature': ['Beacon is signed by its network', 'The BLS signature is valid: nobody can make another one.'],
  randomness: ['Random number is the signature’s hash', 'The random number is computed from the signature.'],
  seed: ['Seed follows from root and random number', 'The draw begins from the list and the beacon, and nothing else.'],
  winners: ['Root and random number give these winners', 'The draw was repeated, and it gave the published winners.'],
  prizes: ['Prizes are the stated shares of the pool', 'Each prize is computed from the pool’s balance at the lock.'],
  payout: ['Payment is on chain', 'The pool wallet sent the payment, and it is final.'],
  'payout memo': ['Payment names this round', 'Its memo names this round, this list and this beacon.'],
  'payout mark': ['Payment can happen only once', 'It took the address that the chain gives out once for each draw.'],
  'payout transfers': [
    'Payment is the prizes and nothing else',
    'Each winner gets the prize, and nobody else gets any.',
  ],
  'payout balances': ['Winners received their prizes', 'Each winner’s balance grew by exactly the prize.'],
} as const satisfies Readonly<Record<string, readonly [name: string, sentence: string]>>;

const PAYMENT = ['payout', 'payout memo', 'payout mark', 'payout transfers', 'payout balances'] as const;
/** The steps about what is published with a list. */
export const LIST_STEPS = ['pool wallet', 'entries', 'root', 'rules', 'memo'] as const;
const BEACON = ['network', 'drand', 'beacon round', 'beacon signature', 'randomness'] as const;

/** The steps of a round that was or will be drawn, in their order. */
export const DRAW_STEPS = [
  ...[
    'lottery',
    'marks',
    'proof',
    'terms',
    ...LIST_STEPS,
    'commitment',
    'snapshot',
    'pool',
    'witnesses',
    ...BEACON,
    'seed',
    'winners',
    'prizes',
    ...PAYMENT,
  ],
] as const satisfies readonly StepId[];

/** The steps of a round that is said to be called off. What was published about its list is checked too. */
export const CALLED_OFF_STEPS = [
  'lottery',
  'marks',
  'proof',
  'terms',
  ...LIST_STEPS,
] as const satisfies readonly StepId[];

/** The steps when no proof was asked for, and only the chain is looked at. */
export const CHAIN_STEPS = ['lottery', 'marks', 'proof'] as const satisfies readonly StepId[];

export const ok = (value: string): Finding => ({ state: 'ok', value });
export const failed = (value: string): Finding => ({ state: 'failed', value });
export const couldNotCheck = (value: string): Finding => ({ state: 'could-not-check', value });
export const notReached = (value: string): Finding => ({ state: 'not-reached', value });
export const owed = (value: string): Finding => ({ state: 'owed', value });
export const calledOff = (value: string): Finding => ({ state: 'called-off', value });

/** The finding of steps that need the terms, when these are not known. */
export const UNKNOWN_TERMS = notReached('the terms in force are not known');

/** The finding that two values differ. */
export function differs(what: string, expected: unknown, got: unknown): Finding {
  return failed(`${what}: expected ${expected} got ${got}`);
}

/** The first finding among these. A null means that nothing is wrong; so does a null as the result. */
export function firstOf(...findings: readonly (Finding | null)[]): Finding | null {
  return findings.find((finding) => finding !== null) ?? null;
}

/** The finding that two values differ; null when they are the same. */
export function unlike(what: string, expected: unknown, got: unknown): Finding | null {
  return expected === got ? null : differs(what, expected, got);
}

/** A step's name. The name of the step `prizes` has the shares of the round's own rules. */
export function stepName(id: StepId, protocol: Arithmetic | null): string {
  if (id !== 'prizes' || protocol === null) return WORDS[id][0];
  return `Prizes are ${listText(protocol.placePercents.map(String))}% of ${protocol.poolPercent}% of the pool`;
}

/** The words of the step `network` when the verifier's user named another network than quicknet. */
export const NAMED_NETWORK = {
  name: 'Beacon network is the one that you named',
  sentence: 'You, not this site, named it. It is not drand’s quicknet. You must know if it can be trusted.',
};

/** A step's sentence: what has to be true of a round so that the step is ok. */
export function stepSentence(id: StepId): string {
  return WORDS[id][1];
}
