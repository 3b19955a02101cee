import { address } from '../../../src/address/address.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import { agreeOnBalance } from '../../chain/accounts/agreeOnBalance.ts';
import { agreeOnMarksAfter } from '../../chain/accounts/readChain.ts';
import { shelveRound } from '../../store/rounds/heldRounds.ts';
import type { RoundContext } from '../context.ts';
import { commitmentOf, promiseOf } from '../marks/commitmentOf.ts';
import { hourOf, marksOf } from '../marks/hourMarks.ts';
import { CHANGED, type ExitOutcome, refused, type Wanted } from './exitOutcome.ts';

/**
 * Leaves a held round owed in public: its prizes stay set aside, and it can be released, recovered or closed later. If
 * only a mark has promised the round, what the mark's maker says is owed. If nobody can show that, a person decides
 * here that the rounds go on: then the most that a commitment could promise of the pool's present balance is set aside.
 */
export async function shelve(
  context: RoundContext,
  record: RoundRecord,
  { exit, found, signature }: Wanted,
): Promise<ExitOutcome> {
  const isMark = found.reason === 'mark-without-record';
  const promised = isMark ? (found.promised ?? (await promiseNow(context, record, signature))) : null;
  if (promised === 'nothing')
    return refused(`Round ${exit.round} is not owed: nothing on the chain promises it. Close it.`);
  return (await shelveRound(context.db, exit, promised)) ? { kind: 'done' } : CHANGED;
}

async function promiseNow(
  context: RoundContext,
  record: RoundRecord,
  signature: string | null,
): Promise<bigint | 'nothing'> {
  const { rpc } = context;
  const hour = await hourOf(context, record);
  const marks = await agreeOnMarksAfter(rpc, marksOf(hour), hour.times.until);
  const made = marks[0] ? await commitmentOf(rpc, hour, signature === null ? [] : [signature]) : null;
  if (!marks[1] && (made === null || made.kind === 'spent')) return 'nothing';
  const { lamports } = promiseOf(made, marks);
  if (lamports !== null) return lamports;
  const pool = await agreeOnBalance(rpc, address(hour.payment.base), { about: "the pool's balance" });
  return CURRENT_PROTOCOL.splitPrize(pool.lamports).total;
}
