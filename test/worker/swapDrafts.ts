import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createInitializeAccountInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { address } from '../../src/address/address.ts';
import type { SwapOrder } from '../../worker/swap/check/checkSwap.ts';
import type { LookupTable } from '../../worker/swap/check/lookupTable.ts';

const keyOf = (byte: number) => Keypair.fromSeed(new Uint8Array(32).fill(byte));

export const TAX = keyOf(3);
export const MARKET_MAKER = keyOf(20);
export const STRANGER = keyOf(66);
export const MINT = keyOf(77).publicKey;
export const [US, BUYER, THIEF] = [TAX.publicKey, MARKET_MAKER.publicKey, STRANGER.publicKey];
export const GOD_ACCOUNT = getAssociatedTokenAddressSync(MINT, US, false, TOKEN_2022_PROGRAM_ID);
export const BUYER_ACCOUNT = getAssociatedTokenAddressSync(MINT, BUYER, false, TOKEN_2022_PROGRAM_ID);
export const THIEF_ACCOUNT = getAssociatedTokenAddressSync(MINT, THIEF, false, TOKEN_2022_PROGRAM_ID);
export const WRAPPED = getAssociatedTokenAddressSync(NATIVE_MINT, US, false, TOKEN_PROGRAM_ID);

/** 90,000 GOD for at least 0.0008 SOL. */
export const AMOUNT = 90_000_000_000n;
export const MINIMUM = 800_000n;
/** Raydium's CPMM and CLMM, Jupiter's version 6. */
export const CPMM = new PublicKey('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
const CLMM = new PublicKey('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK');
export const JUPITER = new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
export const ORDER: SwapOrder = {
  wallet: address(US.toBase58()),
  mint: address(MINT.toBase58()),
  amount: AMOUNT,
  minimumLamports: MINIMUM,
  programs: [CPMM, CLMM, JUPITER].map((program) => address(program.toBase58())),
};

export interface Draft {
  readonly instructions: readonly TransactionInstruction[];
  readonly feePayer?: PublicKey;
  readonly signers?: readonly Keypair[];
  readonly version?: 'legacy' | 0;
  readonly tables?: readonly AddressLookupTableAccount[];
}

/** Compiles a draft and signs it for those of `signers` that must sign. The wallet's signature stays empty. */
export function compile({
  instructions,
  feePayer = US,
  signers = [MARKET_MAKER, STRANGER],
  version = 0,
  tables = [],
}: Draft): Uint8Array {
  const draft = new TransactionMessage({
    payerKey: feePayer,
    recentBlockhash: new PublicKey(new Uint8Array(32).fill(9)).toBase58(),
    instructions: [...instructions],
  });
  const message = version === 0 ? draft.compileToV0Message([...tables]) : draft.compileToLegacyMessage();
  return signFor(new VersionedTransaction(message), signers);
}

/** Signs for those of `signers` whom the message asks. */
export function signFor(transaction: VersionedTransaction, signers: readonly Keypair[]): Uint8Array {
  const { header, staticAccountKeys } = transaction.message;
  const asked = staticAccountKeys.slice(0, header.numRequiredSignatures);
  transaction.sign(signers.filter(({ publicKey }) => asked.some((key) => key.equals(publicKey))));
  return transaction.serialize();
}

const budget = [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 300_000 }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000 }),
];

export const sale = (amount = AMOUNT, to = BUYER_ACCOUNT) =>
  createTransferCheckedInstruction(GOD_ACCOUNT, MINT, to, US, amount, 6, [], TOKEN_2022_PROGRAM_ID);
export const payment = (lamports = MINIMUM) => SystemProgram.transfer({ fromPubkey: BUYER, toPubkey: US, lamports });

/** An account of an exchange. */
const pool = (byte: number) => keyOf(byte + 100).publicKey;
const own = (pubkey: PublicKey) => ({ pubkey, isSigner: pubkey.equals(US), isWritable: true });
export const bytes = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
export const u64 = (value: bigint) => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(value);
  return buffer;
};
const u16 = (value: number) => Buffer.of(value & 255, value >> 8);

export function call(
  programId: PublicKey,
  accounts: readonly PublicKey[],
  ...data: Uint8Array[]
): TransactionInstruction {
  return new TransactionInstruction({ programId, keys: accounts.map(own), data: Buffer.concat(data) });
}

const TOKENS = [TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID] as const;

/** Raydium CPMM: payer, authority, config, pool, input, output, two vaults, two token programs, two mints, observation. */
export const cpmm = ({ amount = AMOUNT, minimum = MINIMUM, from = GOD_ACCOUNT, into = WRAPPED, who = US } = {}) =>
  call(
    CPMM,
    [who, pool(1), pool(2), pool(3), from, into, pool(4), pool(5), ...TOKENS, MINT, NATIVE_MINT, pool(6)],
    ...[bytes('8fbe5adac41e33de'), u64(amount), u64(minimum)],
  );

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Raydium CLMM's swap_v2: payer, config, pool, input, output, two vaults, observation, three programs, two mints, tick arrays. */
export const clmm = ({ amount = AMOUNT, minimum = MINIMUM, isBaseInput = true } = {}) =>
  call(
    CLMM,
    [
      ...[US, pool(1), pool(2), GOD_ACCOUNT, WRAPPED, pool(3), pool(4), pool(5)],
      ...[TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, MEMO, MINT, NATIVE_MINT, pool(6), pool(7)],
    ],
    ...[bytes('2b04ed0b1ac91e62'), u64(amount), u64(minimum), Buffer.alloc(16), Buffer.of(isBaseInput ? 1 : 0)],
  );

