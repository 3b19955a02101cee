import type { ChangeRecord } from '../../src/contract/distribution.ts';
import { composeChange, composeConfiguration } from '../answers/tax/composeDistribution.ts';
import { storedPools } from '../answers/tax/storedPools.ts';
import { createRpc } from '../chain/node/rpc.ts';
import { createActivations } from '../distribution/activations.ts';
import { createEditDistribution } from '../distribution/editDistribution.ts';
import { createLookUp } from '../distribution/lookUpWallets.ts';
import { createTellDistribution } from '../distribution/tellDistribution.ts';
import type { Env } from '../env.ts';
import { ownWallets } from '../settings/ownWallets.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Alert } from '../store/journal/alerts.ts';
import { CONFIG_ID, type DistributionState } from '../store/rows/distributionRows.ts';
import { createDistributionStore } from '../store/tax/distribution.ts';
import { distributionHistory } from '../store/views/tax/distributionHistory.ts';

export const KNOWN_CONFIG: string = CONFIG_ID;

/** Everything about who receives the tax, for one request. `hand` gives an alert to the object that tells people. */
export async function distributionServices(env: Env, settings: Settings, hand: (alert: Alert) => Promise<void>) {
  const { adminWallet, minPoolShare } = settings;
  const now = () => Date.now();
  const newId = () => crypto.randomUUID();
  const pools = await storedPools(env.DB, settings, now());
  const store = createDistributionStore(env.DB, { pools: () => pools, admin: adminWallet, minPoolShare, now, newId });
  const tell = createTellDistribution({ pool: () => pools.pool, newId, hand });
  const activations = createActivations({ db: env.DB, rules: settings, pools: () => pools, tell, newId, now });
  const rpc = createRpc({ urls: settings.rpcUrls, fetch: ((...asked) => fetch(...asked)) as typeof fetch, now });

  /** The stored state. Before it is read, a waiting version whose time has come is put in force. */
  const state = async () => {
    await activations.settle(store.active);
    return store.state();
  };
  const compose = async (shown: DistributionState) =>
    composeConfiguration(shown, { waiting: await activations.waiting(), settings, pool: pools.pool });
  const lookUpAmong = (known: Parameters<typeof createLookUp>[0]['known']) => createLookUp({ rpc, known });
  const waits = settings.isSecondKeyNeeded || settings.activationDelayHours > 0;

  return {
    compose,
    state,
    ...createEditDistribution({
      ...{ store: { ...store, state }, tell, now, floor: { pool: pools.pool, least: minPoolShare } },
      activations: waits ? activations : null,
      lookUp: (wallets) => lookUpAmong([]).problems(wallets),
    }),
    async confirm(ask: string, by: string) {
      const outcome = await activations.confirm({ ask, by }, await store.active());
      return { outcome, config: await compose(await state()) };
    },
    async stop(ask: string, by: string) {
      const outcome = await activations.stop({ ask, by }, await store.active());
      return { outcome, config: await compose(await state()) };
    },
    /** What the chain says of addresses, and which known addresses they could be confused with. */
    async lookUp(addresses: readonly string[]) {
      const { wallets } = await store.state();
      const stored = wallets.map(({ label, address }) => ({ name: label, address }));
      return lookUpAmong([...stored, ...ownWallets(settings)]).describe(addresses);
    },
    /** A page of changes, newest first; `before` is where the previous page ended. */
    async history(limit: number, before: number | null): Promise<{ page: ChangeRecord[]; nextCursor: string | null }> {
      // If there is no version yet, this makes the first one and its record. Later pages need not do it again.
      if (before === null) await state();
      const found = await distributionHistory(env.DB, { configId: CONFIG_ID, limit: limit + 1, before });
      const page = found.slice(0, limit);
      return { page: page.map(composeChange), nextCursor: found.length > limit ? `${page.at(-1)?.number}` : null };
    },
  };
}
