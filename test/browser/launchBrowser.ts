import { type Browser, chromium } from 'playwright-core';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts an installed Chromium without a window. `--no-sandbox`: its sandbox refuses to work for root, as whom
 * containers run.
 */
export function launchBrowser(program: string, args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: [...ARGS, ...args] });
}
