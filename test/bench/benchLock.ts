import { measureLock } from './measureLock.ts';
import { report } from './report.ts';

/** The most calls of one node from a lock to the round's end. */
const MOST_CALLS = 100;
/** Memory of an isolate on Cloudflare, in MB. */
const ISOLATE_MB = 128;
/**
 * Three tables of 200,000 holders: the page's last one, and one for each of two nodes. They are typed arrays, so V8's
 * limit does not count them. Each has 262,144 rows of 48 bytes, and an index with twice as many places of 4 bytes.
 */
const TABLES_MB = (3 * 262_144 * (48 + 2 * 4)) / 1e6;

/**
 * A lock with 10,000 holders compared with 100: our own time from the first question to the stored lock, without the
 * time of RPC answers.
 */
export async function benchLock(): Promise<void> {
  const small = await measureLock({ holders: 100, isWholeRound: true });
  const large = await measureLock({ holders: 10_000 });
  report({
    bench: 'lock with 10,000 holders: our time',
    value: large.ours,
    unit: 'ms',
    goal: 1_000,
    reference: { name: '100 holders', value: small.ours },
    detail: { rpcMs: Math.round(large.rpc), entries: large.entries },
  });
  report({
    bench: 'lock with 10,000 holders: growth of the worker process',
    value: large.grownMb,
    unit: 'MB',
    goal: 64,
    reference: { name: '100 holders', value: Math.max(1, small.grownMb) },
    detail: { peakHeapMb: large.peakHeapMb },
  });
  report({
    bench: 'calls of a node from the lock to the final payment',
    value: small.roundCalls,
    unit: 'calls',
    goal: MOST_CALLS,
    detail: { ofTheLock: small.lockCalls },
  });
}

/**
 * A lock with as many token accounts as are supported, read from two nodes at once. The local workerd has no memory
 * limit. So V8's heap limit (`--max-heap-size`) is set to what is left beside the tables; a heap that grows larger ends
 * the process and the bench.
 */
export async function benchAccounts(): Promise<void> {
  const heapMb = Math.floor(ISOLATE_MB - TABLES_MB);
  const small = await measureLock({ holders: 10_000, nodes: 2 });
  const large = await measureLock({ holders: 10_000, accounts: 200_000, nodes: 2, heapMb });
  report({
    bench: 'lock with 200,000 token accounts from two nodes: our time',
    value: large.ours,
    unit: 'ms',
    goal: 20_000,
    reference: { name: '10,000 accounts', value: small.ours },
    detail: { tookMs: Math.round(large.took), rpcMs: Math.round(large.rpc), entries: large.entries },
  });
  report({
    bench: 'lock with 200,000 token accounts from two nodes: peak heap and tables',
    value: large.peakHeapMb + TABLES_MB,
    unit: 'MB',
    goal: ISOLATE_MB,
    reference: { name: '10,000 accounts', value: Math.max(1, small.peakHeapMb) },
    detail: { heapLimitMb: heapMb, peakHeapMb: large.peakHeapMb, processGrownMb: Math.round(large.grownMb) },
  });
  report({
    bench: 'calls of a node by a lock of 200,000 token accounts',
    value: large.lockCalls,
    unit: 'calls',
    goal: MOST_CALLS,
  });
}
