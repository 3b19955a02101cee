const DECIMALS = 9;

/** A SOL amount with all its decimals, without zeros at the end: `1728395046` lamports are `1.728395046`. */
export function exactSol(lamports: bigint): string {
  const digits = `${lamports}`.padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const part = digits.slice(-DECIMALS).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}
