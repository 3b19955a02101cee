import { CURRENT_PROTOCOL } from '../../src/protocol/protocolOf.ts';
import { closedRounds, roundAt } from '../../src/round/clock.ts';
import type { Pulse } from '../answers/health/pulses.ts';
import { createReadPublicState } from '../answers/state/publicState.ts';
import { createWatchChain } from '../answers/state/watchChain.ts';
import type { ChainView } from '../cache/publicState.ts';
import { createRpc } from '../chain/node/rpc.ts';
import { createSigner } from '../chain/signing/signer.ts';
import { createDoubts, type KeptTroubles } from '../engine/doubts.ts';
import { createPursue } from '../engine/intention.ts';
import { createPollAgain } from '../engine/pollAgain.ts';
import { createPursueAll } from '../engine/pursueAll.ts';
import { createRaiseAlert } from '../engine/raiseAlerts.ts';
import { rememberAttempts } from '../engine/rememberAttempts.ts';
import { createSweepJournal } from '../engine/sweepJournal.ts';
import { createFetchBeacon } from '../feeds/fetchBeacon.ts';
import { createAdvanceRound } from '../rounds/advanceRound.ts';
import type { RoundContext } from '../rounds/context.ts';
import { createExitRound } from '../rounds/exits/exitRound.ts';
import { createRecoverRound } from '../rounds/exits/recoverRound.ts';
import { createKeepDocuments } from '../rounds/lists/keepDocuments.ts';
import { createReadEntries } from '../rounds/lists/readEntries.ts';
import { createRoundCopies } from '../rounds/lists/roundCopies.ts';
import { createReconcilePool } from '../rounds/watch/reconcilePool.ts';
import { createWatchPayouts } from '../rounds/watch/watchPayouts.ts';
import { createWatchRounds } from '../rounds/watch/watchRounds.ts';
import { createWatchTerms } from '../rounds/watch/watchTerms.ts';
import { createWatchWitnesses } from '../rounds/watch/watchWitnesses.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Alert } from '../store/journal/alerts.ts';
import { createJournal } from '../store/journal/journal.ts';
import { createTellTransition } from '../store/journal/tellTransition.ts';
import { createRoundLog } from '../store/rounds/roundLog.ts';
import { createRoundStore } from '../store/rounds/rounds.ts';
import { lotteryOf } from '../terms/countMade.ts';
import { createTermsBook } from '../terms/createTermsBook.ts';
import { playUnder } from '../terms/playUnder.ts';
import { poolWallets } from '../terms/poolWallets.ts';
import { comingRound } from '../terms/TermsBook.ts';
import { createCountFairness } from '../upkeep/countFairness.ts';
import { createTidyUp } from '../upkeep/tidyUp.ts';

export interface ServicesInput {
  readonly settings: Settings;
  readonly db: D1Database;
  readonly kv: KVNamespace;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** What an earlier instance knew of the chain; null if there was none. */
  readonly known: ChainView | null;
  /** What an earlier instance reported about payouts and terms; both null if there was none. */
  readonly pulse: Pick<Pulse, 'payouts' | 'terms'>;
  readonly troubles?: KeptTroubles;
  readonly tell: (alert: Alert) => void;
}

/** How often it is asked whether a payment has landed: people wait for it. */
const PAYMENT_POLL_MS = 300;

/**
 * The composition root of everything that moves rounds: for a Durable Object instance, or for one order of an operator.
 */
