import * as z from 'zod';
import { type Answer, isMajority } from './agree.ts';
import { mustBeCurrent } from './oldViews.ts';
import { type RecentBlockhash, readBlockhash } from './readChain.ts';
import type { Rpc } from './rpc.ts';
import { Implausible, NodesDisagree, RpcError } from './rpcError.ts';
import { withContext } from './rpcNode.ts';

/**
 * Honest nodes are a few blocks apart. Beyond this, one of them lies about when a transaction dies, or since when it
 * may have landed: with a wrong slot its end could never be proven.
 */
const MOST_BLOCKS_APART = 100;
const MOST_SLOTS_APART = 150;
const ABOUT = 'the newest blockhash';

/** A node that is so far behind as to make the difference is of no use for a signature. */
const MOST_AGE_SECONDS = 10;

export interface SigningMoment {
  /** Counts from 0. */
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * A blockhash to sign with. Its last valid height is the latest that any node names, and its slot the earliest, as long
 * as they are close together: too late a height delays a next attempt, too early a one could let two land. A blockhash
 * that no other node knows is passed over; where each node calls the other's unknown, they are used in turns.
 */
export async function agreeOnBlockhash(rpc: Rpc, { attempt, now }: SigningMoment): Promise<RecentBlockhash> {
  const answers = await closeTogether(rpc, await rpc.gather(ABOUT, readBlockhash), now);
  const bounds = {
    lastValidBlockHeight: Math.max(...answers.map(({ value }) => value.lastValidBlockHeight)),
    slot: Math.min(...answers.map(({ value }) => value.slot)),
  };
  for (const { node, value } of answers) {
    const others = answers.filter((other) => other.node !== node);
    const known = await Promise.all(others.map((other) => knows(other, value.blockhash)));
    if (known.length === 0 || known.includes(true)) return { ...value, ...bounds };
  }
  const { value } = answers[attempt % answers.length] as Answer<RecentBlockhash>;
  return { ...value, ...bounds };
}

/**
 * Those whose height and slot are close to the middle ones. Of two that are far apart, only a look at their newest
 * blocks may tell which is old.
 */
async function closeTogether(
  rpc: Rpc,
  answers: readonly Answer<RecentBlockhash>[],
  now: number,
): Promise<readonly Answer<RecentBlockhash>[]> {
  if (areClose(answers)) return answers;
  const current = await withoutOld(rpc, answers, now);
  if (current.length > 0 && areClose(current)) return current;
  const middle = middleOf(current);
  const close = current.filter((answer) => isNear(answer, middle));
  const nodes = answers.map(({ node }) => node.label).sort();
  if (!isMajority(close.length, answers.length)) {
    rpc.report({ kind: 'disagree', nodes, about: ABOUT, detail: 'their block heights or slots are far apart' });
    throw new NodesDisagree(nodes, ABOUT);
  }
  for (const far of current)
    if (!close.includes(far)) rpc.distrust(far.node, ABOUT, 'its block height or slot is far from the others');
  return close;
}

async function withoutOld(rpc: Rpc, answers: readonly Answer<RecentBlockhash>[], now: number) {
  const isCurrent = async ({ node }: Answer<RecentBlockhash>) => {
    try {
      await mustBeCurrent(node, now, MOST_AGE_SECONDS);
      return true;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error instanceof Implausible) rpc.distrust(node, ABOUT, error.detail);
      return false;
    }
  };
  const current = await Promise.all(answers.map(isCurrent));
  return answers.filter((_, i) => current[i]);
}

type Bounds = Omit<RecentBlockhash, 'blockhash'>;

function middleOf(answers: readonly Answer<RecentBlockhash>[]): Bounds {
  const middle = (of: (value: Bounds) => number) =>
    answers.map(({ value }) => of(value)).toSorted((a, b) => a - b)[Math.floor(answers.length / 2)] ?? 0;
  return { lastValidBlockHeight: middle((value) => value.lastValidBlockHeight), slot: middle(({ slot }) => slot) };
}

const isNear = ({ value }: Answer<RecentBlockhash>, middle: Bounds) =>
  Math.abs(value.lastValidBlockHeight - middle.lastValidBlockHeight) <= MOST_BLOCKS_APART &&
  Math.abs(value.slot - middle.slot) <= MOST_SLOTS_APART;
const areClose = (answers: readonly Answer<RecentBlockhash>[]) =>
  answers.every((answer) => isNear(answer, middleOf(answers)));

/** Whether a node takes another's blockhash for one that can be signed with; a failed question is no. */
async function knows({ node }: Answer<unknown>, blockhash: string): Promise<boolean> {
  const valid = withContext(z.boolean());
  return node.call('isBlockhashValid', [blockhash, { commitment: 'processed' }], valid).then(
    ({ value }) => value,
    () => false,
  );
}