/** A plan of two steps, Raydium CLMM v2 (40) and CPMM (46): tag, percent, input, output. */
export const PLAN = bytes('02000000 28320001 2e320001');
export const jupiterTail = ({ amount = AMOUNT, quoted = MINIMUM, slippage = 0, fee = 0 } = {}) =>
  Buffer.concat([u64(amount), u64(quoted), u16(slippage), Buffer.of(fee)]);

export const route = (
  plan: Uint8Array = PLAN,
  tail: Uint8Array = jupiterTail(),
  { other = JUPITER, token = TOKEN_PROGRAM_ID } = {},
) =>
  call(
    JUPITER,
    [token, US, GOD_ACCOUNT, WRAPPED, other, NATIVE_MINT, JUPITER, pool(1), JUPITER, pool(2)],
    ...[bytes('e517cb977ae3ad2a'), plan, tail],
  );
export const sharedRoute = ({ token = TOKEN_PROGRAM_ID, token2022 = TOKEN_2022_PROGRAM_ID } = {}) =>
  call(
    JUPITER,
    [
      ...[token, pool(1), US, GOD_ACCOUNT, pool(2), pool(3), WRAPPED, MINT, NATIVE_MINT, JUPITER],
      ...[token2022, pool(4), JUPITER],
    ],
    ...[bytes('c1209b3341d69c81'), Buffer.of(7), PLAN, jupiterTail()],
  );
/** The same two steps in the second form: tag, basis points, input, output. */
export const PLAN_V2 = bytes('02000000 2888130001 2e88130001');
/** In, quoted out, slippage, platform fee, positive slippage fee; then the plan. */
export const v2Terms = ({
  amount = AMOUNT,
  quoted = MINIMUM,
  slippage = 0,
  fee = 0,
  surplusFee = 0,
  plan = PLAN_V2 as Uint8Array,
} = {}) => Buffer.concat([u64(amount), u64(quoted), u16(slippage), u16(fee), u16(surplusFee), plan]);
export const routeV2 = (terms = v2Terms(), { other = JUPITER, tokens = TOKENS as readonly PublicKey[] } = {}) =>
  call(
    JUPITER,
    [US, GOD_ACCOUNT, WRAPPED, MINT, NATIVE_MINT, ...tokens, other, pool(1), JUPITER, pool(2)],
    ...[bytes('bb64facc31c4af14'), terms],
  );
export const sharedRouteV2 = (terms = v2Terms(), { tokens = TOKENS as readonly PublicKey[] } = {}) =>
  call(
    JUPITER,
    [pool(1), US, GOD_ACCOUNT, pool(2), pool(3), WRAPPED, MINT, NATIVE_MINT, ...tokens, pool(4), JUPITER],
    ...[bytes('d19853937cfed8e9'), Buffer.of(7), terms],
  );

const SEED = '4uQeVj5tqViQh7yWWGStvkEG';
export const PASSING = new PublicKey('11111111111111111111111111111112');
/** What Raydium makes to unwrap SOL: a temporary account, created with a seed and initialized. */
export const passing = (account: PublicKey, lamports = 2_039_280) => [
  SystemProgram.createAccountWithSeed({
    ...{ fromPubkey: US, newAccountPubkey: account, basePubkey: US, seed: SEED, lamports, space: 165 },
    programId: TOKEN_PROGRAM_ID,
  }),
  createInitializeAccountInstruction(account, NATIVE_MINT, US),
];
export const close = (account = WRAPPED, to = US) => createCloseAccountInstruction(account, to, US);
export const openWrapped = () => createAssociatedTokenAccountIdempotentInstruction(US, WRAPPED, US, NATIVE_MINT);
const throughWrapped = (swap: TransactionInstruction) => [...budget, openWrapped(), swap, close()];

/** Swaps of honest exchanges, one of each form. */
export const HONEST: Readonly<Record<string, readonly TransactionInstruction[]>> = {
  'the market-maker': [...budget, sale(), payment()],
  'Raydium CPMM through a passing account': [...budget, ...passing(PASSING), cpmm({ into: PASSING }), close(PASSING)],
  'Raydium CPMM through the associated account': throughWrapped(cpmm()),
  'Raydium CLMM': throughWrapped(clmm()),
  'Jupiter, route': throughWrapped(route()),
  'Jupiter, shared accounts': throughWrapped(sharedRoute()),
  'Jupiter, second route': throughWrapped(routeV2()),
  'Jupiter, second shared accounts': throughWrapped(sharedRouteV2()),
};

/** A lookup table's account; layout of the lookup table program. */
export function tableOf(
  key: PublicKey,
  addresses: readonly PublicKey[],
  { type = 1, deactivation = 2n ** 64n - 1n, owner = 'AddressLookupTab1e1111111111111111111111111', extra = 0 } = {},
): LookupTable {
  const head = Buffer.alloc(56);
  head.writeUInt32LE(type, 0);
  head.writeBigUInt64LE(deactivation, 4);
  const data = Buffer.concat([head, ...addresses.map((each) => each.toBytes()), Buffer.alloc(extra)]);
  return { address: address(key.toBase58()), owner, data: data.toString('base64') };
}
