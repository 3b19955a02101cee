import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import * as z from 'zod';
import { parseJson } from '../../src/parseJson.ts';
import { mistypedNames } from '../../worker/settings/findWarnings.ts';
import { nearestName } from '../../worker/settings/nearestName.ts';
import { parseSettings, SETTING_NAMES } from '../../worker/settings/parseSettings.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { type Finding, fine, problem } from './Finding.ts';

/** What a settings file may say that is no setting of the worker. */
const SETUP_NAMES = ['DOMAIN'];
const KEY_NAMES = ['POOL_SECRET_KEY', 'TAX_AUTHORITY_SECRET_KEY', 'TAX_SECRET_KEY'];
const OLD_KEYS = 'OLD_POOL_SECRET_KEYS';
/** The answer `env` means: take the value from the variable of the setting's name, so that no file keeps the secret. */
export const FROM_ENVIRONMENT = 'env';

export interface ReadSettings {
  /** Null while a setting is missing or wrong. */
  readonly settings: Settings | null;
  /** What is deployed: every setting with its text, keys read from their files. */
  readonly texts: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const ABOUT = 'settings';
/**
 * A key's text of this form is the path of a missing file: no key contains a slash or ends in ".json". Messages never
 * repeat the text, because it may be a secret all the same.
 */
const LOST_FILE = /\/|\.json(?:,|$)/;

/**
 * Reads the answers as the worker will read them. What the worker only warns of is a problem here, since it costs
 * nothing to mend before a deployment.
 */
export function readSettings(
  answers: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
): ReadSettings {
  const kept = Object.entries(answers).filter(([name]) => !SETUP_NAMES.includes(name));
  const isUnset = ([name, value]: readonly [string, string]) => value === FROM_ENVIRONMENT && !variables[name];
  const unset = kept
    .filter(isUnset)
    .map(([name]) => problem(ABOUT, `${name} is to come from the environment, and no such variable is set there.`));
  const given = kept
    .filter((one) => !isUnset(one))
    .map(([name, value]) => [name, value === FROM_ENVIRONMENT ? (variables[name] ?? '').trim() : value] as const);
  const texts = Object.fromEntries(given.map(([name, value]) => [name, textOf(name, value)]));
  const parsed = parseSettings(texts);
  const lost = Object.entries(texts)
    .filter(([name, value]) => [...KEY_NAMES, OLD_KEYS].includes(name) && LOST_FILE.test(value))
    .map(([name]) => problem(ABOUT, `${name} names a file that is not there.`));
  const names = given.map(([name]) => name);
  const unknown = names
    .filter((name) => !SETTING_NAMES.includes(name) && nearestName(name, SETTING_NAMES) === null)
    .map((name) => problem(ABOUT, `${name} is not a setting: take it out of the settings file.`));
  if (!parsed.ok) {
    // A missing setting may be there under a mistyped name.
    const mistyped = mistypedNames({ names, known: SETTING_NAMES });
    const problems = [...parsed.problems.map((words) => `${words}.`), ...mistyped];
    return {
      settings: null,
      texts,
      findings: [...unset, ...lost, ...problems.map((words) => problem(ABOUT, words)), ...unknown],
    };
  }
  const warnings = parsed.warnings.map((sentence) => problem(ABOUT, sentence));
  const findings = [...unset, ...warnings, ...unknown, ...ownHeartbeat(parsed.settings, answers.DOMAIN)];
  const { pool, taxAuthority, taxWallet } = parsed.settings;
  const shown = fine(
    ABOUT,
    `complete; the pool is ${pool.address}, the tax authority ${taxAuthority.address}, the tax wallet ${taxWallet.address}`,
  );
  return { settings: parsed.settings, texts, findings: findings.length === 0 ? [shown] : findings };
}

/** A problem if the heartbeat goes to the lottery itself. The worker cannot find this: it does not know its domain. */
function ownHeartbeat({ heartbeatUrl }: Settings, domain: string | undefined): Finding[] {
  return heartbeatUrl !== null && new URL(heartbeatUrl).hostname === domain
    ? [problem(ABOUT, 'HEARTBEAT_URL is DOMAIN, the lottery itself: if the lottery is gone, nobody is told.')]
    : [];
}

/** A setting's text. A key may be given as the path of its file. */
function textOf(name: string, value: string): string {
  if (name === OLD_KEYS)
    return value
      .split(',')
      .map((one) => asBase58(fromFile(one.trim())))
      .join(',');
  return KEY_NAMES.includes(name) ? fromFile(value) : value;
}

/** The text of the file that a value names; a value that names none stays as it is. */
export function fromFile(value: string): string {
  // In an answer or a settings file no shell replaces the tilde.
  const path = value.startsWith('~/') ? join(homedir(), value.slice(2)) : value;
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : value;
}

/**
 * Turns a key that is a JSON list into base58, because in OLD_POOL_SECRET_KEYS commas separate the keys. Any other text
 * is returned as it is.
 */
export function asBase58(key: string): string {
  const bytes = z.array(z.int().min(0).max(255)).safeParse(key.startsWith('[') ? parseJson(key) : null);
  return bytes.success ? base58.encode(Uint8Array.from(bytes.data)) : key;
}
