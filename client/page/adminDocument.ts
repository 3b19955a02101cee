import { assets } from 'virtual:admin-assets';

/** The console's HTML until its script runs. It has no inline script and no style attribute. */
export function adminDocument(): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<meta name="robots" content="noindex,nofollow">',
    '<title>Tax Distribution Admin · Game of Draws</title>',
    '<meta name="theme-color" content="#070d0b">',
    '<meta name="color-scheme" content="dark">',
    ...assets.fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...assets.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...assets.preload.map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script type="module" src="${assets.script}"></script>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  ].join('');
  const body =
    '<div id="root"><main class="gate"><p role="status" class="checking">Loading admin interface...</p>' +
    '<p class="unscripted">This console needs JavaScript. Allow it for this site and load the page again.</p></main></div>';
  return `<!doctype html><html lang="en"><head>${head}</head><body class="admin">${body}</body></html>`;
}
