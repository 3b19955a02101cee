import lighthouse from 'lighthouse';
import { expect, inject, it } from 'vitest';
import { freePort } from '../world/freePort.ts';
import { launchBrowser } from './launchBrowser.ts';
import { describeInBrowser } from './openBrowser.ts';

describeInBrowser('Lighthouse, as a phone', () => {
  // Its fourth figure, performance, measures the machine as well: `npm run bench page`.
  it('gives 100 for accessibility, best practices and search engines', async () => {
    const { chromium, url } = inject('browserTests') ?? { chromium: '', url: '' };
    const port = await freePort();
    const browser = await launchBrowser(chromium, [`--remote-debugging-port=${port}`]);
    try {
      const result = await lighthouse(url, {
        port,
        logLevel: 'silent',
        onlyCategories: ['accessibility', 'best-practices', 'seo'],
      });
      const { categories = {}, audits = {} } = result?.lhr ?? {};
      const scores = Object.values(categories).map(({ id, score }) => [id, score]);
      const missed = Object.values(audits)
        .filter(({ score }) => score !== null && score < 1)
        .map(({ id, title }) => `${id}: ${title}`);
      expect(Object.fromEntries(scores), missed.join('\n')).toEqual({
        accessibility: 1,
        'best-practices': 1,
        seo: 1,
      });
    } finally {
      await browser.close();
    }
  });
});
