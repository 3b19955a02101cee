import type { Terms, TermsMembers } from '../../src/contract/terms.ts';
import { addressNumber, iso } from './lottery.ts';

type Announced = Terms['announcements'][number];

const MEMBERS: TermsMembers = {
  ...{ terms: 1, mint: addressNumber(100), authority: addressNumber(101), pool: addressNumber(102) },
  ...{ genesis: 1_795_132_800, length: 3_600, lock: 60, lead: 20, threshold: '100000000000', top: 0 },
  ...{ share: 20, places: [70, 20, 10], quorum: 0, from: 1, previous: null, watchers: [] },
  drand: { publicKey: '83cf0f2896adee7e'.repeat(12), genesis: 1_692_803_367, period: 3 },
  excluded: [
    [addressNumber(100), 'the token itself'],
    [addressNumber(101), 'tax authority'],
    [addressNumber(102), 'lottery pool'],
    [addressNumber(103), 'tax wallet'],
    [addressNumber(104), 'admin wallet'],
  ],
};

function announcement(k: number, from: number, inForce: boolean, more: Partial<TermsMembers> = {}): Announced {
  return {
    ...{ k, from, inForce, hash: `${k}`.repeat(64), signature: `${k + 1}`.repeat(87), slot: 311_000_000 + k },
    announcedAt: iso(-k * 86_400_000),
    terms: { ...MEMBERS, terms: k, from, previous: k === 1 ? null : `${k - 1}`.repeat(64), ...more },
  };
}

const WATCHED: Partial<TermsMembers> = {
  watchers: [
    [addressNumber(105), 'First watch', 'Somebody'],
    [addressNumber(106), 'Second watch', 'Somebody else'],
    [addressNumber(107), 'An observer with a name that is long', 'An operator with a name that is long as well'],
  ],
  quorum: 2,
};

export const TERMS_CASES: Readonly<Record<string, Terms>> = {
  'nothing is announced': { lottery: null, announcements: [] },
  'the first terms, which hold from the first round on': {
    lottery: '1'.repeat(64),
    announcements: [announcement(1, 1, false)],
  },
  'the settings are unknown': { lottery: '1'.repeat(64), announcements: [announcement(1, 1, true)] },
  'in force, with some to come and some before': {
    lottery: '1'.repeat(64),
    announcements: [
      announcement(1, 1, false),
      announcement(2, 500, false, { top: 100 }),
      announcement(3, 1_200, true, WATCHED),
      announcement(5, 1_240, false, { ...WATCHED, pool: addressNumber(108), lock: 90 }),
    ],
  },
};
