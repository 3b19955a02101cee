import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../database.ts';
import { COMMITTED, heldRound, OURS, PAID, quietDatabase, refused } from '../heldRound.ts';
import { ENDS_AT } from '../honestRound.ts';
import { floodOf, markAt } from '../markedChain.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

describe('5,000 transactions of a stranger that name the pool and both marks', () => {
  const flood = [OURS.address, ...[`commit:${ENDS_AT}`, `payout:${ENDS_AT}`].map((seed) => markAt(OURS.address, seed))]
    .flatMap((named) => floodOf(named, 5_000, ENDS_AT + 5))
    .map((one, i) => ({ ...one, signature: `stranger${i}` }));

  it('neither block nor slow a release, a close by a signature, or a shelve', async () => {
    for (const [exit, transactions, signature] of [
      ['release', [COMMITTED], null],
      ['close', [COMMITTED, PAID], PAID.signature],
      ['shelve', [COMMITTED], null],
    ] as const) {
      db = await emptyDatabase();
      const { take, chain } = await heldRound(db, 'payout-rejected', 'drawn', {
        transactions: [...flood, ...transactions],
        nodes: (honest) => [honest, honest],
      });
      expect(await take(exit, signature)).toEqual({ kind: 'done' });
      expect(chain.calls.length).toBeLessThan(20);
      expect(chain.calls.filter(({ method }) => method === 'getSignaturesForAddress')).toEqual([]);
    }
  });

  it('do not hide a payment from an operator who names it; without a name the refusal says what to do', async () => {
    const around = [...flood.slice(0, 7_500), COMMITTED, PAID, ...flood.slice(7_500)];
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: around });
    const why = 'too many to look for the one that made it. Name that transaction by its signature';
    expect(await take('close')).toEqual(refused(why));
    expect(await take('close', PAID.signature)).toEqual({ kind: 'done' });
  });

  it.each([
    // This many rows of a history are read, including the payment's own row.
    ['before 4,999 of them', 299_999_999, flood.slice(0, -1)],
    ['after them', 390_000_000, flood],
  ])('do not hide what was made %s', async (_when, slot, strangers) => {
    const paid = { ...PAID, slot };
    const transactions = [...strangers, COMMITTED, paid].toSorted((a, b) => a.slot - b.slot);
    const { take } = await heldRound(db, 'payout-rejected', 'drawn', { transactions });
    expect(await take('close')).toEqual({ kind: 'done' });
  });
});
