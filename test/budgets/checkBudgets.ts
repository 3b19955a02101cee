import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { renderPage } from '#page';
import { fullestPage } from './fullestPage.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** Bytes: the landing page's share of what its visitors wait for, and all of the console's script. Fonts are compressed in themselves. */
const LIMITS = { script: 96_000, styles: 6000, fonts: 40_000, html: 16_000, admin: 124_000 };

const assets = assetsIn('page-assets.json');
const admin = assetsIn('admin-assets.json');

const sizes: Readonly<Record<keyof typeof LIMITS, number>> = {
  script: sum([assets.script, ...assets.preload], compressed),
  styles: sum(assets.styles, compressed),
  fonts: sum(assets.fonts, (file) => file.length),
  // The styles travel in it, and are counted above.
  html: compressed(Buffer.from(renderPage(fullestPage()).replace(/<style>.*?<\/style>/s, ''))),
  admin: sum([admin.script, ...admin.preload, ...admin.lazy], compressed),
};

for (const name of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
  const [size, limit] = [sizes[name], LIMITS[name]];
  console.log(`${name.padEnd(7)}${size} of ${limit} bytes, compressed`);
  if (size > limit) {
    console.error(
      `${name === 'admin' ? 'The console’s scripts' : `The landing page’s ${name}`} are over their budget by ${size - limit} bytes.`,
    );
    process.exitCode = 1;
  }
}

/** The hashed names that the build noted. */
function assetsIn(file: string) {
  return JSON.parse(readFileSync(`${DIST}${file}`, 'utf8')) as Readonly<
    Record<'preload' | 'lazy' | 'styles' | 'fonts', readonly string[]>
  > & { readonly script: string };
}

function sum(files: readonly string[], measure: (file: Buffer) => number): number {
  return files.reduce((total, file) => total + measure(readFileSync(`${DIST}client${file}`)), 0);
}

function compressed(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length;
}
