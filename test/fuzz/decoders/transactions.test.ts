import '../../world/quietBindings.ts';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proveSigned } from '../../../worker/chain/ledger/readSigned.ts';
import { parseWire } from '../../../worker/chain/ledger/wireTransaction.ts';
import { encodeTransaction, keyOf } from '../../worker/signedTransactions.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { mangledBytes } from './mangled.ts';

const [POOL, STRANGER] = [keyOf(1), keyOf(2)];
const VERSIONS = ['legacy', 0, 1] as const;
const HONEST = VERSIONS.flatMap((version) =>
  [[POOL], [STRANGER, POOL]].map((signers) =>
    encodeTransaction({ ...{ name: 'honest', signers, memos: ['a text', 'ä'.repeat(90)], version }, mentions: [] }),
  ),
);
const transactions = mangledBytes(HONEST.map(({ bytes }) => bytes));

describe('the bytes of a transaction', () => {
  it('are read to the last one, or refused', () => {
    fc.assert(
      fc.property(transactions, (bytes) => {
        const wire = parseWire(bytes);
        if (wire === null) return;
        const { signatures, message, keys, instructions } = wire;
        // Apart from signatures and message, there is only the number of signatures, in up to three bytes.
        const beside = bytes.length - message.length - 64 * signatures.length;
        expect(beside).toBeGreaterThanOrEqual(0);
        expect(beside).toBeLessThanOrEqual(3);
        expect(signatures.length).toBeGreaterThan(0);
        expect(signatures.length).toBeLessThanOrEqual(keys.length);
        expect(new Set([...signatures.map(({ length }) => length), 64])).toEqual(new Set([64]));
        expect(new Set([...keys.map((key) => base58.decode(key).length), 32])).toEqual(new Set([32]));
        for (const { program, data } of instructions) {
          expect(keys).toContain(program);
          expect(data.length).toBeLessThanOrEqual(message.length);
        }
      }),
      DECODER_RUNS,
    );
  });

  it('prove nothing about a wallet but what it signed', async () => {
    const names = HONEST.map(({ signature }) => signature);
    await fc.assert(
      fc.asyncProperty(transactions, fc.constantFrom(...names), async (bytes, signature) => {
        const wire = parseWire(bytes);
        const proof = wire === null ? null : await proveSigned(wire, { signature, wallet: POOL.address });
        if (proof === null) return;
        // Bytes outside of the message may differ; the signed message is still one of ours.
        const message = Buffer.from(wire?.message ?? []).toString('hex');
        expect(HONEST.filter(({ bytes }) => Buffer.from(bytes).toString('hex').includes(message))).not.toEqual([]);
        if (proof.isSigned) expect(proof.memos).toEqual(['a text', 'ä'.repeat(90)]);
      }),
      DECODER_RUNS,
    );
  });
});
