import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../world/worldFolders.ts';
import { buildWorkerBundle } from '../world/wranglerCommand.ts';
import { bundledFolders, LICENSES_FILE, licensesText, type Metafile, pageFolders, thirdParty } from './thirdParty.ts';

// `npm run licenses`: to be run after a dependency has changed. test/rounds/licenses.test.ts fails when that was
// forgotten.
const folder = mkdtempSync(join(tmpdir(), 'licenses-'));
try {
  await buildWorkerBundle(folder);
  const metafile = JSON.parse(readFileSync(join(folder, 'bundle-meta.json'), 'utf8')) as Metafile;
  const folders = new Set([...bundledFolders(metafile), ...pageFolders(REPOSITORY)]);
  const packages = [...folders].sort().map((one) => thirdParty(REPOSITORY, one));
  const fonts = readFileSync(join(REPOSITORY, 'client/fonts/OFL.txt'), 'utf8');
  const text = licensesText(packages, fonts);
  // The build of the pages serves the same text.
  writeFileSync(join(REPOSITORY, LICENSES_FILE), text);
  console.log(`${packages.length} packages and the fonts are in ${LICENSES_FILE}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
