import { existsSync, readFileSync } from 'node:fs';
import { nearestName } from '../worker/settings/nearestName.ts';
import { parseSettings, SETTING_NAMES } from '../worker/settings/parseSettings.ts';
import type { Settings } from '../worker/settings/Settings.ts';
import { type Finding, fine, problem } from './Finding.ts';

/** What a settings file may say that is no setting of the worker. */
export const SETUP_NAMES = ['DOMAIN'];
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
  const unknown = given
    .filter(([name]) => !SETTING_NAMES.includes(name) && nearestName(name, SETTING_NAMES) === null)
    .map(([name]) => problem(ABOUT, `${name} is not a setting: take it out of the settings file.`));
  if (!parsed.ok) {
    const problems = parsed.problems.map((sentence) => problem(ABOUT, `${sentence}.`));
    return { settings: null, texts, findings: [...problems, ...unknown] };
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
  return KEY_NAMES.includes(name) && existsSync(value) ? readFileSync(value, 'utf8').trim() : value;
}
