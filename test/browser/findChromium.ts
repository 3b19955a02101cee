import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export const NO_CHROMIUM =
  'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.';

/**
 * The program of an installed Chromium, or null; nothing is ever downloaded. Throws when CHROMIUM_PATH is set and there
 * is no such program.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const wanted = env.CHROMIUM_PATH;
  if (wanted) {
    if (isAbsolute(wanted) && isProgram(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH must be the absolute path of a program, got ${JSON.stringify(wanted)}`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...USUAL_PLACES].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
