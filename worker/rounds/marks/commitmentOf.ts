import { atMostBalance } from '../../../src/money/lamports.ts';
import { readCommitMemo } from '../../../src/protocol/readMemo.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import type { CommitMemo } from '../../../src/protocol/terms/memo.ts';
import type { SeenCommitment } from '../../../src/round/record.ts';
import type { NoMaker, SeenMaker } from '../../chain/ledger/agreeOnMaker.ts';
import { findMaker, findMakerNamed } from '../../chain/ledger/findMaker.ts';
import { parseWire } from '../../chain/ledger/wireTransaction.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import { type Hour, isInTime } from './hourMarks.ts';

/** What is known of the mark of a commitment, once it exists. */
export type CommitmentMade =
  /** A commitment of this hour made it, in the right form and in time: the round is paid or owed. */
  | { readonly kind: 'promise'; readonly seen: SeenCommitment; readonly memo: string; readonly said: CommitMemo }
  /** Another transaction made it: the hour can have no promise any more. `why` is a sentence. */
  | { readonly kind: 'spent'; readonly why: string }
  /** It is not known which transaction made it. `why` is the end of a sentence. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * What made the mark of an hour's commitment: a named transaction, or one in the mark's own history. Throws an RpcError
 * while too few nodes answer.
 */
export async function commitmentOf(rpc: Rpc, hour: Hour, named: readonly string[] = []): Promise<CommitmentMade> {
  return judgeCommitment(hour, await findMaker(rpc, hour.commitment, named));
}

/**
 * As `commitmentOf`, for transactions that a person named: the person is told what is wrong with them, even while other
 * transactions cannot be read. Only for callers that refuse the person's order when the answer is `unknown`.
 */
export async function commitmentNamed(rpc: Rpc, hour: Hour, named: readonly string[]): Promise<CommitmentMade> {
  return judgeCommitment(hour, await findMakerNamed(rpc, hour.commitment, named));
}

/** Whether the transaction that made the mark of an hour's commitment promises anything. */
function judgeCommitment({ round, endsAt, times }: Hour, found: SeenMaker | NoMaker): CommitmentMade {
  if (found.kind === 'no maker') return { kind: 'unknown', why: found.why };
  const { signature, slot, blockTime, made } = found;
  const spent = (why: string): CommitmentMade => ({ kind: 'spent', why: `${signature} made its mark, and ${why}` });
  if (made.kind === 'other') return spent(`is of another form: expected ${made.expected}, got ${made.got}`);
  const said = made.transfers.length === 0 ? readCommitMemo(made.memo) : null;
  if (said?.round !== round || said.endsAt !== endsAt) return spent(`is no commitment of round ${round}`);
  if (!isInTime(times, blockTime)) return spent(`its block time ${blockTime} is not in time`);
  return { kind: 'promise', seen: { signature, slot, blockTime, final: true }, memo: made.memo, said };
}

/**
 * What has to be set aside for an hour, and the prizes that its commitment names. `lamports` is null while it is not
 * known how much has to be set aside.
 */
export interface Promised {
  readonly lamports: bigint | null;
  /**
   * The prizes of its commitment, even if they are paid, because they count for the day's limit; null when no
   * commitment is known.
   */
  readonly prizes: bigint | null;
  readonly why: string;
}

/**
 * The prizes that a commitment names, lamports. If its text names more than any balance can have, the result is the
 * highest balance that there can be.
 */
export const prizesSaid = ({ said: { totalLamports } }: Extract<CommitmentMade, { readonly kind: 'promise' }>) =>
  atMostBalance(totalLamports);

/**
 * What an hour's marks, of commitment and payment, promise. If the mark of the payment exists, the hour cannot be paid
 * any more, so nothing has to be set aside.
 */
export function promiseOf(made: CommitmentMade | null, marks: readonly boolean[]): Promised {
  const prizes = made?.kind === 'promise' ? prizesSaid(made) : null;
  if (marks[1]) return { lamports: 0n, prizes, why: 'the mark of its payment is made' };
  if (made === null) return { lamports: 0n, prizes, why: 'no commitment has made its mark' };
  if (made.kind === 'promise') return { lamports: prizes, prizes, why: promiseText(made) };
  return { lamports: made.kind === 'spent' ? 0n : null, prizes, why: made.why };
}

/**
 * As `commitmentOf`, but returns `unknown` while too few nodes answer, and throws no RpcError. For callers that have to
 * go on even then.
 */
export async function commitmentNow(rpc: Rpc, hour: Hour, named: readonly string[] = []): Promise<CommitmentMade> {
  try {
    return await commitmentOf(rpc, hour, named);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { kind: 'unknown', why: `what made its mark is not known yet: ${error.summary}` };
  }
}

/** A promise in words for operators: the commitment's signature and its memo. */
export const promiseText = ({ seen, memo }: Extract<CommitmentMade, { readonly kind: 'promise' }>) =>
  `${seen.signature} says "${memo}"`;

/**
 * Whether an attempt's bytes have the memo of this lock. The attempt's key names only the round, and a restored
 * database may hold an hour's second lock, and an attempt with the memo of its first.
 */
export function saysTextOf({ memo }: Pick<LockRecord, 'memo'>, { bytes }: { readonly bytes: string }): boolean {
  const last = parseWire(Buffer.from(bytes, 'base64'))?.instructions.at(-1);
  return last !== undefined && Buffer.from(last.data).toString('utf8') === memo;
}
