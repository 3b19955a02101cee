import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, startGallery } from '../gallery/startGallery.ts';
import { REPOSITORY } from '../world/worldFolders.ts';
import { describeInBrowser } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { SCREENSHOTS, WIDTHS } from './screenshots.ts';

const DIST = join(REPOSITORY, 'dist/client');
/**
 * axe's rules about a whole page. They are left out here, because the same part appears many times;
 * accessibility.test.ts checks whole pages.
 */
const ABOUT_PAGES = ['landmark-unique', 'landmark-no-duplicate-main', 'landmark-main-is-top-level', 'heading-order'];
/**
 * On a page this long axe and the camera take a minute at desktop width, where the parts are the same. `GALLERY=all` has
 * them look at every width.
 */
const CLOSE_LOOKS = process.env.GALLERY === 'all' ? WIDTHS : WIDTHS.slice(0, 1);
/** The least number of parts of each of the two, so that no part is lost unnoticed. */
const PAGES = { pages: { path: '', exhibits: 180 }, console: { path: '/console', exhibits: 117 } } as const;

describeInBrowser('the gallery', ({ lottery, visit }) => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await startGallery();
  });
  afterAll(() => gallery?.stop());

  const open = async (name: keyof typeof PAGES, width: number) => {
    const { page } = await visit({ width, reducedMotion: 'reduce', expected: /as this exhibit wants it to/ });
    await page.goto(gallery.url + PAGES[name].path);
    await page.locator('.exhibit').first().waitFor();
    // What loads when it is first used, such as the curve that addresses are compared with.
    await page.waitForLoadState('networkidle');
    return page;
  };

  describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('of the %s', (name) => {
    it.each(WIDTHS)('fits into %i px', async (width) => {
      const page = await open(name, width);
      expect(await page.locator('.exhibit').count()).toBeGreaterThanOrEqual(PAGES[name].exhibits);
      expect(await overflow(page), 'px to scroll sideways').toBe(0);
    });

    it.each(CLOSE_LOOKS)('has a picture of each part at %i px, and axe finds nothing', async (width) => {
      const page = await open(name, width);
      for (const group of await page.locator('.gallery > section').all()) {
        const title = await group.getAttribute('aria-labelledby');
        // One picture for each group: browsers take no longer ones.
        await group.screenshot({ path: `${SCREENSHOTS}/gallery-${width}-${name}-${title}.png` });
      }
      expect(await axeFindings(page, ABOUT_PAGES)).toEqual([]);
    });
  });

  it('is not a part of the product: it is neither in its files nor served by it', async () => {
    const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:js|css)$/.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => /gallery/i.test(file + readFileSync(join(DIST, file), 'utf8')))).toEqual([]);
    expect((await fetch(`${lottery.url}/gallery`)).status).toBe(404);
  });
});
