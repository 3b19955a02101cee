import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { errorText } from '../../src/errorText.ts';

/** What `npm run witness` was asked for. */
export interface WatcherOptions {
  /** The lottery's URL, without a slash at its end. */
  readonly app: string;
  readonly rpc: string;
  /** A file with a secret key; null: nothing is written on chain. */
  readonly key: string | null;
  /** A file that gets a line of JSON for each round. */
  readonly log: string | null;
  /** How many rounds to watch; null: until somebody ends the command. */
  readonly rounds: number | null;
}

export const WITNESS_USAGE = `npm run witness -- --app URL --rpc URL [--key FILE] [--log FILE] [--rounds N]

  --app URL     the lottery, such as https://example.com
  --rpc URL     a Solana RPC server of your own choice, not the lottery's
  --key FILE    signs the testimonies: the key, as solana-keygen writes it, of a wallet of yours with a little SOL
  --log FILE    gets a line of JSON for each round
  --rounds N    ends after N rounds; without it the command runs until you end it`;

/** The options that the arguments ask for; if the arguments are wrong, the problems, a line for each. */
export function watcherOptions(args: readonly string[]): WatcherOptions | string {
  const values = parsed(args);
  if (typeof values === 'string') return values;
  const problems: string[] = [];
  const web = (name: 'app' | 'rpc'): string => {
    const text = values[name];
    if (text === undefined) problems.push(`--${name} is missing`);
    else if (!isWebAddress(text)) problems.push(`--${name} must be an http or https address`);
    return (text ?? '').replace(/\/$/, '');
  };
  const [app, rpc] = [web('app'), web('rpc')];
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  if (rounds !== null && !(Number.isSafeInteger(rounds) && rounds > 0))
    problems.push('--rounds must be a whole number above 0');
  if (problems.length > 0) return problems.join('\n');
  return { app, rpc, rounds, key: values.key ?? null, log: values.log ?? null };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { app: text, rpc: text, key: text, log: text, rounds: text };
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    return errorText(error);
  }
}

function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

/**
 * Reads a secret key of 64 bytes from a file, as a JSON list of numbers or as base58. Throws an Error with a sentence
 * that never repeats what is in the file.
 */
export function readKey(file: string): Keypair {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new Error(`${file} cannot be read`);
  }
  try {
    const bytes = text.startsWith('[') ? Uint8Array.from(JSON.parse(text) as number[]) : base58.decode(text);
    return Keypair.fromSecretKey(bytes);
  } catch {
    throw new Error(`${file} holds no secret key: 64 bytes as a JSON list or as base58 are wanted`);
  }
}
