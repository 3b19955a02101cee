import { readFileSync } from 'node:fs';
import type { KeptSetup } from './KeptSetup.ts';
import { ADMIN_KEY_FILE } from './keptFolder.ts';
import { digestOf, makeAdminKey, makeWalletKey } from './makeKey.ts';
import { NEW, NEXT } from './questions.ts';

const HOUR_MS = 3_600_000;
/** Enough for the rest of the setup. */
const LEAST_AHEAD_MS = 1_800_000;

const KEY_FILES: Readonly<Record<string, string>> = {
  POOL_SECRET_KEY: 'pool.json',
  TAX_AUTHORITY_SECRET_KEY: 'tax-authority.json',
  TAX_SECRET_KEY: 'tax-wallet.json',
};

/**
 * Turns an answer into a setting. "new" becomes the path of a key's file; the key is made once and used by all later
 * runs. "next" becomes an hour. Any other answer stays as it is. `now` is in unix milliseconds.
 */
export function resolveAnswer(kept: KeptSetup, [name, value]: readonly [string, string], now: number): string {
  if (value === NEXT && name === 'GENESIS_TIME') return nextHour(now);
  if (value !== NEW) return value;
  const file = KEY_FILES[name];
  if (file !== undefined) return kept.keepSecret(file, makeWalletKey);
  if (name !== 'ADMIN_KEYS') return value;
  const key = readFileSync(kept.keepSecret(ADMIN_KEY_FILE, makeAdminKey), 'utf8');
  return JSON.stringify({ admin: digestOf(key) });
}

function nextHour(now: number): string {
  return new Date(Math.ceil((now + LEAST_AHEAD_MS) / HOUR_MS) * HOUR_MS).toISOString();
}
