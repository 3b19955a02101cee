import { base58 } from '@scure/base';
import { ComputeBudgetInstruction, Transaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { announcedOf, announceMemo } from '../../../src/terms/announceMemo.ts';
import { readAnnouncement } from '../../../src/terms/announcement.ts';
import type { Terms } from '../../../src/terms/Terms.ts';
import { parseWire } from '../../../worker/chain/ledger/wireTransaction.ts';
import { signAnnouncement } from '../../../worker/chain/signing/signAnnouncement.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE, secretKeyOf } from '../completeSettings.ts';
import { keyOf } from '../signedTransactions.ts';

const parsed = settingsOf(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const [authority, pool, before] = [11, 12, 13].map((byte) => keyOf(byte).address) as [
  ...[Terms['authority'], Terms['pool'], Terms['pool']],
];
const TERMS: Terms = {
  ...termsOfSettings(parsed.settings, { terms: 2, from: 5, previous: '7f'.repeat(32), authorities: [] }),
  ...{ authority, pool },
};
const sign = (poolBefore: Terms['pool'] | null, keys: readonly number[]) =>
  signAnnouncement({
    ...{ terms: TERMS, poolBefore, secretKeys: keys.map(secretKeyOf), computePrice: 7, markRent: 897_840n },
    blockhash: { blockhash: wallet(10), lastValidBlockHeight: 9 },
  });

describe('an announcement', () => {
  it('is paid by the authority, signed by everyone who has to sign, and of the one form that is read', () => {
    const { bytes, signature } = sign(before, [13, 12, 11]);
    const transaction = Transaction.from(Buffer.from(bytes, 'base64'));
    expect([transaction.feePayer?.toBase58(), transaction.recentBlockhash]).toEqual([authority, wallet(10)]);
    expect(transaction.verifySignatures()).toBe(true);
    const [limit, price] = transaction.instructions;
    expect(limit && ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit)).toEqual({ units: 250_000 });
    expect(price && ComputeBudgetInstruction.decodeSetComputeUnitPrice(price)).toEqual({ microLamports: 7n });
    const wire = parseWire(Buffer.from(bytes, 'base64'));
    if (wire === null) throw new Error('no transaction');
    expect(readAnnouncement(wire, { mint: TERMS.mint, authority, k: 2 })).toEqual({
      ...{ kind: 'announcement', said: announcedOf(TERMS), signers: [authority, pool, before] },
    });
    expect(transaction.instructions.at(-1)?.data.toString()).toBe(announceMemo(announcedOf(TERMS)));
    expect(signature).toBe(base58.encode(wire.signatures[0] ?? new Uint8Array()));
  });

  it('is not signed while a key is missing', () => {
    expect(() => sign(before, [11, 12])).toThrow(`the key of ${before}, which has to sign, is not here`);
    expect(Transaction.from(Buffer.from(sign(null, [11, 12]).bytes, 'base64')).signatures).toHaveLength(2);
  });
});
