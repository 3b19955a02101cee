import type { Address } from '../../src/address/address.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import type { RoundClock } from '../../src/round/clock.ts';
import { createReadWallet } from '../services/readWallet.ts';
import { ApiFault } from './fault.ts';
import { roundsObject, withObjectLimit } from './objects.ts';
import { publicReader, type Visitor } from './publicReader.ts';

/** An answer is shared by all requests of this isolate for so long. */
const FRESH_MS = 5_000;
/** Answers are kept for this many wallets; the one asked for longest ago makes room. */
const KEPT = 500;

const kept = new Map<string, { readonly check: WalletCheck; readonly readAt: number }>();

export interface WalletRead extends Visitor {
  readonly clock: RoundClock;
  readonly address: Address;
  readonly now: number;
}

/**
 * A wallet's check for one request: this isolate's own, else from the holders that the rounds' object knows and the
 * stored wins, else what this isolate last knew. Null while no holders are known. Neither the lock nor the database
 * is asked for a network that asks too often.
 */
export async function readSharedWallet({ env, client, clock, address, now }: WalletRead): Promise<WalletCheck | null> {
  const known = kept.get(address);
  if (known !== undefined && now - known.readAt < FRESH_MS) return known.check;
  const standingOf = (wallet: Address) => withObjectLimit(roundsObject(env).wallet(wallet)).catch(noStanding);
  const read = publicReader({ env, client });
  const check = await read('rows', (db) => createReadWallet({ db, clock, standingOf })(address)).catch((error) => {
    if (known === undefined || !(error instanceof ApiFault)) throw error;
    return null;
  });
  if (check === null) return known?.check ?? null;
  kept.delete(address);
  kept.set(address, { check, readAt: now });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return check;
}

function noStanding(error: unknown): null {
  console.warn(`wallet: the rounds' object did not answer: ${error instanceof Error ? error.message : String(error)}`);
  return null;
}
