import { TOKEN_2022_PROGRAM } from '../../worker/chain/accounts/programs.ts';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import { wallet } from '../domain/wallets.ts';
import { answering, type FakeNode } from './fakeNodes.ts';
import { namedBytes, nameOf } from './namedBytes.ts';
import { landed, OWN_ACCOUNT } from './taxContext.ts';
import { accountAt, feeAccount, feesInList, mintAnswer, tokenAccount } from './tokenAccounts.ts';

const SLOT_MS = 400;
const FINAL_MS = 32 * SLOT_MS;
/** Transactions that are sent at the same moment land within this many slots. */
const SPREAD = 6;
/** Withheld in each account, GOD base units. */
const FEE = 60_000_000;
export const PROCEEDS = 10_000_000_000n;

type Kind = 'harvest' | 'withdrawal' | 'swap' | 'part';
interface Sent {
  readonly kind: Kind;
  readonly landsAt: number;
  /** Accounts of a harvest. */
  readonly accounts: number;
}

export interface TaxChainInput {
  /** Accounts in which fees are withheld. */
  readonly accounts: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Whether a transaction is in the journal: what is not must never arrive here. */
  readonly isJournaled: (bytes: string) => Promise<boolean>;
}

/**
 * A chain in memory on which tax cycles go well: what is sent lands within a few slots and is final 32 slots later. A
 * transaction's bytes name its kind, and its signature is made of its bytes.
 */
export function taxChain({ accounts, now, isJournaled }: TaxChainInput) {
  const sent = new Map<string, Sent>();
  const unjournaled: string[] = [];
  let signed = 0;

  const sign = (kind: Kind, of = 0): SignedTransaction => {
    const bytes = namedBytes(`${kind} ${of} ${signed++}`);
    return {
      bytes,
      signature: signatureOf(bytes),
      blockhash: { blockhash: BLOCKHASH, lastValidBlockHeight: 10 ** 9, slot: slot() },
    };
  };
  const slotAt = (ms: number) => 1_000 + (Math.floor(ms / SLOT_MS) % 1_000_000);
  const slot = () => slotAt(now());
  const landedOf = (kind: Kind) => [...sent.values()].filter((each) => each.kind === kind && each.landsAt <= now());
  const harvested = () => landedOf('harvest').reduce((sum, each) => sum + each.accounts, 0);
  const withdrawn = () => (landedOf('withdrawal').length > 0 ? BigInt(harvested() * FEE) : 0n);
  const sold = () => landedOf('swap').length > 0;

  const statusOf = (signature: string) => {
    const found = sent.get(signature);
    if (found === undefined || found.landsAt > now()) return null;
    const isFinal = found.landsAt + FINAL_MS <= now();
    return { slot: slotAt(found.landsAt), err: null, confirmationStatus: isFinal ? 'finalized' : 'confirmed' };
  };
  const effects = {
    harvest: () => landed(),
    withdrawal: () => landed({ god: BigInt(harvested() * FEE), fee: 10_000 }),
    swap: () => landed({ god: -withdrawn(), lamports: PROCEEDS, fee: 11_000 }),
    part: () => landed({ lamports: -1_000_000n }),
  };

  const node: FakeNode = answering({
    getProgramAccounts: () => ({
      context: { slot: slot() },
      value: Array.from({ length: accounts }, (_, i) => feesInList(feeAccount(BigInt(FEE)), accountAt(i))),
    }),
    getAccountInfo: (of: string) => {
      if (of !== OWN_ACCOUNT) {
        const mint = mintAnswer(10n ** 15n, withdrawn() > 0n ? 0n : BigInt(harvested() * FEE));
        return { ...mint, context: { slot: slot() } };
      }
      const account = tokenAccount(wallet(3), sold() ? 0n : withdrawn());
      return {
        context: { slot: slot() },
        value: { owner: TOKEN_2022_PROGRAM, data: [Buffer.from(account).toString('base64'), 'base64'] },
      };
    },
    getMultipleAccounts: (of: string[]) => ({
      context: { slot: slot() },
      value: of.map(() => ({ lamports: 10 ** 9, executable: false })),
    }),
    getBalance: () => ({ context: { slot: slot() }, value: 50_000_000_000 }),
    getMinimumBalanceForRentExemption: 890_880,
    getSignaturesForAddress: [],
    getEpochInfo: () => ({ epoch: 1, absoluteSlot: slot(), blockHeight: slot() }),
    getBlocks: (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i),
    getBlock: (of: number) => ({ blockHeight: of }),
    getLatestBlockhash: () => ({
      context: { slot: slot() },
      value: { blockhash: BLOCKHASH, lastValidBlockHeight: 10 ** 9 },
    }),
    getSignatureStatuses: (signatures: string[]) => ({ context: { slot: slot() }, value: signatures.map(statusOf) }),
    getTransaction: (signature: string) =>
      statusOf(signature) === null ? null : effects[sent.get(signature)?.kind ?? 'part'](),
    async sendTransaction(bytes: string) {
      if (!(await isJournaled(bytes))) unjournaled.push(bytes);
      const signature = signatureOf(bytes);
      const [kind = 'part', of] = nameOf(bytes).split(' ');
      if (!sent.has(signature))
        sent.set(signature, {
          ...{ kind: kind as Kind, accounts: Number(of) },
          landsAt: now() + SLOT_MS * (1 + (sent.size % SPREAD)),
        });
      return signature;
    },
  });
  return {
    ...{ node, sent, unjournaled },
    signer: {
      signHarvest: (of: readonly string[]) => sign('harvest', of.length),
      signWithdrawal: () => sign('withdrawal'),
      signSwap: () => sign('swap'),
      signDistribution: (_cycle: unknown, _lines: unknown, part: number) => sign('part', part),
    },
  };
}

const BLOCKHASH = 'a blockhash of at least 32 letters';
const signatureOf = (bytes: string) => `signature of ${nameOf(bytes)}`;
