import { assets } from 'virtual:page-assets';
import type { PageData } from '../../src/contract/pageData.ts';
import type { Page } from './pages.ts';

interface Document {
  readonly page: Page;
  readonly data: PageData;
  readonly body: string;
  readonly origin: string;
}

/** Inline, because a separate file would delay the first paint. */
const STYLE = `<style>${assets.css}</style>`;

/** In the body, because fonts that are requested in the head delay the first paint. */
const FONTS = assets.fonts
  .map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`)
  .join('');

/** After the fonts, because the page can be read without scripts. */
const SCRIPTS = [
  `<script type="module" src="${assets.script}" fetchpriority="low"></script>`,
  preloads(assets.preload),
].join('');

const FEED = '<link rel="alternate" href="/feed.xml" type="application/atom+xml" title="Rounds of Game of Draws">';

/**
 * The HTML around a rendered page. The content security policy allows no inline script, no style attribute, and only
 * two inline styles, by their hashes.
 */
export function pageDocument({ page, data, body, origin }: Document): string {
  const own = ownAssets(page);
  const named = page.module === null ? '' : ` data-page="${page.module}"`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escapeHtml(page.title)}</title>`,
    meta('name', 'description', page.description),
    meta('name', 'theme-color', '#070d0b'),
    meta('name', 'color-scheme', 'dark'),
    STYLE,
    ...(own.css === '' ? [] : [`<style>${own.css}</style>`]),
    ...(page.hasFeed ? [FEED] : []),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(origin ? [`<link rel="canonical" href="${escapeHtml(origin + data.path)}">`] : []),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Game of Draws'),
    meta('property', 'og:title', page.title),
    meta('property', 'og:description', page.description),
    meta('property', 'og:image', origin + (page.image ?? '/og.png')),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('');
  return `<!doctype html><html lang="en"><head>${head}</head><body>${FONTS}<div id="root"${named}>${body}</div><script type="application/json" id="data">${scriptJson(data)}</script>${SCRIPTS}${preloads(own.scripts)}</body></html>`;
}

const NOTHING = { css: '', cssHash: '', scripts: [] };

/** The style and scripts that only this page needs. Throws when the build has no such page. */
export function ownAssets({ module }: Pick<Page, 'module'>): (typeof assets.pages)[string] {
  if (module === null) return NOTHING;
  const own = assets.pages[module];
  if (own === undefined) throw new Error(`the build has no page ${module}`);
  return own;
}

/** Links that request files early. Without them, a file is requested only when the file that imports it has arrived. */
function preloads(files: readonly string[]): string {
  return files.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`).join('');
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

/** JSON that cannot end its script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
