import * as z from 'zod';
import { fromBase64 } from '../../rows/bodies.ts';
import type { Reads } from '../../rows/reads.ts';
import { parseLine, parseStep, type TaxLine, type TaxStep } from '../../rows/taxRows.ts';

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const rows = z.array(row);
export const cycleRows = z.object({ steps: rows, lines: rows, journal: rows });
const archived = z.array(cycleRows);
export type ArchivedRows = z.infer<typeof cycleRows>;

/** The contents of archives. `slots`: the slot in which each transaction landed, by its signature. */
export interface Unpacked {
  readonly steps: readonly TaxStep[];
  readonly lines: readonly TaxLine[];
  readonly slots: ReadonlyMap<string, number>;
}

const landedRow = z.object({ signature: z.string(), slot: z.int() });

/** The steps and lines of all cycles in these archives, the oldest archive first. */
export async function readArchives(db: Reads, archives: readonly number[]): Promise<Unpacked> {
  if (archives.length === 0) return { steps: [], lines: [], slots: new Map() };
  const { results } = await db
    .prepare('SELECT body FROM tax_archives WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
    .bind(JSON.stringify(archives))
    .all();
  const bodies = z.array(z.object({ body: z.string() })).parse(results);
  const found = await Promise.all(
    bodies.map(async ({ body }) => archived.parse(JSON.parse(await gunzip(fromBase64(body))))),
  );
  const all = found.flat();
  const steps = all.flatMap((one) => one.steps.map(parseStep));
  const signatures = new Map(
    steps.filter(({ name }) => name === 'distribute').map((step) => [`${step.cycle}:${step.part}`, step.signature]),
  );
  const lines = all.flatMap((one) =>
    one.lines.map((line) => parseLine({ ...line, signature: signatures.get(`${line.cycle}:${line.part}`) ?? null })),
  );
  const landed = all.flatMap(({ journal }) => journal.flatMap((one) => landedRow.safeParse(one).data ?? []));
  return { steps, lines, slots: new Map(landed.map(({ signature, slot }) => [signature, slot])) };
}

async function gunzip(bytes: Uint8Array): Promise<string> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
