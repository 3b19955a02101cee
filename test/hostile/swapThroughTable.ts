import { AddressLookupTableAccount, AddressLookupTableProgram, Keypair } from '@solana/web3.js';
import { associatedAccount } from '../world/associatedAccount.ts';
import type { World } from '../world/startWorld.ts';

const ACTIVE = 2n ** 64n - 1n;
const META_BYTES = 56;
const LOOKUP_TABLE = 1;

/** From now on the world's exchanges name the two GOD accounts of a swap by a lookup table on chain. */
export async function swapThroughTable({ runtime, mint, taxWallet, marketMaker, exchanges }: World): Promise<void> {
  const key = Keypair.generate().publicKey;
  const addresses = [associatedAccount(mint, marketMaker), associatedAccount(mint, taxWallet.publicKey)];
  // The layout of the lookup table program: kind, slot of deactivation, slot and index of the last extension, no
  // authority.
  const meta = Buffer.alloc(META_BYTES);
  meta.writeUInt32LE(LOOKUP_TABLE, 0);
  meta.writeBigUInt64LE(ACTIVE, 4);
  const data = Buffer.concat([meta, ...addresses.map((address) => address.toBytes())]);
  await runtime.setAccount(key, { lamports: 10_000_000n, owner: AddressLookupTableProgram.programId, data });
  const state = { deactivationSlot: ACTIVE, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses };
  const table = new AddressLookupTableAccount({ key, state });
  exchanges.setRedraft((draft) => ({ ...draft, lookupTables: [table] }));
}
