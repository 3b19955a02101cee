import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getTransferFeeAmount,
  TOKEN_2022_PROGRAM_ID,
  unpackAccount,
} from '@solana/spl-token';
import {
  type AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  type PublicKey,
  SYSVAR_SLOT_HASHES_PUBKEY,
} from '@solana/web3.js';
import { expect } from 'vitest';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { associatedAccount } from '../world/associatedAccount.ts';
import { GOD, GOD_DECIMALS } from '../world/createMint.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { eventually } from './eventually.ts';

export const AMOUNT = 90_000n * GOD;
/** 5% of the amount: the token's own fee. */
export const FEE = 4_500n * GOD;
export const STOCK = 300_000n * GOD;
/** What reaches the market-maker, at 0.00001 lamports a base unit. */
export const WORTH = (AMOUNT - FEE) / 100_000n;
export const THIEF = Keypair.generate();

export type SwapWorld = Awaited<ReturnType<typeof startSwapWorld>>;

/** A world whose tax wallet has GOD to sell, and in which a thief has an account for it. */
export async function startSwapWorld() {
  const world = await startWorld({ slotMs: 50, holders: 3, worldSeed: 'swap' });
  const { mint, marketMakerKey, runtime } = world;
  const buyer = marketMakerKey.publicKey;
  const us = world.taxWallet.publicKey;
  const accounts = {
    ...{ us, godAccount: associatedAccount(mint, us), buyerAccount: associatedAccount(mint, buyer) },
    thiefAccount: associatedAccount(mint, THIEF.publicKey),
  };
  const { godAccount, buyerAccount, thiefAccount } = accounts;
  const open = (account: PublicKey, owner: PublicKey) =>
    createAssociatedTokenAccountIdempotentInstruction(buyer, account, owner, mint, TOKEN_2022_PROGRAM_ID);
  const stock = transferGod(world, { from: buyerAccount, to: godAccount, owner: buyer, amount: STOCK });
  await sendTransaction(
    runtime.connection,
    [open(godAccount, us), open(thiefAccount, THIEF.publicKey), stock],
    [marketMakerKey],
  );
  await runtime.fundSol(THIEF.publicKey, 1_000_000_000n);
  const schedule = { genesisTime: 1_790_000_000, roundSeconds: 120, entryLockSeconds: 30 };
  const parsed = parseSettings(world.settings(schedule));
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const settings: Settings = parsed.settings;
  return { world, settings, ...accounts, holdings: () => holdings(world, accounts) };
}

interface GodTransfer {
  readonly from: PublicKey;
  readonly to: PublicKey;
  readonly owner: PublicKey;
  readonly amount: bigint;
}

export function transferGod(world: World, { from, to, owner, amount }: GodTransfer) {
  return createTransferCheckedInstruction(
    ...([from, world.mint, to, owner, amount, GOD_DECIMALS] as const),
    ...([[], TOKEN_2022_PROGRAM_ID] as [[], PublicKey]),
  );
}

/** The balances of SOL and GOD, ours and the market-maker's. */
async function holdings(
  world: World,
  { us, godAccount, buyerAccount }: Record<'us' | 'godAccount' | 'buyerAccount', PublicKey>,
) {
  const { connection } = world.runtime;
  const token = async (account: PublicKey) => {
    const info = await connection.getAccountInfo(account, 'confirmed');
    const unpacked = unpackAccount(account, info, TOKEN_2022_PROGRAM_ID);
    return { amount: unpacked.amount, withheld: getTransferFeeAmount(unpacked)?.withheldAmount };
  };
  const sol = async (wallet: PublicKey) => BigInt(await connection.getBalance(wallet, 'confirmed'));
  const [lamports, paid, god, bought] = await Promise.all([
    ...([sol(us), sol(world.marketMaker)] as const),
    ...([token(godAccount), token(buyerAccount)] as const),
  ]);
  return { lamports, paid, god, bought };
}

/** Sends a swap and waits until it is final. */
export async function finalize(
  world: World,
  { bytes, signature }: { bytes: string; signature: string },
): Promise<void> {
  const { connection } = world.runtime;
  expect(await connection.sendRawTransaction(Buffer.from(bytes, 'base64'))).toBe(signature);
  const status = async () => (await connection.getSignatureStatuses([signature])).value[0];
  const final = await eventually(status, (seen) => seen?.confirmationStatus === 'finalized');
  expect(final?.err).toBeNull();
}

/**
 * A recent slot with a block, because a lookup table's address depends on such a slot. (The local chain skips slots to
 * keep up with the clock.)
 */
async function slotWithHash(world: World): Promise<bigint> {
  const account = await world.runtime.connection.getAccountInfo(SYSVAR_SLOT_HASHES_PUBKEY, 'finalized');
  if (account === null) throw new Error('no slot hashes');
  // A count of eight bytes, then the newest slot.
  return account.data.readBigUInt64LE(8);
}

/** Makes a lookup table of the market-maker with these addresses, and waits until it is final. */
export async function createLookupTable(world: World, addresses: PublicKey[]): Promise<AddressLookupTableAccount> {
  const { connection } = world.runtime;
  const [payer, authority] = [world.marketMaker, world.marketMaker];
  const recentSlot = await slotWithHash(world);
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ authority, payer, recentSlot });
  const extend = AddressLookupTableProgram.extendLookupTable({ payer, authority, lookupTable, addresses });
  await sendTransaction(connection, [create, extend], [world.marketMakerKey]);
  const table = async () => (await connection.getAddressLookupTable(lookupTable)).value;
  const written = await eventually(table, (seen) => seen?.state.addresses.length === addresses.length);
  if (written === null) throw new Error('no lookup table');
  // An entry can be used from the next block on; we use it only when its own block is final.
  const slot = await connection.getSlot('confirmed');
  await eventually(
    () => connection.getSlot('finalized'),
    (seen) => seen > slot + 1,
  );
  return written;
}
