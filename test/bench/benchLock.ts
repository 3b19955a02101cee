import { startLottery } from '../rounds/startLottery.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { startWorld } from '../world/startWorld.ts';
import { type Call, residentMb, union } from './ourTime.ts';
import { report } from './report.ts';

/** The lock with 10,000 holders against 100: our own time from the first question to the stored lock, the RPC's answers left out. */
export async function benchLock(): Promise<void> {
  const small = await ourTime(100);
  const large = await ourTime(10_000);
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
  });
}

async function ourTime(holders: number): Promise<{ ours: number; rpc: number; entries: number; grownMb: number }> {
  const world = await startWorld({ slotMs: 400, holders, worldSeed: 'bench lock' });
  const calls: Call[] = [];
  const outbound: Outbound = async ({ method, url, headers, body }) => {
    const from = performance.now();
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    const bytes = await response.arrayBuffer();
    calls.push({ method: method === 'POST' ? String(JSON.parse(body).method) : 'beacon', from, to: performance.now() });
    return new Response(bytes, { status: response.status, headers: { 'content-type': 'application/json' } });
  };
  // The first tick, well before the lock, has looked the owners up: as in production, where it does so each minute.
  const genesisTime = () => Math.ceil(Date.now() / 1000);
  const lottery = await startLottery({ world, outbound, genesisTime, roundSeconds: 90, entryLockSeconds: 60 });
  try {
    const before = residentMb(lottery.worker.pid());
    calls.length = 0;
    const proof = await lottery.until(1, ['locked', 'committed'], 120);
    const grownMb = residentMb(lottery.worker.pid()) - before;
    // The lock begins with the question for the newest block and ends where the commitment's search of the history begins.
    const ends = calls.findLast((call) => call.method === 'getSignaturesForAddress')?.from ?? 0;
    const began = calls.find((call) => call.method === 'getProgramAccounts');
    const lock = calls.filter((call) => call.to <= ends && call.from >= (began?.from ?? 0) - 1_000);
    const from = Math.min(...lock.map((call) => call.from));
    const to = Math.min(
      ...calls
        .filter((call) => call.method === 'getSignaturesForAddress' && call.from > (began?.to ?? 0))
        .map((call) => call.from),
    );
    const rpc = union(lock.filter((call) => call.from < to));
    return { ours: to - from - rpc, rpc, entries: proof.snapshot?.entries.length ?? 0, grownMb };
  } finally {
    await lottery.stop();
    await world.stop();
  }
}
