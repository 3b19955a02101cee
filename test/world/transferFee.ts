import { MAXIMUM_FEE, TRANSFER_FEE_BPS } from './createMint.ts';

const BPS = 10_000n;

/** What a transfer of GOD withholds, base units; Token-2022 rounds it up. */
export function transferFee(amount: bigint): bigint {
  const fee = (amount * BigInt(TRANSFER_FEE_BPS) + BPS - 1n) / BPS;
  return fee < MAXIMUM_FEE ? fee : MAXIMUM_FEE;
}
