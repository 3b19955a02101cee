import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { type Lamports, lamports } from '../../../src/money/lamports.ts';
import { answeredForAll } from '../node/answeredForAll.ts';
import type { Rpc } from '../node/rpc.ts';
import { Implausible, NotYet } from '../node/rpcError.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';
import { LAGGING_MS, notBefore, onceThere } from './onceThere.ts';

type Commitment = 'confirmed' | 'finalized';

export interface Balance {
  readonly lamports: Lamports;
  readonly slot: number;
}

const balanceAnswer = withContext(z.int().min(0));

/** Lamports of an account as one node sees it. Throws an RpcError. */
export async function readBalance(node: RpcNode, of: Address, commitment: Commitment): Promise<Balance> {
  const { context, value } = await node.call('getBalance', [of, { commitment }], balanceAnswer);
  return { lamports: lamports(BigInt(value)), slot: context.slot };
}

/**
 * Unix seconds of the newest final block. If the block were not final, another server behind the node's address might
 * not know its time.
 */
export async function readNewestBlockTime(node: RpcNode): Promise<number> {
  return readBlockTime(node, await node.call('getSlot', [{ commitment: 'finalized' }], whole));
}

const whole = z.int();

/** Unix seconds of a block. */
export function readBlockTime(node: RpcNode, slot: number): Promise<number> {
  return node.call('getBlockTime', [slot], whole);
}

/** About the rent of 1,300 bytes: more than we ever pay for, and too little to be a loss. */
const MOST_RENT_LAMPORTS = 10_000_000;

const rentAnswer = z.int().min(0);

/**
 * The least that an account with `bytes` of data may hold. The chain lowers it step by step, so it is always asked for.
 * We do not get it back: an answer that would be a real loss is `Implausible`, and so is 0.
 */
export async function readRentMinimum(node: RpcNode, bytes: number): Promise<Lamports> {
  const rent = await node.call('getMinimumBalanceForRentExemption', [bytes], rentAnswer);
  if (rent === 0 || rent > MOST_RENT_LAMPORTS)
    throw new Implausible(node.label, 'getMinimumBalanceForRentExemption', `${rent} lamports for ${bytes} bytes`);
  return lamports(BigInt(rent));
}

/** As `readRentMinimum`, by enough nodes. */
export function agreeOnRent(rpc: Pick<Rpc, 'agreeLately'>, bytes: number): Promise<Lamports> {
  return rpc.agreeLately({ about: `the rent of ${bytes} bytes`, ask: (node) => readRentMinimum(node, bytes) });
}

/** Unix seconds of a block, by enough nodes: it decides whether a commitment was in time. */
export function agreeOnBlockTime(rpc: Pick<Rpc, 'agree'>, slot: number): Promise<number> {
  return rpc.agree({ about: 'the time of a block', ask: (node) => readBlockTime(node, slot), isFixed: () => true });
}

export interface RecentBlockhash {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly slot: number;
}

const blockhashAnswer = withContext(z.object({ blockhash: z.string().min(32), lastValidBlockHeight: z.int() }));

/** The newest confirmed blockhash of one node. Throws an RpcError. */
export async function readBlockhash(node: RpcNode): Promise<RecentBlockhash> {
  const answer = await node.call('getLatestBlockhash', [{ commitment: 'confirmed' }], blockhashAnswer);
  return { ...answer.value, slot: answer.context.slot };
}

/**
 * The median of recent prioritization fees for transactions that write `wallet`, micro-lamports per compute unit,
 * within bounds.
 */
export async function readComputePrice(
  node: RpcNode,
  wallet: Address,
  bounds: { min: number; max: number },
): Promise<number> {
  const fees = await node.call(
    'getRecentPrioritizationFees',
    [[wallet]],
    z.array(z.object({ prioritizationFee: z.number() })),
  );
  const sorted = fees.map((fee) => fee.prioritizationFee).sort((a, b) => a - b);
  return Math.min(bounds.max, Math.max(bounds.min, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)));
}

/** As `readMarks`, by enough nodes: a wrong answer from a single one could cost a payment, or a promise. */
export function agreeOnMarks(rpc: Pick<Rpc, 'agree'>, marks: readonly Address[], slot: number): Promise<boolean[]> {
  const ask = (node: RpcNode) => onceThere(() => readMarks(node, marks, slot), slot, LAGGING_MS);
  return rpc.agree({ about: 'the marks of an hour', ask });
}

/** As `agreeOnMarks`, for one mark. */
export async function agreeOnMark(rpc: Pick<Rpc, 'agree'>, mark: Address, slot = 0): Promise<boolean> {
  return (await agreeOnMarks(rpc, [mark], slot)).includes(true);
}

/**
 * Which of these marks exist, finalized, as a node sees them at `slot` or later. An account of one byte is a mark
 * (`makesMark` says why). Throws a `BeforeSlot` for an older view.
 */
export async function readMarks(node: RpcNode, marks: readonly Address[], slot: number): Promise<boolean[]> {
  return (await readMarksAt(node, marks, slot)).made;
}

const markAnswer = withContext(z.array(z.object({ data: z.tuple([z.base64(), z.literal('base64')]) }).nullable()));

async function readMarksAt(node: RpcNode, marks: readonly Address[], slot: number) {
  const { context, value } = await node.call(
    'getMultipleAccounts',
    [marks, { commitment: 'finalized', encoding: 'base64' }],
    markAnswer,
  );
  answeredForAll(node, 'getMultipleAccounts', { asked: marks, answered: value });
  notBefore(node, 'getMultipleAccounts', { seen: context.slot, from: slot });
  return { slot: context.slot, made: value.map((found) => /^..==$/.test(found?.data[0] ?? '')) };
}

/** Which marks existed at a moment of the chain. */
interface MarksAt {
  readonly made: readonly boolean[];
  /** Block time of the earliest of the agreeing views, unix seconds. */
  readonly at: number;
}

/**
 * As `agreeOnMarks`, for decisions that follow from a mark that is missing. `unix` (seconds) is the last moment at
 * which a mark could count: each node's finalized view must have a later block time.
 */
export async function agreeOnMarksAt(
  rpc: Pick<Rpc, 'agreeing'>,
  marks: readonly Address[],
  unix: number,
): Promise<MarksAt> {
  const voices = await rpc.agreeing({
    about: 'the marks of an hour',
    async ask(node): Promise<MarksAt> {
      const { slot, made } = await readMarksAt(node, marks, 0);
      // The time of this very view: a mark that is missing in it did not exist at that time.
      const at = await readBlockTime(node, slot);
      if (at <= unix) throw new NotYet(node.label, 'getBlockTime', 'its finalized view is not that far yet');
      return { made, at };
    },
    isSame: (a, b) => a.value.made.join() === b.value.made.join(),
  });
  return { made: voices[0].value.made, at: Math.min(...voices.map(({ value }) => value.at)) };
}

/** As `agreeOnMarksAt`, without the time. */
export async function agreeOnMarksAfter(
  rpc: Pick<Rpc, 'agreeing'>,
  marks: readonly Address[],
  unix: number,
): Promise<readonly boolean[]> {
  return (await agreeOnMarksAt(rpc, marks, unix)).made;
}
