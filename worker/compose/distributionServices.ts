import type { ChangeRecord } from '../../src/contract/distribution.ts';
import type { Env } from '../env.ts';
import { composeChange } from '../services/composeDistribution.ts';
import { createEditDistribution } from '../services/editDistribution.ts';
import type { Settings } from '../settings/Settings.ts';
import { CONFIG_ID, createDistributionStore } from '../store/distribution.ts';
import { distributionHistory } from '../store/distributionHistory.ts';

/** Who receives the tax, for one request: what is stored, its edits, its history. */
export function distributionServices(env: Env, { pool, adminWallet }: Settings) {
  const now = () => Date.now();
  const stored = { pool: pool.address, admin: adminWallet, now, newId: () => crypto.randomUUID() };
  const store = createDistributionStore(env.DB, stored);
  return {
    configId: CONFIG_ID,
    state: store.state,
    ...createEditDistribution({ store, now }),
    /** A page of changes, newest first; `before` is where the page before ended. */
    async history(limit: number, before: number | null): Promise<{ page: ChangeRecord[]; nextCursor: string | null }> {
      // The first record is made with the first version.
      await store.state();
      const found = await distributionHistory(env.DB, { configId: CONFIG_ID, limit: limit + 1, before });
      const page = found.slice(0, limit);
      return { page: page.map(composeChange), nextCursor: found.length > limit ? `${page.at(-1)?.number}` : null };
    },
  };
}
