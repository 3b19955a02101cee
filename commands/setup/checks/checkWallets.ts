import type { Address } from '../../../src/address/address.ts';
import { exactSol } from '../../../src/money/lamports.ts';
import { readBalance } from '../../../worker/chain/accounts/readChain.ts';
import { createRpc, type Rpc } from '../../../worker/chain/node/rpc.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { type Finding, fine, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';
import { markedHours, marksText } from './poolMarks.ts';

const ABOUT = 'wallets';
const TAX_WALLET_LAMPORTS = 100_000_000n;
/** Enough for the commitments and marks of some days. */
const POOL_LAMPORTS = 10_000_000n;
/** An announcement of terms: its fee and the rent of its mark. */
const AUTHORITY_LAMPORTS = 5_000_000n;

export interface WalletsInput extends CheckInput {
  /** True: this lottery is deployed, so the pool's commitments may be its own. */
  readonly isDeployed: boolean;
}

/** Checks what the wallets hold, and whether a lottery has used the pool wallet before. */
export async function checkWallets(input: WalletsInput): Promise<readonly Finding[]> {
  const { settings, fetch, now } = input;
  const rpc = createRpc({ urls: settings.rpcUrls, fetch, now });
  const announces = { name: 'tax authority', address: settings.taxAuthority.address, least: AUTHORITY_LAMPORTS };
  const authority = await balanceOf(rpc, announces);
  const findings = [
    ...(await balanceOf(rpc, { name: 'pool', address: settings.pool.address, least: POOL_LAMPORTS })),
    ...(await balanceOf(rpc, { name: 'tax wallet', address: settings.taxWallet.address, least: TAX_WALLET_LAMPORTS })),
    ...(input.isDeployed ? authority.map(laterOn) : authority),
  ];
  return [...findings, ...(input.isDeployed ? [] : await pastOf(rpc, input))];
}

/**
 * For a deployed lottery, a problem with the tax authority's wallet is only a note: the wallet pays only for
 * announcements of terms, and no round waits for one.
 */
const laterOn = (found: Finding): Finding => (found.level === 'problem' ? { ...found, level: 'note' } : found);

interface Held {
  readonly name: string;
  readonly address: Address;
  /** Lamports. Holding less is a problem. */
  readonly least: bigint;
}

async function balanceOf(rpc: Rpc, { name, address, least }: Held): Promise<Finding[]> {
  const read = await rpc.read((node) => readBalance(node, address, 'confirmed')).catch(() => null);
  if (read === null) return [problem(ABOUT, `No node says what the ${name} ${address} holds.`)];
  const holds = `the ${name} ${address} holds ${exactSol(read.lamports)} SOL`;
  return [
    read.lamports >= least
      ? fine(ABOUT, holds)
      : problem(ABOUT, `${holds}, and needs ${exactSol(least)} and a little more for fees. Send it some.`),
  ];
}

/**
 * Whether a lottery has used the pool wallet before. One wallet serves one lottery: for each hour the wallet can make
 * only one commitment, and an earlier lottery may have made it already.
 */
async function pastOf(rpc: Rpc, { settings, now }: CheckInput): Promise<Finding[]> {
  const { pool, clock } = settings;
  const marked = await markedHours(rpc, { wallet: pool.address, clock, now: now() / 1000 }).catch((error: unknown) => {
    if (error instanceof RpcError) return null;
    throw error;
  });
  if (marked === null)
    return [problem(ABOUT, 'Too few nodes say whether the pool has marks of an earlier lottery. Try again.')];
  const [newest] = marked;
  return newest === undefined
    ? [fine(ABOUT, 'the pool has made no mark of the hours that were looked at')]
    : [problem(ABOUT, marksText(pool.address, marked))];
}
