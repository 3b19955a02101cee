import '../world/quietBindings.ts';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { commitMemo } from '../../src/protocol/v1/commitMemo.ts';
import { memoInstruction, signTransaction } from '../../worker/chain/signing/transactions.ts';
import { ammFiles, missingFiles } from '../world/amm/ammFiles.ts';
import { loadPrograms } from '../world/amm/loadPrograms.ts';
import { readPoolQuote } from '../world/amm/poolQuote.ts';
import { GOD } from '../world/createMint.ts';
import type { HttpReply } from '../world/startHttpServer.ts';
import { startRuntime } from '../world/startRuntime.ts';
import { eventually } from './eventually.ts';
import { type TaxLottery, withTax } from './startTax.ts';

const { files, problems } = ammFiles(process.env);
if (problems.length > 0) throw new Error(problems.join('; '));

/** A test that is skipped, with the reason in its name, when programs are missing. */
function needing(...needed: Parameters<typeof missingFiles>[1]) {
  const missing = missingFiles(files, needed);
  return (name: string, play: () => Promise<void>) =>
    missing === null ? it(name, play) : it.skip(`${name} (${missing})`, play);
}

const NONE = { cpmm: null, jupiter: null, memo: null };
const OUTPUT_CHECKED_CYCLES = 3;

/** The largest priority fee of a swap here, lamports: 1,400,000 units at 0.01. */
const MOST_PRIORITY = 14_000n;

/**
 * Throws unless the pool paid for a cycle's GOD exactly what it had quoted, and all of that arrived except the
 * network's fees.
 */
async function sellExactly(tax: TaxLottery): Promise<void> {
  const { amm, runtime, taxWallet } = tax.world;
  if (amm === null) throw new Error('the world has no market');
  const held = async () => {
    const { value } = await runtime.connection.getTokenAccountBalance(amm.pool.solVault, 'confirmed');
    return { vault: BigInt(value.amount), wallet: await tax.sol(taxWallet.publicKey) };
  };
  await tax.trade(3, 300_000n * GOD);
  const [quote, before] = [await readPoolQuote(runtime.connection, amm.pool), await held()];
  const cycle = await tax.cycle();
  expect([cycle.state, cycle.reason], JSON.stringify(cycle)).toEqual(['done', null]);
  const sold = BigInt(cycle.steps.find((step) => step.name === 'swap')?.units ?? 0);
  const [pays, after] = [quote.sell(sold), await held()];
  expect([sold > 0n, before.vault - after.vault]).toEqual([true, pays]);
  // The local runtime leaves the priority fee out of the fee that it reports. So this fee is missing from the proceeds
  // and is not among the fees.
  const missing = pays - BigInt(cycle.proceedsLamports ?? 0);
  expect(missing >= 0n && missing <= MOST_PRIORITY, `${missing}`).toBe(true);
  expect([cycle.carriedInLamports, cycle.carriedOutLamports]).toEqual(['0', '0']);
  const isFirst = (await tax.report()).cycles.length === 1;
  if (!isFirst) expect(after.wallet).toBe(before.wallet);
}

