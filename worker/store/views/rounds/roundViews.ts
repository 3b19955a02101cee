import type { RoundRecord } from '../../../../src/round/record.ts';
import type { Reads } from '../../rows/reads.ts';
import { parseRound, ROUND_COLUMNS } from '../../rows/roundRows.ts';
import { type RoundQuery, roundSelection } from '../../rows/roundSelection.ts';
import { parseTestimonies, type TestimonyRow, testimoniesStatement } from './testimonies.ts';
import { parseWinners, type WinnerRow, winnersOfRoundStatement, winnersOfRoundsStatement } from './winners.ts';

/**
 * A round with its winners and testimonies. One batch reads them: with separate reads, a copy of the database that lags
 * could show a payment without its winners, and a cache would keep this. The record is null when the round has no row.
 */
export interface RoundView {
  readonly record: RoundRecord | null;
  readonly winners: readonly WinnerRow[];
  readonly testimonies: readonly TestimonyRow[];
}

export async function roundView(db: Reads, round: number): Promise<RoundView> {
  const [record, winners, testimonies] = await db.batch([
    db.prepare(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE round = ?`).bind(round),
    winnersOfRoundStatement(db, round),
    testimoniesStatement(db, [round]),
  ]);
  const [found] = record?.results ?? [];
  return {
    record: found === undefined ? null : parseRound(found),
    winners: parseWinners(winners?.results),
    testimonies: parseTestimonies(testimonies?.results),
  };
}

/** A page of rounds that have a row, newest first, with all their winners. */
export async function roundsPage(
  db: Reads,
  query: RoundQuery,
): Promise<{ readonly records: readonly RoundRecord[]; readonly winners: readonly WinnerRow[] }> {
  const wanted = roundSelection(query);
  const [rounds, winners] = await db.batch([
    db
      .prepare(`SELECT ${ROUND_COLUMNS} FROM rounds WHERE round IN (${wanted.sql}) ORDER BY round DESC`)
      .bind(...wanted.values),
    winnersOfRoundsStatement(db, wanted),
  ]);
  return { records: (rounds?.results ?? []).map(parseRound), winners: parseWinners(winners?.results) };
}