export function createServices(given: ServicesInput) {
  const { settings, db, kv, fetch, now, newId, known, pulse, tell } = given;
  const raiseAlert = createRaiseAlert({ db, tell, now });
  const doubts = createDoubts({ raiseAlert, kept: given.troubles, now });
  const rpc = createRpc({
    urls: settings.rpcUrls,
    fetch,
    now,
    onDoubt: doubts.onDoubt,
    onAgreed: doubts.onAgreed,
    doubted: doubts.doubted(),
  });
  const tellTransition = createTellTransition({ now, lastNode: rpc.lastNode, log: (line) => console.log(line) });
  const rounds = createRoundStore(db, now, settings.payouts, createRoundLog(settings.clock, tellTransition));
  const payouts = createWatchPayouts({ settings, raiseAlert, known: pulse.payouts });
  const journal = createJournal(db, now);
  const readEntries = createReadEntries({ settings, protocol: CURRENT_PROTOCOL });
  const terms = createTermsBook({ db, kv, rpc, lottery: lotteryOf(settings), now });
  const documentsOf = createKeepDocuments(db);
  const running = () => roundAt(settings.clock, now() / 1000);
  const playOf = (round: number) => {
    const of = playUnder(settings, terms.known(round));
    return of.kind === 'play' ? of.play : undefined;
  };
  const watchChain = createWatchChain({
    ...{ rpc, readEntries, now, known },
    pool: () => poolWallets(settings, terms.all(), now() / 1000).pool,
    load: terms.load,
    play: () => playOf(running()),
    coming: () => playOf(comingRound({ settings, terms }, now() / 1000)),
  });
  const watchTerms = createWatchTerms({
    ...{ settings, terms, known: pulse.terms, log: (line: string) => console.warn(line) },
  });
  const fetchBeacon = createFetchBeacon({ urls: settings.drandUrls, fetch, log: (message) => console.warn(message) });
  const context: RoundContext = {
    db,
    settings,
    rounds,
    rpc,
    terms,
    readEntries,
    documentsOf,
    copies: createRoundCopies(kv),
    now,
    newId,
    signer: createSigner({
      wallets: [settings.pool, ...settings.oldPools],
      beacon: settings.beacon,
    }),
    pollAgain: createPollAgain(now, PAYMENT_POLL_MS),
    pursue: createPursue(createPursueAll({ journal: rememberAttempts(journal, now), rpc, now })),
    fetchBeacon,
    raiseAlert,
    payouts,
    isDisputed: doubts.isDisputed,
    tellUndecided: doubts.tellUndecided,
  };
  const advanceRound = createAdvanceRound(context);
  const exitRound = createExitRound(context);
  const recoverRound = createRecoverRound(context);
  const readPublicState = createReadPublicState({
    db,
    documentsOf,
    closedRounds: () => closedRounds(settings.clock, now() / 1000),
    now,
    recentWinners: settings.recentWinnersMax,
  });
  /** Fetches a beacon that was due ten seconds ago, to see whether the beacon's relays answer. */
  const checkBeacon = () =>
    fetchBeacon({
      protocol: CURRENT_PROTOCOL,
      network: settings.beacon,
      round: CURRENT_PROTOCOL.beaconRoundAt(settings.beacon, Math.floor(now() / 1000) - 10),
      patienceMs: 5_000,
    });
  const reconcilePool = createReconcilePool({ db, rpc, rounds, settings, terms, raiseAlert, now });
  const sweepJournal = createSweepJournal({ journal, rpc });
  const watchRounds = createWatchRounds({ rounds, clock: settings.clock, raiseAlert, now });
  const countFairness = createCountFairness({ db, now });
  const tidyUp = createTidyUp({
    ...{ db, rounds, now, pools: [settings.pool, ...settings.oldPools].map(({ address }) => address) },
    closedRounds: () => closedRounds(settings.clock, now() / 1000),
  });
  const watchWitnesses = createWatchWitnesses({ db, rpc, rounds, terms, settings, raiseAlert, now });
  return {
    terms,
    doubts,
    payouts,
    calls: rpc.calls,
    reconcilePool,
    watchRounds,
    sweepJournal,
    countFairness,
    tidyUp,
    watchWitnesses,
    watchTerms,
    checkBeacon,
    advanceRound,
    exitRound,
    recoverRound,
    watchChain,
    readPublicState,
  };
}
export type Services = ReturnType<typeof createServices>;
