import { base58 } from '@scure/base';
import { AddressLookupTableProgram, Keypair } from '@solana/web3.js';
import { associatedAccount } from '../associatedAccount.ts';
import { lookAlikeTexts } from '../stranger/lookAlikeTexts.ts';
import { lieAboutAccounts, lieAboutAmount } from './accounts.ts';
import { type Lie, lieAbout, type Mark } from './lie.ts';

interface Transaction {
  readonly meta: {
    readonly fee: number;
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
  };
}

const AMOUNT_AT = 64;
const ADDRESS_BYTES = 32;
const TABLE_META_BYTES = 56;

/** A commitment of ours that never was: listed in the pool's history, and shown as signed by the pool wallet when it is looked up. */
const foreignCommitment = ({ pool, round, endsAt }: Mark): Lie[] => {
  const signature = base58.encode(Buffer.concat([pool.toBytes(), Keypair.generate().publicKey.toBytes()]));
  const text = lookAlikeTexts.commitment({ round, endsAt }, round);
  const accountKeys = [pool.toBase58(), 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'];
  const row = {
    ...{ signature, slot: 40, blockTime: endsAt - 10, memo: `[${text.length}] ${text}`, err: null },
    confirmationStatus: 'finalized',
  };
  const header = { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 };
  const instructions = [{ programIdIndex: 1, accounts: [], data: base58.encode(Buffer.from(text)), stackHeight: null }];
  const invented = {
    ...{ slot: row.slot, blockTime: row.blockTime, version: 'legacy' },
    meta: {
      ...{ err: null, fee: 5_000, preBalances: [1_000_000, 1], postBalances: [995_000, 1], innerInstructions: [] },
      ...{ logMessages: [], preTokenBalances: [], postTokenBalances: [], status: { Ok: null } },
    },
    transaction: {
      signatures: [signature],
      message: { accountKeys, header, instructions, recentBlockhash: pool.toBase58() },
    },
  };
  return [
    lieAbout<object[]>('getSignaturesForAddress', (truth, [address]) =>
      address === pool.toBase58() ? [row, ...truth] : truth,
    ),
    lieAbout('getTransaction', (truth, [asked]) => (asked === signature ? invented : truth)),
    lieAbout<{ value: unknown[] }>('getSignatureStatuses', (truth, [asked]) => ({
      ...truth,
      value: truth.value.map((status, i) =>
        (asked as string[])[i] === signature
          ? { slot: row.slot, confirmations: null, confirmationStatus: 'finalized', err: null, status: { Ok: null } }
          : status,
      ),
    })),
  ];
};

/** Lies about what transactions did, and about what a swap would do. */
export const transactionLies = {
  foreignCommitment,
  /** What a transaction brought its fee payer is ten times what it was. */
  proceedsTooHigh: (): Lie[] => [
    lieAbout<Transaction | null>('getTransaction', (truth) => {
      if (truth === null) return null;
      const [before = 0, after = 0] = [truth.meta.preBalances[0], truth.meta.postBalances[0]];
      if (after <= before) return truth;
      const postBalances = [before + 10 * (after - before), ...truth.meta.postBalances.slice(1)];
      return { ...truth, meta: { ...truth.meta, postBalances } };
    }),
  ],
  feeTooHigh: (): Lie[] => [
    lieAbout<Transaction | null>(
      'getTransaction',
      (truth) => truth && { ...truth, meta: { ...truth.meta, fee: 100 * truth.meta.fee } },
    ),
  ],
  /** The tax wallet holds ten times the GOD it has. */
  tokensTooMany: ({ mint, taxWallet }: Mark): Lie[] => [
    lieAboutAmount(associatedAccount(mint, taxWallet), AMOUNT_AT, (amount) => 10n * amount),
  ],
  /** The tax wallet holds none of the GOD it has. */
  tokensNone: ({ mint, taxWallet }: Mark): Lie[] => [
    lieAboutAmount(associatedAccount(mint, taxWallet), AMOUNT_AT, () => 0n),
  ],
  /** The last address of every lookup table is another one. */
  tableChanged: (): Lie[] => {
    const accomplice = Keypair.generate().publicKey.toBytes();
    return [
      lieAboutAccounts((_address, truth) => {
        if (truth?.owner !== AddressLookupTableProgram.programId.toBase58()) return truth;
        const bytes = Buffer.from(truth.data.text, 'base64');
        if (bytes.length >= TABLE_META_BYTES + ADDRESS_BYTES) bytes.set(accomplice, bytes.length - ADDRESS_BYTES);
        return { ...truth, data: { ...truth.data, text: bytes.toString('base64') } };
      }),
    ];
  },
  simulationFails: (): Lie[] => [
    lieAbout<{ value: object }>('simulateTransaction', (truth) => ({
      ...truth,
      value: { ...truth.value, err: { InstructionError: [0, { Custom: 1 }] } },
    })),
  ],
} satisfies Record<string, (mark: Mark) => Lie[]>;
