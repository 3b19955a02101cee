import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { address } from '../../../src/address/address.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { TaxContext } from '../../../worker/tax/context.ts';
import { planTax } from '../../../worker/tax/planTax.ts';
import { TermsUnread } from '../../../worker/terms/TermsBook.ts';
import { ADMIN, POOL } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { databaseWithConfig } from '../databaseWithConfig.ts';
import { answering } from '../fakeNodes.ts';
import { countedTerms } from '../fixedTerms.ts';
import { CYCLE_ID, cycleAfterSwap, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[][] = [];
beforeEach(async () => {
  db = await databaseWithConfig();
});
afterEach(() => {
  const all = surprises.flat();
  surprises = [];
  expect(all).toEqual([]);
});

const NEW_POOL = wallet(12);
/** The round that ran when the cycle began: 3,600 s each from 1,700,000,000 on. */
const ROUND = Math.floor((CYCLE_ID - 1_700_000_000) / 3_600) + 1;
const FIRST = { from: 1, pool: POOL.address };

const node = answering({
  getBalance: { context: { slot: 1 }, value: 2_000_000_000 },
  getMinimumBalanceForRentExemption: 890_880,
  getMultipleAccounts: {
    context: { slot: 1 },
    value: [0, 1].map(() => ({ lamports: 5_000_000, executable: false, owner: '11111111111111111111111111111111' })),
  },
});

/** Plans a cycle whose swap has brought a thousandth of a SOL. */
async function plan(terms: TaxContext['terms'], more: Partial<TaxContext> = {}) {
  const each = taxContext(db, [node], { terms, ...more });
  surprises.push(each.surprises);
  const { context, alerts } = each;
  await cycleAfterSwap(context);
  const cycle = await context.tax.get(CYCLE_ID);
  if (cycle === null) throw new Error('no cycle');
  const step = await planTax(context, cycle);
  const lines = (await context.tax.lines(CYCLE_ID)).map(({ address }) => address);
  return { step, lines, pool: (await context.tax.get(CYCLE_ID))?.pool, alerts };
}

describe('the pool’s line of a tax cycle', () => {
  it('is paid to the wallet of the terms in force when the cycle began', async () => {
    const { lines, pool } = await plan(countedTerms([FIRST, { from: ROUND, pool: NEW_POOL }]));
    expect(lines).toEqual([NEW_POOL, ADMIN.address]);
    expect(pool).toEqual({ wallet: NEW_POOL, lines: [POOL.address] });
  });

  it('is paid to the earlier wallet for a cycle that began before the switch, however late it is planned', async () => {
    const terms = countedTerms([FIRST, { from: ROUND + 1, pool: NEW_POOL }]);
    const { lines } = await plan(terms, { now: () => (CYCLE_ID + 7_200) * 1000 });
    expect(lines).toEqual([POOL.address, ADMIN.address]);
  });

  it('is paid to the wallet of the terms even if the configuration names the new wallet already', async () => {
    const { lines } = await plan(
      countedTerms([
        { from: 1, pool: NEW_POOL },
        { from: ROUND + 1, pool: POOL.address },
      ]),
    );
    expect(lines).toEqual([NEW_POOL, ADMIN.address]);
  });

  it('goes by the hours that were announced, whatever other hours the settings say', async () => {
    const terms = countedTerms([FIRST, { from: ROUND + 1, pool: NEW_POOL }]);
    const { settings } = taxContext(db, [node]).context;
    const later = { ...settings, clock: { ...settings.clock, genesisTime: settings.clock.genesisTime - 7_200 } };
    expect((await plan(terms, { settings: later })).lines).toEqual([POOL.address, ADMIN.address]);
  });

  it('is paid to the wallet of the settings while no terms are announced', async () => {
    expect((await plan(countedTerms([]))).lines).toEqual([POOL.address, ADMIN.address]);
  });

  it('is not planned while an announcement may hold that nobody shows, and a person is told', async () => {
    const unread = async () => Promise.reject(new TermsUnread('the mark of terms 2 is made, and nobody shows by what'));
    const terms = { ...countedTerms([FIRST]), announcedFor: unread };
    const { step, lines, alerts } = await plan(terms);
    expect([step.kind, lines]).toEqual(['wait', []]);
    expect(alerts.get(`tax-terms:${CYCLE_ID}`)).toMatch(/the mark of terms 2 is made/);
  });

  it('is not planned while too few nodes say what is announced', async () => {
    const silent = async () => Promise.reject(new RpcError('every node', 'getMultipleAccounts', 'silent'));
    await expect(plan({ ...countedTerms([FIRST]), announcedFor: silent })).rejects.toThrow(RpcError);
  });
});

describe('a line of a tax cycle that names the tax wallet itself', () => {
  it('is not payable, because it would count as paid and its amount would belong to nobody', async () => {
    const { settings } = taxContext(db, [node]).context;
    const ours = { ...settings, taxWallet: { ...settings.taxWallet, address: address(ADMIN.address) } };
    const { lines, alerts } = await plan(countedTerms([FIRST]), { settings: ours });
    expect(lines).toEqual([POOL.address, ADMIN.address]);
    const { results } = await db.prepare('SELECT status FROM tax_lines ORDER BY line').all();
    expect(results).toEqual([{ status: 'pending' }, { status: 'FAILED' }]);
    expect(alerts.get(`tax-unpayable:${CYCLE_ID}`)).toContain(ADMIN.address);
  });
});
