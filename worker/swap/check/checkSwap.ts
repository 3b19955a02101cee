import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, addressBytes } from '../../../src/address/address.ts';
import { MAX_COMPUTE_UNITS, networkFee } from '../../../src/money/networkFee.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/accounts/programs.ts';
import { decodeBudget } from './budgetInstruction.ts';
import { type Decoded, type Effect, type OwnAccounts, ownAccounts, type Surroundings } from './effect.ts';
import { decodeExchange } from './exchangeInstruction.ts';
import type { LookupTable } from './lookupTable.ts';
import { type Instruction, type ParsedTransaction, parseTransaction, resolveInstructions } from './parseTransaction.ts';
import { refuse, type SwapRefusal } from './refusal.ts';
import { SWAP_PROGRAMS } from './swapPrograms.ts';
import { decodeSystem } from './systemInstruction.ts';
import { decodeAssociated, decodeToken, decodeToken2022 } from './tokenInstruction.ts';

/** What we are willing to sign: sell at most `amount` for at least `minimumLamports`. */
export interface SwapOrder {
  readonly wallet: Address;
  /** GOD's mint, a Token-2022 mint of 6 decimals. */
  readonly mint: Address;
  /** GOD base units. */
  readonly amount: bigint;
  readonly minimumLamports: bigint;
  /** The exchange programs that may be called: those that the setting `SWAP_PROGRAMS` names. */
  readonly programs: readonly Address[];
}

/** The worst that an acceptable transaction can do, and what it costs. */
export interface AcceptedSwap {
  readonly ok: true;
  readonly parsed: ParsedTransaction;
  /** GOD base units that can leave our account, at most the order's amount. */
  readonly sold: bigint;
  /**
   * How many lamports at least reach our wallet if the transaction succeeds; not less than the order's minimum. The
   * network fee is not subtracted.
   */
  readonly guaranteedLamports: bigint;
  /** The network fee, all of which we pay. */
  readonly feeLamports: bigint;
}

/**
 * The most that a swap may cost in network fees: 0.0002 SOL. We ask for at most 14,000 lamports beside the 5,000 of a
 * signature, but an exchange may set a higher fee in a busy hour.
 */
export const MAX_SWAP_FEE_LAMPORTS = 200_000n;

/**
 * Judges a transaction that a stranger built for our signature. Nothing is trusted because it looks usual or simulates
 * well. Every instruction must be on a short list, with the right account and amount wherever a wrong one could cost
 * us. Otherwise the whole transaction is refused. `tables` are the lookup tables as they are on chain.
 */
export function checkSwap(
  bytes: Uint8Array,
  order: SwapOrder,
  tables: readonly LookupTable[],
): AcceptedSwap | SwapRefusal {
  const parsed = parseTransaction(bytes);
  if (!parsed.ok) return parsed;
  const resolved = resolveInstructions(parsed, tables);
  if (!resolved.ok) return resolved;
  if (parsed.signers[0] !== order.wallet)
    return refuse('foreign-fee-payer', `${parsed.signers[0]} pays the fee, not our wallet`);
  const effects = decodeAll(resolved.instructions, order);
  if ('ok' in effects) return effects;
  const feeLamports = feeOf(effects, parsed.signers.length);
  if (feeLamports === null || feeLamports > MAX_SWAP_FEE_LAMPORTS)
    return refuse('fee', `the network fee would be ${feeLamports ?? 'unknown'} lamports`);
  return (
    wrongSignature(parsed) ??
    notUnwrapped(effects) ??
    weigh(effects, order) ?? { ok: true, parsed, feeLamports, ...totals(effects) }
  );
}

function decodeAll(instructions: readonly Instruction[], order: SwapOrder): readonly Effect[] | SwapRefusal {
  const own: OwnAccounts = ownAccounts(order.wallet, order.mint);
  const created = new Set<Address>();
  const wrappedAccounts = new Set([own.wrapped]);
  const surroundings: Surroundings = { ...own, mint: order.mint, programs: order.programs, created, wrappedAccounts };
  const effects: Effect[] = [];
  for (const instruction of instructions) {
    const decoded = decode(instruction, surroundings);
    if ('ok' in decoded) return decoded;
    if (decoded.kind === 'created') created.add(decoded.account);
    if (decoded.kind === 'opened') {
      created.delete(decoded.account);
      wrappedAccounts.add(decoded.account);
    }
    effects.push(decoded);
  }
  return effects;
}

