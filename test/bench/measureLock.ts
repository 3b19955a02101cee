import { startLottery } from '../rounds/startLottery.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { startWorld } from '../world/startWorld.ts';
import { manyAccounts } from './manyAccounts.ts';
import { type Call, residentMb, union } from './ourTime.ts';

export interface LockOptions {
  readonly holders: number;
  /**
   * How many token accounts of the mint a node shows, the holders' own among them; by default only the holders' own.
   */
  readonly accounts?: number;
  /** How many nodes the worker knows; all of them lead to the same chain. */
  readonly nodes?: number;
  /** V8's own limit for the worker's heap, in MB. */
  readonly heapMb?: number;
  /** Whether the round is followed until it is paid and final, for the number of calls. */
  readonly isWholeRound?: boolean;
}

export interface LockFigures {
  /** Milliseconds from the first question of the lock to the first one after it. */
  readonly took: number;
  /** The milliseconds of these in which no call was under way. */
  readonly ours: number;
  readonly rpc: number;
  readonly entries: number;
  /** The largest size of any heap in the process, as V8 reports it before it collects garbage. */
  readonly peakHeapMb: number;
  /** The largest growth of the process since before the lock, including typed arrays and network buffers. */
  readonly grownMb: number;
  /** Calls of one node for the lock, and from the lock to the end of the round. */
  readonly lockCalls: number;
  readonly roundCalls: number;
}

interface NodeCall extends Call {
  readonly url: string;
}

const ROUND_SECONDS = 120;
const LOCK_SECONDS = 60;
const SAMPLE_MS = 50;
/** The methods by which the lock and the commitment are told apart. */
const LOCK_BEGINS = 'getMinimumBalanceForRentExemption';
const LOCK_LISTS = 'getProgramAccounts';
const COMMITMENT = ['getSignaturesForAddress', 'getFirstAvailableBlock', 'getLatestBlockhash', 'sendTransaction'];

/**
 * Measures a lock of the built worker on the real chain. Throws when the lock was not stored, or when its beginning or
 * end is missing.
 */
export async function measureLock(options: LockOptions): Promise<LockFigures> {
  const world = await startWorld({ slotMs: 400, holders: options.holders, worldSeed: 'bench lock' });
  const calls: NodeCall[] = [];
  const answer = options.accounts === undefined ? null : manyAccounts(options.accounts, world.holders.marketMaker);
  // Names alone: whatever is asked of them is passed on here. Two addresses of one server would count as one node.
  const nodes = Array.from({ length: options.nodes ?? 1 }, (_, i) => `http://127.0.0.1:${i + 1}`);
  const isOfNode = (url: string) => nodes.includes(new URL(url).origin);
  const outbound: Outbound = async ({ method, url, headers, body }) => {
    const from = performance.now();
    const response = await fetch(isOfNode(url) ? world.runtime.rpcUrl : url, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const asked = method === 'POST' ? String(JSON.parse(body).method) : 'beacon';
    calls.push({ method: asked, url, from, to: performance.now() });
    const shown = asked === LOCK_LISTS && answer !== null ? answer(bytes) : bytes;
    return new Response(shown, { status: response.status, headers: { 'content-type': 'application/json' } });
  };
  const flags = options.heapMb === undefined ? '' : `--max-heap-size=${options.heapMb} `;
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `${flags}--trace-gc`;
  // The first cron comes well before the lock and looks the owners up, as it does each minute in production.
  const lottery = await startLottery({
    ...{ world, outbound, roundSeconds: ROUND_SECONDS, entryLockSeconds: LOCK_SECONDS },
    genesisTime: () => Math.ceil(Date.now() / 1000),
    overrides: { RPC_URLS: nodes.join() },
  });
  delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  const pid = lottery.worker.pid();
  const before = residentMb(pid);
  let largest = before;
  const sampling = setInterval(() => {
    largest = Math.max(largest, residentMb(pid));
  }, SAMPLE_MS);
  try {
    const proof = await lottery.until(1, ['locked', 'committed', 'drawn', 'paid'], ROUND_SECONDS);
    if (lottery.worker.pid() !== pid || residentMb(pid) === 0) throw new Error('the worker broke its limit of memory');
    await lottery.until(1, ['committed', 'drawn', 'paid'], 60);
    const lockAt = (lottery.genesisTime + ROUND_SECONDS - LOCK_SECONDS) * 1000 - performance.timeOrigin;
    const span = lockSpan(calls.filter((call) => call.from >= lockAt));
    const lock = calls.filter((call) => call.from >= span.from && call.from < span.to);
    if (options.isWholeRound) await lottery.until(1, ['paid'], 2 * ROUND_SECONDS);
    const rpc = union(lock);
    const perNode = (list: readonly NodeCall[]) => Math.max(...[...countsByUrl(list).values()]);
    return {
      ...{ took: span.to - span.from, ours: span.to - span.from - rpc, rpc },
      entries: proof.snapshot?.entries.length ?? 0,
      peakHeapMb: peakHeapMb(lottery.logs),
      grownMb: largest - before,
      lockCalls: perNode(lock),
      roundCalls: perNode(calls.filter((call) => call.from >= span.from && isOfNode(call.url))),
    };
  } finally {
    clearInterval(sampling);
    await lottery.stop();
    await world.stop();
  }
}

/** From the first question of the lock to the first one of the commitment. Throws with what was asked when either is missing. */
function lockSpan(calls: readonly NodeCall[]): { from: number; to: number } {
  const from = calls.find((call) => call.method === LOCK_BEGINS)?.from;
  const read = calls.findLast((call) => call.method === LOCK_LISTS)?.to;
  const to = calls.find((call) => read !== undefined && call.from > read && COMMITMENT.includes(call.method))?.from;
  if (from !== undefined && to !== undefined) return { from, to };
  throw new Error(`no lock to measure between these calls: ${calls.map((call) => call.method).join(' ')}`);
}

function countsByUrl(calls: readonly NodeCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of calls) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

/** Of V8's lines such as "Scavenge 30.1 (34.6) -> 26.6 (34.1) MB". */
function peakHeapMb(logs: readonly string[]): number {
  const found = logs.flatMap((line) => [...line.matchAll(/: (?:Scavenge|Mark-Compact)[^:]*? ([\d.]+) \([\d.]+\) ->/g)]);
  return Math.max(0, ...found.map(([, used]) => Number(used)));
}
