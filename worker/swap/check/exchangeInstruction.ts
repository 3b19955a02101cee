import type { Address } from '../../../src/address/address.ts';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/accounts/programs.ts';
import { type Decoded, type Surroundings, u64At } from './effect.ts';
import { readRoute, readRouteV2, type SwapTerms, type UnknownStep } from './jupiterRoute.ts';
import type { Instruction } from './parseTransaction.ts';
import { refuse } from './refusal.ts';
import { JUPITER_V6, RAYDIUM_CLMM, RAYDIUM_CPMM } from './swapPrograms.ts';

type Role = 'god mint' | 'wrapped mint' | 'token program' | 'token-2022 program' | 'memo program';

/**
 * A swap instruction that may carry our signature into an exchange's program. Its discriminator is the first eight
 * bytes of SHA-256("global:<name>"), as Anchor makes them. Layouts are from Raydium's published sources and Jupiter's
 * IDL.
 */
interface Layout {
  readonly program: Address;
  readonly name: string;
  readonly discriminator: string;
  /** Positions of the accounts that must be ours: the signer, the account to sell from, the account to sell into. */
  readonly wallet: number;
  readonly source: number;
  readonly destination: number;
  /**
   * Position of an optional account that gets the proceeds instead of `destination`. The program's own address there
   * means: none.
   */
  readonly otherDestination?: number;
  readonly others: Readonly<Record<number, Role>>;
  /**
   * Reads the arguments. Null when their form is unusual. `unknown-step` when the plan has a step that is not known
   * here.
   */
  readonly read: (data: Uint8Array) => SwapTerms | UnknownStep | null;
}

const LAYOUTS: readonly Layout[] = [
  {
    program: RAYDIUM_CPMM,
    name: 'swap_base_input',
    discriminator: '8fbe5adac41e33de',
    wallet: 0,
    source: 4,
    destination: 5,
    others: { 8: 'token-2022 program', 9: 'token program', 10: 'god mint', 11: 'wrapped mint' },
    read: (data) => (data.length === 24 ? { amount: u64At(data, 8), minimum: u64At(data, 16), feeBps: 0 } : null),
  },
  {
    // The older instruction, `swap`, takes no Token-2022 mint.
    program: RAYDIUM_CLMM,
    name: 'swap_v2',
    discriminator: '2b04ed0b1ac91e62',
    wallet: 0,
    source: 3,
    destination: 4,
    others: { 8: 'token program', 9: 'token-2022 program', 10: 'memo program', 11: 'god mint', 12: 'wrapped mint' },
    // The arguments: amount, threshold, price limit (u128), and 1 if the amount is what goes in. If the amount were
    // what comes out, the threshold would be a maximum.
    read: (data) =>
      data.length === 41 && data[40] === 1 ? { amount: u64At(data, 8), minimum: u64At(data, 16), feeBps: 0 } : null,
  },
  {
    program: JUPITER_V6,
    name: 'route',
    discriminator: 'e517cb977ae3ad2a',
    wallet: 1,
    source: 2,
    destination: 3,
    otherDestination: 4,
    // `route` has only one token program: that of the token that we receive.
    others: { 0: 'token program', 5: 'wrapped mint' },
    read: (data) => readRoute(data, 8),
  },
  {
    program: JUPITER_V6,
    name: 'shared_accounts_route',
    discriminator: 'c1209b3341d69c81',
    wallet: 2,
    source: 3,
    destination: 6,
    others: { 0: 'token program', 7: 'god mint', 8: 'wrapped mint', 10: 'token-2022 program' },
    read: (data) => readRoute(data, 9),
  },
  {
    program: JUPITER_V6,
    name: 'route_v2',
    discriminator: 'bb64facc31c4af14',
    wallet: 0,
    source: 1,
    destination: 2,
    otherDestination: 7,
    others: { 3: 'god mint', 4: 'wrapped mint', 5: 'token-2022 program', 6: 'token program' },
    read: (data) => readRouteV2(data, 8),
  },
  {
    program: JUPITER_V6,
    name: 'shared_accounts_route_v2',
    discriminator: 'd19853937cfed8e9',
    wallet: 1,
    source: 2,
    destination: 5,
    others: { 6: 'god mint', 7: 'wrapped mint', 8: 'token-2022 program', 9: 'token program' },
    read: (data) => readRouteV2(data, 9),
  },
];

/** Decodes a swap of our GOD into a wrapped-SOL account of ours. Any other instruction of an exchange is refused. */
export function decodeExchange({ program, accounts, data }: Instruction, own: Surroundings): Decoded {
  const discriminator = Buffer.from(data.subarray(0, 8)).toString('hex');
  const layout = LAYOUTS.find((each) => each.program === program && each.discriminator === discriminator);
  if (layout === undefined)
    return refuse('unknown-swap', `instruction ${discriminator} of ${program} is not known here`);
  const foreign = foreignAccount(layout, accounts, own);
  if (foreign !== null) return refuse('foreign-account', `${layout.name} has ${foreign}`);
  const terms = layout.read(data);
  const into = accounts[layout.destination];
  if (terms === 'unknown-step')
    return refuse('unknown-route', `${layout.name} goes through an exchange that is not known here`);
  if (terms === null || into === undefined) return refuse('instruction-data', `${layout.name} has an unusual form`);
  if (terms.feeBps !== 0) return refuse('platform-fee', `${layout.name} keeps ${terms.feeBps} basis points`);
  return { kind: 'swaps', amount: terms.amount, minimum: terms.minimum, into };
}

/** The first account that is not what it must be, in words; null when all are right. */
function foreignAccount(layout: Layout, accounts: readonly Address[], own: Surroundings): string | null {
  const expected: Readonly<Record<Role, Address>> = {
    'god mint': own.mint,
    'wrapped mint': WRAPPED_SOL,
    'token program': TOKEN_PROGRAM,
    'token-2022 program': TOKEN_2022_PROGRAM,
    'memo program': MEMO_PROGRAM,
  };
  const into = accounts[layout.destination];
  if (accounts[layout.wallet] !== own.wallet) return `${accounts[layout.wallet]} as the seller`;
  if (accounts[layout.source] !== own.god) return `${accounts[layout.source]} as the account to sell from`;
  if (into === undefined || !own.wrappedAccounts.has(into)) return `${into} as the account to sell into`;
  if (layout.otherDestination !== undefined) {
    const other = accounts[layout.otherDestination];
    if (other !== layout.program && other !== into) return `${other} as another account to sell into`;
  }
  for (const [position, role] of Object.entries(layout.others)) {
    const account = accounts[Number(position)];
    if (account !== expected[role]) return `${account} as the ${role}`;
  }
  return null;
}
