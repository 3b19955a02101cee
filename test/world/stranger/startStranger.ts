import {
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createHarvestWithheldTokensToMintInstruction,
  createTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { associatedAccount } from '../associatedAccount.ts';
import { GOD, GOD_DECIMALS } from '../createMint.ts';
import { sendTransaction } from '../sendTransaction.ts';
import type { Runtime } from '../startRuntime.ts';
import { dustAccounts } from './dustAccounts.ts';
import { everySlot, type Habit } from './everySlot.ts';
import { memo } from './memo.ts';
import { sendAll } from './sendAll.ts';
import type { Version } from './signTransaction.ts';

/** A transaction that looks like one of ours and is not. */
export interface LookAlike {
  /** Accounts it names without touching them: each of them lists it in its history. */
  readonly names: readonly PublicKey[];
  /** Its memos in their order; a text, or an instruction of `memo` with another program. */
  readonly memos: readonly (string | TransactionInstruction)[];
  /** 1 by default: the one that readers of older versions cannot read. */
  readonly version?: Version;
}

/** Somebody with SOL and keys of his own. He acts on the real chain, by transactions that anyone could send. */
export interface Stranger {
  readonly keypair: Keypair;
  /** His GOD account. It is created when he first needs GOD. */
  readonly tokenAccount: PublicKey;
  /** Sends all of them as fast as the node takes them, and returns their signatures once each is confirmed. */
  sendLookAlikes(lookAlikes: readonly LookAlike[]): Promise<string[]>;
  /** Small token accounts that nobody owns, with GOD of his own in them, written straight into the chain's state. */
  dustAccounts(count: number, amount?: bigint): Promise<PublicKey[]>;
  /** Sends SOL to the address that marks a round as paid, before it is. */
  preFundMark(pool: PublicKey, endsAt: number): Promise<void>;
  /** Burns one base unit of his own GOD, and waits until that is confirmed. */
  burn(): Promise<void>;
  /** The same in every slot: the supply is never the same twice. */
  burnEverySlot(): Promise<Habit>;
  /** Harvests the fees of these accounts into the mint in every slot, as everyone may. */
  harvestEverySlot(accounts: readonly PublicKey[]): Habit;
  /** Sends the smallest amount to an account in every slot; the account is a wallet or a token account. */
  dustEverySlot(account: PublicKey): Habit;
  /** Ends everything that he repeats. */
  stop(): Promise<void>;
}

export interface StrangerInput {
  readonly runtime: Runtime;
  readonly mint: PublicKey;
  readonly keypair: Keypair;
  /** The wallet that gives him his GOD. */
  readonly marketMaker: Keypair;
}

const SOL = 1_000_000_000n;
const OWN_SOL = 1_000n * SOL;
/** Below the threshold: he is in no draw. */
const OWN_GOD = 90_000n * GOD;
/** More than any account without data needs to exist. */
const MARK_LAMPORTS = 1_000_000;

/** He does nothing until he is asked, and has no account until then. */
export function startStranger({ runtime, mint, keypair, marketMaker }: StrangerInput): Stranger {
  const { connection } = runtime;
  const own = keypair.publicKey;
  const tokenAccount = associatedAccount(mint, own);
  const habits = new Set<Habit>();
  let funded: Promise<void> | null = null;
  let supplied: Promise<void> | null = null;

  const fund = (): Promise<void> => {
    funded ??= runtime.fundSol(own, OWN_SOL);
    return funded;
  };
  const buyGod = async (): Promise<void> => {
    await fund();
    const from = associatedAccount(mint, marketMaker.publicKey);
    const [maker, program] = [marketMaker.publicKey, TOKEN_2022_PROGRAM_ID];
    await sendTransaction(
      connection,
      [
        createAssociatedTokenAccountIdempotentInstruction(maker, tokenAccount, own, mint, program),
        createTransferCheckedInstruction(from, mint, tokenAccount, maker, OWN_GOD, GOD_DECIMALS, [], program),
      ],
      [marketMaker],
    );
  };
  const supply = (): Promise<void> => {
    supplied ??= buyGod();
    return supplied;
  };
  /**
   * A new account of his with at least `amount`, which nobody else ever changes: the transaction that fills it also
   * harvests its fee. So writing its state straight into the chain undoes no burn and no harvest.
   */
  const fillPurse = async (amount: bigint): Promise<PublicKey> => {
    await supply();
    const owner = Keypair.generate().publicKey;
    const purse = associatedAccount(mint, owner);
    const program = TOKEN_2022_PROGRAM_ID;
    await send(
      createAssociatedTokenAccountIdempotentInstruction(own, purse, owner, mint, program),
      createTransferCheckedInstruction(tokenAccount, mint, purse, own, 2n * amount, GOD_DECIMALS, [], program),
      createHarvestWithheldTokensToMintInstruction(mint, [purse], program),
    );
    return purse;
  };
  const send = async (...instructions: TransactionInstruction[]): Promise<void> => {
    await fund();
    await sendAll(connection, { payer: keypair, parts: [{ instructions, version: 0 }] });
  };
  const doEverySlot = (work: () => Promise<unknown>): Habit => {
    const habit = everySlot(connection, work);
    habits.add(habit);
    return habit;
  };
  let unique = 0;
  const burn = async (): Promise<void> => {
    await supply();
    const instruction = createBurnInstruction(tokenAccount, mint, own, 1n, [], TOKEN_2022_PROGRAM_ID);
    await send(instruction, memo(`burn ${unique++}`));
  };

  return {
    keypair,
    tokenAccount,
    async sendLookAlikes(lookAlikes) {
      await fund();
      const parts = lookAlikes.map(({ names, memos, version = 1 }) => ({
        instructions: [naming(own, names), ...memos.map((each) => (typeof each === 'string' ? memo(each) : each))],
        version,
      }));
      return sendAll(connection, { payer: keypair, parts });
    },
    async dustAccounts(count, amount = 0n) {
      await fund();
      const from = amount === 0n ? null : await fillPurse(amount * BigInt(count));
      return dustAccounts(runtime, { mint, count, amount, from });
    },
    async preFundMark(pool, endsAt) {
      const mark = await PublicKey.createWithSeed(pool, `payout:${endsAt}`, SystemProgram.programId);
      await send(SystemProgram.transfer({ fromPubkey: own, toPubkey: mark, lamports: MARK_LAMPORTS }));
    },
    burn,
    async burnEverySlot() {
      await supply();
      return doEverySlot(burn);
    },
    harvestEverySlot(accounts) {
      const harvest = createHarvestWithheldTokensToMintInstruction(mint, [...accounts], TOKEN_2022_PROGRAM_ID);
      return doEverySlot(() => send(harvest, memo(`harvest ${unique++}`)));
    },
    dustEverySlot: (account) =>
      doEverySlot(() =>
        send(SystemProgram.transfer({ fromPubkey: own, toPubkey: account, lamports: 1 }), memo(`dust ${unique++}`)),
      ),
    stop: async () => {
      await Promise.all([...habits].map((habit) => habit.stop()));
    },
  };
}

/** Nothing is moved: the accounts that it names only stand in its list of accounts. */
function naming(payer: PublicKey, names: readonly PublicKey[]): TransactionInstruction {
  const nothing = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 0 });
  nothing.keys.push(...names.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })));
  return nothing;
}
