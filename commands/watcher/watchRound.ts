import type { Keypair } from '@solana/web3.js';
import type { Address } from '../../src/address/address.ts';
import { errorText } from '../../src/errorText.ts';
import { NEAR_SLOTS } from '../../src/protocol/terms/entries.ts';
import { type RoundClock, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { Reading } from '../../src/witness/Reading.ts';
import { lotteryName, type SeenList } from '../../src/witness/witnessMemo.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { App } from './askApp.ts';
import { awaitList, type ListToJudge } from './awaitList.ts';
import { type ChainJudgement, judgeOnChain } from './judgeOnChain.ts';
import type { RoundReport } from './reportText.ts';
import { takeReading } from './takeReading.ts';
import { testify } from './testify.ts';

/** What a watcher works with. Times are unix milliseconds. */
export interface WatcherParts {
  readonly app: App;
  readonly rpc: Rpc;
  /** Null: nothing is written on chain. */
  readonly key: Keypair | null;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

export interface RoundToWatch {
  readonly round: number;
  readonly clock: RoundClock;
  readonly mint: Address;
}

const RETRY_MS = 1_000;
/** This long before the lock, the watcher begins to take a reading before each look for the list. */
const DENSE_BEFORE_MS = 4_000;
/** How many of these readings are kept. */
const MOST_NEAR = 40;
/** The wait for a list ends this long before the round's end: later there is no time to judge the list. */
const LATEST_LIST_MS = 5_000;
/** Judging ends this long before the round's end: a testimony sent later could not land before the draw. */
const LATEST_JUDGEMENT_MS = 4_000;

/** Watches one round, from a little before its lock to its testimony. */
export async function watchRound(parts: WatcherParts, { round, clock, mint }: RoundToWatch): Promise<RoundReport> {
  const { app, rpc, now, wait } = parts;
  const endsAt = roundEndsAt(clock, round);
  const locksAt = roundLocksAt(clock, round) * 1000;
  const node = nodeOf(rpc);
  const calls = rpc.calls();
  const report = (found: Partial<RoundReport>): RoundReport => ({
    ...{ round, endsAt, verdict: 'unjudged', publishedRoot: null, root: null, entries: null, accused: [] },
    ...{ notJudged: [], suspects: 0, signature: null, problem: null },
    ...found,
    calls: rpc.calls() - calls,
  });
  const near: Reading[] = [];
  const before = await readUntil(parts, { mint, near, until: locksAt, fromSlot: 0 });
  const meanwhile = async () => {
    if (now() < locksAt - DENSE_BEFORE_MS) return;
    const reading = await tryReading(parts, mint);
    if (reading !== null && near.push(reading) > MOST_NEAR) near.shift();
  };
  const until = endsAt * 1000 - LATEST_LIST_MS;
  const awaited = await awaitList({ app, node, round, endsAt, until, now, wait, meanwhile });
  if (awaited.kind === 'none') return report({ verdict: 'no-list', problem: awaited.why });
  if (awaited.kind === 'unreadable') return report({ problem: awaited.why });
  const said = { round, endsAt, lottery: lotteryName(awaited.lottery) };
  if (awaited.kind === 'withheld')
    return report({ verdict: 'withheld', problem: awaited.why, ...(await say(parts, { ...said, seen: null })) });
  const published = awaited.found;
  if (published.terms.mint !== mint) return report({ problem: `the list is of the mint ${published.terms.mint}` });
  const deadline = endsAt * 1000 - LATEST_JUDGEMENT_MS;
  // The list may have been read up to `NEAR_SLOTS` slots after the slot that it names.
  const fromSlot = published.list.slot + NEAR_SLOTS;
  const after = await readUntil(parts, { mint, near, until: deadline, fromSlot });
  if (before === null && after === null)
    return report({ publishedRoot: published.root, problem: 'the RPC server gave no whole list of holders' });
  const judged = await judgeOnChain({ node, mint, before, after, near, published, deadline, now });
  const found = conclude(published, judged);
  return report({ ...found, ...(await say(parts, { ...said, seen: seenIn(found) })) });
}

function conclude(published: ListToJudge, judged: ChainJudgement) {
  const root = published.protocol.ownersRoot(judged.entries.map(({ owner }) => owner));
  return {
    verdict: root === published.root ? 'same' : 'differs',
    publishedRoot: published.root,
    root,
    entries: judged.entries.length,
    accused: judged.accused,
    notJudged: judged.notJudged,
    suspects: judged.suspects,
  } as const;
}

function seenIn({ root, entries, notJudged }: ReturnType<typeof conclude>): SeenList {
  return { root, entries, unjudged: notJudged.length };
}

/** Writes a testimony on chain. Answers its signature, or what went wrong; neither when the watcher has no key. */
async function say(
  parts: WatcherParts,
  testimony: Parameters<typeof testify>[0]['testimony'],
): Promise<Partial<Pick<RoundReport, 'signature' | 'problem'>>> {
  if (parts.key === null) return {};
  try {
    return { signature: await testify({ ...parts, key: parts.key, testimony }) };
  } catch (error) {
    return { problem: errorText(error) };
  }
}

interface ReadUntil {
  readonly mint: Address;
  /** Every reading is added to this array. */
  readonly near: Reading[];
  /** Unix milliseconds. */
  readonly until: number;
  /** The oldest slot of which a reading is wanted. */
  readonly fromSlot: number;
}

/** A complete reading of slot `fromSlot` or a later one. If `until` comes first, the newest older reading, or null. */
async function readUntil(parts: WatcherParts, { mint, near, until, fromSlot }: ReadUntil): Promise<Reading | null> {
  let newest: Reading | null = null;
  do {
    const reading = await tryReading(parts, mint);
    if (reading !== null) near.push(reading);
    newest = reading ?? newest;
    if (newest !== null && newest.slot >= fromSlot) return newest;
    await parts.wait(RETRY_MS);
  } while (parts.now() < until);
  return newest;
}

/** A complete reading; null when the server gives no whole list. */
async function tryReading({ rpc }: WatcherParts, mint: Address): Promise<Reading | null> {
  try {
    return await takeReading(nodeOf(rpc), mint);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    console.warn(error.message);
    return null;
  }
}

function nodeOf(rpc: Rpc) {
  const [node] = rpc.nodes;
  if (node === undefined) throw new RangeError('a watcher needs an RPC server');
  return node;
}
