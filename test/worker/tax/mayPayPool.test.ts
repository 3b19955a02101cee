import { describe, expect, it } from 'vitest';
import type { RoundRecord } from '../../../src/round/record.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { createMayPayPool } from '../../../worker/tax/mayPayPool.ts';
import type { TermsBook } from '../../../worker/terms/TermsBook.ts';
import { wallet } from '../../domain/wallets.ts';
import { countedTerms } from '../fixedTerms.ts';

const clock = { genesisTime: 1_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
const END = 1_000_000 + 3_600;

/** Whether the pool may be paid at this time before the end of round 1, when the round is in this state. */
async function mayPay(secondsBefore: number, state: RoundRecord['state'] | null, terms: TermsBook = countedTerms([])) {
  const asked: number[] = [];
  const rounds = {
    get: async (round: number) => {
      asked.push(round);
      return state === null ? null : ({ state } as RoundRecord);
    },
  };
  const answer = await createMayPayPool({
    rounds,
    settings: { clock },
    terms,
    now: () => (END - secondsBefore) * 1000,
  })();
  return { answer, asked };
}

describe('a payment of the tax to the pool', () => {
  it('is signed until fifteen seconds before the lock, and no round is read for it', async () => {
    expect(await mayPay(75.001, null)).toEqual({ answer: true, asked: [] });
    expect(await mayPay(75, null)).toEqual({ answer: false, asked: [1] });
  });

  it.each([null, 'locked'] as const)('is not signed from then on while the round is %s', async (state) => {
    for (const seconds of [75, 60, 1, 0.001]) expect((await mayPay(seconds, state)).answer).toBe(false);
  });

  it.each(['committed', 'drawn', 'paid', 'rolled-over', 'held'] as const)('is signed once it is %s', async (state) => {
    expect((await mayPay(40, state)).answer).toBe(true);
  });

  it('waits by the lock of the terms in force, whatever lock the settings say', async () => {
    const terms = countedTerms([{ from: 1, pool: wallet(1), lock: 120 }]);
    expect((await mayPay(135, null, terms)).answer).toBe(false);
    expect((await mayPay(135.001, null, terms)).answer).toBe(true);
  });

  it('is not signed while too few nodes say which terms are in force', async () => {
    const silent = async () => Promise.reject(new RpcError('every node', 'getMultipleAccounts', 'silent'));
    expect((await mayPay(1_000, null, { ...countedTerms([]), forRound: silent })).answer).toBe(false);
  });

  it('is signed once the round has ended, because the round can no longer be committed', async () => {
    expect((await mayPay(0, 'locked')).answer).toBe(true);
  });
});
