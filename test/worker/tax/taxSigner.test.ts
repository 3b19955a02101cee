import { ed25519 } from '@noble/curves/ed25519.js';
import { PublicKey, SystemInstruction, SystemProgram, Transaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import type { TaxCycle, TaxLine } from '../../../worker/store/rows/taxRows.ts';
import { createTaxSigner } from '../../../worker/tax/taxSigner.ts';
import { ADMIN, POOL } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';

const keyOf = (fill: number) => {
  const seed = new Uint8Array(32).fill(fill);
  const publicKey = ed25519.getPublicKey(seed);
  return { address: addressOf(publicKey), secretKey: Uint8Array.from([...seed, ...publicKey]) };
};
const TAX_WALLET = keyOf(5);
const SIGNING = { blockhash: { blockhash: wallet(3), lastValidBlockHeight: 10, slot: 1 }, computePrice: 0 };
const signer = createTaxSigner({
  ...{ taxWallet: TAX_WALLET, taxAuthority: keyOf(6), mint: wallet(7), swapPrograms: [] },
});

const WALLETS = [POOL, ADMIN];
const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: WALLETS,
});
const CYCLE: TaxCycle = {
  ...{
    id: 1_790_000_000,
    slot: 1,
    state: 'distribute',
    reason: null,
    detail: null,
    currency: 'SOL',
    config: { version: 2, wallets: WALLETS },
  },
  ...{
    withheld: 0n,
    inMint: 0n,
    unsold: 0n,
    sold: 1n,
    proceeds: 1_000_000n,
    carriedIn: 0n,
    fees: 30_000n,
    total: PLAN.total,
    pool: { wallet: POOL.address, lines: [POOL.address] },
  },
  ...{ carriedOut: null, firstLook: null, startedAt: 0, stateSince: 0, endedAt: null, isUnpaid: false, archive: null },
};
const LINES: TaxLine[] = PLAN.lines.map(({ walletId, label, address, amount, percentage, part }, line) => ({
  ...{ cycle: CYCLE.id, line, part, walletId, label, address, amount },
  ...{ basisPoints: percentage * 100, status: 'pending', signature: null },
}));

describe('the signer of the tax wallet', () => {
  it('signs exactly the configuration’s split of the total, with the part’s memo', () => {
    const { bytes } = signer.signDistribution(CYCLE, LINES, 0, SIGNING);
    const { instructions, feePayer } = Transaction.from(Buffer.from(bytes, 'base64'));
    expect(feePayer?.toBase58()).toBe(TAX_WALLET.address);
    const transfers = instructions
      .filter((each) => each.programId.equals(SystemProgram.programId))
      .map((each) => SystemInstruction.decodeTransfer(each));
    expect(transfers.map(({ toPubkey, lamports }) => [toPubkey.toBase58(), BigInt(lamports)])).toEqual([
      [POOL.address, 679_000n],
      [ADMIN.address, 291_000n],
    ]);
    expect(instructions.at(-1)?.data.toString()).toBe('GOD1 tax cycle=1790000000 config=v2 part=0');
  });

  const other = wallet(12);
  const moved: TaxCycle = { ...CYCLE, pool: { wallet: other, lines: [POOL.address] } };

  it('pays the pool’s line to the pool wallet that the cycle has fixed, and to no other', () => {
    const lines = LINES.map((line) => (line.address === POOL.address ? { ...line, address: other } : line));
    const { bytes } = signer.signDistribution(moved, lines, 0, SIGNING);
    const paid = Transaction.from(Buffer.from(bytes, 'base64')).instructions.filter((each) =>
      each.programId.equals(SystemProgram.programId),
    );
    expect(paid.map((each) => SystemInstruction.decodeTransfer(each).toPubkey.toBase58())).toEqual([
      other,
      ADMIN.address,
    ]);
    expect(() => signer.signDistribution(CYCLE, lines, 0, SIGNING)).toThrow(/not what its configuration says/);
    expect(() => signer.signDistribution(moved, LINES, 0, SIGNING)).toThrow(/not what its configuration says/);
  });

  it('pays only the lines that are due', () => {
    const [first, second] = LINES;
    if (!first || !second) throw new Error('two lines');
    const { bytes } = signer.signDistribution(CYCLE, [{ ...first, status: 'SUCCESS' }, second], 0, SIGNING);
    const { instructions } = Transaction.from(Buffer.from(bytes, 'base64'));
    expect(instructions.filter((each) => each.programId.equals(SystemProgram.programId))).toHaveLength(1);
  });

  const [first, second] = LINES as [TaxLine, TaxLine];
  it.each<[string, TaxCycle, readonly TaxLine[]]>([
    ['a line with a lamport more', CYCLE, [{ ...first, amount: first.amount + 1n }, second]],
    ['a line to somebody else', CYCLE, [{ ...first, address: wallet(8) }, second]],
    ['a line left out', CYCLE, [first]],
    ['a line twice', CYCLE, [first, second, second]],
    ['lines in another order', CYCLE, [second, first]],
    ['a total that is not the lines’', { ...CYCLE, total: PLAN.total + 1n }, LINES],
    [
      'a configuration of other shares',
      { ...CYCLE, config: { version: 2, wallets: [{ ...POOL, percentage: 60 }, ADMIN] } },
      LINES,
    ],
    ['a cycle without a plan', { ...CYCLE, total: null }, LINES],
    ['a cycle without a configuration', { ...CYCLE, config: null }, LINES],
    ['a cycle that is done', { ...CYCLE, state: 'done' }, LINES],
    ['nothing due', CYCLE, LINES.map((line) => ({ ...line, status: 'SUCCESS' as const }))],
    ['no lines at all', { ...CYCLE, total: 0n }, []],
  ])('refuses %s', (_, cycle, lines) => {
    expect(() => signer.signDistribution(cycle, lines, 0, SIGNING)).toThrow(/^tax cycle 1790000000/);
  });

  it('lets the authority sign withdrawals into our own account and nothing else', () => {
    const { bytes } = signer.signWithdrawal(SIGNING);
    const transaction = Transaction.from(Buffer.from(bytes, 'base64'));
    expect(transaction.feePayer?.toBase58()).toBe(TAX_WALLET.address);
    expect(transaction.signatures.map((each) => each.publicKey.toBase58())).toEqual([
      TAX_WALLET.address,
      keyOf(6).address,
    ]);
    expect(transaction.verifySignatures()).toBe(true);
    const harvest = Transaction.from(Buffer.from(signer.signHarvest([wallet(4)], SIGNING).bytes, 'base64'));
    expect(harvest.signatures.map((each) => each.publicKey.toBase58())).toEqual([TAX_WALLET.address]);
  });

  it('signs a withdrawal once when one wallet is authority and tax wallet', () => {
    const both = createTaxSigner({
      taxWallet: TAX_WALLET,
      taxAuthority: TAX_WALLET,
      mint: wallet(7),
      swapPrograms: [],
    });
    const transaction = Transaction.from(Buffer.from(both.signWithdrawal(SIGNING).bytes, 'base64'));
    expect(transaction.signatures).toHaveLength(1);
    expect(transaction.verifySignatures()).toBe(true);
    expect(new PublicKey(TAX_WALLET.address).equals(transaction.signatures[0]?.publicKey as PublicKey)).toBe(true);
  });
});
