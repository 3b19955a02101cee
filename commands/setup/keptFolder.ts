import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from './makeKey.ts';
import { readSettingsText } from './settingsText.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
export const ANSWERS_FILE = 'settings.env';
export const FACTS_FILE = 'state.json';
export const ADMIN_KEY_FILE = 'admin-key.txt';

/** An environment's folder: in this repository, or in `SETUP_FOLDER`, which a team may share. */
export function keptFolder(environment: string): string {
  return join(process.env.SETUP_FOLDER ?? join(REPOSITORY, '.setup'), environment);
}

/** The answers that a folder keeps. A key whose file is in the folder is named by its path. */
export function keptAnswers(folder: string): Record<string, string> {
  const path = join(folder, ANSWERS_FILE);
  const answers = existsSync(path) ? readSettingsText(readFileSync(path, 'utf8')) : {};
  const isHere = (name: string) => KEY_FILE.test(name) && existsSync(join(folder, name));
  return mapKeys(answers, (name) => (isHere(name) ? join(folder, name) : name));
}

/**
 * The answers as they are written into the folder. A key whose file is in the folder is named by the file's name alone,
 * so that the folder can be moved.
 */
export function writtenAnswers(folder: string, answers: Readonly<Record<string, string>>): Record<string, string> {
  const isHere = (path: string) => dirname(path) === join(folder) && KEY_FILE.test(basename(path));
  return mapKeys(answers, (path) => (isHere(path) ? basename(path) : path));
}

/** The name of a key's file, as setup and rotate make it. */
const KEY_FILE = /^[\w-]+\.json$/;

/** The answers with each wallet's key changed by `change`; one answer may hold several keys between commas. */
function mapKeys(answers: Readonly<Record<string, string>>, change: (key: string) => string): Record<string, string> {
  const changed = ([name, value]: readonly [string, string]) =>
    [name, /_SECRET_KEYS?$/.test(name) ? value.split(',').map(change).join(',') : value] as const;
  return Object.fromEntries(Object.entries(answers).map(changed));
}

/**
 * The files of those console keys that the settings know: after a rotation, the files of older keys stay in the folder.
 */
export function knownAdminKeys(folder: string): readonly string[] {
  const known = keptAnswers(folder).ADMIN_KEYS ?? '';
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^admin-key.*\.txt$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => known.includes(digestOf(readFileSync(path, 'utf8').trim())));
}

/** The address of the lottery that was deployed from a folder; null when none was. */
export function keptUrl(folder: string): string | null {
  try {
    const { deployed } = JSON.parse(readFileSync(join(folder, FACTS_FILE), 'utf8')) as { deployed?: { url?: string } };
    return deployed?.url ?? null;
  } catch {
    return null;
  }
}
