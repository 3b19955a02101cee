import type { RoundExit } from '../../src/round/exits.ts';
import type { HoldReason } from '../../src/round/state.ts';
import type { Payment } from '../../worker/chain/findPayments.ts';
import type { FoundMemo } from '../../worker/chain/weighMemos.ts';
import type { RoundContext } from '../../worker/rounds/context.ts';
import type { ExitOutcome } from '../../worker/rounds/exitOutcome.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from './honestRound.ts';
import { roundMachine } from './roundMachine.ts';

export const ROUND = 123;
/** Ten hours after the round's end. */
export const AT = (ENDS_AT + 36_000) * 1000;

/** How far the round came before it was held. */
export type Stage = 'unrecorded' | 'locked' | 'committed' | 'drawn';

/** What the chain says: by default that nothing was paid, and that the commitment is there in time. */
export interface ChainSays {
  readonly payments?: readonly Payment[] | Error;
  readonly memos?: readonly FoundMemo[];
  readonly isGuardAllocated?: boolean;
  readonly altered?: Partial<RoundContext>;
}

/** A memo that all nodes show, of a final transaction. */
export const memo = (text: string, blockTime = ENDS_AT - 30, signature = 'memo-signature'): FoundMemo => ({
  ...{ signature, slot: 400, blockTime, text, final: true, shownBy: ['node 1'], isAgreed: true },
});

/** Round 123, held for a reason in a real database, and the exits that an operator has; the chain is what a test says. */
export async function heldRound(db: D1Database, reason: HoldReason, stage: Stage, says: ChainSays = {}) {
  let now = AT;
  const { payments = [], memos = [], isGuardAllocated = false, altered = {} } = says;
  const { rpc } = altered;
  const machine = roundMachine(
    { db, now: () => now },
    {
      findPayments: async () => {
        if (payments instanceof Error) throw payments;
        return payments;
      },
      searchMemos: async ({ matches, since }) => ({
        ...{ isComplete: true, unreadable: [] },
        memos: memos.filter(({ text, blockTime }) => matches(text) && blockTime >= since),
      }),
      fetchBeacon: async () => BEACON_1000,
      rpc: rpc ?? {
        ...{
          nodes: [],
          calls: () => 0,
          lastNode: () => null,
          distrust: neverCalled('distrust'),
          report: neverCalled('report'),
        },
        ...{ read: neverCalled('read'), gather: neverCalled('gather'), weigh: neverCalled('weigh') },
        agree: async () => isGuardAllocated as never,
      },
      ...altered,
    },
  );
  const { rounds, settings, exit } = machine;
  if (stage === 'unrecorded') {
    await rounds.insertUnlocked([{ round: ROUND, endsAt: ENDS_AT, state: 'held', reason, detail: 'a cause' }]);
  } else {
    await rounds.insertLock({ ...lockOf(), wallet: settings.pool.address }, DOCUMENTS, 'lock');
    if (stage !== 'locked') await rounds.commit(ROUND, { ...COMMITMENT, final: stage === 'drawn' });
    if (stage === 'drawn') await rounds.draw(ROUND, BEACON_1000, WINNERS_1000);
    await rounds.hold(ROUND, reason, 'a cause');
  }
  return {
    ...{ rounds, settings, advance: machine.advance },
    take: (wanted: RoundExit): Promise<ExitOutcome> =>
      exit({ round: ROUND, exit: wanted, by: 'ann', reason: 'looked at it' }),
    later: (ms: number) => {
      now += ms;
    },
    row: () => db.prepare('SELECT * FROM rounds WHERE round = ?').bind(ROUND).first(),
    actions: async () =>
      (await db.prepare('SELECT by, action, subject, reason FROM actions ORDER BY number').all()).results,
  };
}

/** A plain transfer of the pool to a winner. */
export const transfer = (place: 1 | 2 | 3, lamports?: bigint): Payment => {
  const winner = WINNERS_1000[place - 1];
  if (winner === undefined) throw new Error('no such winner');
  return {
    ...{ signature: `transfer to place ${place}`, slot: 500 + place, to: winner.address, blockTime: ENDS_AT + 600 },
    lamports: lamports ?? winner.lamports,
  };
};
