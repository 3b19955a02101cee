import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettingsText } from './settingsText.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
export const ANSWERS_FILE = 'settings.env';
export const FACTS_FILE = 'state.json';
export const ADMIN_KEY_FILE = 'admin-key.txt';

/** Where an environment's folder is: in this repository, or in `SETUP_FOLDER`, which a team may share. */
export function keptFolder(environment: string): string {
  return join(process.env.SETUP_FOLDER ?? join(REPOSITORY, '.setup'), environment);
}

/** The answers that a folder keeps; none where there is no such folder. */
export function keptAnswers(folder: string): Record<string, string> {
  const path = join(folder, ANSWERS_FILE);
  return existsSync(path) ? readSettingsText(readFileSync(path, 'utf8')) : {};
}

/** Where the lottery of an environment answers; null where none was deployed from here. */
export function keptUrl(folder: string): string | null {
  try {
    const { deployed } = JSON.parse(readFileSync(join(folder, FACTS_FILE), 'utf8')) as { deployed?: { url?: string } };
    return deployed?.url ?? null;
  } catch {
    return null;
  }
}
