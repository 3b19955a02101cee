import type { RoundInFlight } from '../../src/round/record.ts';
import { SignerRefusal, type StoredRound } from '../chain/signing/signer.ts';
import { parseRound, roundStatement } from '../store/rows/roundRows.ts';
import { parseWinners, winnersOfRoundStatement } from '../store/views/rounds/winners.ts';
import type { RoundContext } from './context.ts';

/**
 * A round with everything that is stored about it, for the signer. Row and winners are read in one view of the
 * database. The documents may be remembered: they never change, and the signer computes the root from them. Throws when
 * the round has moved on meanwhile, and a SignerRefusal when its entries are not stored.
 */
export async function loadRound(
  { db, documentsOf }: Pick<RoundContext, 'db' | 'documentsOf'>,
  { round, state, lock }: RoundInFlight,
): Promise<StoredRound> {
  const [documents, [rows, winners]] = await Promise.all([
    documentsOf(lock),
    db.batch([roundStatement(db, round), winnersOfRoundStatement(db, round)]),
  ]);
  const record = parseRound(rows?.results[0]);
  if (record.state !== state) throw new Error(`round ${round} was ${state}, and is ${record.state} by now`);
  if (documents === null) throw new SignerRefusal(`round ${round}: its entries are not stored`);
  return {
    record,
    documents,
    winners: parseWinners(winners?.results).map(({ place, address, lamports }) => ({ place, address, lamports })),
  };
}
