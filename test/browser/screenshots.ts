import type { Page } from 'playwright-core';
import { LOCAL } from '../world/worldFolders.ts';

export const SCREENSHOTS = `${LOCAL}/screenshots`;

/** Phone, tablet, desk. Every state is looked at in these widths, in px. */
export const WIDTHS = [360, 768, 1280] as const;

/** The whole page. The window grows for it, so a test that counts layout shifts shows only the window's part. */
export async function takeScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage });
}
