import { readFileSync } from 'node:fs';
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import type { Runtime } from '../startRuntime.ts';
import type { AmmFiles } from './ammFiles.ts';
import { AMM_CONFIG, anchorHash, CPMM, CREATE_POOL_FEE_RECEIVER, JUPITER } from './ammPrograms.ts';

const LOADER = new PublicKey('BPFLoader2111111111111111111111111111111111');
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** Lamports, far more than the rent of any of these accounts. */
const LAMPORTS = 30_000_000_000n;

/**
 * In millionths: the fee of a trade, and the shares of it for protocol and fund. The values of mainnet's first
 * configuration.
 */
const RATES = { trade: 2_500n, protocol: 120_000n, fund: 40_000n };
const CREATE_POOL_LAMPORTS = 150_000_000n;
const CONFIG_BYTES = 236;

/** Puts the given programs at their real addresses, and with the CPMM the accounts that its `initialize` needs. */
export async function loadPrograms(runtime: Runtime, files: AmmFiles): Promise<void> {
  const load = async (program: PublicKey, file: string | null) => {
    if (file === null) return;
    await runtime.setAccount(program, {
      lamports: LAMPORTS,
      owner: LOADER,
      data: readFileSync(file),
      executable: true,
    });
  };
  await load(MEMO, files.memo);
  await load(JUPITER, files.jupiter);
  await load(CPMM, files.cpmm);
  if (files.cpmm === null) return;
  await runtime.setAccount(AMM_CONFIG.address, { lamports: LAMPORTS, owner: CPMM, data: configBytes() });
  await runtime.setAccount(CREATE_POOL_FEE_RECEIVER, {
    lamports: LAMPORTS,
    owner: TOKEN_PROGRAM_ID,
    data: feeReceiverBytes(),
  });
}

/** `AmmConfig` of Raydium's published source: bump, switch, index, rates, price of a pool, two owners, padding. */
function configBytes(): Uint8Array {
  const data = Buffer.alloc(CONFIG_BYTES);
  data.set(anchorHash('account:AmmConfig'), 0);
  data[8] = AMM_CONFIG.bump;
  [RATES.trade, RATES.protocol, RATES.fund, CREATE_POOL_LAMPORTS].forEach((rate, i) => {
    data.writeBigUInt64LE(rate, 12 + 8 * i);
  });
  return data;
}

/**
 * A token account of wrapped SOL that nobody owns: mint, owner, amount, state, and the part of its lamports that is
 * rent.
 */
function feeReceiverBytes(): Uint8Array {
  const data = Buffer.alloc(165);
  data.set(NATIVE_MINT.toBytes(), 0);
  data.writeBigUInt64LE(LAMPORTS - RENT_LAMPORTS, 64);
  data[108] = 1;
  data.writeUInt32LE(1, 109);
  data.writeBigUInt64LE(RENT_LAMPORTS, 113);
  return data;
}

const RENT_LAMPORTS = 2_039_280n;
