/** SOL's base unit as an exact integer: 1 SOL = 1,000,000,000 lamports. */
export type Lamports = bigint & { readonly __unit: 'lamports' };

const DECIMALS = 9;
export const LAMPORTS_PER_SOL = 1_000_000_000n;
export const MAX_U64 = 2n ** 64n - 1n;

/** Makes `Lamports`. Throws a RangeError outside u64, the chain's own range for balances. */
export function lamports(amount: bigint): Lamports {
  if (amount < 0n || amount > MAX_U64) throw new RangeError(`${amount} lamports do not fit an unsigned 64-bit balance`);
  return amount as Lamports;
}

/** An amount that a stranger has written; if it is above the highest possible balance, that balance. */
export const atMostBalance = (amount: bigint): Lamports => lamports(amount > MAX_U64 ? MAX_U64 : amount);

/** SOL for display only. */
export function lamportsToSol(amount: bigint): number {
  return Number(amount) / Number(LAMPORTS_PER_SOL);
}

/** Reads a SOL amount typed by an operator ("0.25") into lamports; null for anything else or more than 9 decimals. */
export function parseSol(text: string): Lamports | null {
  const match = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text);
  if (!match) return null;
  // With nine digits behind the point, all digits together are the lamports.
  return lamports(BigInt(`${match[1]}${(match[2] ?? '').padEnd(DECIMALS, '0')}`));
}

/** A SOL amount with all its decimals, without zeros at the end: `1728395046` lamports are `1.728395046`. */
export function exactSol(lamports: bigint): string {
  const digits = `${lamports}`.padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const part = digits.slice(-DECIMALS).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}
