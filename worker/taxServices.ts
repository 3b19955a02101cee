import { GOD_SOL } from '../src/price/rules.ts';
import { createPriceCache } from './cache/prices.ts';
import { godAccount } from './chain/godAccount.ts';
import { createRpc } from './chain/rpc.ts';
import { createSearchMemos } from './chain/searchMemos.ts';
import { createPursue } from './services/pursue.ts';
import { createAlerts } from './services/raiseAlerts.ts';
import type { Settings } from './settings.ts';
import { createDistributionStore } from './store/distribution.ts';
import { createJournal } from './store/journal.ts';
import { createTaxStore } from './store/taxCycles.ts';
import { createPrepareSwap } from './swap/prepareSwap.ts';
import { createCollectTax } from './tax/collectTax.ts';
import { createTaxSigner } from './tax/taxSigner.ts';

export interface TaxServicesInput {
  readonly settings: Settings;
  readonly db: D1Database;
  readonly kv: KVNamespace;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
}

/** GOD has 6 decimals and SOL 9: a price in SOL per GOD times a thousand is lamports per base unit. */
const LAMPORTS_PER_UNIT = 1_000;

/** The composition root of everything that moves the tax; one per Durable Object instance. */
export function createTaxServices({ settings, db, kv, fetch, now, newId }: TaxServicesInput) {
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  const journal = createJournal(db, now);
  const prices = createPriceCache({
    ...{ kv, key: 'price:god-sol', rules: GOD_SOL },
    log: (message) => console.warn(message),
  });
  const distribution = createDistributionStore(db, {
    ...{ pool: settings.pool.address, admin: settings.adminWallet, now, newId },
  });
  return createCollectTax({
    settings,
    tax: createTaxStore(db, now),
    journal,
    rpc,
    now,
    pursue: createPursue({ journal, rpc, now }),
    signer: createTaxSigner(settings),
    prepareSwap: createPrepareSwap({ rpc, settings, fetch, now }),
    searchMemos: createSearchMemos({ rpc, wallet: settings.taxWallet.address, now }),
    activeConfig: () => distribution.active(),
    lastWorth: async (amount) => {
      const last = await prices.read();
      return last === null ? null : BigInt(Math.floor(Number(amount) * last.price * LAMPORTS_PER_UNIT));
    },
    raiseAlert: createAlerts({ db, webhookUrl: settings.alertWebhookUrl, fetch, now }).raise,
    ownAccount: godAccount(settings.mint, settings.taxWallet.address),
  });
}
