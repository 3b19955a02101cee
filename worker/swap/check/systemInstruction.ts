import { type Address, addressOf } from '../../../src/address/address.ts';
import { TOKEN_PROGRAM } from '../../chain/accounts/programs.ts';
import { type Decoded, type Surroundings, u32At, u64At } from './effect.ts';
import type { Instruction } from './parseTransaction.ts';
import { refuse, type SwapReason } from './refusal.ts';

const TRANSFER = 2;
const CREATE_ACCOUNT_WITH_SEED = 3;
/** Instructions whose refusal has a reason of its own. Every other one that is not decoded here is refused too. */
const FORBIDDEN: Readonly<Record<number, SwapReason>> = {
  1: 'assign',
  4: 'nonce',
  5: 'nonce',
  6: 'nonce',
  7: 'nonce',
  10: 'assign',
  11: 'transfer-out',
  12: 'nonce',
};

/** A token account without extensions. */
const TOKEN_ACCOUNT_BYTES = 165n;
/**
 * An upper bound of the rent of such an account, which was 2,039,280 lamports for years and is being lowered. If the
 * rent rose above it, swaps that make such an account would be refused.
 */
const MAX_RENT_LAMPORTS = 2_100_000n;
const MAX_SEED_BYTES = 32;

/**
 * What an instruction of the System program does (`SystemInstruction`). It may give us somebody else's lamports, or
 * make a token account from our own wallet. Any other instruction is refused.
 */
export function decodeSystem(instruction: Instruction, own: Surroundings): Decoded {
  const { data, accounts } = instruction;
  if (data.length < 4) return refuse('instruction-data', 'an instruction of the System program is too short');
  const tag = u32At(data, 0);
  if (tag === TRANSFER) {
    const [from, to] = accounts;
    if (data.length !== 12 || accounts.length !== 2)
      return refuse('instruction-data', 'a transfer of SOL has an unusual form');
    if (from === own.wallet || to !== own.wallet) return refuse('transfer-out', `SOL goes from ${from} to ${to}`);
    return { kind: 'receives', lamports: u64At(data, 4) };
  }
  if (tag === CREATE_ACCOUNT_WITH_SEED) return decodeCreate(instruction, own);
  return refuse(FORBIDDEN[tag] ?? 'foreign-instruction', `instruction ${tag} of the System program`);
}

/**
 * Decodes `CreateAccountWithSeed`, by which Raydium makes its temporary account of wrapped SOL. Layout: tag, base (32),
 * length of the seed (u64), seed, lamports (u64), space (u64), owner (32). The chain checks that base and seed give the
 * address.
 */
function decodeCreate({ data, accounts }: Instruction, { wallet }: Surroundings): Decoded {
  const unusual = refuse('instruction-data', 'an account is created in an unusual form');
  if (data.length < 44) return unusual;
  const base: Address = addressOf(data.subarray(4, 36));
  const seedBytes = u64At(data, 36);
  if (seedBytes > MAX_SEED_BYTES || data.length !== 92 + Number(seedBytes)) return unusual;
  const rest = data.subarray(44 + Number(seedBytes));
  const [from, account] = accounts;
  // The base may be listed once more as a signer.
  const isOurs = from === wallet && base === wallet && accounts.slice(2).every((key) => key === wallet);
  if (!isOurs || account === undefined || account === wallet)
    return refuse('foreign-account', 'an account is created for someone else');
  if (u64At(rest, 0) > MAX_RENT_LAMPORTS) return refuse('transfer-out', 'an account is given more than its rent');
  if (u64At(rest, 8) !== TOKEN_ACCOUNT_BYTES || addressOf(rest.subarray(16)) !== TOKEN_PROGRAM)
    return refuse('foreign-account', 'an account is created that is no plain token account');
  return { kind: 'created', account };
}
