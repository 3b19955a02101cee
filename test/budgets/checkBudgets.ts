import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { renderPage } from '#page';
import { fullestPage } from './fullestPage.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/**
 * Bytes: the landing page's share of what its visitors wait for, all of the console's script, and the thread that checks a
 * round, without the pairing that it loads for a signature. Fonts are compressed in themselves.
 */
const LIMITS = { script: 96_000, styles: 6000, fonts: 40_000, html: 16_000, admin: 124_000, verifier: 50_000 };
/** Names of the totals that are not the landing page's. */
const WHOLE: Readonly<Record<string, string>> = { admin: 'The console’s scripts', verifier: 'The verifier’s bytes' };

const assets = assetsIn('page-assets.json');
const admin = assetsIn('admin-assets.json');

const sizes: Readonly<Record<keyof typeof LIMITS, number>> = {
  script: sum([assets.script, ...assets.preload], compressed),
  styles: sum(assets.styles, compressed),
  fonts: sum(assets.fonts, (file) => file.length),
  // The styles are a part of it, and are counted above.
  html: compressed(Buffer.from(renderPage(fullestPage()).replace(/<style>.*?<\/style>/s, ''))),
  admin: sum([admin.script, ...admin.preload, ...admin.lazy], compressed),
  verifier: sum([only(assets.lazy, /\/verifierThread-[^/]+\.js$/)], compressed),
};

for (const name of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
  const [size, limit] = [sizes[name], LIMITS[name]];
  console.log(`${name.padEnd(9)}${size} of ${limit} bytes, compressed`);
  if (size > limit) {
    console.error(`${WHOLE[name] ?? `The landing page’s ${name}`} are over their budget by ${size - limit} bytes.`);
    process.exitCode = 1;
  }
}

/** The hashed names of files, as the build wrote them down. */
function assetsIn(file: string) {
  return JSON.parse(readFileSync(`${DIST}${file}`, 'utf8')) as Readonly<
    Record<'preload' | 'lazy' | 'styles' | 'fonts', readonly string[]>
  > & { readonly script: string };
}

/**
 * The one file of the build with this name. Throws when there is none or more than one, because otherwise nothing would
 * be measured.
 */
function only(names: readonly string[], pattern: RegExp): string {
  const [name, ...others] = names.filter((one) => pattern.test(one));
  if (name === undefined || others.length > 0) throw new Error(`${pattern} is no one file of the build`);
  return name;
}

function sum(files: readonly string[], measure: (file: Buffer) => number): number {
  return files.reduce((total, file) => total + measure(readFileSync(`${DIST}client${file}`)), 0);
}

function compressed(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length;
}
