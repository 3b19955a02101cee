import { parseArgs } from 'node:util';
import { errorText } from '../../src/errorText.ts';

/** The arguments of a command that works on an account. */
export interface AccountArgs {
  readonly environment: 'staging' | 'production';
  /** The arguments without a name. */
  readonly words: readonly string[];
  /** The text after `--name`; null without it. */
  text(name: string): string | null;
  /** Whether `--name` is given. */
  is(name: string): boolean;
}

/** The names that a command accepts beside `--env`. */
export interface Taken {
  readonly texts?: readonly string[];
  readonly flags?: readonly string[];
}

/** Reads the arguments. Returns a sentence when something is wrong with them. */
export function accountArgs(args: readonly string[], { texts = [], flags = [] }: Taken): AccountArgs | string {
  const options = Object.fromEntries([
    ...['env', ...texts].map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  try {
    const read = parseArgs({ args: [...args], strict: true, allowPositionals: true, options });
    const values = new Map<string, unknown>(Object.entries(read.values));
    const env = values.get('env');
    if (env !== 'staging' && env !== 'production') return '--env must be staging or production';
    return {
      environment: env,
      words: read.positionals,
      text(name) {
        const value = values.get(name);
        return typeof value === 'string' ? value : null;
      },
      is: (name) => values.get(name) === true,
    };
  } catch (error) {
    return errorText(error);
  }
}
