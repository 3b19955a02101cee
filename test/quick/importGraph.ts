import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Who imports whom among our own files, as paths from the repository's root. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** All folders with code: those of `npm run check:imports`. */
export const FOLDERS = ['src', 'worker', 'client', 'commands', 'test'];
const SOURCE = /\.tsx?$/;
const IMPORT = /(?:from|import|import\()\s*'(\.[^']+)'/g;

/**
 * For each file, the files that import it. Tests that read a file by its path and do not import it, such as the papers'
 * test, are not seen.
 */
export function readImporters(): ImportGraph {
  const importers = new Map<string, Set<string>>();
  for (const file of sourceFiles())
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = join(dirname(file), path);
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  return importers;
}

export function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Every file that depends on one of these, with the number of imports between them: 0 for the files themselves. */
export function dependents(of: readonly string[], importers: ImportGraph): ReadonlyMap<string, number> {
  const distances = new Map(of.map((file) => [file, 0]));
  // This list grows during the loop; the nearest files come first.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