describe.concurrent('whole tax cycles against Raydium’s own program', () => {
  needing('cpmm', 'jupiter')('sell to the lamport what the pool pays, through either exchange', async () => {
    await withTax({ seed: 'real amm', ammFiles: { ...files, memo: null } }, async (tax) => {
      for (let i = 0; i < OUTPUT_CHECKED_CYCLES; i++) await sellExactly(tax);
      const { exchanges } = tax.world;
      // Jupiter alone, by its second API and then by its first.
      exchanges.setFault((name) => (name === 'raydium' ? { reply: 'drop' } : null));
      await sellExactly(tax);
      exchanges.setFault((name, { path }) =>
        name === 'raydium' || path.endsWith('/v2/build') ? { reply: { status: 404, json: {} } } : null,
      );
      await sellExactly(tax);
      exchanges.setFault((name) => (name === 'jupiter' ? { reply: 'drop' } : null));
      await sellExactly(tax);
    });
  });

  needing('cpmm')(
    'a token that only Raydium knows is sold: the pool is the witness, and its first price has to stand',
    async () => {
      await withTax({ seed: 'raydium alone', ammFiles: { ...NONE, cpmm: files.cpmm } }, async (tax) => {
        await tax.trade(3, 300_000n * GOD);
        await tax.collect();
        const database = await tax.lottery.worker.database();
        const seen = await eventually(
          async () => database.prepare('SELECT id, state, look_at AS at FROM tax_cycles').first<Row>(),
          (row) => row?.at !== null && row !== null,
        );
        expect(seen?.state).toBe('swap');
        // As if ten minutes had gone by.
        await database.prepare('UPDATE tax_cycles SET look_at = look_at - 600000').run();
        await tax.lottery.worker.restart();
        await tax.collect();
        const first = await tax.ended();
        expect([first.state, first.reason], JSON.stringify(first)).toEqual(['done', null]);
        // From now on there is no more waiting, because the price can be compared with the last sale.
        await sellExactly(tax);
      });
    },
  );

  needing('cpmm')('a sole quote 2% below what the pool would pay sells nothing', async () => {
    await withTax({ seed: 'raydium lies', ammFiles: { ...NONE, cpmm: files.cpmm } }, async (tax) => {
      tax.world.exchanges.setFault((name, { method }) =>
        name === 'raydium' && method === 'GET' ? { garble: lower } : null,
      );
      await tax.trade(3, 300_000n * GOD);
      const cycle = await tax.cycle();
      expect([cycle.state, cycle.reason]).toEqual([
        'failed',
        expect.stringContaining('No exchange gave a usable quote'),
      ]);
    });
  });
});

interface Row {
  readonly id: number;
  readonly state: string;
  readonly at: number | null;
}

/** A quote of Raydium's, lowered by 2%. */
function lower(reply: HttpReply): HttpReply {
  if (reply === 'drop' || !('json' in reply)) throw new Error('no quote');
  const { data, ...rest } = reply.json as { data: { outputAmount: string } };
  const less = `${(BigInt(data.outputAmount) * 98n) / 100n}`;
  return { status: 200, json: { ...rest, data: { ...data, outputAmount: less, otherAmountThreshold: less } } };
}

/** A commitment with the longest possible numbers. */
const LONGEST = commitMemo({
  ...{ round: 999_999_999, endsAt: 9_999_999_999, slot: 99_999_999_999, root: 'f'.repeat(64), entries: 10_000 },
  ...{ poolLamports: 999_999_999_999_999n, totalLamports: 999_999_999_999_999n, beaconKeyId: 'f'.repeat(16) },
  ...{ beaconRound: 999_999_999_999, rulesHash: 'f'.repeat(64) },
});

describe('the commitment', () => {
  needing('memo')('fits its compute limit with the memo program that mainnet has', async () => {
    const runtime = await startRuntime({ slotMs: 50 });
    try {
      await loadPrograms(runtime, { ...NONE, memo: files.memo });
      const pool = Keypair.generate();
      await runtime.fundSol(pool.publicKey, 1_000_000_000n);
      const { blockhash, lastValidBlockHeight } = await runtime.connection.getLatestBlockhash('confirmed');
      const signed = signTransaction(pool, {
        ...{ blockhash: { blockhash, lastValidBlockHeight, slot: 1 }, computePrice: 100_000 },
        instructions: [memoInstruction(pool.publicKey, LONGEST)],
      });
      await runtime.connection.sendRawTransaction(Buffer.from(signed.bytes, 'base64'));
      const meta = await eventually(
        async () =>
          (await runtime.connection.getTransaction(signed.signature, { commitment: 'confirmed' }))?.meta ?? null,
        (found) => found !== null,
      );
      expect([meta?.err, meta?.logMessages?.some((line) => line.includes(LONGEST))]).toEqual([null, true]);
      // The runtime's own memo program takes under 1,000 units: this is not it.
      expect(meta?.computeUnitsConsumed).toBeGreaterThan(50_000);
      expect(meta?.computeUnitsConsumed).toBeLessThan(250_000);
    } finally {
      runtime.stop();
    }
  });
});
