import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  createAssociatedTokenAccountIdempotentInstruction,
  createSyncNativeInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  type Connection,
  type Keypair,
  type PublicKey,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import { associatedAccount } from '../associatedAccount.ts';
import { sendTransaction } from '../sendTransaction.ts';
import {
  AMM_CONFIG,
  anchorHash,
  CPMM,
  CPMM_AUTHORITY,
  CREATE_POOL_FEE_RECEIVER,
  cpmmAddress,
  u64,
} from './ammPrograms.ts';

/** A pool of GOD and wrapped SOL. */
export interface Pool {
  readonly id: PublicKey;
  readonly mint: PublicKey;
  readonly godVault: PublicKey;
  readonly solVault: PublicKey;
  readonly observation: PublicKey;
  /** Whether GOD is the first of the two tokens, in the program's order. */
  readonly isGodFirst: boolean;
}

export interface PoolOptions {
  readonly mint: PublicKey;
  /** Pays for the pool and owns it. */
  readonly maker: Keypair;
  /** Base units and lamports that are sent to the pool; it receives less GOD, by the token's transfer fee. */
  readonly god: bigint;
  readonly lamports: bigint;
}

/** Opens a pool by the program's own `initialize`. It trades as soon as the chain's clock has moved on by a second. */
export async function createPool(connection: Connection, { mint, maker, god, lamports }: PoolOptions): Promise<Pool> {
  const me = maker.publicKey;
  const isGodFirst = Buffer.compare(mint.toBuffer(), NATIVE_MINT.toBuffer()) < 0;
  const [first, second] = isGodFirst ? [mint, NATIVE_MINT] : [NATIVE_MINT, mint];
  const id = cpmmAddress('pool', AMM_CONFIG.address, first, second);
  const lp = cpmmAddress('pool_lp_mint', id);
  const [godVault, solVault] = [cpmmAddress('pool_vault', id, mint), cpmmAddress('pool_vault', id, NATIVE_MINT)];
  const observation = cpmmAddress('observation', id);
  const wrapped = getAssociatedTokenAddressSync(NATIVE_MINT, me);
  const own = (token: PublicKey) => (token.equals(mint) ? associatedAccount(mint, me) : wrapped);
  const program = (token: PublicKey) => (token.equals(mint) ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID);
  const vault = (token: PublicKey) => (token.equals(mint) ? godVault : solVault);
  const amount = (token: PublicKey) => (token.equals(mint) ? god : lamports);
  await sendTransaction(
    connection,
    [
      createAssociatedTokenAccountIdempotentInstruction(me, wrapped, me, NATIVE_MINT),
      SystemProgram.transfer({ fromPubkey: me, toPubkey: wrapped, lamports }),
      createSyncNativeInstruction(wrapped),
    ],
    [maker],
  );
  const read = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  const write = (pubkey: PublicKey) => ({ pubkey, isSigner: pubkey.equals(me), isWritable: true });
  const keys = [
    ...[write(me), read(AMM_CONFIG.address), read(CPMM_AUTHORITY), write(id), read(first), read(second), write(lp)],
    ...[write(own(first)), write(own(second)), write(getAssociatedTokenAddressSync(lp, me))],
    ...[write(vault(first)), write(vault(second)), write(CREATE_POOL_FEE_RECEIVER), write(observation)],
    ...[read(TOKEN_PROGRAM_ID), read(program(first)), read(program(second)), read(ASSOCIATED_TOKEN_PROGRAM_ID)],
    ...[read(SystemProgram.programId), read(SYSVAR_RENT_PUBKEY)],
  ];
  // Amounts of both tokens, and the time at which trading opens: at once.
  const data = Buffer.concat([anchorHash('global:initialize'), u64(amount(first)), u64(amount(second)), u64(0n)]);
  await sendTransaction(
    connection,
    [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 400_000 }),
      new TransactionInstruction({ programId: CPMM, keys, data }),
    ],
    [maker],
  );
  return { id, mint, godVault, solVault, observation, isGodFirst };
}
