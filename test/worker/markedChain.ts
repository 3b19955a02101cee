import { base58 } from '@scure/base';
import { Keypair, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from '../../src/address/address.ts';
import { type MarkAsked, markOf } from '../../src/marks/readForm.ts';
import type { LockRecord, PlacedWinner } from '../../src/protocol/terms/lock.ts';
import { commitInstructions, payoutInstructions } from '../../worker/chain/signing/signer.ts';
import { markInstructions, memoInstruction, signTransaction } from '../../worker/chain/signing/transactions.ts';
import { answering, type FakeNode } from './fakeNodes.ts';
import { WINNERS_1000 } from './honestRound.ts';

/** A transaction on a chain of a test. */
export interface OnChain {
  readonly signature: string;
  /** Base64. */
  readonly bytes: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number;
  /** Accounts whose histories list it. */
  readonly names: readonly Address[];
  /** Marks that it has made; none when it failed. */
  readonly marks: readonly Address[];
  readonly err: unknown;
  readonly isFinal: boolean;
}

const RENT = 897_840n;
/** Later than everything on such a chain. */
const FINAL_SLOT = 400_000_000;

/** Transactions of a wallet that makes marks, as they landed. */
export function transactionsOf(secretKey: Uint8Array) {
  const signer = Keypair.fromSecretKey(secretKey);
  let made = 0;
  const base = address(signer.publicKey.toBase58());

  /** Whatever its instructions are; `seeds` are of the marks that it makes. */
  function landed(
    instructions: readonly TransactionInstruction[],
    seeds: readonly string[],
    over: Partial<OnChain> & Pick<OnChain, 'blockTime'>,
  ): OnChain {
    made += 1;
    const hash = base58.encode(new Uint8Array(32).fill(made));
    const blockhash = { blockhash: hash, lastValidBlockHeight: 200, slot: 5 };
    const { signature, bytes } = signTransaction(signer, { blockhash, computePrice: 1_000, instructions });
    const marks = seeds.map((seed) => markOf({ base, seed }));
    return { signature, bytes, slot: 311_222_400 + made, names: marks, marks, err: null, isFinal: true, ...over };
  }

  return {
    address: base,
    landed,
    commitment: (lock: LockRecord, over: Partial<OnChain> = {}) =>
      landed(commitInstructions(signer.publicKey, { lock, markRent: RENT }), [`commit:${lock.endsAt}`], {
        blockTime: lock.endsAt - 30,
        ...over,
      }),
    payment: (lock: LockRecord, winners: readonly PlacedWinner[] = WINNERS_1000, over: Partial<OnChain> = {}) =>
      landed(payoutInstructions(signer.publicKey, { lock, winners, markRent: RENT }), [`payout:${lock.endsAt}`], {
        blockTime: lock.endsAt + 60,
        ...over,
      }),
    /** The mark with any memo: our form, but not our text. */
    burnt: (seed: string, text: string, over: Partial<OnChain> & Pick<OnChain, 'blockTime'>) =>
      landed(
        [...markInstructions(signer.publicKey, seed, RENT), memoInstruction(signer.publicKey, text)],
        [seed],
        over,
      ),
    /** The mark without a memo, which is another form. */
    bare: (seed: string, over: Partial<OnChain> & Pick<OnChain, 'blockTime'>) =>
      landed(markInstructions(signer.publicKey, seed, RENT), [seed], over),
    /** Lamports to somebody, without any mark. */
    transfer: (to: string, lamports: bigint, over: Partial<OnChain> & Pick<OnChain, 'blockTime'>) => {
      const toPubkey = Keypair.fromSeed(new Uint8Array(32).fill(to.length)).publicKey;
      return landed([SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey, lamports })], [], over);
    },
  };
}

/** Transactions that a stranger signs and that name an account: they are in its history. */
export function floodOf(named: Address, count: number, blockTime: number): OnChain[] {
  const [one] = [
    transactionsOf(Keypair.fromSeed(new Uint8Array(32).fill(66)).secretKey).transfer('x', 1n, { blockTime }),
  ];
  return Array.from({ length: count }, (_, i) => ({
    ...one,
    ...{ signature: `stranger${i}`, slot: 300_000_000 + i, names: [named] },
  }));
}

/** What such a node says. It can be changed between questions. */
export interface MarkedView {
  transactions: readonly OnChain[];
  /** Block time of its newest final block, unix seconds. */
  newest: number;
}

/** A node that knows marks and what made them, and is surprised by every other question. */
export function markedNode(view: MarkedView, more: Readonly<Record<string, unknown>> = {}): FakeNode {
  const find = (signature: string) => view.transactions.find((one) => one.signature === signature);
  return answering({
    getSlot: FINAL_SLOT,
    getBlockTime: (slot: number) =>
      slot === FINAL_SLOT ? view.newest : (view.transactions.find((one) => one.slot === slot)?.blockTime ?? null),
    getMultipleAccounts: (asked: readonly Address[]) => ({
      context: { slot: FINAL_SLOT },
      value: asked.map((account) => {
        const isMade = view.transactions.some((one) => one.isFinal && one.err === null && one.marks.includes(account));
        return isMade ? { data: ['AA==', 'base64'] } : null;
      }),
    }),
    getSignatureStatuses: (signatures: readonly string[]) => ({
      context: { slot: FINAL_SLOT },
      value: signatures.map((signature) => {
        const one = find(signature);
        const confirmationStatus = one?.isFinal ? 'finalized' : 'confirmed';
        return one ? { slot: one.slot, err: one.err, confirmationStatus } : null;
      }),
    }),
    getTransaction: (signature: string, { encoding }: { readonly encoding: string }) => {
      const one = find(signature);
      if (one === undefined) return null;
      if (encoding === 'base64') return { transaction: [one.bytes, 'base64'] };
      // What it leaves at the marks that it has made.
      const postBalances = one.marks.map(() => Number(RENT));
      return { meta: { postBalances }, transaction: { message: { accountKeys: one.marks } } };
    },
    getSignaturesForAddress: (of: Address, range: { before?: string; limit: number }) => {
      const newestFirst = view.transactions.filter(({ names }) => names.includes(of)).toReversed();
      const from = range.before === undefined ? 0 : newestFirst.findIndex((one) => one.signature === range.before) + 1;
      return newestFirst.slice(from, from + range.limit).map(({ signature, slot, blockTime, err, isFinal }) => ({
        ...{ signature, slot, blockTime, err, memo: null },
        confirmationStatus: isFinal ? 'finalized' : 'confirmed',
      }));
    },
    ...more,
  });
}

/** The answers of a node that lists a transaction for every account and refuses to show it. */
export const LISTS_WHAT_IS_REFUSED = {
  getSignaturesForAddress: [
    { signature: 'nobody has it', slot: 7, blockTime: 1, err: null, memo: null, confirmationStatus: 'finalized' },
  ],
  getTransaction: () => new Response('', { status: 429 }),
};

/** Marks by name, where only they are looked at. */
export const markAt = (base: Address, seed: string): Address => markOf({ base, seed } satisfies MarkAsked);
