import { base64 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTransaction } from '../../../client/audit/chain/readTransaction.ts';
import { readBundle } from '../../../client/audit/check/readBundle.ts';
import { honestProof } from '../../client/honestProof.ts';
import { HOSTILE_CHAINS } from '../../client/hostileChains.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { enlarged, mangledJson } from './mangled.ts';

const PROOF: unknown = JSON.parse(JSON.stringify(honestProof()));

describe('a proof as a verifier reads it', () => {
  it('is read and written again without a difference, or refused with one sentence', () => {
    fc.assert(
      fc.property(mangledJson([PROOF]), (named) => {
        const json = enlarged(named);
        const { bundle, problem } = readBundle(json);
        if (bundle === null) {
          expect(problem).toMatch(/: expected /);
          expect(problem?.length).toBeLessThan(50_000);
          return;
        }
        expect(readBundle(json)).toEqual({ bundle, problem: null });
        expect(Number.isSafeInteger(bundle.round)).toBe(true);
      }),
      DECODER_RUNS,
    );
    expect(readBundle(PROOF).problem).toBeNull();
  });
});

const { ledger, wallet } = HOSTILE_CHAINS;
const sent = ledger.find(({ memo }) => memo?.includes('GOD1 commit round=3 '));
if (sent === undefined) throw new Error('the table has a commitment');
const TRANSACTION = {
  slot: 5,
  meta: { err: null, innerInstructions: [], preBalances: sent.before, postBalances: sent.after },
  transaction: [sent.bytes, 'base64'],
};

describe('a transaction as a visitor’s RPC server tells it', () => {
  it('is read as it was signed, absent or unreadable, whatever the server says', async () => {
    await fc.assert(
      fc.asyncProperty(mangledJson([TRANSACTION, null]), async (named) => {
        const answer = enlarged(named);
        const look = await readTransaction(async () => answer, sent.signature);
        if (look.kind !== 'read') return;
        const { signers, slot, before, after } = look.transaction;
        expect(signers).toEqual([wallet]);
        expect(Number.isSafeInteger(slot)).toBe(true);
        // Null is an account of more lamports than JSON holds exactly.
        for (const held of [...(before?.values() ?? []), ...(after?.values() ?? [])])
          if (held !== null) expect(Number.isSafeInteger(held)).toBe(true);
      }),
      DECODER_RUNS,
    );
    const honest = await readTransaction(async () => TRANSACTION, sent.signature);
    expect(honest).toMatchObject({ kind: 'read', transaction: { slot: 5, signers: [wallet] } });
  });

  it('is refused when any one bit of its bytes is changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (place) => {
        const bytes = base64.decode(sent.bytes ?? '');
        const at = place % (8 * bytes.length);
        bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
        const answer = { ...TRANSACTION, transaction: [base64.encode(bytes), 'base64'] };
        const look = await readTransaction(async () => answer, sent.signature);
        expect(look).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('bytes that nobody signed') });
      }),
      DECODER_RUNS,
    );
  });
});
