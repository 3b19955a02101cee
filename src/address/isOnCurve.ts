import { type Address, addressBytes } from './address.ts';

/** The field of ed25519, and the constant of its curve −x² + y² = 1 + d·x²·y² (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether a private key can belong to an address: addresses off the curve are accounts of programs. The 32 bytes are y,
 * little-endian, and the sign of x as the highest bit. They stand for a point of the curve if there is an x with x² =
 * (y² − 1) / (d·y² + 1). For any 32 bytes the answer is the same as that of @noble/curves, which is 13 KB of code. This
 * is 1 KB.
 */
export function isOnCurve(of: Address): boolean {
  const bits = addressBytes(of).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const [sign, y] = [bits >> 255n, bits & (2n ** 255n - 1n)];
  if (y >= P) return false;
  const squared = (y * y) % P;
  // The product stands for the quotient: either both are squares or neither is, and both are 0 for the same y.
  const quotient = ((squared + P - 1n) * (D * squared + 1n)) % P;
  // x is 0: it has no sign.
  if (quotient === 0n) return sign === 0n;
  return isSquare(quotient);
}

/** Whether a number from 1 to P − 1 is the square of another modulo P, by Jacobi's symbol. */
function isSquare(number: bigint): boolean {
  let [upper, lower, symbol] = [number, P, true];
  while (upper !== 0n) {
    while ((upper & 1n) === 0n) {
      upper >>= 1n;
      const last = lower & 7n;
      if (last === 3n || last === 5n) symbol = !symbol;
    }
    if ((upper & lower & 3n) === 3n) symbol = !symbol;
    [upper, lower] = [lower % upper, upper];
  }
  return symbol;
}
