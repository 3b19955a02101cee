import { type Address, address } from './address.ts';

/**
 * Keys that no payment of ours may pay, though some are on the curve and anyone may send them GOD. The runtime lets no
 * transaction write to built-in programs, precompiles and sysvars (Agave's `reserved-account-keys` crate and
 * SIMD-0100). A transaction that calls Memo v3, as payments do, cannot write to Memo v3 either. A payment to any of
 * these would fail for ever (`ReadonlyLamportChange`). A payment to the incinerator would burn the prize.
 */
export const RESERVED_KEYS: ReadonlySet<Address> = new Set(
  [
    '11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    'BPFLoader1111111111111111111111111111111111',
    'BPFLoader2111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'Config1111111111111111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111',
    'Feature111111111111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'LoaderV411111111111111111111111111111111111',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'NativeLoader1111111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'StakeConfig11111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'ZkE1Gama1Proof11111111111111111111111111111',
    'ZkTokenProof1111111111111111111111111111111',
    'Sysvar1111111111111111111111111111111111111',
    'Sysvar1nstructions1111111111111111111111111',
    'SysvarC1ock11111111111111111111111111111111',
    'SysvarEpochRewards1111111111111111111111111',
    'SysvarEpochSchedu1e111111111111111111111111',
    'SysvarFees111111111111111111111111111111111',
    'SysvarLastRestartS1ot1111111111111111111111',
    'SysvarRecentB1ockHashes11111111111111111111',
    'SysvarRent111111111111111111111111111111111',
    'SysvarRewards111111111111111111111111111111',
    'SysvarS1otHashes111111111111111111111111111',
    'SysvarS1otHistory11111111111111111111111111',
    'SysvarStakeHistory1111111111111111111111111',
  ].map(address),
);

/** True for a key that can own tokens but must never be paid. */
export function isReservedKey(of: Address): boolean {
  return RESERVED_KEYS.has(of);
}
