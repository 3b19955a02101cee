import { Keypair } from '@solana/web3.js';
import { expect, vi } from 'vitest';
import type { RoundExit } from '../../src/round/exits.ts';
import type { HoldReason } from '../../src/round/state.ts';
import type { RoundContext } from '../../worker/rounds/context.ts';
import type { ExitOutcome } from '../../worker/rounds/exits/exitOutcome.ts';
import { secretKeyOf } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';
import type { FakeNode } from './fakeNodes.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from './honestRound.ts';
import { type MarkedView, markedNode, type OnChain, transactionsOf } from './markedChain.ts';
import { roundMachine } from './roundMachine.ts';
import { rpcNodes } from './rpcNodes.ts';

export const ROUND = 123;
/** Ten hours after the round's end. */
export const AT = (ENDS_AT + 36_000) * 1000;

/** The pool's transactions, as these settings' key signs them. */
export const OURS = transactionsOf(secretKeyOf(1));
/** The round as this pool locked it. */
export const LOCK = { ...lockOf(), wallet: OURS.address };

/** What promised it, and what paid it. */
export const COMMITTED = OURS.commitment(LOCK);
export const PAID = OURS.payment(LOCK);

/** An exit's refusal that says this. */
export const refused = (sentence: string) => ({ kind: 'refused', sentence: expect.stringContaining(sentence) });

/** An empty database. That a round is held is said aloud, and not here. */
export function quietDatabase(): Promise<D1Database> {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return emptyDatabase();
}

/** How far the round came before it was held. */
export type Stage = 'unrecorded' | 'locked' | 'committed' | 'drawn';

/** What the chain says: by default that nothing was ever made for the hour. */
export interface ChainSays {
  readonly transactions?: readonly OnChain[];
  /** Nodes with another view, in addition to the first or in its place. */
  readonly nodes?: (honest: FakeNode, view: MarkedView) => readonly FakeNode[];
  readonly promised?: bigint | null;
  readonly altered?: Partial<RoundContext>;
}

/** Round 123, held for a reason in a real database, and the exits that an operator has; nodes answer as a test says. */
export async function heldRound(db: D1Database, reason: HoldReason, stage: Stage, says: ChainSays = {}) {
  let now = AT;
  const { transactions = [], nodes = (honest) => [honest], promised = null, altered = {} } = says;
  const view: MarkedView = { transactions, newest: AT / 1000 - 15 };
  const chain = rpcNodes(nodes(markedNode(view), view), AT);
  const machine = roundMachine(
    { db, now: () => now },
    { fetchBeacon: async () => BEACON_1000, rpc: chain.rpc, ...altered },
  );
  const { rounds, settings, exit } = machine;
  if (Keypair.fromSecretKey(settings.pool.secretKey).publicKey.toBase58() !== OURS.address)
    throw new Error('the pool of these settings is another');
  if (stage === 'unrecorded') {
    await rounds.insertUnlocked([
      { round: ROUND, endsAt: ENDS_AT, state: 'held', reason, detail: 'a cause', promised },
    ]);
  } else {
    await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
    if (stage !== 'locked') await rounds.commit(ROUND, { ...COMMITMENT, final: stage === 'drawn' });
    if (stage === 'drawn') await rounds.draw(ROUND, BEACON_1000, WINNERS_1000);
    await rounds.hold(ROUND, reason, 'a cause', promised);
  }
  return {
    ...{ rounds, settings, advance: machine.advance, chain, view },
    take: (wanted: RoundExit, signature: string | null = null): Promise<ExitOutcome> =>
      exit({ round: ROUND, exit: wanted, by: 'ann', reason: 'looked at it', signature }),
    later: (ms: number) => {
      now += ms;
    },
    row: () => db.prepare('SELECT * FROM rounds WHERE round = ?').bind(ROUND).first(),
    actions: async () =>
      (await db.prepare('SELECT by, action, subject, reason FROM actions ORDER BY number').all()).results,
  };
}
