import { expect, it } from 'vitest';
import { honestProof } from '../client/honestProof.ts';
import { computedWinners, winnersText } from '../drill/computedWinners.ts';
import { judgeLedger } from '../drill/judgeLedger.ts';
import type { Ledger } from '../drill/Ledger.ts';

const round = (number: number, state: string, signature: string | null = null) => ({
  ...{ round: number, state, signature, payouts: 'live', endsAt: number * 100, total: 10n },
});
const commit = (number: number) => ({
  ...{ signature: `commit-${number}`, memo: `[99] GOD1 commit round=${number} ends=1`, paid: 0n },
});
const payout = (number: number, signature = `payout-${number}`) => ({
  ...{ signature, memo: `[99] GOD1 payout round=${number} ends=1`, paid: 10n },
});

const HONEST: Ledger = {
  rounds: [round(1, 'paid', 'payout-1'), round(2, 'rolled-over'), round(3, 'held')],
  journal: [
    { key: 'commit:1', state: 'finalized', signature: 'commit-1' },
    { key: 'payout:1', state: 'finalized', signature: 'payout-1' },
    { key: 'commit:3', state: 'finalized', signature: 'commit-3' },
  ],
  transactions: [commit(1), payout(1), commit(3)],
  explained: new Set(),
  balance: 100_000_000n,
  winners: [{ round: 1, now: 'a b c', first: 'a b c', computed: 'a b c' }],
  ...{ closed: 3, readAt: 400, outputs: 'all is well', secrets: ['hidden'] },
};

const broken = (altered: Partial<Ledger>) =>
  judgeLedger({ ...HONEST, ...altered }).flatMap(({ name, problems }) => (problems.length > 0 ? [name] : []));

it('finds nothing wrong with an honest ledger', () => {
  expect(broken({})).toEqual([]);
});

it.each<[string, Partial<Ledger>]>([
  ['I1', { transactions: [...HONEST.transactions, payout(1, 'commit-3')] }],
  ['I1', { rounds: [round(1, 'paid', 'another'), ...HONEST.rounds.slice(1)] }],
  ['I2', { transactions: [commit(1), { ...payout(1), paid: 9n }, commit(3)] }],
  ['I3', { journal: HONEST.journal.slice(0, 2) }],
  ['I4', { winners: [{ round: 1, now: 'a b c', first: null, computed: 'c b a' }] }],
  ['I5', { balance: 99_999_999n }],
  ['I7', { journal: [...HONEST.journal, { key: 'payout:2', state: 'finalized', signature: 'nowhere' }] }],
  ['I9', { closed: 4 }],
  ['I9', { rounds: [...HONEST.rounds.slice(0, 2), round(3, 'committed')], readAt: 1_300 }],
  ['I10', { outputs: 'the key is hidden here' }],
  ['I11', { winners: [{ round: 1, now: 'a b c', first: 'c b a', computed: 'a b c' }] }],
  ['I13', { rounds: [...HONEST.rounds.slice(0, 2), round(3, 'rolled-over')] }],
])('finds %s broken, and nothing else', (name, altered) => {
  expect(broken(altered)).toEqual([name]);
});

it('accepts as explained what a person sent or a lost database knew', () => {
  expect(broken({ journal: HONEST.journal.slice(0, 2), explained: new Set(['commit-3']) })).toEqual([]);
});

it('computes the winners of an honest proof, and other winners when its winners, entries or prizes were changed', () => {
  const proof = honestProof();
  const { winners, snapshot, prize } = proof;
  if (winners === null || snapshot === null || prize === null) throw new Error('a proof without a draw');
  expect(winners).toHaveLength(3);
  expect(computedWinners(proof)).toBe(winnersText(proof));
  const altered = [
    { ...proof, winners: winners.map((winner, i) => ({ ...winner, address: winners.at(i - 1)?.address ?? '' })) },
    { ...proof, winners: winners.map((winner) => ({ ...winner, lamports: `${BigInt(winner.lamports) + 1n}` })) },
    { ...proof, winners: winners.slice(1) },
    { ...proof, snapshot: { ...snapshot, entries: snapshot.entries.slice(1) } },
    { ...proof, prize: { ...prize, poolLamports: `${BigInt(prize.poolLamports) * 2n}` } },
  ];
  for (const each of altered) expect(computedWinners(each)).not.toBe(winnersText(each));
});
