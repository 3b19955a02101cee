import { ed25519 } from '@noble/curves/ed25519.js';
import { SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSwap } from '../../../worker/swap/check/checkSwap.ts';
import { AMOUNT, compile, GOD_ACCOUNT, HONEST, MARKET_MAKER, MINIMUM, ORDER, US, WRAPPED } from '../swapDrafts.ts';

/**
 * The places in a swap's instructions where it says how much GOD goes out, and how many lamports must come in. The
 * tests know them because they built the swaps.
 */
interface Terms {
  readonly out: readonly [instruction: number, offset: number];
  readonly in: readonly [instruction: number, offset: number];
}

const TERMS: Readonly<Record<string, Terms>> = {
  'the market-maker': { out: [2, 1], in: [3, 4] },
  'Raydium CPMM through a passing account': { out: [4, 8], in: [4, 16] },
  'Raydium CPMM through the associated account': { out: [3, 8], in: [3, 16] },
  'Raydium CLMM': { out: [3, 8], in: [3, 16] },
  'Jupiter, route': { out: [3, 20], in: [3, 28] },
  'Jupiter, shared accounts': { out: [3, 21], in: [3, 29] },
  'Jupiter, second route': { out: [3, 8], in: [3, 16] },
  'Jupiter, second shared accounts': { out: [3, 9], in: [3, 17] },
};
const OURS = [US, GOD_ACCOUNT, WRAPPED].map((key) => key.toBase58());
const RUNS = 1_000;
/** Generous, because a thousand signatures take a busy machine a while. */
const TIMEOUT_MS = 60_000;

const SIGNATURE = 64;
/** A transaction with this message, signed by its other signer, the exchange, whatever the message says. */
function signedByExchange(message: Uint8Array): Uint8Array {
  const signers = message[1] ?? 0;
  const signatures = new Uint8Array(signers * SIGNATURE);
  if (signers > 1) signatures.set(ed25519.sign(message, MARKET_MAKER.secretKey.subarray(0, 32)), SIGNATURE);
  return Buffer.concat([Uint8Array.of(signers), signatures, message]);
}

const decompile = (transaction: Uint8Array) =>
  TransactionMessage.decompile(VersionedTransaction.deserialize(transaction).message).instructions;
const u64At = (data: Uint8Array, at: number) => Buffer.from(data).readBigUInt64LE(at);

describe('an honest swap with one byte changed, which the exchange has signed again,', () => {
  const forms = Object.entries(HONEST).map(([name, instructions]) => {
    const honest = compile({ instructions });
    const signatures = honest[0] ?? 0;
    return { name, honest, message: honest.subarray(1 + signatures * SIGNATURE) };
  });
  // A place is drawn as a share of the message's length, because the kinds of swaps have different lengths.
  const mutants = fc.record({
    form: fc.nat({ max: forms.length - 1 }),
    place: fc.nat({ max: 9_999 }),
    by: fc.integer({ min: 1, max: 255 }),
  });

  it(
    'is refused or harmless: our accounts keep their places, no more GOD goes out, and no fewer lamports come in',
    () => {
      const verdicts = { accepted: 0, refused: 0 };
      fc.assert(
        fc.property(mutants, ({ form: index, place, by }) => {
          const form = forms[index];
          if (form === undefined) throw new Error('no such form');
          const message = form.message.slice();
          const at = Math.floor((place * message.length) / 10_000);
          message[at] = (message[at] ?? 0) ^ by;
          const transaction = signedByExchange(message);
          const check = checkSwap(transaction, ORDER, []);
          verdicts[check.ok ? 'accepted' : 'refused'] += 1;
          if (!check.ok) return;
          const [was, is] = [decompile(form.honest), decompile(transaction)];
          expect(is.map(({ programId }) => programId.toBase58())).toEqual(
            was.map(({ programId }) => programId.toBase58()),
          );
          was.forEach(({ keys, programId, data }, i) => {
            const [before, after] = [keys, is[i]?.keys ?? []].map((list) =>
              list.map(({ pubkey }) => pubkey.toBase58()),
            );
            before?.forEach((key, position) => {
              if (OURS.includes(key)) expect(after?.[position]).toBe(key);
            });
            // In instructions of the chain's own programs a mutant may change figures and accounts, but not the kind of
            // instruction.
            const isChainProgram =
              programId.equals(SystemProgram.programId) || programId.toBase58().startsWith('Token');
            if (isChainProgram) expect(is[i]?.data[0]).toBe(data[0]);
          });
          const terms = TERMS[form.name];
          const figure = ([index, offset]: readonly [number, number]) =>
            u64At(is[index]?.data ?? new Uint8Array(), offset);
          if (terms === undefined) throw new Error(`nobody knows the terms of ${form.name}`);
          expect(figure(terms.out) <= AMOUNT).toBe(true);
          expect(figure(terms.in) >= MINIMUM).toBe(true);
        }),
        { numRuns: RUNS },
      );
      // Both verdicts have to be common; otherwise the test shows nothing.
      expect(verdicts.accepted).toBeGreaterThan(RUNS / 20);
      expect(verdicts.refused).toBeGreaterThan(RUNS / 20);
    },
    TIMEOUT_MS,
  );
});
