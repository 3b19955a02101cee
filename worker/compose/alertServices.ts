import type { Address } from '../../src/address/address.ts';
import type { AlertName } from '../../src/alerts/alertKinds.ts';
import { POOL_RESERVE } from '../../src/round/checkLimits.ts';
import { createAlertInbox } from '../alerts/createAlertInbox.ts';
import { createAlertStore } from '../alerts/createAlertStore.ts';
import { createDelivery } from '../alerts/createDelivery.ts';
import { createTargets } from '../alerts/createTargets.ts';
import { createWatch } from '../alerts/createWatch.ts';
import { tryTo } from '../alerts/tryTo.ts';
import { composeHealth } from '../answers/health/composeHealth.ts';
import type { AlertsPulse, Pulse, Seen, TaxPulse } from '../answers/health/pulses.ts';
import { storedPools } from '../answers/tax/storedPools.ts';
import { findSilentNodes } from '../chain/node/findSilentNodes.ts';
import { nodesHash } from '../chain/node/nodesHash.ts';
import { createRpc } from '../chain/node/rpc.ts';
import type { AlertSettings } from '../settings/alertSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { undeliveredAlerts, writeAlertNews } from '../store/journal/alerts.ts';
import { settledMatters } from '../store/views/console/alertMatters.ts';
import { readVitals } from '../store/views/rounds/vitals.ts';
import { TAX_RESERVE } from '../tax/startCycle.ts';
import { createReadBalances } from '../upkeep/readBalances.ts';

const DAY_MS = 86_400_000;

export interface AlertServicesInput {
  readonly settings: Settings;
  readonly db: D1Database;
  readonly sql: SqlStorage;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly known: Seen | null;
  readonly keep: (seen: Seen) => Promise<void>;
  /** The pulses of the other objects; null for one that is silent. */
  readonly readPulses: () => Promise<{ readonly rounds: Pulse | null; readonly tax: TaxPulse | null }>;
}

/** Puts together everything that tells operators of alerts; once for each instance of the Durable Object. */
export function createAlertServices(given: AlertServicesInput) {
  const { settings, db, sql, fetch, now, known, keep, readPulses } = given;
  const { inbox, delivery } = createTelling({ settings, db, sql, fetch, now });
  // The settings are accepted now, so an alert that they were refused is over.
  for (const key of inbox.lasting(REFUSED)) inbox.end(key);
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  const readBalances = createReadBalances({ db, rpc, settings, now });
  const watch = createWatch({
    ...{ inbox, delivery, fetch, now, known, keep, heartbeatUrl: settings.heartbeatUrl },
    unpaidRounds: settings.alertUnpaidRounds,
    readVitals: () => readVitals(db, now() - DAY_MS),
    readWallets: async (): Promise<AlertsPulse['wallets']> => {
      // The pool of the terms in force: any other may be empty.
      const { pool } = await storedPools(db, settings, now());
      const balances = await readBalances(pool);
      const of = (address: Address) => balances.get(address) ?? 0n;
      return [
        { name: 'Pool', lamports: of(pool), least: POOL_RESERVE },
        { name: 'Tax wallet', lamports: of(settings.taxWallet.address), least: TAX_RESERVE },
      ];
    },
    nodes: nodesHash(settings.rpcUrls),
    findSilentNodes: () => findSilentNodes(rpc.nodes),
    readHealth: async (alerts) => composeHealth({ problems: [], ...(await readPulses()), alerts, now: now() }),
  });
  return { inbox, delivery, watch };
}
export type AlertServices = ReturnType<typeof createAlertServices>;

export interface RefusedInput extends Pick<AlertServicesInput, 'db' | 'sql' | 'fetch' | 'now'> {
  /** The settings about alerts, as far as they can be read. */
  readonly settings: AlertSettings;
  /** What is missing or wrong, as sentences that name the variables and contain no secret. */
  readonly problems: readonly string[];
}

/** Tells people that the settings are refused and nothing runs, by those targets whose settings can be read. */
export function createRefusedServices({ settings, problems, db, sql, fetch, now }: RefusedInput) {
  const { inbox, delivery } = createTelling({ settings, db, sql, fetch, now });
  return {
    delivery,
    async tick(): Promise<void> {
      if (inbox.lasting(REFUSED).length === 0) {
        const raisedAt = now();
        const message = `The settings are refused, and nothing runs: ${problems.join('; ')}.`;
        const alert = { key: `${REFUSED}:${Math.floor(raisedAt / 1000)}`, message, raisedAt };
        inbox.raise(alert);
      }
      await tryTo('alerts not read', inbox.look);
      await delivery.deliver();
    },
  };
}
export type RefusedServices = ReturnType<typeof createRefusedServices>;

const REFUSED = 'settings' satisfies AlertName;

interface TellingInput extends Pick<AlertServicesInput, 'db' | 'sql' | 'fetch' | 'now'> {
  readonly settings: AlertSettings;
}

function createTelling({ settings, db, sql, fetch, now }: TellingInput) {
  const targets = createTargets({ settings, fetch, now });
  const store = createAlertStore(
    sql,
    targets.map(({ name }) => name),
  );
  const delivery = createDelivery({ store, targets, names: settings, now });
  const inbox = createAlertInbox({
    store,
    book: {
      undelivered: (since) => undeliveredAlerts(db, since),
      settled: (keys) => settledMatters(db, keys),
      write: (news) => writeAlertNews(db, news, now()),
    },
    now,
  });
  return { inbox, delivery };
}
