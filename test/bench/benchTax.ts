import * as z from 'zod';
import { startTax } from '../rounds/startTax.ts';
import { GOD } from '../world/createMint.ts';
import type { Outbound } from '../world/passOutbound.ts';
import { ourTime, residentMb } from './ourTime.ts';
import { report } from './report.ts';

/**
 * The tax cycle: a look at all token accounts (our own time, without RPC answers), and a whole cycle at mainnet's pace.
 */
export async function benchTax(): Promise<void> {
  const small = await look(100);
  const large = await look(10_000);
  report({
    bench: 'a look at 10,000 token accounts: our time',
    value: large.ours,
    unit: 'ms',
    goal: 2_000,
    reference: { name: '100 accounts', value: small.ours },
    detail: { reads: large.reads },
  });
  report({
    bench: 'a look at 10,000 token accounts: growth of the worker process',
    value: large.grownMb,
    unit: 'MB',
    goal: 64,
    reference: { name: '100 accounts', value: Math.max(1, small.grownMb) },
  });
  const calls = new Map<string, number>();
  const outbound: Outbound = async ({ method, body }) => {
    const called = method === 'POST' ? z.object({ method: z.string() }).safeParse(JSON.parse(body)).data?.method : null;
    if (called) calls.set(called, (calls.get(called) ?? 0) + 1);
    return undefined;
  };
  const tax = await startTax({ seed: 'bench cycle', slotMs: 400, outbound });
  try {
    await tax.trade(12);
    calls.clear();
    const began = performance.now();
    const cycle = await tax.cycle(120);
    const counted = [...calls].sort(([, a], [, b]) => b - a);
    report({
      bench: 'calls of a tax cycle to its one node, those of the rounds beside it included',
      value: counted.reduce((sum, [, count]) => sum + count, 0),
      unit: 'calls',
      goal: 60,
      reference: { name: 'transactions of the cycle', value: cycle.steps.length },
      detail: Object.fromEntries(counted),
    });
    report({
      bench: 'a tax cycle at 400 ms slots, until its distribution is final',
      value: (performance.now() - began) / 1000,
      unit: 's',
      goal: 60,
      // Nothing is final before 32 slots have passed, and a cycle waits twice for finality.
      reference: { name: 'twice 32 slots', value: (2 * 32 * 400) / 1000 },
      detail: { state: cycle.state, transactions: cycle.steps.length },
    });
  } finally {
    await tax.stop();
  }
}

async function look(holders: number): Promise<{ ours: number; reads: number; grownMb: number }> {
  const calls: { method: string; from: number; to: number }[] = [];
  const outbound: Outbound = async ({ method, url, headers, body }) => {
    const from = performance.now();
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    const bytes = await response.arrayBuffer();
    calls.push({ method: String(JSON.parse(body || '{}').method), from, to: performance.now() });
    return new Response(bytes, { status: response.status, headers: { 'content-type': 'application/json' } });
  };
  // No cycle is due, so each look makes only this one read.
  const overrides = { MIN_TAX_GOD: '999999999' };
  const tax = await startTax({ seed: `bench ${holders}`, slotMs: 400, holders, outbound, overrides });
  try {
    await tax.trade(1, GOD);
    // The first look learns the supply.
    await tax.cycle();
    const before = residentMb(tax.lottery.worker.pid());
    calls.length = 0;
    const began = performance.now();
    await tax.collect();
    const took = performance.now() - began;
    const reads = calls.filter((call) => call.method === 'getProgramAccounts');
    return {
      ours: ourTime(calls, began, began + took),
      reads: reads.length,
      grownMb: residentMb(tax.lottery.worker.pid()) - before,
    };
  } finally {
    await tax.stop();
  }
}
