import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ALLOWED,
  bundledFolders,
  LICENSES_FILE,
  type Metafile,
  pageFolders,
  thirdParty,
} from '../budgets/thirdParty.ts';
import { REPOSITORY } from '../world/worldFolders.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

describe('the third-party code in a deployment', () => {
  const metafile = JSON.parse(readFileSync(join(WORKER_BUNDLE, 'bundle-meta.json'), 'utf8')) as Metafile;
  const folders = [...new Set([...bundledFolders(metafile), ...pageFolders(REPOSITORY)])];
  const packages = folders.map((folder) => thirdParty(REPOSITORY, folder));
  const text = readFileSync(join(REPOSITORY, LICENSES_FILE), 'utf8');

  it('may be bundled: no licence requires the source of the whole product', () => {
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter(({ license }) => !ALLOWED.includes(license))).toEqual([]);
  });

  it('is named in THIRD_PARTY_LICENSES with its version and its notice (npm run licenses)', () => {
    const missing = packages.filter(
      ({ name, version, license, text: notice }) =>
        !text.includes(`${name} ${version} (${license})\n`) || (notice !== null && !text.includes(notice)),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('includes the fonts, whose licence is served with them', () => {
    const fonts = readFileSync(join(REPOSITORY, 'client/fonts/OFL.txt'), 'utf8');
    expect(text).toContain(fonts.trim());
    expect(fonts).toContain('Copyright 2020 The Archivo Project Authors');
    expect(fonts).toContain('Copyright 2024 The Geist Project Authors');
    expect(readFileSync(join(REPOSITORY, 'dist/client/licenses.txt'), 'utf8')).toBe(text);
  });
});
