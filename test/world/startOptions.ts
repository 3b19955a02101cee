import * as z from 'zod';
import { type AmmFiles, ammFiles } from './amm/ammFiles.ts';
import { MOST_WATCHERS } from './startWatchers.ts';

const wholeNumber = (min: number, max: number, what = '') => ({
  min,
  max,
  sentence: `must be a whole number${what} from ${min} to ${max}`,
});

/** The settings of `npm start`: their limits, and the texts of their errors. */
const NUMBERS = {
  PORT: wholeNumber(1, 65_535),
  // The worker itself asks for at least 20 s: less leaves no time to lock, commit and pay.
  ROUND_SECONDS: wholeNumber(20, 86_400, ' of seconds'),
  ENTRY_LOCK_SECONDS: wholeNumber(10, 86_399, ' of seconds'),
  SLOT_MS: wholeNumber(10, 10_000, ' of milliseconds'),
  HOLDERS: wholeNumber(0, 100_000),
  TRADES_PER_MINUTE: wholeNumber(0, 6000),
  TAX_SECONDS: wholeNumber(1, 86_400, ' of seconds'),
  WATCHERS: wholeNumber(0, MOST_WATCHERS),
  NODES: wholeNumber(1, 3),
};
const DEFAULTS: Readonly<Record<keyof typeof NUMBERS, number>> = {
  PORT: 8787,
  ROUND_SECONDS: 120,
  ENTRY_LOCK_SECONDS: 30,
  SLOT_MS: 400,
  HOLDERS: 250,
  TRADES_PER_MINUTE: 60,
  TAX_SECONDS: 30,
  WATCHERS: 2,
  NODES: 3,
};

export interface StartOptions extends Readonly<Record<keyof typeof NUMBERS, number>> {
  /**
   * Addresses of nodes for the worker to ask in place of the world's own. When empty, it asks as many of those as NODES
   * says.
   */
  readonly proxies: readonly string[];
  readonly poolLamports: bigint;
  readonly worldSeed: string;
  /** Whether a hostile stranger is at work in every round: look-alikes of version 1, floods, dust, burns, harvests. */
  readonly stranger: boolean;
  /** Files of mainnet programs: `RAYDIUM_CPMM_SO`, `JUPITER_SO`, `MEMO_V3_SO`. */
  readonly ammFiles: AmmFiles;
}

const DEFAULT_POOL_SOL = '500';
const LARGEST_POOL_SOL = 1_000_000n;
const LAMPORT_DIGITS = 9;
const SWITCHES: Readonly<Record<string, boolean>> = { '0': false, '1': true };

/**
 * Reads the environment of `npm start`; an empty variable counts as not set. Returns every problem at once, each a
 * sentence that names the variable. `freshSeed` is the world's seed when WORLD_SEED is not set.
 */
export function startOptions(
  env: NodeJS.ProcessEnv,
  freshSeed: string,
): { readonly options: StartOptions } | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const number = (name: keyof typeof NUMBERS, fallback = DEFAULTS[name]): number => {
    const text = env[name]?.trim() || `${fallback}`;
    const { min, max, sentence } = NUMBERS[name];
    const value = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max)).safeParse(text);
    if (!value.success) problems.push(`${name} ${sentence}, got ${JSON.stringify(text)}`);
    return value.data ?? fallback;
  };
  const poolText = env.POOL_SOL?.trim() || DEFAULT_POOL_SOL;
  const poolLamports = lamportsOf(poolText);
  const amm = ammFiles(env);
  const proxies = listed(env.RPC_PROXIES);
  const strangerText = env.STRANGER?.trim() || '0';
  const stranger = SWITCHES[strangerText];
  const roundSeconds = number('ROUND_SECONDS');
  // A short round gets a short lock, unless somebody has set the lock.
  const lockSeconds = number('ENTRY_LOCK_SECONDS', Math.min(DEFAULTS.ENTRY_LOCK_SECONDS, Math.floor(roundSeconds / 2)));
  const options: StartOptions = {
    PORT: number('PORT'),
    ROUND_SECONDS: roundSeconds,
    ENTRY_LOCK_SECONDS: lockSeconds,
    SLOT_MS: number('SLOT_MS'),
    HOLDERS: number('HOLDERS'),
    TRADES_PER_MINUTE: number('TRADES_PER_MINUTE'),
    TAX_SECONDS: number('TAX_SECONDS'),
    WATCHERS: number('WATCHERS'),
    NODES: number('NODES'),
    proxies,
    poolLamports: poolLamports ?? 0n,
    worldSeed: env.WORLD_SEED?.trim() || freshSeed,
    stranger: stranger ?? false,
    ammFiles: amm.files,
  };
  problems.push(...amm.problems, ...proxyProblems(proxies, env.NODES));
  if (stranger === undefined) {
    const got = JSON.stringify(strangerText);
    problems.push(`STRANGER must be 1 (a hostile stranger is at work in every round) or 0, got ${got}`);
  }
  if (poolLamports === null) {
    const got = JSON.stringify(poolText);
    problems.push(`POOL_SOL must be an amount of SOL such as 500 or 0.5, at most ${LARGEST_POOL_SOL}, got ${got}`);
  }
  if (problems.length === 0 && options.ENTRY_LOCK_SECONDS >= options.ROUND_SECONDS) {
    const { ENTRY_LOCK_SECONDS: lock, ROUND_SECONDS: round } = options;
    problems.push(`ENTRY_LOCK_SECONDS must be less than ROUND_SECONDS (${round}), got ${lock}`);
  }
  return problems.length > 0 ? { problems } : { options };
}

const listed = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim().replace(/\/$/, ''))
    .filter(Boolean);

function proxyProblems(proxies: readonly string[], nodes = ''): string[] {
  const wrong = proxies.filter((url) => !z.url({ protocol: /^https?$/ }).safeParse(url).success);
  return [
    ...(wrong.length > 0
      ? [`RPC_PROXIES must be http addresses between commas, got ${wrong.map((url) => JSON.stringify(url)).join(', ')}`]
      : []),
    ...(new Set(proxies).size < proxies.length ? ['RPC_PROXIES names one address twice'] : []),
    ...(proxies.length > 0 && nodes.trim() !== ''
      ? ['RPC_PROXIES and NODES cannot be set both: the addresses of RPC_PROXIES are the nodes']
      : []),
  ];
}

function lamportsOf(text: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined || BigInt(whole) > LARGEST_POOL_SOL) return null;
  return BigInt(whole + part.padEnd(LAMPORT_DIGITS, '0'));
}
