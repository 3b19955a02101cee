import { type Address, addressOf } from '../../../src/address/address.ts';
import { GOD_DECIMALS } from '../../../src/money/god.ts';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/accounts/programs.ts';
import { type Decoded, NOTHING, type Surroundings, u64At } from './effect.ts';
import type { Instruction } from './parseTransaction.ts';
import { refuse, type SwapReason } from './refusal.ts';

/** These tags are the same in both token programs (`TokenInstruction`). Only Token-2022 has the last one. */
const TAG = {
  initializeAccount: 1,
  closeAccount: 9,
  transferChecked: 12,
  initializeAccount2: 16,
  syncNative: 17,
  initializeAccount3: 18,
  transferFeeExtension: 26,
};
const TRANSFER_CHECKED_WITH_FEE = 1;
/** Why these tags are refused where they are not allowed. Any other tag is refused as a foreign instruction. */
const FORBIDDEN: Readonly<Record<number, SwapReason>> = {
  3: 'transfer-out',
  4: 'approve',
  6: 'set-authority',
  8: 'burn',
  9: 'foreign-close',
  12: 'transfer-out',
  13: 'approve',
  15: 'burn',
  26: 'transfer-out',
};

/**
 * What an instruction of SPL Token, the program of wrapped SOL, does. It may open, synchronise or unwrap accounts of
 * ours. Any other instruction is refused.
 */
export function decodeToken(instruction: Instruction, own: Surroundings): Decoded {
  const { data, accounts } = instruction;
  const [tag] = data;
  const [account, second, third] = accounts;
  if (account === undefined || tag === undefined)
    return refuse('instruction-data', 'an instruction of the token program is empty');
  const isWrapped = own.wrappedAccounts.has(account);
  switch (tag) {
    case TAG.syncNative:
      if (data.length !== 1 || accounts.length !== 1) return unusual('SyncNative');
      return isWrapped ? NOTHING : refuse('foreign-account', `${account} is synchronised and not ours`);
    case TAG.closeAccount:
      if (data.length !== 1 || accounts.length !== 3) return unusual('CloseAccount');
      if (!isWrapped || second !== own.wallet || third !== own.wallet)
        return refuse('foreign-close', `${account} is closed to ${second} by ${third}`);
      return { kind: 'unwrapped', account };
    case TAG.initializeAccount:
      if (data.length !== 1 || accounts.length !== 4) return unusual('InitializeAccount');
      return opened({ account, mint: second, owner: third }, own);
    case TAG.initializeAccount2:
      if (data.length !== 33 || accounts.length !== 3) return unusual('InitializeAccount2');
      return opened({ account, mint: second, owner: addressOf(data.subarray(1)) }, own);
    case TAG.initializeAccount3:
      if (data.length !== 33 || accounts.length !== 2) return unusual('InitializeAccount3');
      return opened({ account, mint: second, owner: addressOf(data.subarray(1)) }, own);
    default:
      return refuse(FORBIDDEN[tag] ?? 'foreign-instruction', `instruction ${tag} of the token program`);
  }
}

interface Opening {
  readonly account: Address;
  readonly mint: Address | undefined;
  readonly owner: Address | undefined;
}

/** Accepts only an account that this transaction has created, so that nobody else's is taken for ours. */
function opened({ account, mint, owner }: Opening, own: Surroundings): Decoded {
  if (!own.created.has(account) || mint !== WRAPPED_SOL || owner !== own.wallet)
    return refuse('foreign-account', `${account} is opened for ${owner} and mint ${mint}`);
  return { kind: 'opened', account };
}

/**
 * What an instruction of Token-2022, the program of GOD, does. It may be a checked transfer by us out of our account.
 * Any other instruction is refused.
 */
export function decodeToken2022({ data, accounts }: Instruction, own: Surroundings): Decoded {
  const [tag] = data;
  const withFee = tag === TAG.transferFeeExtension && data[1] === TRANSFER_CHECKED_WITH_FEE;
  if (tag === undefined || (tag !== TAG.transferChecked && !withFee)) {
    const reason = tag === undefined ? undefined : FORBIDDEN[tag];
    return refuse(reason ?? 'foreign-instruction', `instruction ${tag} of the Token-2022 program`);
  }
  // Amount and decimals come after one or two tags. TransferCheckedWithFee ends with the fee, which the chain checks.
  const at = withFee ? 2 : 1;
  if (data.length !== (withFee ? 19 : 10) || accounts.length !== 4 || data[at + 8] !== GOD_DECIMALS)
    return unusual('a transfer of GOD');
  const [source, mint, , authority] = accounts;
  if (source !== own.god || mint !== own.mint || authority !== own.wallet)
    return refuse('transfer-out', `tokens of mint ${mint} leave ${source} by ${authority}`);
  return { kind: 'gives-god', amount: u64At(data, at) };
}

const CREATE_IDEMPOTENT = 1;

/**
 * What an instruction for associated accounts does. It may make our own associated account for GOD or for wrapped SOL,
 * if that account is missing. Any other instruction is refused.
 */
export function decodeAssociated({ data, accounts }: Instruction, own: Surroundings): Decoded {
  if (data.length !== 1 || data[0] !== CREATE_IDEMPOTENT || accounts.length !== 6)
    return refuse('foreign-instruction', 'an associated account is not created idempotently');
  const [payer, account, owner, mint, system, tokenProgram] = accounts;
  const isGod = account === own.god && mint === own.mint && tokenProgram === TOKEN_2022_PROGRAM;
  const isWrapped = account === own.wrapped && mint === WRAPPED_SOL && tokenProgram === TOKEN_PROGRAM;
  if (payer !== own.wallet || owner !== own.wallet || system !== SYSTEM_PROGRAM || !(isGod || isWrapped))
    return refuse('foreign-account', `an associated account of mint ${mint} is created for ${owner}`);
  return isWrapped ? { kind: 'opened', account: own.wrapped } : NOTHING;
}

function unusual(what: string): Decoded {
  return refuse('instruction-data', `${what} has an unusual form`);
}
