import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { configAnswer } from '../../src/contract/distribution.ts';
import { autoBalance } from '../../src/distribution/bulkEdit.ts';
import { MAX_WALLETS, newWalletId } from '../../src/distribution/wallet.ts';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { receiver } from '../domain/distributionWallets.ts';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { ADMIN_KEY, COMPLETE } from '../worker/completeSettings.ts';
import { startMiniflareWorker } from '../world/miniflareWorker.ts';
import { report } from './report.ts';

const SLOWDOWN = 4;
const KEYSTROKES = 12;
/** Long enough for the frame after a keystroke. */
const PAUSE_MS = 250;

/** What a keystroke in the console costs on a slow computer, with as many wallets as there can be. */
export async function benchAdmin(): Promise<void> {
  const chromium = findChromium();
  if (chromium === null) {
    console.log(NO_CHROMIUM);
    return;
  }
  const persistTo = mkdtempSync(join(tmpdir(), 'admin-'));
  const worker = await startMiniflareWorker({ bundleDir: WORKER_BUNDLE, settings: { ...COMPLETE }, persistTo });
  const browser = await launchBrowser(chromium);
  try {
    await fill(worker.url);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: worker.url });
    const page = await context.newPage();
    await page.goto('/admin?tab=wallets');
    await page.getByLabel('Admin Key').fill(ADMIN_KEY);
    await page.getByRole('button', { name: 'Access Dashboard' }).click();
    await page
      .getByRole('slider')
      .nth(MAX_WALLETS - 1)
      .waitFor();
    // By then the addresses have been checked.
    await page.waitForTimeout(5000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const idle = await cost(session, page, async () => undefined);
    for (const [name, field, keys] of [
      ['label', page.getByRole('textbox', { name: 'Label', exact: true }).nth(120), 'Marketing and'],
      ['percentage', page.getByRole('spinbutton').nth(100), '1.2'],
      ['address', page.getByRole('textbox', { name: /^Address of/ }).nth(140), 'abcdefghijkl'],
    ] as const) {
      const costs = await typeInto({ session, page, field, keys });
      report({
        bench: `admin: a keystroke in a ${name} among ${MAX_WALLETS} wallets at ${SLOWDOWN}× CPU, main thread`,
        value: middle(costs),
        unit: 'ms',
        goal: 50,
        detail: { worst: Math.round(Math.max(...costs)), idle: Math.round(idle) },
      });
    }
  } finally {
    await browser.close();
    await worker.stop();
    rmSync(persistTo, { recursive: true, force: true });
  }
}

/** Saves a list of as many wallets as are possible. */
async function fill(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-admin-key': ADMIN_KEY };
  const config = `${url}/api/admin/tax-distribution/config`;
  const { data } = configAnswer.parse(await (await fetch(config, { headers })).json());
  const more = Array.from({ length: MAX_WALLETS - data.wallets.length }, (_, i) =>
    receiver(i + 1, { id: newWalletId(i, 0), label: `Partner ${i + 1}` }),
  );
  const wallets = autoBalance([...data.wallets, ...more], data.updatedAt);
  const response = await fetch(`${config}/${data.id}`, { method: 'PUT', headers, body: JSON.stringify({ wallets }) });
  if (!response.ok) throw new Error(`the save answered ${response.status}: ${await response.text()}`);
}

interface Typing {
  readonly session: CDPSession;
  readonly page: Page;
  readonly field: Locator;
  readonly keys: string;
}

/**
 * Milliseconds of the main thread for each keystroke, until its frame is done. The field is visible and has the focus
 * before.
 */
async function typeInto({ session, page, field, keys }: Typing): Promise<number[]> {
  await field.scrollIntoViewIfNeeded();
  await field.focus();
  await page.waitForTimeout(4 * PAUSE_MS);
  const costs: number[] = [];
  for (let i = 0; i < KEYSTROKES; i++) {
    const key = keys[i % keys.length] ?? '';
    costs.push(await cost(session, page, () => page.keyboard.press(key)));
  }
  return costs;
}

/**
 * The main thread's own CPU time and not wall time, because other programs may be busy on this machine. The slowdown is
 * included.
 */
async function cost(session: CDPSession, page: Page, work: () => Promise<unknown>): Promise<number> {
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  await work();
  await page.waitForTimeout(PAUSE_MS);
  return ((await taskSeconds()) - before) * 1000;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
