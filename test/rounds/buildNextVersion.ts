import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../world/worldFolders.ts';
import { runWrangler } from '../world/wranglerCommand.ts';

const VERSIONS_FILE = 'src/protocol/versions.ts';
/** The text after the line of the last version. */
const END_OF_LIST = '\n];\n';

/**
 * Builds the worker as a later deployment will have it: the same sources with one more version of the rules at the end of `VERSIONS`.
 * `entry` is its line, as source text. Returns the bundle's folder.
 */
export async function buildNextVersion(entry: string): Promise<string> {
  const copy = join(REPOSITORY, 'dist', 'next-version');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of ['src', 'worker', 'package.json'])
    cpSync(join(REPOSITORY, name), join(copy, name), { recursive: true });
  // The pages are those of the present build, because only the worker's payments are tested. The worker's pictures load
  // their font from that folder.
  cpSync(join(REPOSITORY, 'client', 'fonts'), join(copy, 'client', 'fonts'), { recursive: true });
  symlinkSync(join(REPOSITORY, 'dist'), join(copy, 'dist'));
  const config = readFileSync(join(REPOSITORY, 'wrangler.toml'), 'utf8');
  writeFileSync(join(copy, 'wrangler.toml'), config.replace(/^\[build\]\n(?:.+\n)+/m, ''));
  const versions = readFileSync(join(copy, VERSIONS_FILE), 'utf8');
  if (versions.split(END_OF_LIST).length !== 2) throw new Error(`${VERSIONS_FILE} has not one list of versions`);
  writeFileSync(join(copy, VERSIONS_FILE), versions.replace(END_OF_LIST, `\n  ${entry},${END_OF_LIST}`));
  const bundle = join(REPOSITORY, 'dist', 'next-version-bundle');
  await runWrangler(['deploy', '--dry-run', '--config', join(copy, 'wrangler.toml'), '--outdir', bundle], copy);
  return bundle;
}
