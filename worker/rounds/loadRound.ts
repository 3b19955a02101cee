import type { RoundRecord } from '../../src/round/record.ts';
import { SignerRefusal, type StoredRound } from '../chain/signer.ts';
import { readDocuments } from '../store/roundDocuments.ts';
import { winnersOfRound } from '../store/winners.ts';

/** A round with everything that is stored of it, as the signer wants to see it. */
export async function loadRound(db: D1Database, record: RoundRecord): Promise<StoredRound> {
  const [documents, winners] = await Promise.all([readDocuments(db, record.round), winnersOfRound(db, record.round)]);
  if (documents === null) throw new SignerRefusal(`round ${record.round}: its entries are not stored`);
  return {
    record,
    documents,
    winners: winners.map(({ place, address, lamports }) => ({ place, address, lamports })),
  };
}
