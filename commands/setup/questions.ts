import type { KeptSetup } from './KeptSetup.ts';
import { ADMIN_KEY_FILE } from './keptFolder.ts';
import { digestOf, makeAdminKey, makeWalletKey } from './makeKey.ts';
import { fromFile } from './readSettings.ts';

/** One question that is asked before a lottery is set up. */
export interface Question {
  readonly name: string;
  readonly text: string;
  /** The answer when nothing is typed; null: something must be typed. */
  readonly usual: string | null;
  /** True: the question may stay without an answer. */
  readonly isOptional?: boolean;
}

/** The answer that asks for a new key: a wallet's, or one for the console. */
const NEW = 'new';
/** The answer that asks for the next full hour that leaves enough time for the rest of the setup. */
const NEXT = 'next';

const DEVNET_NODE = 'https://api.devnet.solana.com';
const KEY = `the path of its key file, or "${NEW}" for a new wallet`;

/** The questions in the order they are asked. In production, cluster, nodes and domain have no usual answer. */
export function questionsFor(isProduction: boolean): readonly Question[] {
  return [
    {
      name: 'CLUSTER',
      text: 'Which Solana: devnet, or mainnet-beta with real money?',
      usual: isProduction ? null : 'devnet',
    },
    {
      name: 'GOD_MINT',
      text: 'Address of the token’s mint (Token-2022, 6 decimals, with a transfer fee)',
      usual: null,
    },
    { name: 'POOL_SECRET_KEY', text: `The pool, which pays the prizes: ${KEY}`, usual: NEW },
    {
      name: 'TAX_AUTHORITY_SECRET_KEY',
      text: `The mint’s withdraw authority, which collects the withheld fees: ${KEY}`,
      usual: null,
    },
    { name: 'TAX_SECRET_KEY', text: `The tax wallet, which sells and distributes: ${KEY}`, usual: NEW },
    { name: 'ADMIN_WALLET', text: 'Address of the administrator’s wallet; never in the draw', usual: null },
    { name: 'ADMIN_KEYS', text: `Keys for the console: JSON of names and digests, or "${NEW}" for a key`, usual: NEW },
    {
      name: 'RPC_URLS',
      text: 'RPC nodes, with commas between them: three of different providers, so that any one may fail. With two, each can stop a round and neither can steal',
      usual: isProduction ? null : DEVNET_NODE,
    },
    {
      name: 'PUBLIC_RPC_URL',
      text: 'The RPC node that browsers ask, whose address every visitor can read; empty for Solana’s own, which is slow at busy times',
      usual: isProduction ? '' : DEVNET_NODE,
      isOptional: isProduction,
    },
    { name: 'GENESIS_TIME', text: `When round 1 begins: an ISO time on the hour, or "${NEXT}"`, usual: NEXT },
    {
      name: 'OBJECT_LOCATION',
      text: 'Where database and objects are: wnam, enam, weur, eeur, apac or oc',
      usual: 'weur',
    },
    {
      name: 'DOMAIN',
      text: 'A domain in your account, such as draws.example.com (without one, on workers.dev, the edge cache does not work)',
      usual: isProduction ? null : '',
      isOptional: !isProduction,
    },
    { name: 'ALERT_WEBHOOK_URL', text: 'A webhook for alerts; empty for none', usual: '', isOptional: true },
    {
      name: 'RUNBOOK_URL',
      text: 'Where your copy of docs/runbook.md is, for the link in alerts',
      usual: '',
      isOptional: true,
    },
    {
      name: 'MIN_POOL_SHARE',
      text: 'The least percentage of the tax that the pool gets, whoever changes the split',
      usual: '50',
    },
    {
      name: 'MAX_DAILY_PAYOUT_SOL',
      text: 'The most SOL that a day may pay out; empty for no limit',
      usual: '',
      isOptional: true,
    },
  ];
}

const HOUR_MS = 3_600_000;
/** Round 1 begins at least this long after the answer "next", which leaves time for the rest of the setup. */
const LEAST_AHEAD_MS = 1_800_000;

const KEY_FILES: Readonly<Record<string, string>> = {
  POOL_SECRET_KEY: 'pool.json',
  TAX_AUTHORITY_SECRET_KEY: 'tax-authority.json',
  TAX_SECRET_KEY: 'tax-wallet.json',
};

/** Whether an answer asks the setup to make a key or to choose an hour. */
export function isWish(name: string, value: string): boolean {
  return (value === NEW && (name === 'ADMIN_KEYS' || name in KEY_FILES)) || (value === NEXT && name === 'GENESIS_TIME');
}

/**
 * Turns an answer into a setting; `now` is in unix milliseconds. "new" becomes the path of a key's file, or the digest
 * of a console key. But if the setting has a kept value, "new" becomes that value: after a rotation, the file made for
 * "new" still has the old key. "next" becomes an hour. A kept hour stays while it is in the future, or once a lottery
 * is deployed: round 1 must not move then. Any other answer stays as it is.
 */
export function resolveAnswer(kept: KeptSetup, [name, value]: readonly [string, string], now: number): string {
  const before = kept.answers()[name];
  if (value === NEXT && name === 'GENESIS_TIME')
    return before !== undefined && (kept.facts().deployed !== null || Date.parse(before) > now)
      ? before
      : nextHour(now);
  if (value !== NEW) return value;
  const file = name === 'ADMIN_KEYS' ? ADMIN_KEY_FILE : KEY_FILES[name];
  if (file === undefined) return value;
  // The kept answer stays even if the key's file is gone: only `npm run rotate` takes another key.
  if (before !== undefined) return before;
  if (file !== ADMIN_KEY_FILE) return kept.keepSecret(file, makeWalletKey);
  const key = fromFile(kept.keepSecret(ADMIN_KEY_FILE, makeAdminKey));
  return JSON.stringify({ admin: digestOf(key) });
}

function nextHour(now: number): string {
  return new Date(Math.ceil((now + LEAST_AHEAD_MS) / HOUR_MS) * HOUR_MS).toISOString();
}
