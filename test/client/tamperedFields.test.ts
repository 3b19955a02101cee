import { describe, expect, it } from 'vitest';
import { contractField, contractFields, fieldsIn, valueAt } from './proofFields.ts';
import { TAMPERED_PROOFS } from './tamperedProofs.ts';

const { proof, cases } = TAMPERED_PROOFS;
/** Of the table's list of entries, the first, one in the middle and the last stand for all. */
const UNSEEN_ENTRY = /^snapshot\.(?:entries|amounts)\.[123567]$/;

/** Fields that are equal in all paid rounds of a lottery, and those that are equal in the table's two rounds. */
const SAME = [
  ...['state', 'reason', 'rules.rules', 'rules.terms'],
  'rules.excluded.*.1',
  // Both are played under the same terms.
  ...contractFields().filter((field) => field.startsWith('terms.')),
  'commitment.wallet',
  ...['beacon.network', 'beacon.publicKey', 'beacon.genesisTime', 'beacon.period'],
  ...['winners.*.place', 'payout.status', 'witnesses.*.name', 'witnesses.*.address', 'witnesses.*.entries'],
  'witnesses.*.unjudged',
];

const ways = (path: string) => cases.filter((one) => one.path === path).map(({ how }) => how);

/** What a field is in the table's other round; undefined where the table does not say, since it is the same. */
function inOtherRound(path: string): unknown {
  const keys = path.split('.');
  for (let length = 1; length <= keys.length; length++) {
    const part = keys.slice(0, length).join('.');
    const other = cases.find((one) => one.path === part && one.how === 'of another round');
    if (other) return valueAt(other.value, keys.slice(length).join('.'));
  }
  return undefined;
}

describe('the table of tampered proofs', () => {
  const fields = fieldsIn(proof).filter((path) => !UNSEEN_ENTRY.test(path));

  it('has every field of the contract of a proof, and no other one', () => {
    expect(fields.filter((path) => contractField(path) === null)).toEqual([]);
    const known = new Set(fields.map(contractField));
    expect(contractFields().filter((field) => !known.has(field))).toEqual([]);
  });

  it('changes and removes each of them', () => {
    for (const how of ['changed', 'removed'] as const)
      expect(
        fields.filter((path) => !ways(path).includes(how)),
        how,
      ).toEqual([]);
  });

  it('takes each of them from another round, where that has another value', () => {
    const differing = fields.filter((path) => {
      const other = inOtherRound(path);
      return other !== undefined && other !== valueAt(proof, path);
    });
    expect(differing.filter((path) => !ways(path).includes('of another round'))).toEqual([]);
    const taken = new Set(differing.map(contractField));
    expect(contractFields().filter((field) => !taken.has(field))).toEqual(SAME);
  });
});
