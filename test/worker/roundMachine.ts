import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import { createAdvanceRound } from '../../worker/rounds/advanceRound.ts';
import type { RoundContext } from '../../worker/rounds/context.ts';
import { createExitRound } from '../../worker/rounds/exits/exitRound.ts';
import { createWatchPayouts } from '../../worker/rounds/watch/watchPayouts.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { createRoundStore } from '../../worker/store/rounds/rounds.ts';
import { readDocuments } from '../../worker/store/views/rounds/roundDocuments.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { COMPLETE } from './completeSettings.ts';
import { fixedTerms } from './fixedTerms.ts';
import { DOCUMENTS, lockOf } from './honestRound.ts';
import { rpcStub } from './rpcStub.ts';

const GENESIS = 1_700_000_001;
export const ROUND = 3_600;
export const END_OF_1 = GENESIS + ROUND;
export const NO_ANSWER = new RpcError('node 1', 'getSignaturesForAddress', 'answered 429');

export interface MachineInput {
  readonly db: D1Database;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The rounds on a real database and a chain that gives no answer at all; parts are replaced by what a test needs. */
export function roundMachine({ db, now }: MachineInput, altered: Partial<RoundContext> = {}) {
  const parsed = parseSettings(COMPLETE);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
  const rounds = createRoundStore(db, now);
  const silent = () => Promise.reject(NO_ANSWER);
  const context: RoundContext = {
    ...{ db, settings, rounds, now, newId: () => 'id', isDisputed: () => false, tellUndecided: () => undefined },
    rpc: rpcStub({ read: silent, agree: silent, agreeing: silent, hear: silent }),
    signer: {
      ...{ signCommitment: neverCalled('sign'), signPayout: neverCalled('sign') },
      ...{ draftCommitment: neverCalled('draft'), draftPayout: neverCalled('draft') },
    },
    pollAgain: () => 300,
    pursue: async () => ({ kind: 'idle', attempts: [] }),
    fetchBeacon: async () => null,
    readEntries: silent,
    terms: fixedTerms(settings),
    documentsOf: ({ round }) => readDocuments(db, round),
    copies: { keep: async () => undefined, read: async () => null },
    raiseAlert: async () => undefined,
    payouts: createWatchPayouts({ settings, raiseAlert: async () => undefined, known: null }),
    ...altered,
  };
  const machine = createAdvanceRound(context);
  /** Goes on as after an operator's call, so that it sees what the test has changed. */
  const advance = () => {
    machine.forget();
    return machine.run();
  };
  return { rounds, settings, machine, advance, exit: createExitRound(context) };
}

/** Round 1 of these settings' pool wallet. */
export const lockedRound = (settings: Settings): LockRecord => ({
  ...lockOf(1, DOCUMENTS, END_OF_1),
  wallet: settings.pool.address,
});
