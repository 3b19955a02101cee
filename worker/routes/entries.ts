import type { Proof } from '../../src/contract/round.ts';
import { entriesCsv } from '../answers/documents/entriesCsv.ts';
import type { AskApi } from './shownAnswer.ts';

/** The entries of a round as a CSV file; a sentence where there are none. */
export async function answerEntries(round: string, ask: AskApi): Promise<Response> {
  if (!/^[1-9]\d{0,12}$/.test(round)) return sentence('There is no such round.', 404);
  const response = await ask(`/api/lottery/rounds/${round}/proof`);
  if (!response.ok) {
    const { error } = await response.json<{ readonly error: string }>();
    return sentence(error, response.status);
  }
  const { snapshot } = await response.json<Proof>();
  if (snapshot === null) return sentence(`Round ${round} has no entry list.`, 404);
  return new Response(entriesCsv(snapshot), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="game-of-draws-round-${round}-entries.csv"`,
      // A list that is locked never changes.
      'Cache-Control': response.headers.get('Cache-Control') ?? 'no-store',
    },
  });
}

function sentence(text: string, status: number): Response {
  return new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
