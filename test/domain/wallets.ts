import type { Address } from '../../src/address/address.ts';

/** Wallets whose 32 bytes are all the same, in base58 as Python computed it (divmod by 58, no library). */
const WALLETS = {
  1: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
  2: '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
  3: 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8',
  4: 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq',
  5: 'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY',
  6: 'QWmroo4YnnMqYW3cnxWkFdaTxGD3P7vMSzwMHGbUzwF',
  7: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
  8: 'YMN9Qj5jPNp7j14VPcML1B6xGgcPWVZUGLFU3Mnyfaf',
  9: 'cGfHiC6Kgg3FpFZvgwGcswsCRtp4aBP2fzuXRQPizuN',
  10: 'gBxS1f6uyyGPuW5MzGBukidSb71jdsCb5fZaoSzULE5',
  11: 'k7FaK87WHGVXzkaoHb7CdVPgkKDQhZ29VLDeBVbDfYn',
  12: 'p2Yicb86aZig616Eav2VWG9vuXR5mEqhtzshZYBxzsV',
  16: '25hjHpTATmkdET17ynDhf1MCuYNDn1z7wXfVw5iaxLAK',
  77: '6Ckm2BrnXxsSjyG5b17kQQRjoECVrts92RKXVGT8XeqS',
  255: 'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG',
} as const;

/** The wallet of 32 times this byte. */
export function wallet(byte: keyof typeof WALLETS): Address {
  return WALLETS[byte] as string as Address;
}
