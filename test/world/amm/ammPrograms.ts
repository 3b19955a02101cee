import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';

export const CPMM = new PublicKey('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
export const JUPITER = new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
/** Jupiter's address for the events it emits by calling itself. */
export const JUPITER_EVENTS = new PublicKey('D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf');
/** The account that receives the price of a new pool. It is fixed in the CPMM's source. */
export const CREATE_POOL_FEE_RECEIVER = new PublicKey('DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8');

/** The first eight bytes of a name's hash: Anchor's discriminator of an instruction or an account. */
export const anchorHash = (name: string) => createHash('sha256').update(name).digest().subarray(0, 8);

/** An address of the CPMM, derived from seeds that are words or keys. */
export function cpmmAddress(...seeds: readonly (string | Uint8Array | PublicKey)[]): PublicKey {
  return derive(seeds)[0];
}

function derive(seeds: readonly (string | Uint8Array | PublicKey)[]): [PublicKey, number] {
  const bytes = seeds.map((seed) =>
    seed instanceof PublicKey ? seed.toBytes() : typeof seed === 'string' ? Buffer.from(seed) : seed,
  );
  return PublicKey.findProgramAddressSync(bytes, CPMM);
}

const [address, bump] = derive(['amm_config', Buffer.of(0, 0)]);
/** The first of Raydium's configurations: 0.25% a trade. */
export const AMM_CONFIG = { address, bump };
/** The authority over the vaults of every pool. */
export const CPMM_AUTHORITY = cpmmAddress('vault_and_lp_mint_auth_seed');

export const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
