import type { PlacedWinner } from '../../src/protocol/terms/lock.ts';
import { exitsOf } from '../../src/round/exits.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import { closePaid, closeUncommitted, closeUnrecorded } from '../store/heldRounds.ts';
import type { RoundContext } from './context.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';
import { followPayout } from './followPayout.ts';
import { isCommittedInTime } from './isCommittedInTime.ts';
import { type KnownWinners, knowWinners } from './knowWinners.ts';
import { type MarkedPayout, markedPayout } from './markedPayout.ts';

/**
 * Ends a held round as the chain says. A round that was committed in time ends as paid, and only when its payment is
 * proven; one that never was committed in time ends as rolled over.
 */
export async function closeRound(context: RoundContext, wanted: Wanted): Promise<ExitOutcome> {
  const record = await context.rounds.get(wanted.exit.round);
  if (record === null) return CHANGED;
  const own = context.settings.pool.address;
  if (record.lock !== null && record.lock.wallet !== own)
    return refused(
      `Round ${record.round} is of the pool wallet ${record.lock.wallet}, and POOL_SECRET_KEY is the key of ${own}: its payments cannot be looked up. Put that key back first.`,
    );
  const known = record.lock && record.commitment ? await knowWinners(context, record, record.lock) : null;
  const paid = await provePaid(context, record, known);
  if (paid.kind === 'refused') return refused(paid.sentence);
  if (paid.kind === 'paid') return endPaid(context, wanted, { record, known, payout: paid.payout });
  if (record.drawn !== null || record.commitment?.final || (await isCommittedInTime(context, record)))
    return refused(owedText(record, wanted));
  const detail = 'an operator closed it: the chain has no commitment of it in time';
  return (await closeUncommitted(context.db, wanted.exit, detail)) ? { kind: 'done' } : CHANGED;
}

/** Why it stays held, and what is left to do: no way that its reason does not have. */
function owedText({ round, commitment }: RoundRecord, { found }: Wanted): string {
  const unproven = `Round ${round} was committed in time and no payment of it is proven`;
  const canShelve = exitsOf({ ...found, isCommitted: commitment !== null }).includes('shelve');
  switch (found.reason) {
    case 'guard-without-journal':
    case 'payout-without-record':
      return `${unproven}, though the chain says that it is paid. Ask a node with a whole history, and close it then.`;
    case 'foreign-commitment':
      return `${unproven}: it is owed. Two texts of the pool wallet void it, so that nobody can draw it. ${canShelve ? 'Shelve it.' : 'Close it once its payment is on chain.'}`;
    case 'commitment-without-record':
      return `${unproven}: it is owed. Restore a backup that has its entries${canShelve ? ', or shelve it' : ''}.`;
    case 'commitment-lost':
    case 'payout-rejected':
    case 'record-mismatch':
    case 'overdue': {
      const pay = `pay it with "npm run pay -- ${round}"`;
      return `${unproven}: it is owed. Release it${canShelve ? `, ${pay}, or shelve it` : ` or ${pay}`}.`;
    }
  }
}

type Proof =
  | { readonly kind: 'paid'; readonly payout: MarkedPayout }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** By our own journal, by a transaction with the round's memo and guard, or by plain transfers of every prize. */
async function provePaid(context: RoundContext, record: RoundRecord, known: KnownWinners | null): Promise<Proof> {
  const { round, endsAt } = record;
  const own = await followPayout(context.pursue, round);
  if (own.kind === 'final') return { kind: 'paid', payout: { signature: own.row.signature, slot: own.slot } };
  if (own.kind === 'pending')
    return {
      kind: 'refused',
      sentence: `Its payment ${own.row.signature} is on its way. Wait until its end is known.`,
    };
  const marked = await markedPayout(context, record);
  if (marked !== null) return { kind: 'paid', payout: marked };
  if (known?.kind !== 'known') return { kind: 'none' };
  const winners = known.winners.map(({ address }) => address);
  const payments = await context.findPayments({ round, winners, since: endsAt });
  const short = known.winners.filter((winner) => receivedBy(winner, payments) < winner.lamports);
  const last = payments.toSorted((a, b) => b.slot - a.slot)[0];
  if (last === undefined) return { kind: 'none' };
  if (short.length === 0) return { kind: 'paid', payout: last };
  const named = short.map(
    (winner) => `${winner.address} (place ${winner.place}) ${shortBy(winner, payments)} lamports`,
  );
  return { kind: 'refused', sentence: `Not every prize of round ${round} is paid. Missing: ${named.join(', ')}.` };
}

type Paid = readonly { readonly to: string; readonly lamports: bigint }[];
const receivedBy = ({ address }: PlacedWinner, payments: Paid) =>
  payments.filter(({ to }) => to === address).reduce((sum, { lamports }) => sum + lamports, 0n);
const shortBy = (winner: PlacedWinner, payments: Paid) => winner.lamports - receivedBy(winner, payments);

/** Stores the payment; a round without a record, or whose winners cannot be computed here, stays held without a wait. */
async function endPaid(
  { db }: RoundContext,
  { exit }: Wanted,
  of: { readonly record: RoundRecord; readonly known: KnownWinners | null; readonly payout: MarkedPayout },
): Promise<ExitOutcome> {
  const { record, known, payout } = of;
  const draw = known?.kind === 'known' && record.drawn === null ? known : null;
  const isWhole = record.drawn !== null || draw !== null;
  const isEnded =
    record.commitment !== null && isWhole
      ? await closePaid(db, exit, { ...payout, draw })
      : await closeUnrecorded(db, exit, payout.signature);
  return isEnded ? { kind: 'done' } : CHANGED;
}
