import { type Address, parseAddress } from '../../src/address/address.ts';
import { RESERVED_KEYS } from '../../src/address/reservedKeys.ts';
import { type Lamports, parseSol } from '../../src/money/lamports.ts';
import { accountArgs } from '../setup/accountArgs.ts';

/** What `npm run move` was asked for. */
export interface MoveOptions {
  /** The file with the key of the wallet that pays. */
  readonly key: string;
  readonly to: Address;
  /** `all`: what the wallet holds, less the fee and the least that a wallet may hold. */
  readonly amount: Lamports | 'all';
  readonly environment: 'staging' | 'production';
  /** True: sends without asking first. */
  readonly isSure: boolean;
}

export const MOVE_USAGE = `npm run move -- KEY ADDRESS SOL|all --env staging|production [--yes]

  KEY         the file with the key of the wallet that pays, such as .setup/production/pool.json
  ADDRESS     the wallet that gets the SOL
  SOL         how much, such as 1.5, or all: what the wallet holds, less the fee and the 0.0009 SOL that must stay there
  --env NAME  the environment whose RPC nodes are asked; npm run setup keeps their addresses
  --yes       sends without asking

A held round is paid by npm run pay, and not by this command. Each transfer is noted in .setup/moved, by wallet and
chain. Until it is known how a transfer ended, the command sends no other from the same wallet.`;

/** Reads the arguments of the command. Returns the options, or every problem at once, a line for each. */
export function moveOptions(args: readonly string[]): MoveOptions | string {
  const read = accountArgs(args, { flags: ['yes'] });
  if (typeof read === 'string') return read;
  const [key = '', toText = '', sol = '', ...more] = read.words;
  const to = parseAddress(toText);
  const amount = sol === 'all' ? sol : parseSol(sol);
  const problems = [
    ...(key === '' ? ['the file of a key is wanted'] : []),
    ...(to === null ? ['the address of a wallet is wanted'] : []),
    ...(to !== null && RESERVED_KEYS.has(to) ? [`${to} is reserved by Solana: nobody could spend what it gets`] : []),
    ...(amount === null || amount === 0n ? ['an amount in SOL is wanted, or all'] : []),
    ...(more.length > 0 ? [`${more.join(' ')}: nothing is expected after the amount`] : []),
  ];
  if (to === null || amount === null || problems.length > 0) return problems.join('\n');
  return { key, to, amount, environment: read.environment, isSure: read.is('yes') };
}
