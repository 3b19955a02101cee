import { GOD_SOL } from '../../src/price/rules.ts';
import { createPriceCache } from '../cache/prices.ts';
import { godAccount } from '../chain/accounts/tokenAccount.ts';
import { createRpc } from '../chain/node/rpc.ts';
import { createActivations } from '../distribution/activations.ts';
import { createTellDistribution } from '../distribution/tellDistribution.ts';
import { createDoubts, type KeptTroubles } from '../engine/doubts.ts';
import { createPursue } from '../engine/intention.ts';
import { createPursueAll } from '../engine/pursueAll.ts';
import { createRaiseAlert } from '../engine/raiseAlerts.ts';
import { rememberAttempts } from '../engine/rememberAttempts.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Alert } from '../store/journal/alerts.ts';
import { createJournal } from '../store/journal/journal.ts';
import { createTellTransition } from '../store/journal/tellTransition.ts';
import { createRoundStore } from '../store/rounds/rounds.ts';
import type { DistributionVersion } from '../store/rows/distributionRows.ts';
import { createDistributionStore } from '../store/tax/distribution.ts';
import { createTaxStore } from '../store/tax/taxCycles.ts';
import { createTaxLog } from '../store/tax/taxLog.ts';
import { isTaxPaused } from '../store/views/rounds/pauses.ts';
import { createPrepareSwap } from '../swap/prepareSwap.ts';
import type { CarryNote } from '../tax/carriedInto.ts';
import { createCollectTax } from '../tax/collectTax.ts';
import type { TaxInput } from '../tax/context.ts';
import { createExitCycle } from '../tax/exitCycle.ts';
import { type BegunNote, createFirstHand } from '../tax/firstHand.ts';
import { createLastWorth } from '../tax/lastWorth.ts';
import { createMayPayPool } from '../tax/mayPayPool.ts';
import type { Note } from '../tax/Note.ts';
import { createReadOwnParts } from '../tax/readOwnParts.ts';
import { createTaxSigner } from '../tax/taxSigner.ts';
import { createWatchSplit } from '../tax/watchSplit.ts';
import { lotteryOf } from '../terms/countMade.ts';
import { createTermsBook } from '../terms/createTermsBook.ts';
import { poolWallets } from '../terms/poolWallets.ts';

export interface TaxServicesInput {
  readonly settings: Settings;
  readonly db: D1Database;
  readonly kv: KVNamespace;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly tell: (alert: Alert) => void;
  readonly troubles: KeptTroubles;
  readonly begunNote: Note<BegunNote>;
  readonly carryNote: Note<CarryNote>;
  readonly splitNote: Note<DistributionVersion>;
}

/** The composition root of everything that moves the tax; one per Durable Object instance. */
export function createTaxServices(given: TaxServicesInput) {
  const { settings, db, kv, fetch, now, newId, tell, begunNote, carryNote, splitNote } = given;
  const raiseAlert = createRaiseAlert({ db, tell, now });
  const { onDoubt, onAgreed, doubted } = createDoubts({ raiseAlert, kept: given.troubles, now });
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now, onDoubt, onAgreed, doubted: doubted() });
  const readOwnParts = createReadOwnParts({ rpc, wallet: settings.taxWallet.address });
  const firstHand = createFirstHand({ rpc, begunNote, wallet: settings.taxWallet.address, readOwnParts });
  const terms = createTermsBook({ db, kv, rpc, lottery: lotteryOf(settings), now });
  const journal = rememberAttempts(firstHand.watch(createJournal(db, now)), now);
  const pursueAll = createPursueAll({ journal, rpc, now });
  const prices = createPriceCache({
    kv,
    key: 'price:god-sol',
    rules: GOD_SOL,
    log: (message) => console.warn(message),
  });
  const pools = () => poolWallets(settings, terms.all(), now() / 1000);
  const distribution = createDistributionStore(db, {
    pools,
    admin: settings.adminWallet,
    minPoolShare: settings.minPoolShare,
    now,
    newId,
  });
  const activations = createActivations({
    ...{ db, rules: settings, pools, newId, now },
    tell: createTellDistribution({ pool: () => pools().pool, newId, hand: async (alert) => tell(alert) }),
  });
  const watchSplit = createWatchSplit({
    ...{ active: distribution.active, splitNote, pool: () => pools().pool, raiseAlert, newId },
  });
  const tellTransition = createTellTransition({ now, lastNode: rpc.lastNode, log: (line) => console.log(line) });
  const tax = createTaxStore(db, now, createTaxLog(tellTransition));
  const input: TaxInput = {
    settings,
    tax,
    journal,
    rpc,
    now,
    isPaused: () => isTaxPaused(db),
    pursueAll,
    pursue: createPursue(pursueAll),
    signer: createTaxSigner(settings),
    prepareSwap: createPrepareSwap({ rpc, settings, fetch, now }),
    firstHand,
    carryNote,
    terms,
    mayPayPool: createMayPayPool({ rounds: createRoundStore(db, now), settings, terms, now }),
    activeConfig: () => distribution.active(),
    lastWorth: createLastWorth({ tax, prices }),
    raiseAlert,
    ownAccount: godAccount(settings.mint, settings.taxWallet.address),
  };
  const collectTax = createCollectTax(input);
  const collect: typeof collectTax = async (mayStart) => {
    await terms.load();
    // An activation that is due is put in force before a cycle reads the configuration, and also while no tax comes in.
    if (mayStart) {
      await activations.settle(distribution.active);
      await watchSplit();
    }
    return collectTax(mayStart);
  };
  const exitCycle = createExitCycle({ ...input, db });
  return { collect, exitCycle, calls: rpc.calls };
}
