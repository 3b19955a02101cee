import { describe, expect, it } from 'vitest';
import { checkBalances, type PaymentFound } from '../../client/audit/check/checkPayment.ts';
import type { RoundOnChain } from '../../client/audit/check/roundOnChain.ts';
import { address } from '../../src/address/address.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { SYSTEM_PROGRAM, transferData } from '../../src/marks/systemProgram.ts';
import { keyOf } from './signedTransaction.ts';

const POOL = keyOf('pool');
const [FIRST, SECOND] = [keyOf('first'), keyOf('second')];
const MARK = markOf({ base: address(POOL), seed: 'payout:1692806364' });
const RENT = 897_840n;

/** What the step says of a payment to these winners, whose balances grew by this. */
function judged(grew: Readonly<Record<string, bigint>>) {
  const sent = (to: string, lamports: bigint) => ({
    ...{ program: SYSTEM_PROGRAM, accounts: [POOL, to], data: transferData(lamports) },
  });
  const winners = Object.keys(grew);
  const facts = { winners, prizes: { places: [70n, 20n] } };
  const budget = { program: 'ComputeBudget', accounts: [], data: new Uint8Array() };
  const transaction = {
    ...{ signature: 'the payment', before: new Map(winners.map((wallet) => [wallet, 5])) },
    after: new Map(winners.map((wallet) => [wallet, 5 + Number(grew[wallet])])),
    instructions: [budget, budget, sent(MARK, RENT), sent(winners[0] ?? '', 70n), sent(winners[1] ?? '', 20n)],
  };
  const [round, found] = [{ facts }, { made: { transaction, marked: {} } }] as unknown as [RoundOnChain, PaymentFound];
  return checkBalances(round, found).state;
}

describe('what the winners’ balances grew by', () => {
  it('is exactly the prize', () => {
    expect(judged({ [FIRST]: 70n, [SECOND]: 20n })).toBe('ok');
    expect(judged({ [FIRST]: 69n, [SECOND]: 20n })).toBe('failed');
    expect(judged({ [FIRST]: 70n, [SECOND]: 20n + RENT })).toBe('failed');
  });

  it('is the rent besides for the mark of the payment itself, to whose address anybody may send enough GOD', () => {
    expect(judged({ [FIRST]: 70n, [MARK]: 20n + RENT })).toBe('ok');
    expect(judged({ [FIRST]: 70n, [MARK]: 20n })).toBe('failed');
  });
});
