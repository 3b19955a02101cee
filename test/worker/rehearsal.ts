import { base58 } from '@scure/base';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { createSigner } from '../../worker/chain/signing/signer.ts';
import { createRaiseAlert } from '../../worker/engine/raiseAlerts.ts';
import { createAdvanceRound } from '../../worker/rounds/advanceRound.ts';
import type { RoundContext } from '../../worker/rounds/context.ts';
import { createWatchPayouts } from '../../worker/rounds/watch/watchPayouts.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { createRoundStore } from '../../worker/store/rounds/rounds.ts';
import { readDocuments } from '../../worker/store/views/rounds/roundDocuments.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import { COMPLETE, secretKeyOf } from './completeSettings.ts';
import { answering, fakeNodes } from './fakeNodes.ts';
import { fixedTerms } from './fixedTerms.ts';
import { BEACON_1000, DOCUMENTS, ENDS_AT, lockOf } from './honestRound.ts';

/** What a node answers to a simulation. */
export const PASSES = { context: { slot: 5 }, value: { err: null, unitsConsumed: 4_321 } };
export const FAILS = { context: { slot: 5 }, value: { err: { InstructionError: [2, { Custom: 1 }] } } };

export interface RehearsalInput {
  readonly db: D1Database;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly payouts: 'live' | 'shadow';
  /** Answers to `simulateTransaction`, by its bytes. */
  readonly simulate?: (bytes: string, options: unknown) => unknown;
}

/**
 * The rounds on a real database and one node that answers nothing but simulations. Sending to it fails the test. Round
 * 1 ends at `ENDS_AT`, with the beacon 1000.
 */
export function rehearsal(
  { db, now, payouts, simulate = () => PASSES }: RehearsalInput,
  altered: Partial<RoundContext> = {},
) {
  const parsed = parseSettings({
    ...COMPLETE,
    ...{ POOL_SECRET_KEY: base58.encode(secretKeyOf(7)), PAYOUTS: payouts },
    ...{ GENESIS_TIME: `${ENDS_AT - 2_700}`, ROUND_SECONDS: '2700' },
  });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
  const nodes = fakeNodes({
    'rpc.test': answering({
      getLatestBlockhash: { context: { slot: 5 }, value: { blockhash: wallet(5), lastValidBlockHeight: 200 } },
      getMinimumBalanceForRentExemption: 897_840,
      getRecentPrioritizationFees: [],
      simulateTransaction: simulate,
    }),
  });
  const raiseAlert = createRaiseAlert({ db, tell: () => undefined, now });
  const rounds = createRoundStore(db, now, payouts);
  const watch = createWatchPayouts({ settings, raiseAlert, known: null });
  const context: RoundContext = {
    ...{
      db,
      settings,
      rounds,
      now,
      newId: () => 'id',
      isDisputed: () => false,
      tellUndecided: () => undefined,
      payouts: watch,
    },
    rpc: createRpc({ urls: settings.rpcUrls, fetch: nodes.fetch, now }),
    signer: createSigner({ wallets: [settings.pool], beacon: settings.beacon }),
    terms: fixedTerms(settings),
    pursue: neverCalled('pursue'),
    pollAgain: () => 300,
    fetchBeacon: async () => BEACON_1000,
    readEntries: neverCalled('readEntries'),
    documentsOf: ({ round }) => readDocuments(db, round),
    copies: { keep: neverCalled('keep'), read: neverCalled('read') },
    raiseAlert,
    ...altered,
  };
  const machine = createAdvanceRound(context);
  return {
    ...{ rounds, settings, watch, nodes },
    lock: () => rounds.insertLock(lockOf(1, DOCUMENTS, ENDS_AT), DOCUMENTS, 'lock'),
    /** Goes on as after an operator's call, so that it sees what the test has changed. */
    advance: () => {
      machine.forget();
      return machine.run();
    },
  };
}
