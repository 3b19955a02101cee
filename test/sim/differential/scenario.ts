import { createHash } from 'node:crypto';
import {
  AuthorityType,
  createAssociatedTokenAccountIdempotentInstruction,
  createAssociatedTokenAccountInstruction,
  createHarvestWithheldTokensToMintInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createWithdrawWithheldTokensFromMintInstruction,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import { ComputeBudgetProgram, type Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { associatedAccount } from '../../world/associatedAccount.ts';
import { GOD_DECIMALS } from '../../world/createMint.ts';
import { seededKeys } from '../../world/seededKeys.ts';
import type { Dice } from '../dice.ts';
import { rentOf, TOKEN_ACCOUNT_BYTES } from '../model/accounts.ts';
import { PROGRAMS } from '../model/runtime.ts';

/** A transaction that both chains get; its first signer pays. */
export interface DraftTransaction {
  readonly name: string;
  readonly instructions: readonly TransactionInstruction[];
  readonly signers: readonly [Keypair, ...Keypair[]];
  /** Whether the message has version 0 (without lookup tables) and is not a legacy one. */
  readonly isVersioned: boolean;
}

/** Wallets with their GOD at the beginning, and the transactions in the order in which they are sent. */
export interface Scenario {
  readonly wallets: readonly { readonly keypair: Keypair; readonly lamports: bigint; readonly god: bigint | null }[];
  readonly transactions: readonly DraftTransaction[];
  /** Every address whose state is compared. */
  readonly addresses: readonly PublicKey[];
}

export interface ScenarioInput {
  readonly seed: number;
  readonly dice: Dice;
  readonly mint: PublicKey;
  readonly taxAuthority: Keypair;
}

const MARK_BYTES = 1;
const GOD_UNITS = 1_000_000n;
const RENT = [rentOf(0), rentOf(MARK_BYTES), rentOf(TOKEN_ACCOUNT_BYTES)];

/** What a lottery, its holders and strangers send, with valid and invalid amounts, seeds, owners and signers. */
export function scenarioOf({ seed, dice, mint, taxAuthority }: ScenarioInput): Scenario {
  const key = seededKeys(`differential ${seed}`);
  const names = ['pool', 'stranger', 'holder', 'poor'] as const;
  const [pool, stranger, holder, poor] = names.map((name) => key(name)) as [Keypair, Keypair, Keypair, Keypair];
  const owners = [pool, stranger, holder, poor];
  const fresh = Array.from({ length: 4 }, (_, i) => key(`fresh ${i}`).publicKey);
  const seeds = [`commit:${dice.below('hour', 9)}`, `payout:${dice.below('hour', 9)}`];
  const tokenOf = (owner: PublicKey) => associatedAccount(mint, owner);
  const markOf = (base: PublicKey, text: string) => seeded(base, text);
  const anyWallet = (label: string) => dice.pick(label, owners);
  const anyTarget = (label: string) =>
    dice.pick(label, [...owners.map(({ publicKey }) => publicKey), ...fresh, markOf(pool.publicKey, seeds[0] ?? '')]);
  const lamports = (label: string) =>
    dice.pick(label, [0n, 1n, ...RENT, ...RENT.map((rent) => rent - 1n), 5_000_000n, 10n ** 9n, 10n ** 12n]);
  const god = (label: string) =>
    dice.pick(label, [0n, 1n, 19n, 20n, 21n, 99_999n * GOD_UNITS + 7n, 1_000_000n * GOD_UNITS, 10n ** 15n]);

  const transfer = () => {
    const from = anyWallet('from');
    const to = anyTarget('to');
    return one(
      [from],
      SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: lamports('much') }),
    );
  };
  const memo = () => {
    const who = anyWallet('memo by');
    const other = dice.chance('memo of another', 0.3) ? anyWallet('other') : null;
    return one(
      [who],
      memoBy([who.publicKey, ...(other === null ? [] : [other.publicKey])], `memo ${dice.unit('text')}`),
    );
  };
  const mark = () => {
    const base = dice.pick('base', [pool, pool, stranger]);
    const payer = dice.chance('another pays', 0.2) ? stranger : base;
    const text = dice.pick('seed', seeds);
    const space = dice.pick('space', [1, 1, 1, 1, 0, 2]);
    const at = dice.chance('another address', 0.1) ? (fresh[0] as PublicKey) : markOf(base.publicKey, text);
    const paid = dice.pick('rent', [rentOf(MARK_BYTES), rentOf(MARK_BYTES), rentOf(MARK_BYTES) - 1n, 0n, null]);
    return {
      signers: [payer, base] as const,
      instructions: [
        ...(paid === null
          ? []
          : [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: at, lamports: paid })]),
        allocate({ at, base: base.publicKey, text, space }),
      ],
    };
  };
  const drain = () => {
    // Takes lamports from a mark by means of its seed. The system program allows it only for an account without data.
    const text = dice.pick('seed', seeds);
    const at = markOf(pool.publicKey, text);
    return one(
      [pool],
      SystemProgram.transfer({
        ...{ fromPubkey: at, basePubkey: pool.publicKey, toPubkey: anyTarget('drained to'), lamports: 1 },
        ...{ seed: text, programId: SystemProgram.programId },
      }),
    );
  };
  const tokens = () => {
    const [from, to] = [anyWallet('token from'), anyTarget('token to')];
    const authority = dice.chance('another moves it', 0.15) ? anyWallet('authority') : from;
    return one(
      [authority],
      createTransferCheckedInstruction(
        ...([tokenOf(from.publicKey), mint, tokenOf(to), authority.publicKey] as const),
        ...([god('tokens'), GOD_DECIMALS] as const),
        [],
        TOKEN_2022_PROGRAM_ID,
      ),
    );
  };
  const open = () => {
    const [payer, owner] = [anyWallet('opens'), anyTarget('opened for')];
    const of = [payer.publicKey, tokenOf(owner), owner, mint, TOKEN_2022_PROGRAM_ID] as const;
    const isAgainFine = dice.chance('idempotent', 0.7);
    return one(
      [payer],
      isAgainFine
        ? createAssociatedTokenAccountIdempotentInstruction(...of)
        : createAssociatedTokenAccountInstruction(...of),
    );
  };
  const harvest = () => {
    const payer = anyWallet('harvests');
    const from = [...owners.map(({ publicKey }) => tokenOf(publicKey)), ...fresh.map(tokenOf)];
    const some = dice.some('harvested', from, 0.5);
    return one([payer], createHarvestWithheldTokensToMintInstruction(mint, some, TOKEN_2022_PROGRAM_ID));
  };
  const withdraw = () => {
    const authority = dice.chance('withdrawn by another', 0.3) ? stranger : taxAuthority;
    const to = tokenOf(anyTarget('withdrawn to'));
    return one(
      [pool, authority],
      createWithdrawWithheldTokensFromMintInstruction(mint, to, authority.publicKey, [], TOKEN_2022_PROGRAM_ID),
    );
  };
  const authority = () => {
    const by = dice.chance('authority of another', 0.3) ? stranger : taxAuthority;
    return one(
      [pool, by],
      createSetAuthorityInstruction(
        ...([mint, by.publicKey, AuthorityType.WithheldWithdraw, taxAuthority.publicKey] as const),
        [],
        TOKEN_2022_PROGRAM_ID,
      ),
    );
  };
  const kinds = { transfer, memo, mark, drain, tokens, open, harvest, withdraw, authority };
  const chosen = ['transfer', 'transfer', 'mark', 'mark', 'mark', 'tokens', 'tokens', ...Object.keys(kinds)];

  const transactions = Array.from({ length: dice.between('transactions', 5, 9) }, (): DraftTransaction => {
    const parts = Array.from({ length: dice.between('parts', 1, 3) }, () => {
      const name = dice.pick('kind', chosen) as keyof typeof kinds;
      return { name, ...kinds[name]() };
    });
    const payer = dice.chance('the poor one pays', 0.1) ? poor : (parts[0]?.signers[0] ?? pool);
    const all = [payer, ...parts.flatMap(({ signers }) => signers)];
    const signers = all.filter((one, i) => all.findIndex(({ publicKey }) => publicKey.equals(one.publicKey)) === i);
    const budget = dice.chance('budget', 0.6)
      ? [
          ComputeBudgetProgram.setComputeUnitLimit({ units: dice.between('units', 60_000, 400_000) }),
          ComputeBudgetProgram.setComputeUnitPrice({ microLamports: dice.below('price', 5_000_000) }),
        ]
      : [];
    return {
      name: parts.map(({ name }) => name).join(' + '),
      instructions: [...budget, ...parts.flatMap(({ instructions }) => instructions)],
      signers: signers as [Keypair, ...Keypair[]],
      isVersioned: dice.chance('version 0', 0.15),
    };
  });
  const wallets = owners.map((keypair) => ({
    keypair,
    lamports: keypair === poor ? rentOf(0) + BigInt(dice.below('poor', 200_000)) : 10n ** 10n,
    god: dice.chance('has GOD', keypair === poor ? 0.3 : 0.8) ? 500_000n * GOD_UNITS : null,
  }));
  const people = [...owners.map(({ publicKey }) => publicKey), ...fresh];
  const marks = [pool, stranger].flatMap(({ publicKey }) => seeds.map((text) => markOf(publicKey, text)));
  const accounts = [...people, ...marks];
  return { wallets, transactions, addresses: [...accounts, ...accounts.map(tokenOf)] };
}

const one = (signers: readonly Keypair[], ...instructions: readonly TransactionInstruction[]) => ({
  signers,
  instructions,
});

function seeded(base: PublicKey, text: string): PublicKey {
  const [bytes, owner] = [base.toBuffer(), SystemProgram.programId.toBuffer()];
  return new PublicKey(createHash('sha256').update(bytes).update(text).update(owner).digest());
}

/** Signed by the first alone. */
function memoBy(signers: readonly PublicKey[], text: string): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(PROGRAMS.memo),
    keys: signers.map((pubkey, i) => ({ pubkey, isSigner: i === 0, isWritable: false })),
    data: Buffer.from(text),
  });
}

interface Allocation {
  readonly at: PublicKey;
  readonly base: PublicKey;
  readonly text: string;
  readonly space: number;
}

const allocate = ({ at, base, text, space }: Allocation): TransactionInstruction =>
  SystemProgram.allocate({
    ...{ accountPubkey: at, basePubkey: base, seed: text, space },
    programId: SystemProgram.programId,
  });
