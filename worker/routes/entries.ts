import type { Proof } from '../../src/contract/round.ts';
import { UNITS_PER_GOD } from '../../src/money/god.ts';
import type { AskApi } from './shownAnswer.ts';

/** The entries of a round as a CSV file. If the round has none, a sentence and an error status. */
export async function answerEntries(round: string, ask: AskApi): Promise<Response> {
  if (!/^[1-9]\d{0,12}$/.test(round)) return sentence('There is no such round.', 404);
  const response = await ask(`/api/lottery/rounds/${round}/proof`);
  if (!response.ok) {
    const { error } = await response.json<{ readonly error: string }>();
    return sentence(error, response.status, response.headers);
  }
  const { snapshot } = await response.json<Proof>();
  if (snapshot === null) return sentence(`Round ${round} has no entry list.`, 404);
  return new Response(entriesCsv(snapshot), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="game-of-draws-round-${round}-entries.csv"`,
      // Caches keep the file for as long as the proof from which it is made.
      'Cache-Control': response.headers.get('Cache-Control') ?? 'no-store',
    },
  });
}

/** `of`: the headers of the answer that says so, such as when to ask again. */
function sentence(text: string, status: number, of?: Headers): Response {
  const headers = new Headers(of);
  headers.set('Content-Type', 'text/plain; charset=utf-8');
  return new Response(`${text}\n`, { status, headers });
}

type Snapshot = Pick<NonNullable<Proof['snapshot']>, 'entries' | 'amounts'>;

/** A round's entries as CSV, in the order of the draw, each with the index by which the draw names it. */
function entriesCsv({ entries, amounts }: Snapshot): string {
  const rows = entries.map((address, index) => {
    const units = amounts[index] ?? '0';
    return `${index},${address},${units},${godOf(BigInt(units))}`;
  });
  return ['index,address,units,god', ...rows, ''].join('\r\n');
}

/** Base units as GOD with all six decimals and without separators, for machines. */
function godOf(units: bigint): string {
  return `${units / UNITS_PER_GOD}.${String(units % UNITS_PER_GOD).padStart(6, '0')}`;
}
