import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const icon = readFileSync(new URL('../../client/public/favicon.ico', import.meta.url));
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('favicon.ico', () => {
  it('is an icon of three sizes, each a PNG of that size, and small', () => {
    // Reserved, kind 1 (icon), number of pictures; then 16 bytes for each.
    expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, 3]);
    const pictures = [0, 1, 2].map((n) => {
      const entry = 6 + 16 * n;
      const [bytes, offset] = [icon.readUInt32LE(entry + 8), icon.readUInt32LE(entry + 12)];
      return { size: icon[entry], picture: icon.subarray(offset, offset + bytes), end: offset + bytes };
    });
    expect(pictures.map(({ size }) => size)).toEqual([16, 32, 48]);
    for (const { size, picture } of pictures) {
      expect(picture.subarray(0, 4)).toEqual(PNG);
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([size, size]);
    }
    expect(pictures.at(-1)?.end).toBe(icon.length);
    expect(icon.length).toBeLessThan(8_000);
  });
});
