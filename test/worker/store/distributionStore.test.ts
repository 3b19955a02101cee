import { beforeEach, describe, expect, it } from 'vitest';
import { createDistributionStore, type DistributionStoreInput } from '../../../worker/store/tax/distribution.ts';
import { distributionHistory } from '../../../worker/store/views/tax/distributionHistory.ts';
import { ADMIN, POOL } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';

const NOW = 1_767_225_600_000;
const CHANGE = { type: 'UPDATE', description: 'a test', by: 'ops', at: NOW } as const;

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});

const storeOf = (name: string, given: Partial<DistributionStoreInput> = {}) => {
  let ids = 0;
  const [now, newId] = [() => NOW, () => `${name}-${++ids}`];
  return createDistributionStore(db, {
    pools: () => ({ pool: wallet(1), pools: [wallet(1)] }),
    admin: wallet(9),
    now,
    newId,
    ...given,
  });
};
const history = () => distributionHistory(db, { configId: 'tax-distribution', limit: 100, before: null });

describe('the distribution store', () => {
  it('gives a fresh database one first version, however many ask at once', async () => {
    const stores = Array.from({ length: 20 }, (_, i) => storeOf(`store-${i}`));
    const states = await Promise.all(stores.map((store) => store.state()));
    for (const state of states)
      expect(state).toEqual({
        ...{ version: 1, wallets: [POOL, ADMIN], madeAt: NOW, madeBy: 'system' },
        active: { version: 1, wallets: [POOL, ADMIN] },
      });
    expect(await history()).toMatchObject([
      { number: 1, type: 'CREATE', changedBy: 'system', changedAt: NOW, previous: null, next: { version: 1 } },
    ]);
  });

  it('gives a tax cycle what is in force, even if the cycle is the first to ask', async () => {
    const store = storeOf('a');
    expect(await store.active()).toEqual({ version: 1, wallets: [POOL, ADMIN] });
    await store.save({ ...CHANGE, from: 1, wallets: [ADMIN, POOL] });
    expect(await store.active()).toEqual({ version: 1, wallets: [POOL, ADMIN] });
    await store.activate({ ...CHANGE, type: 'ACTIVATE', version: 2, previous: 1 });
    expect(await store.active()).toEqual({ version: 2, wallets: [ADMIN, POOL] });
  });

  it('gives nothing when nothing is in force: a tax cycle waits', async () => {
    const store = storeOf('a');
    await store.state();
    await db.prepare('DELETE FROM distribution_active').run();
    expect(await store.active()).toBeNull();
    const { isDone } = await store.activate({ ...CHANGE, type: 'ACTIVATE', version: 1, previous: null });
    expect(isDone).toBe(true);
    expect((await store.active())?.version).toBe(1);
    expect((await history())[0]).toMatchObject({ type: 'ACTIVATE', previous: null, next: { version: 1 } });
  });

  it('does not put first wallets into force that break a rule', async () => {
    const reserved = '11111111111111111111111111111111' as typeof ADMIN.address as ReturnType<typeof wallet>;
    const store = storeOf('a', { admin: reserved });
    expect(await store.active()).toBeNull();
    expect((await store.state()).wallets[1]?.address).toBe(reserved);
  });

  it('lets one of two that saw the same version save, and writes one record', async () => {
    const [one, two] = [storeOf('one'), storeOf('two')];
    await one.state();
    const written = await Promise.all([one, two].map((each) => each.save({ ...CHANGE, from: 1, wallets: [ADMIN] })));
    expect(written.filter(({ isDone }) => isDone)).toHaveLength(1);
    for (const { state } of written) expect(state.version).toBe(2);
    expect(await history()).toHaveLength(2);
  });

  it('activates nothing but the newest version, and only over the one that was in force', async () => {
    const store = storeOf('a');
    await store.state();
    await store.save({ ...CHANGE, from: 1, wallets: [ADMIN] });
    await store.save({ ...CHANGE, from: 2, wallets: [POOL] });
    const tries = [
      { version: 2, previous: 1 },
      { version: 4, previous: 1 },
      { version: 3, previous: 2 },
      { version: 3, previous: null },
    ];
    for (const each of tries) {
      const { isDone, state } = await store.activate({ ...CHANGE, type: 'ACTIVATE', ...each });
      expect({ isDone, active: state.active?.version }).toEqual({ isDone: false, active: 1 });
    }
    expect(await history()).toHaveLength(3);
    const right = { ...CHANGE, type: 'ACTIVATE', version: 3, previous: 1 } as const;
    expect((await store.activate(right)).isDone).toBe(true);
    expect((await store.activate({ ...right, previous: 3 })).isDone).toBe(false);
    expect(await history()).toHaveLength(4);
  });

  it('refuses to read rows that this code cannot have written', async () => {
    const store = storeOf('a');
    await store.state();
    await db.prepare(`UPDATE distribution_versions SET wallets = '[{"id":5}]'`).run();
    await expect(store.state()).rejects.toThrow();
    await expect(history()).rejects.toThrow();
  });
});
