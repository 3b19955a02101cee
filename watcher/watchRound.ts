import type { Keypair } from '@solana/web3.js';
import { address } from '../src/address/address.ts';
import { type RoundClock, roundEndsAt, roundLocksAt } from '../src/round/clock.ts';
import type { Rpc } from '../worker/chain/rpc.ts';
import { RpcError } from '../worker/chain/rpcError.ts';
import type { App, ConfigRead } from './askApp.ts';
import { awaitList, type ListToJudge } from './awaitList.ts';
import { type ChainJudgement, judgeOnChain, rolesOf } from './judgeOnChain.ts';
import type { RoundReport } from './RoundReport.ts';
import { type MintReading, takeReading } from './takeReading.ts';
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
  /** As it was before the lock. */
  readonly config: ConfigRead;
}

const RETRY_MS = 1_000;
/** A list that appears later is not locked by the rules any more. */
const LATEST_LIST_MS = 5_000;
/** After this a testimony could not land before the draw. */
const LATEST_JUDGEMENT_MS = 4_000;

/** Watches one round from before its lock to its testimony. Called a little before the lock. */
export async function watchRound(parts: WatcherParts, { round, clock, config }: RoundToWatch): Promise<RoundReport> {
  const { app, rpc, now, wait } = parts;
  const endsAt = roundEndsAt(clock, round);
  const calls = rpc.calls();
  const report = (found: Partial<RoundReport>): RoundReport => ({
    ...{ round, endsAt, verdict: 'unjudged', publishedRoot: null, root: null, entries: null, accused: [] },
    ...{ notJudged: [], suspects: 0, signature: null, problem: null },
    ...found,
    calls: rpc.calls() - calls,
  });
  const roles = rolesOf(config);
  const mint = address(config.mint);
  const before = await readUntil(parts, { mint, until: roundLocksAt(clock, round) * 1000, fromSlot: 0 });

  const until = endsAt * 1000 - LATEST_LIST_MS;
  const awaited = await awaitList({ app, round, until, now, wait });
  if (awaited.kind === 'none') return report({ verdict: 'no-list', problem: awaited.why });
  if (awaited.kind === 'unreadable') return report({ problem: awaited.why });
  const published = awaited.found;
  if (published.mint !== mint) return report({ problem: `the list is of the mint ${published.mint}` });
  const deadline = endsAt * 1000 - LATEST_JUDGEMENT_MS;
  const after = await readUntil(parts, { mint, until: deadline, fromSlot: published.list.slot });
  if (before === null && after === null)
    return report({ publishedRoot: published.root, problem: 'the RPC server gave no whole list of holders' });
  const node = nodeOf(rpc);
  const judged = await judgeOnChain({ node, mint, roles, before, after, published, deadline, now });
  return report(await conclude(parts, { round, endsAt, published, judged }));
}

interface Conclusion {
  readonly round: number;
  readonly endsAt: number;
  readonly published: ListToJudge;
  readonly judged: ChainJudgement;
}

async function conclude(parts: WatcherParts, of: Conclusion): Promise<Partial<RoundReport>> {
  const { round, endsAt, published, judged } = of;
  const root = published.protocol.ownersRoot(judged.entries.map(({ owner }) => owner));
  const isSame = root === published.root && judged.accused.length === 0;
  const found = {
    verdict: isSame ? 'same' : 'differs',
    publishedRoot: published.root,
    root,
    entries: judged.entries.length,
    accused: judged.accused,
    notJudged: judged.notJudged,
    suspects: judged.suspects,
    problem:
      root !== published.root && judged.accused.length === 0 ? 'the published root is not that of its list' : null,
  } as const;
  if (parts.key === null) return found;
  const testimony = { round, endsAt, root, entries: judged.entries.length };
  try {
    return { ...found, signature: await testify({ ...parts, key: parts.key, testimony }) };
  } catch (error) {
    return { ...found, problem: error instanceof Error ? error.message : String(error) };
  }
}

interface ReadUntil {
  readonly mint: MintReading['authorities'][number]['address'];
  /** Unix milliseconds. */
  readonly until: number;
  /** A reading of an older slot is of no use, as long as there is time for another. */
  readonly fromSlot: number;
}

/** A whole reading, tried again until there is no time left; the newest one that there was, or null. */
async function readUntil({ rpc, now, wait }: WatcherParts, { mint, until, fromSlot }: ReadUntil) {
  let newest: MintReading | null = null;
  do {
    try {
      newest = await takeReading(nodeOf(rpc), mint);
      if (newest.slot >= fromSlot) return newest;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(error.message);
    }
    await wait(RETRY_MS);
  } while (now() < until);
  return newest;
}

function nodeOf(rpc: Rpc) {
  const [node] = rpc.nodes;
  if (node === undefined) throw new RangeError('a watcher needs an RPC server');
  return node;
}
