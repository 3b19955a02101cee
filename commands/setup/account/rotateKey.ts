import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { accountArgs } from '../accountArgs.ts';
import { digestOf, makeAdminKey, makeWalletKey } from '../makeKey.ts';
import { asBase58, FROM_ENVIRONMENT } from '../readSettings.ts';
import type { SetupInput } from '../SetupInput.ts';
import { settingsNow } from '../steps/Step.ts';

const ROTATED = ['pool', 'tax', 'admin'] as const;

/** What `npm run rotate` was asked for. */
interface RotateOptions {
  readonly environment: 'staging' | 'production';
  readonly what: (typeof ROTATED)[number];
  /** For a console key: the name of the admin. */
  readonly name: string | null;
}

export const ROTATE_USAGE = `npm run rotate -- pool|tax|admin --env staging|production [--name NAME]

  pool          a new wallet for the prizes; the old one stays known while it owes a round
  tax           a new tax wallet
  admin         a new key for the console; the old one opens nothing once this is deployed
  --name NAME   whose key, where ADMIN_KEYS has several
  --env NAME    whose settings, as npm run setup keeps them

The command changes the settings that npm run setup keeps, and prints what to do next, in order.`;

/** Reads the arguments of the command. Returns the options, or a sentence for what is wrong with the arguments. */
export function rotateOptions(args: readonly string[]): RotateOptions | string {
  const read = accountArgs(args, { texts: ['name'] });
  if (typeof read === 'string') return read;
  const [word, ...more] = read.words;
  const what = ROTATED.find((one) => one === word);
  if (what === undefined || more.length > 0) return `one of ${ROTATED.join(', ')} is wanted`;
  const name = read.text('name');
  if (name !== null && what !== 'admin') return 'only admin takes --name';
  return { environment: read.environment, what, name };
}

type Input = Pick<SetupInput, 'environment' | 'kept' | 'variables'>;

/**
 * Puts a new key into the kept settings; deploys nothing, and keeps the old key's file. Returns sentences: what was
 * done, then what to do next, in order. Throws an Error with a sentence when the key cannot be changed here.
 */
export function rotateKey(input: Input, { what, name }: Pick<RotateOptions, 'what' | 'name'>): readonly string[] {
  switch (what) {
    case 'pool':
      return rotatePool(input);
    case 'tax':
      return rotateTax(input);
    case 'admin':
      return rotateAdmin(input, name);
  }
}

function rotatePool(input: Input): readonly string[] {
  const { kept, environment: env } = input;
  const old = answerOf(input, 'POOL_SECRET_KEY');
  // Throws when the settings are not complete.
  addressNow(input, 'pool');
  const older = kept.answers().OLD_POOL_SECRET_KEYS;
  if (older === FROM_ENVIRONMENT) throw comesFromOutside('OLD_POOL_SECRET_KEYS');
  const olds = [...(older?.split(',') ?? []), isFile(old) ? old : asBase58(asText(input, 'POOL_SECRET_KEY'))];
  // Both settings are written in one step. If the command ended between two steps, the old wallet could owe a round
  // while its key was missing.
  kept.answer({ POOL_SECRET_KEY: kept.keepNext('pool.json', makeWalletKey), OLD_POOL_SECRET_KEYS: olds.join(',') });
  const address = addressNow(input, 'pool');
  return [
    `The new pool is ${address}. Back up ${kept.folder}.`,
    `Announce it, and note the round that it holds from: npm run terms -- --env ${env}`,
    `Deploy before that round: npm run deploy -- --env ${env}`,
    `Send SOL to ${address}: enough for the rounds of the next days.`,
    'Nothing is to be changed in the console: the tax goes to the new address from that round on.',
    `When the old wallet owes no round any more, and the last tax cycle that began before that round has ended, move its SOL: npm run move -- ${isFile(old) ? old : 'KEY_FILE_OF_THE_OLD_WALLET'} ${address} all --env ${env}`,
    `Run npm run doctor, and do what it notes about the old wallet. Then take OLD_POOL_SECRET_KEYS out of ${kept.folder}/settings.env, deploy, and: npm run secrets -- prune --env ${env}`,
  ];
}

function rotateTax(input: Input): readonly string[] {
  const { kept, environment: env } = input;
  const old = addressNow(input, 'taxWallet');
  answerOf(input, 'TAX_SECRET_KEY');
  kept.answer({ TAX_SECRET_KEY: kept.keepNext('tax-wallet.json', makeWalletKey) });
  const address = addressNow(input, 'taxWallet');
  return [
    `The new tax wallet is ${address}. Back up ${kept.folder}.`,
    'Pause the tax in the console (Operations, Pause tax cycles).',
    `Send 0.2 SOL to ${address}.`,
    `Deploy: npm run deploy -- --env ${env}`,
    'Resume the tax in the console. If a cycle that began before the pause then waits for a person, close it in the console.',
    `Move what the old wallet ${old} still holds, SOL and GOD, by its own key.`,
  ];
}

const PLAIN_NAME = /^[\w-]{1,64}$/;
const adminKeys = z.record(z.string(), z.union([z.string(), z.looseObject({ sha256: z.string() })]));

function rotateAdmin(input: Input, asked: string | null): readonly string[] {
  const { kept, environment: env } = input;
  answerOf(input, 'ADMIN_KEYS');
  const keys = adminKeys.parse(JSON.parse(asText(input, 'ADMIN_KEYS')));
  const names = Object.keys(keys);
  const name = asked ?? (names.length === 1 ? names[0] : undefined);
  const key = name === undefined ? undefined : keys[name];
  if (name === undefined || key === undefined) throw new Error(`Say whose key, by --name: ${names.join(', ')}.`);
  if (!PLAIN_NAME.test(name)) throw new Error(`${name} cannot be the name of a file: change ADMIN_KEYS by hand.`);
  const path = kept.keepNext(name === 'admin' ? 'admin-key.txt' : `admin-key-${name}.txt`, makeAdminKey);
  const sha256 = digestOf(readFileSync(path, 'utf8'));
  const changed = typeof key === 'string' ? sha256 : { ...key, sha256 };
  kept.answer({ ADMIN_KEYS: JSON.stringify({ ...keys, [name]: changed }) });
  return [
    `The new key of ${name} is in ${path}. It is shown nowhere else.`,
    `Deploy, and from then on the old one opens nothing: npm run deploy -- --env ${env}`,
    'Log in to the console with the new one.',
  ];
}

/**
 * The kept answer for a setting. Throws an Error where no answer is kept, or where the setting comes from the
 * environment.
 */
function answerOf({ kept }: Input, name: string): string {
  const answer = kept.answers()[name];
  if (answer === undefined) throw new Error(`${name} is not kept in ${kept.folder}. Run npm run setup first.`);
  if (answer === FROM_ENVIRONMENT) throw comesFromOutside(name);
  return answer;
}

const comesFromOutside = (name: string) =>
  new Error(`${name} comes from the environment: make the new key where that variable is kept, and change it there.`);

function asText(input: Input, name: string): string {
  const { texts } = settingsNow(input);
  return texts[name] ?? '';
}

function addressNow(input: Input, wallet: 'pool' | 'taxWallet'): string {
  const { settings } = settingsNow(input);
  if (settings === null) throw new Error(`The settings in ${input.kept.folder} are not complete: see npm run doctor.`);
  return settings[wallet].address;
}

const isFile = (answer: string) => existsSync(answer);
