import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { countStatements } from '../../worker/store/rounds/countWinners.ts';
import { winnerTotals } from '../../worker/store/views/rounds/winnerTotals.ts';
import { taxTotals } from '../../worker/store/views/tax/taxDays.ts';

it('a database that has run for a while gets its totals from what is there', async () => {
  const before = env.TEST_MIGRATIONS.filter(({ name }) => name < '0005');
  expect(before).toHaveLength(4);
  await applyD1Migrations(env.DB, before);
  const round = (number: number, state: string, randomness: string | null) =>
    env.DB.prepare(
      `INSERT INTO rounds (round, state, reason, ends_at, snapshot_at, memo, commit_signature, randomness, payout_status, updated_at)
       VALUES (?1, ?2, iif(?2 = 'held', 'overdue', NULL), 0, 5, 'memo', 'signature', ?3, iif(?2 = 'paid', 'final', 'drawn'), 9)`,
    ).bind(number, state, randomness);
  const winner = (number: number, place: number, address: string, lamports: string) =>
    env.DB.prepare('INSERT INTO winners VALUES (?, ?, ?, ?)').bind(number, place, address, lamports);
  const day = (name: string) =>
    env.DB.prepare(`INSERT INTO tax_days VALUES (?, 2, '9007199254740993', '2', '3', '4', '5', '6', '0')`).bind(name);
  await env.DB.batch([
    ...[round(1, 'paid', 'aa'), round(2, 'held', 'bb'), round(3, 'drawn', 'cc'), round(4, 'committed', null)],
    ...[winner(1, 1, 'ann', '9007199254740993'), winner(1, 2, 'bob', '20'), winner(2, 1, 'ann', '300')],
    ...[winner(3, 1, 'ann', '4000'), day('2026-11-20'), day('2026-11-21')],
  ]);

  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  // Of the steps' times there were two, under other names.
  const { results } = await env.DB.prepare('SELECT locked_at, paid_at, final_at FROM rounds ORDER BY round').all();
  const earlier = { locked_at: 5, paid_at: null, final_at: null };
  expect(results).toEqual([{ ...earlier, final_at: 9 }, earlier, earlier, earlier]);

  const totals = async () => Promise.all([null, 'ann', 'bob', 'eve'].map((address) => winnerTotals(env.DB, address)));
  const found = [
    { winners: 4, distributed: 9_007_199_254_741_013n },
    { winners: 3, distributed: 9_007_199_254_740_993n },
    { winners: 1, distributed: 20n },
    { winners: 0, distributed: 0n },
  ];
  expect(await totals()).toEqual(found);
  // What was counted here is not news to the next draw, and what is paid later is.
  await env.DB.batch(countStatements(env.DB));
  expect(await totals()).toEqual(found);
  await env.DB.prepare(`UPDATE rounds SET state = 'paid', payout_status = 'final' WHERE round = 3`).run();
  await env.DB.batch(countStatements(env.DB));
  expect((await totals())[0]).toEqual({ winners: 4, distributed: 9_007_199_254_745_013n });

  expect((await taxTotals(env.DB, 0)).totals).toEqual({
    ...{ cycles: 4, withdrawn: 18_014_398_509_481_986n, sold: 4n, received: 6n, fees: 8n },
    ...{ distributed: 10n, distributed_god: 12n },
  });
});
