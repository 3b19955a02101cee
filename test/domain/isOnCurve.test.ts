import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../src/address/address.ts';
import { isOnCurve } from '../../src/address/isOnCurve.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const P = 2n ** 255n - 19n;

/** The answer of the audited library that signs and verifies with this curve. */
function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The 32 bytes of y, little-endian, with the sign of x. */
function encoded(y: bigint, sign: bigint): Uint8Array {
  const bits = y | (sign << 255n);
  return Uint8Array.from({ length: 32 }, (_, n) => Number((bits >> BigInt(8 * n)) & 255n));
}

describe('whether an address is on the curve', () => {
  it('is answered as the audited library answers it, for any 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isOnCurve(addressOf(bytes))).toBe(isPoint(bytes));
      }),
      PROPERTY_RUNS,
    );
  });

  it('is answered as the library does at both ends of the field, beyond it, and where x is 0 and can have no sign', () => {
    const near = (middle: bigint) => Array.from({ length: 41 }, (_, n) => middle + BigInt(n) - 20n);
    const ends = [...near(20n), ...near(P), ...near(2n ** 255n - 21n)];
    const answers = ends
      .flatMap((y) => [0n, 1n].map((sign) => encoded(y, sign)))
      .map((bytes) => [bytes, isPoint(bytes)]);
    for (const [bytes, answer] of answers as [Uint8Array, boolean][])
      expect(isOnCurve(addressOf(bytes)), `${bytes}`).toBe(answer);
    expect(new Set(answers.map(([, answer]) => answer))).toEqual(new Set([true, false]));
    expect([isOnCurve(addressOf(encoded(1n, 0n))), isOnCurve(addressOf(encoded(1n, 1n)))]).toEqual([true, false]);
  });

  it('is answered as the library does for points, and for bytes that differ from a point in one bit', () => {
    for (let n = 1; n <= 40; n++) {
      const point = ed25519.Point.BASE.multiply(BigInt(n) ** 31n).toBytes();
      expect(isOnCurve(addressOf(point))).toBe(true);
      const beside = point.with(n % 32, (point[n % 32] ?? 0) ^ (1 << (n % 8)));
      expect(isOnCurve(addressOf(beside))).toBe(isPoint(beside));
    }
  });
});
