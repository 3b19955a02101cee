import { POOL_RESERVE } from '../../src/round/checkLimits.ts';
import { IN_FLIGHT } from '../../src/round/state.ts';
import type { Ledger } from './Ledger.ts';

/** The result for one invariant: it holds when there is no problem. */
export interface Verdict {
  readonly name: string;
  readonly rule: string;
  readonly problems: readonly string[];
}

/** Within this time every round has ended or raised an alert. Seconds. */
const OVERDUE_SECONDS = 900;

/** Checks each invariant that a drill could break on the whole ledger. */
export function judgeLedger(ledger: Ledger): readonly Verdict[] {
  return [
    { name: 'I1', rule: 'no round was paid twice, and a paid one once', problems: paidOnce(ledger) },
    { name: 'I2', rule: 'the prizes are the committed total', problems: prizes(ledger) },
    { name: 'I3', rule: 'nothing was sent that is not journaled', problems: journaled(ledger) },
    { name: 'I4', rule: 'the winners follow from published data', problems: computed(ledger) },
    { name: 'I5', rule: 'the reserve stays', problems: reserve(ledger) },
    { name: 'I7', rule: 'journal and chain agree', problems: agreement(ledger) },
    { name: 'I9', rule: 'every round has ended, or a person was told', problems: ended(ledger) },
    { name: 'I10', rule: 'no secret is in any output', problems: secrets(ledger) },
    { name: 'I11', rule: 'no winner has changed', problems: unchanged(ledger) },
    { name: 'I13', rule: 'a committed round is paid or owed', problems: owed(ledger) },
  ];
}

const payoutOf = (memo: string) => Number(/GOD1 payout round=(\d+) /.exec(memo)?.[1] ?? 0);
const commitOf = (memo: string) => Number(/GOD1 commit round=(\d+) /.exec(memo)?.[1] ?? 0);

function paidOnce({ transactions, rounds }: Ledger): string[] {
  const payouts = transactions.filter(({ memo }) => payoutOf(memo) > 0);
  const numbers = [...new Set(payouts.map(({ memo }) => payoutOf(memo)))];
  const twice = numbers.filter((round) => payouts.filter(({ memo }) => payoutOf(memo) === round).length > 1);
  const unpaid = rounds.filter(
    ({ round, state, signature }) =>
      state === 'paid' && !payouts.some((payout) => payoutOf(payout.memo) === round && payout.signature === signature),
  );
  return [
    ...twice.map((round) => `round ${round} was paid more than once`),
    ...unpaid.map(({ round }) => `round ${round} is called paid, and the chain has no such payout`),
  ];
}

function prizes({ transactions, rounds }: Ledger): string[] {
  return transactions.flatMap(({ memo, paid }) => {
    const total = rounds.find(({ round }) => round === payoutOf(memo))?.total ?? null;
    return total === null || total === paid ? [] : [`round ${payoutOf(memo)} paid ${paid} of ${total} lamports`];
  });
}

function journaled({ transactions, journal, explained }: Ledger): string[] {
  const known = new Set(journal.map(({ signature }) => signature));
  return transactions
    .filter(({ signature }) => !known.has(signature) && !explained.has(signature))
    .map(({ signature }) => `${signature} is in no journal`);
}

function computed({ winners }: Ledger): string[] {
  return winners.filter((each) => each.now !== each.computed).map(({ round }) => `round ${round} draws other winners`);
}

function reserve({ balance }: Ledger): string[] {
  return balance >= POOL_RESERVE ? [] : [`the pool holds ${balance} lamports`];
}

function agreement({ journal, transactions }: Ledger): string[] {
  const landed = new Set(transactions.map(({ signature }) => signature));
  return journal
    .filter(({ key, state, signature }) => !key.startsWith('tax:') && state === 'finalized' && !landed.has(signature))
    .map(({ key }) => `${key} is called final, and the chain does not have it`);
}

function ended({ rounds, closed, readAt }: Ledger): string[] {
  const known = new Set(rounds.map(({ round }) => round));
  const gaps = Array.from({ length: closed }, (_, i) => i + 1).filter((round) => !known.has(round));
  const late = rounds.filter(
    ({ state, endsAt }) => IN_FLIGHT.some((each) => each === state) && readAt - endsAt > OVERDUE_SECONDS,
  );
  return [
    ...gaps.map((round) => `round ${round} has no end`),
    ...late.map(({ round, state }) => `round ${round} is still ${state}`),
  ];
}

function secrets({ outputs, secrets: all }: Ledger): string[] {
  const found = all.filter((secret) => outputs.includes(secret)).length;
  return found === 0 ? [] : [`${found} secrets were said`];
}

function unchanged({ winners }: Ledger): string[] {
  return winners
    .filter(({ first, now }) => first !== null && first !== now)
    .map(({ round }) => `round ${round} has other winners than it was drawn with`);
}

function owed({ transactions, rounds }: Ledger): string[] {
  const committed = new Set(transactions.map(({ memo }) => commitOf(memo)).filter((round) => round > 0));
  return rounds
    .filter(({ round, state }) => committed.has(round) && state === 'rolled-over')
    .map(({ round }) => `round ${round} was committed, and called off`);
}
