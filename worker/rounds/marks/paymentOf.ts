import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { readPayoutMemo } from '../../../src/protocol/readMemo.ts';
import type { LockRecord, PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { NoMaker, SeenMaker } from '../../chain/ledger/agreeOnMaker.ts';
import type { Hour } from './hourMarks.ts';

/** The payment that a round owes; null when the round's record is not stored here. */
export type Due = { readonly lock: LockRecord; readonly winners: readonly PlacedWinner[] } | null;

/** What is known of the mark of a payment, once it exists. */
export type PaymentMade =
  /** `paid`: what the transaction paid in all, lamports. */
  | { readonly kind: 'payment'; readonly signature: string; readonly slot: number; readonly paid: bigint }
  /** Another transaction made the mark, so that the hour can never be paid. `why` is a sentence. */
  | { readonly kind: 'spent'; readonly why: string }
  /** It is not known which transaction made the mark. `why` is the end of a sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Whether the transaction that made the mark of an hour's payment pays the winners, in the order of their places, with
 * the right memo. If no record of the round is stored here, it is enough that the memo names the round and somebody is
 * paid.
 */
export function judgePayment({ round, endsAt }: Hour, found: SeenMaker | NoMaker, due: Due): PaymentMade {
  if (found.kind === 'no maker') return { kind: 'unknown', why: found.why };
  const { signature, slot, made } = found;
  const spent = (why: string): PaymentMade => ({
    kind: 'spent',
    why: `${signature} made the payment’s mark, and ${why}`,
  });
  if (made.kind === 'other') return spent(`is of another form: expected ${made.expected}, got ${made.got}`);
  const payment: PaymentMade = {
    ...{ kind: 'payment', signature, slot },
    paid: made.transfers.reduce((sum, { lamports }) => sum + lamports, 0n),
  };
  if (due === null) {
    const said = readPayoutMemo(made.memo);
    const isIt = said?.round === round && said.endsAt === endsAt && made.transfers.length > 0;
    return isIt ? payment : spent(`is no payment of round ${round}`);
  }
  const { lock, winners } = due;
  const memo = protocolOf(lock.rules).payoutMemo({ ...lock, winners: winners.length });
  if (made.memo !== memo) return spent(`says "${made.memo}"`);
  const sent = made.transfers.map(({ to, lamports }) => `${lamports} to ${to}`).join(', ');
  const owed = winners.map(({ address, lamports }) => `${lamports} to ${address}`).join(', ');
  return sent === owed ? payment : spent(`paid ${sent || 'nobody'}, not ${owed}`);
}
