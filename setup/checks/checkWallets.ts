import type { Address } from '../../src/address/address.ts';
import { exactSol } from '../../src/money/exactSol.ts';
import { readCommitMemo } from '../../src/protocol/readMemo.ts';
import { readBalance } from '../../worker/chain/readChain.ts';
import { createRpc, type Rpc } from '../../worker/chain/rpc.ts';
import { createSearchMemos } from '../../worker/chain/searchMemos.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';

const ABOUT = 'wallets';
/** A cycle waits below this. */
const TAX_WALLET_LAMPORTS = 100_000_000n;
/** Commitments and the mark's rent of some days. */
const POOL_LAMPORTS = 10_000_000n;
/** An announcement of terms: its fee and the rent of its mark. */
const AUTHORITY_LAMPORTS = 5_000_000n;
/** As far back as an older lottery of this wallet is looked for. */
const SEARCHED_SECONDS = 30 * 86_400;

export interface WalletsInput extends CheckInput {
  /** This lottery is deployed: commitments of the pool are its own. */
  readonly isDeployed: boolean;
}

/** What the wallets hold, and whether the pool has a past. That they are different ones the settings say. */
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

/** It pays for announcements alone: with the first one made, nothing waits for the next. */
const laterOn = (found: Finding): Finding => (found.level === 'problem' ? { ...found, level: 'note' } : found);

interface Held {
  readonly name: string;
  readonly address: Address;
  /** Lamports without which nothing can be sent. */
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

/** A wallet with commitments of another timetable would have two texts for one round number. */
async function pastOf(rpc: Rpc, { settings, now }: CheckInput): Promise<Finding[]> {
  const search = createSearchMemos({ rpc, wallet: settings.pool.address, now });
  const seenUntil = Math.floor(now() / 1000) - 60;
  const found = await search({
    about: 'older commitments of the pool',
    since: seenUntil - SEARCHED_SECONDS,
    seenUntil,
    isDecisive: false,
    matches: (text) => readCommitMemo(text) !== null,
  }).catch(() => null);
  if (found === null) return [note(ABOUT, 'no node knows 30 days of the pool’s past: give it a wallet that is new')];
  const [newest] = found.memos;
  return newest === undefined
    ? [fine(ABOUT, 'the pool has committed to nothing yet')]
    : [
        problem(
          ABOUT,
          `The pool has ${found.memos.length} commitments of an earlier lottery, such as ${newest.signature}. A new timetable needs a new wallet.`,
        ),
      ];
}
