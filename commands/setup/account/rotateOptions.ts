import { accountArgs } from '../accountArgs.ts';

const ROTATED = ['pool', 'tax', 'admin'] as const;

/** What `npm run rotate` was asked for. */
export interface RotateOptions {
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

It changes what is kept here, and prints what to do next, in order.`;

/** Reads the arguments of the command; a sentence for what is wrong with them. */
export function rotateOptions(args: readonly string[]): RotateOptions | string {
  const read = accountArgs(args, { texts: ['name'] });
  if (typeof read === 'string') return read;
  const [word, ...more] = read.words;
  const what = ROTATED.find((one) => one === word);
  if (what === undefined || more.length > 0) return `one of ${ROTATED.join(', ')} is wanted`;
  const name = read.text('name');
  if (name !== null && what !== 'admin') return '--name is of admin alone';
  return { environment: read.environment, what, name };
}
