import { describe, expect, it } from 'vitest';
import { proveSigned } from '../../../worker/chain/ledger/readSigned.ts';
import { parseWire } from '../../../worker/chain/ledger/wireTransaction.ts';
import { type Draft, encodeTransaction, keyOf, MEMO_1, MEMO_3, MEMO_4 } from '../signedTransactions.ts';

const [OURS, STRANGER, OTHER] = [keyOf(1), keyOf(2), keyOf(3)];
const DRAFT: Draft = { name: 'one', signers: [OURS], memos: ['GOD1 commit …'] };

async function proofOf(bytes: Uint8Array, signature: string) {
  const wire = parseWire(bytes);
  return wire === null ? 'no transaction' : proveSigned(wire, { signature, wallet: OURS.address });
}
async function prove(altered: Partial<Draft>) {
  const { bytes, signature } = encodeTransaction({ ...DRAFT, ...altered });
  return proofOf(bytes, signature);
}
/** The same bytes with one of them changed; a negative place counts from the end. */
function changed(bytes: Uint8Array, place: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = place < 0 ? copy.length + place : place;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe.each(['legacy', 0, 1] as const)('a transaction of version %s', (version) => {
  it('is signed by its only signer, with its memos', async () => {
    expect(await prove({ version })).toEqual({ isSigned: true, memos: ['GOD1 commit …'] });
    expect(await prove({ version, memos: [] })).toEqual({ isSigned: true, memos: [] });
    const long = 'x'.repeat(300);
    expect(await prove({ version, memos: ['a', long, ''] })).toEqual({ isSigned: true, memos: ['a', long, ''] });
  });

  it('is signed by each of several', async () => {
    expect(await prove({ version, signers: [STRANGER, OTHER, OURS] })).toEqual({ isSigned: true, memos: DRAFT.memos });
  });

  it('is not signed by a wallet that it merely names', async () => {
    expect(await prove({ version, signers: [STRANGER], mentions: [OURS.bytes] })).toEqual({
      isSigned: false,
      memos: [],
    });
  });

  it('has the memos of every memo program, and of no other', async () => {
    for (const program of [MEMO_1, MEMO_3, MEMO_4])
      expect(await prove({ version, program })).toMatchObject({ memos: DRAFT.memos });
    expect(await prove({ version, program: OTHER.bytes })).toEqual({ isSigned: true, memos: [] });
  });

  it('has no memo that is not UTF-8, and the others beside it', async () => {
    expect(await prove({ version, memos: [Uint8Array.of(0xff, 0xfe), 'ok'] })).toEqual({
      isSigned: true,
      memos: ['ok'],
    });
  });

  it('proves nothing under another name', async () => {
    const other = encodeTransaction({ ...DRAFT, version, name: 'two' });
    expect(await proofOf(encodeTransaction({ ...DRAFT, version }).bytes, other.signature)).toBeNull();
  });

  it('proves nothing once a byte of what was signed is another', async () => {
    const { bytes, signature } = encodeTransaction({ ...DRAFT, version, signers: [STRANGER, OURS] });
    const letter = Buffer.from(bytes).indexOf('GOD1');
    expect(await proofOf(changed(bytes, letter), signature)).toBeNull();
    // A node could put our wallet in a stranger's place, or a stranger in ours.
    const [stranger, us] = [STRANGER, OURS].map((key) => Buffer.from(bytes).indexOf(key.bytes));
    for (const [key, place] of [
      [OTHER, us],
      [OTHER, stranger],
    ] as const) {
      const forged = Uint8Array.from(bytes);
      forged.set(key.bytes, place);
      expect(await proofOf(forged, signature)).toBeNull();
    }
  });

  it('proves nothing when only the signature of our wallet is wrong', async () => {
    const { bytes, signature } = encodeTransaction({ ...DRAFT, version, signers: [STRANGER, OURS] });
    // The second signature's last byte but one: the last one also carries bits that no signature has.
    const end = version === 1 ? bytes.length : 1 + 128;
    expect(await proofOf(changed(bytes, end - 2), signature)).toBeNull();
  });

  it('is no transaction when it is cut off anywhere, or when bytes are left over', async () => {
    const { bytes } = encodeTransaction({ ...DRAFT, version });
    for (let length = 0; length < bytes.length; length++) expect(parseWire(bytes.subarray(0, length))).toBeNull();
    expect(parseWire(Uint8Array.of(...bytes, 0))).toBeNull();
  });
});

describe('bytes that are no transaction', () => {
  it.each([
    ['none', []],
    ['zeros', new Array(200).fill(0)],
    ['a version to come', [0x82, ...new Array(300).fill(1)]],
    ['a count in more bytes than it takes', [0x81, 0x00, ...new Array(300).fill(0)]],
    ['text', [...new TextEncoder().encode('hello')]],
  ])('are recognised: %s', (_what, bytes) => {
    expect(parseWire(Uint8Array.from(bytes))).toBeNull();
  });

  it('a message of an unknown version is no transaction', () => {
    const { bytes } = encodeTransaction({ ...DRAFT, version: 0 });
    expect(bytes[65]).toBe(0x80);
    expect(parseWire(changed(bytes, 65))).toBeNull();
  });

  it('an instruction whose program is not among the keys makes it no transaction', () => {
    const { bytes } = encodeTransaction(DRAFT);
    // The last instruction is: program, one account, its index, the length of the text, the text.
    const place = bytes.length - new TextEncoder().encode('GOD1 commit …').length - 4;
    expect(bytes[place]).toBe(1);
    expect(parseWire(Uint8Array.from(bytes, (byte, i) => (i === place ? 9 : byte)))).toBeNull();
  });
});
