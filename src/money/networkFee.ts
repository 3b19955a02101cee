export const LAMPORTS_PER_SIGNATURE = 5_000n;
/** The most compute units that a transaction can have: the chain treats a higher limit as this one. */
export const MAX_COMPUTE_UNITS = 1_400_000n;
const MICROS = 1_000_000n;

/**
 * What a transaction asks for: the limit of its compute units, and the price of one unit in millionths of a lamport.
 */
export interface ComputeBudget {
  readonly units: bigint;
  readonly microLamports: bigint;
}

/** What the chain takes for a transaction, lamports, rounded up. */
export function networkFee(signatures: number, { units, microLamports }: ComputeBudget): bigint {
  const most = units < MAX_COMPUTE_UNITS ? units : MAX_COMPUTE_UNITS;
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + (most * microLamports + MICROS - 1n) / MICROS;
}
