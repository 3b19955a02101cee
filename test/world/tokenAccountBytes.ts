import { ACCOUNT_SIZE, AccountState, ExtensionType } from '@solana/spl-token';
import type { PublicKey } from '@solana/web3.js';

export interface TokenAccountFields {
  readonly mint: PublicKey;
  readonly owner: PublicKey;
  /** Base units. */
  readonly amount: bigint;
  /** The bytes of an associated account say that its owner cannot be changed; those of another account do not. */
  readonly associated: boolean;
  readonly frozen?: boolean;
}

const ACCOUNT_TYPE_ACCOUNT = 2;
const WITHHELD_BYTES = 8;

/**
 * The bytes that Token-2022 itself writes for an account of a transfer-fee mint with nothing withheld yet: 182 bytes
 * for an associated account, 178 for another one. Layout: mint 0, owner 32, amount 64, state 108, account type 165,
 * TLV.
 */
export function tokenAccountBytes(fields: TokenAccountFields): Uint8Array {
  const base = Buffer.alloc(ACCOUNT_SIZE);
  base.set(fields.mint.toBytes(), 0);
  base.set(fields.owner.toBytes(), 32);
  base.writeBigUInt64LE(fields.amount, 64);
  base.writeUInt8(fields.frozen === true ? AccountState.Frozen : AccountState.Initialized, 108);
  return Buffer.concat([
    base,
    Buffer.of(ACCOUNT_TYPE_ACCOUNT),
    ...(fields.associated ? [extensionHead(ExtensionType.ImmutableOwner, 0)] : []),
    extensionHead(ExtensionType.TransferFeeAmount, WITHHELD_BYTES),
    Buffer.alloc(WITHHELD_BYTES),
  ]);
}

function extensionHead(type: ExtensionType, length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(length, 2);
  return head;
}
