import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { mistypedNames } from '../worker/settings/findWarnings.ts';
import { nearestName } from '../worker/settings/nearestName.ts';
import { parseSettings, SETTING_NAMES } from '../worker/settings/parseSettings.ts';
import type { Settings } from '../worker/settings/Settings.ts';
import { type Finding, fine, problem } from './Finding.ts';

/** What a settings file may say that is no setting of the worker. */
const SETUP_NAMES = ['DOMAIN'];
const KEY_NAMES = ['POOL_SECRET_KEY', 'TAX_AUTHORITY_SECRET_KEY', 'TAX_SECRET_KEY'];

export interface ReadSettings {
  /** Null while they are not complete. */
  readonly settings: Settings | null;
  /** What is deployed: every setting with its text, keys read from their files. */
  readonly texts: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const ABOUT = 'settings';

/**
 * Reads the answers as the worker will read them. What the worker would only warn of is a problem here, where it
 * costs nothing to mend.
 */
export function readSettings(answers: Readonly<Record<string, string>>): ReadSettings {
  const given = Object.entries(answers).filter(([name]) => !SETUP_NAMES.includes(name));
  const texts = Object.fromEntries(given.map(([name, value]) => [name, textOf(name, value)]));
  const parsed = parseSettings(texts);
  const names = given.map(([name]) => name);
  const unknown = names
    .filter((name) => !SETTING_NAMES.includes(name) && nearestName(name, SETTING_NAMES) === null)
    .map((name) => problem(ABOUT, `${name} is not a setting: take it out of the settings file.`));
  if (!parsed.ok) {
    // What is missing may be there under another name.
    const mistyped = mistypedNames({ names, known: SETTING_NAMES });
    const problems = [...parsed.problems.map((words) => `${words}.`), ...mistyped];
    return { settings: null, texts, findings: [...problems.map((words) => problem(ABOUT, words)), ...unknown] };
  }
  const warnings = parsed.warnings.map((sentence) => problem(ABOUT, sentence));
  const findings = [...warnings, ...unknown];
  const { pool, taxAuthority, taxWallet } = parsed.settings;
  const shown = fine(
    ABOUT,
    `complete; the pool is ${pool.address}, the tax authority ${taxAuthority.address}, the tax wallet ${taxWallet.address}`,
  );
  return { settings: parsed.settings, texts, findings: findings.length === 0 ? [shown] : findings };
}

/** A key may be given as the path of its file. What is in no file stays as it is, and is judged as a key. */
function textOf(name: string, value: string): string {
  // A shell would know the tilde; a question and a file do not.
  const path = value.startsWith('~/') ? join(homedir(), value.slice(2)) : value;
  return KEY_NAMES.includes(name) && existsSync(path) ? readFileSync(path, 'utf8').trim() : value;
}
