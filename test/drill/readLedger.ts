import * as z from 'zod';
import type { Proof } from '../../src/contract/round.ts';
import { payoutMarkOf, transactionsOf } from '../rounds/chainFacts.ts';
import { computedWinners, winnersText } from './computedWinners.ts';
import type { Ground } from './Ground.ts';
import type { Ledger, LedgerTransaction } from './Ledger.ts';

const roundRow = z.object({
  round: z.int(),
  state: z.string(),
  payouts: z.string(),
  ends_at: z.int(),
  payout_signature: z.string().nullable(),
  total_lamports: z.string().transform(BigInt).nullable(),
});
const journalRow = z.object({ key: z.string(), state: z.string(), signature: z.string() });
const PUBLIC = ['/', '/api/config', '/api/health', '/api/lottery/stats', '/api/lottery/rounds', '/api/lottery/tax'];

/** After a drill, reads everything that the invariants check. */
export async function readLedger(ground: Ground): Promise<Ledger> {
  const { lottery, world, pools } = ground;
  const database = await lottery.worker.database();
  const all = async (sql: string) => (await database.prepare(sql).all()).results;
  const rounds = z.array(roundRow).parse(await all('SELECT * FROM rounds ORDER BY round'));
  const proofs: Proof[] = [];
  // One after the other, because the product refuses many at once.
  for (const { round } of rounds) proofs.push(await lottery.proof(round));
  const readAt = Date.now() / 1000;
  const paying = pools.at(-1) ?? lottery.pool;
  return {
    rounds: rounds.map(({ ends_at, payout_signature, total_lamports, ...row }) => ({
      ...row,
      endsAt: ends_at,
      signature: payout_signature,
      total: total_lamports,
    })),
    journal: z.array(journalRow).parse(await all('SELECT key, state, signature FROM journal')),
    transactions: await ledgerTransactions(ground, proofs),
    explained: ground.explained,
    balance: BigInt(await world.runtime.connection.getBalance(paying.publicKey, 'confirmed')),
    winners: proofs.filter(isDrawn).map((proof) => ({
      round: proof.roundNumber,
      now: winnersText(proof),
      first: ground.first.get(proof.roundNumber) || null,
      computed: computedWinners(proof),
    })),
    closed: Math.max(0, Math.floor((readAt - lottery.genesisTime) / (lottery.endsAt(1) - lottery.genesisTime))),
    readAt,
    outputs: await outputsOf(ground),
    secrets: ground.secrets,
  };
}

const isDrawn = ({ winners, beacon }: Proof) => (winners ?? []).length > 0 && (beacon?.randomness ?? null) !== null;

async function ledgerTransactions({ world, pools }: Ground, proofs: readonly Proof[]): Promise<LedgerTransaction[]> {
  const all = await Promise.all(
    pools.map(async ({ publicKey }) => {
      const marks = await Promise.all(proofs.map(async (proof) => `${await payoutMarkOf(publicKey, proof)}`));
      const found = await transactionsOf(world, publicKey, '');
      return found.map(({ signature, memo, changes }) => {
        const gains = [...changes].filter(([account, change]) => change > 0n && !marks.includes(account));
        return { signature, memo, paid: gains.reduce((sum, [, change]) => sum + change, 0n) };
      });
    }),
  );
  return all.flat();
}

/** What the worker has logged, and what it answers to the public. */
async function outputsOf({ lottery }: Ground): Promise<string> {
  const answers = await Promise.all(PUBLIC.map(async (path) => (await fetch(lottery.url + path)).text()));
  return [...lottery.logs, ...answers].join('\n');
}