function decode(instruction: Instruction, own: Surroundings): Decoded {
  switch (instruction.program) {
    case COMPUTE_BUDGET_PROGRAM:
      return decodeBudget(instruction);
    case SYSTEM_PROGRAM:
      return decodeSystem(instruction, own);
    case TOKEN_PROGRAM:
      return decodeToken(instruction, own);
    case TOKEN_2022_PROGRAM:
      return decodeToken2022(instruction, own);
    case ASSOCIATED_TOKEN_PROGRAM:
      return decodeAssociated(instruction, own);
    default:
      if (own.programs.includes(instruction.program)) return decodeExchange(instruction, own);
      if (SWAP_PROGRAMS.includes(instruction.program))
        return refuse('program-off', `program ${instruction.program} is called, which SWAP_PROGRAMS leaves out`);
      return refuse('foreign-program', `program ${instruction.program} is called`);
  }
}

/**
 * The network fee in lamports. Null when the transaction sets a part of its budget twice, which the chain refuses
 * anyway.
 */
function feeOf(effects: readonly Effect[], signatures: number): bigint | null {
  const limits = effects.flatMap((effect) => (effect.kind === 'compute-limit' ? [effect.units] : []));
  const prices = effects.flatMap((effect) => (effect.kind === 'compute-price' ? [effect.price] : []));
  if (limits.length > 1 || prices.length > 1) return null;
  const units = limits[0] === undefined ? MAX_COMPUTE_UNITS : BigInt(limits[0]);
  return networkFee(signatures, { units, microLamports: prices[0] ?? 0n });
}

/**
 * The refusal for the first missing or wrong signature of another signer; null when there is none. The others must sign
 * first. Otherwise a transaction with our signature would wait for theirs, and they would choose when to send it.
 */
function wrongSignature({ signers, transaction, message }: ParsedTransaction): SwapRefusal | null {
  for (const [i, signer] of signers.entries()) {
    const signature = transaction.signatures[i];
    if (i === 0 || signature === undefined) continue;
    if (signature.every((byte) => byte === 0)) return refuse('missing-cosignature', `${signer} has not signed`);
    // As strict as the chain. `verify` does not throw here: the lengths are right, and a key that is no point gives
    // false.
    if (!ed25519.verify(signature, message, addressBytes(signer), { zip215: false }))
      return refuse('wrong-cosignature', `the signature of ${signer} is wrong`);
  }
  return null;
}

/**
 * Refuses a swap that leaves an account of wrapped SOL open. Its rent and proceeds come to us only when it is closed.
 */
function notUnwrapped(effects: readonly Effect[]): SwapRefusal | null {
  const pending = new Set<Address>();
  for (const effect of effects) {
    if (effect.kind === 'created' || effect.kind === 'opened') pending.add(effect.account);
    if (effect.kind === 'swaps') pending.add(effect.into);
    if (effect.kind === 'unwrapped') pending.delete(effect.account);
  }
  const [account] = pending;
  return account === undefined ? null : refuse('not-unwrapped', `${account} keeps SOL that should come to our wallet`);
}

function totals(effects: readonly Effect[]): { readonly sold: bigint; readonly guaranteedLamports: bigint } {
  let [sold, guaranteedLamports] = [0n, 0n];
  for (const effect of effects) {
    if (effect.kind === 'gives-god' || effect.kind === 'swaps') sold += effect.amount;
    if (effect.kind === 'receives') guaranteedLamports += effect.lamports;
    if (effect.kind === 'swaps') guaranteedLamports += effect.minimum;
  }
  return { sold, guaranteedLamports };
}

function weigh(effects: readonly Effect[], { amount, minimumLamports }: SwapOrder): SwapRefusal | null {
  const { sold, guaranteedLamports } = totals(effects);
  if (sold > amount) return refuse('too-much-god', `${sold} base units of GOD would leave, ${amount} were ordered`);
  if (guaranteedLamports < minimumLamports)
    return refuse('lower-minimum', `${guaranteedLamports} lamports are promised, ${minimumLamports} are needed`);
  return null;
}
