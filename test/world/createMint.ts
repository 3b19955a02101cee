import { createHash } from 'node:crypto';
import {
  AuthorityType,
  createAssociatedTokenAccountInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMintInstruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  ExtensionType,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import { type Connection, type Keypair, type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { TRANSFER_FEE_BASIS_POINTS } from '../../src/money/god.ts';
import { associatedAccount } from './associatedAccount.ts';
import { sendTransaction } from './sendTransaction.ts';

export const GOD_DECIMALS = 6;
export const GOD = 10n ** BigInt(GOD_DECIMALS);
/** The share of every transfer that is withheld in the recipient's token account. */
export const TRANSFER_FEE_BPS = TRANSFER_FEE_BASIS_POINTS;
export const MAXIMUM_FEE = 1_000_000n * GOD;

const METADATA = { name: 'Game of Draws', symbol: 'GOD', uri: 'https://gameofdraws.example/god.json' } as const;

export interface MintKeys {
  readonly mint: Keypair;
  /** Pays for the mint, and receives the whole supply. */
  readonly marketMaker: Keypair;
  /** May change the transfer fee and the metadata. */
  readonly mintOperator: Keypair;
  readonly taxAuthority: PublicKey;
}

/**
 * Creates GOD by real transactions: Token-2022 with transfer fee and metadata, `supply` base units minted to the
 * market-maker's associated account, then the mint authority is given up. Throws when a transaction fails.
 */
export async function createMint(connection: Connection, keys: MintKeys, supply: bigint): Promise<void> {
  const { mint, marketMaker, mintOperator } = keys;
  const account = associatedAccount(mint.publicKey, marketMaker.publicKey);
  const [payer, operator, program] = [marketMaker.publicKey, mintOperator.publicKey, TOKEN_2022_PROGRAM_ID];
  await sendTransaction(connection, await initialize(connection, keys), [marketMaker, mint, mintOperator]);
  await sendTransaction(
    connection,
    [
      createAssociatedTokenAccountInstruction(payer, account, payer, mint.publicKey, program),
      createMintToInstruction(mint.publicKey, account, operator, supply, [], program),
      createSetAuthorityInstruction(mint.publicKey, operator, AuthorityType.MintTokens, null, [], program),
    ],
    [marketMaker, mintOperator],
  );
}

async function initialize(connection: Connection, keys: MintKeys): Promise<TransactionInstruction[]> {
  const [mint, operator, program] = [keys.mint.publicKey, keys.mintOperator.publicKey, TOKEN_2022_PROGRAM_ID];
  const space = getMintLen([ExtensionType.TransferFeeConfig, ExtensionType.MetadataPointer]);
  // Type and length, update authority, mint, three strings with their lengths, and an empty list of further fields.
  const metadataSpace = 4 + 32 + 32 + Object.values(METADATA).reduce((sum, text) => sum + 4 + text.length, 0) + 4;
  const lamports = await connection.getMinimumBalanceForRentExemption(space + metadataSpace);
  return [
    SystemProgram.createAccount({
      fromPubkey: keys.marketMaker.publicKey,
      newAccountPubkey: mint,
      space,
      lamports,
      programId: program,
    }),
    createInitializeTransferFeeConfigInstruction(
      mint,
      operator,
      keys.taxAuthority,
      TRANSFER_FEE_BPS,
      MAXIMUM_FEE,
      program,
    ),
    createInitializeMetadataPointerInstruction(mint, operator, mint, program),
    createInitializeMintInstruction(mint, GOD_DECIMALS, operator, null, program),
    initializeMetadata(mint, operator),
  ];
}

/**
 * Built by hand, because spl-token exports no builder for this instruction. The layout is that of `Initialize` in the
 * token-metadata interface.
 */
function initializeMetadata(mint: PublicKey, operator: PublicKey): TransactionInstruction {
  const discriminator = createHash('sha256').update('spl_token_metadata_interface:initialize_account').digest();
  const strings = Object.values(METADATA).map((text) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  return new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM_ID,
    keys: [
      { pubkey: mint, isSigner: false, isWritable: true },
      { pubkey: operator, isSigner: false, isWritable: false },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: operator, isSigner: true, isWritable: false },
    ],
    data: Buffer.concat([discriminator.subarray(0, 8), ...strings]),
  });
}
