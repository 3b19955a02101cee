import type { Browser, Page } from 'playwright-core';
import type { RoundExit } from '../../src/round/exits.ts';
import { reasonText } from '../../src/round/reasonText.ts';
import type { HoldReason } from '../../src/round/state.ts';
import { axeFindings, cutOff, overflow } from '../browser/pageFacts.ts';
import { takeScreenshot } from '../browser/screenshots.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const PATIENCE_MS = 120_000;
const LOOKED = 'looked at it';

/** How an exit was refused: the text, and the payments on chain that it names. */
export interface SeenRefusal {
  readonly text: string;
  readonly signatures: readonly string[];
}

/** The console of a deployment whose round 1 is held, used as a person uses it. */
export interface HeldConsole {
  /**
   * The exits that the round's item offers. Throws unless the item shows the reason, both as a sentence and by its
   * name.
   */
  exitsAt(reason: HoldReason): Promise<readonly string[]>;
  /** Takes an exit that must be granted; resolves when the console has said so and lists it under "Who did what". */
  take(exit: RoundExit, by?: 'mouse' | 'keyboard'): Promise<void>;
  /** Takes an exit that must be refused, and closes its dialog. */
  refused(exit: RoundExit): Promise<SeenRefusal>;
  /** Resolves when no round waits for a person any more, and every alert of its hold is over. */
  isEmpty(): Promise<void>;
  /**
   * Resolves when the round is shown as shelved, as owed, and with the person who did it. Returns the exits that are
   * then offered.
   */
  isShelved(): Promise<readonly string[]>;
  /** Takes pictures at the widths of a desktop and a phone. Throws when something is wider than its window. */
  picture(of: string): Promise<void>;
  /** The problems that axe finds. */
  violations(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface ConsoleOptions {
  readonly url: string;
  readonly adminKey: string;
  /** The beginning of the names of its pictures. */
  readonly name: string;
}

/** Logs in at `/admin` with the key, as an operator does, and opens the operations. */
export async function openConsole(browser: Browser, { url, adminKey, name }: ConsoleOptions): Promise<HeldConsole> {
  const context = await browser.newContext({ baseURL: url, viewport: DESK, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto('/admin');
  await page.getByLabel('Admin Key').fill(adminKey);
  await page.getByRole('button', { name: 'Access Dashboard' }).click();
  await page.getByRole('tab', { name: 'Operations' }).click();
  await group(page, 'Held rounds').waitFor();
  return {
    exitsAt: async (reason) => {
      const item = itemOf(page);
      await item.getByText(reason, { exact: true }).waitFor();
      await item.getByText(reasonText(reason)).waitFor();
      return offered(page);
    },
    take: async (exit, by = 'mouse') => {
      const dialog = await ask(page, exit, by);
      const done = page.getByText(`Round 1 is ${DONE[exit]}.`, { exact: true });
      const refusal = dialog.locator('.refusal');
      await done.or(refusal).first().waitFor();
      if (await refusal.isVisible()) throw new Error(`${exit} was refused: ${await refusal.innerText()}`);
      await dialog.waitFor({ state: 'detached' });
      const deeds = group(page, 'Who did what').getByRole('listitem');
      await deeds.filter({ hasText: exit.toUpperCase() }).filter({ hasText: 'round 1' }).first().waitFor();
    },
    refused: async (exit) => {
      const dialog = await ask(page, exit, 'mouse');
      const refusal = dialog.locator('.refusal');
      await refusal.waitFor();
      const text = (await refusal.locator('p').allTextContents()).join('\n');
      const links = refusal.getByRole('list', { name: 'Payments on chain' }).getByRole('link');
      const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      await picture(page, `${name}-${exit}-refused`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return { text, signatures: addresses.flatMap((one) => /\/tx\/(\w+)/.exec(one)?.[1] ?? []) };
    },
    isEmpty: async () => {
      await group(page, 'Held rounds').getByText('No round waits for a person.').waitFor();
      await alertsAreOver(page);
    },
    isShelved: async () => {
      const item = itemOf(page).filter({ hasText: 'SHELVED' });
      await alertsAreOver(page);
      await item.getByText(`: ${LOOKED}. The round is publicly owed, and its prizes stay set aside.`).waitFor();
      return offered(page);
    },
    picture: (of) => picture(page, `${name}-${of}`),
    violations: () => axeFindings(page),
    close: () => context.close(),
  };
}

const DONE = { release: 'released', close: 'closed', shelve: 'shelved' } as const satisfies Record<RoundExit, string>;

const nameOf = (exit: RoundExit) => `${exit.charAt(0).toUpperCase()}${exit.slice(1)}`;
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const itemOf = (page: Page) => group(page, 'Held rounds').getByRole('listitem').filter({ hasText: 'Round 1' });

async function offered(page: Page): Promise<readonly string[]> {
  const texts = await itemOf(page).getByRole('button').allTextContents();
  return texts.map((text) => text.split('…')[0]?.toLowerCase() ?? '');
}

async function alertsAreOver(page: Page): Promise<void> {
  const alerts = group(page, 'Alerts').getByRole('listitem').filter({ hasText: 'Round 1 is held' });
  await alerts.filter({ hasText: 'OVER' }).first().waitFor();
  await alerts.filter({ hasText: 'CRITICAL' }).first().waitFor({ state: 'detached' });
}

/** Opens an exit's dialog, says why, and confirms; returns the dialog. */
async function ask(page: Page, exit: RoundExit, by: 'mouse' | 'keyboard') {
  const opener = page.getByRole('button', { name: `${nameOf(exit)}… round 1`, exact: true });
  const dialog = page.getByRole('dialog', { name: `${nameOf(exit)} round 1?` });
  if (by === 'keyboard') {
    await opener.focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type(LOOKED);
    await page.keyboard.press('Enter');
  } else {
    await opener.click();
    await dialog.getByLabel('Reason').fill(LOOKED);
    await dialog.getByRole('button', { name: nameOf(exit), exact: true }).click();
  }
  return dialog;
}

async function picture(page: Page, name: string): Promise<void> {
  // A dialog has its place in the window and not in the page.
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    const over = await overflow(page);
    if (over > 0) throw new Error(`${name}: ${over} px wider than ${size.width}`);
    const cut = await cutOff(page, '.modal-text, .refusal p');
    if (cut.length > 0) throw new Error(`${name}: cut off at ${size.width} px: ${cut.join(' | ')}`);
    await takeScreenshot(page, `held-${name}-${size.width}`, !isDialog);
  }
}
