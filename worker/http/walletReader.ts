import type { Address } from '../../src/address/address.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { errorText } from '../../src/errorText.ts';
import { type RoundClock, roundAt, roundLocksAt } from '../../src/round/clock.ts';
import { createReadWallet } from '../answers/rounds/readWallet.ts';
import { roundsObject, withObjectLimit } from '../objects/stubs.ts';
import { ofIsolate } from '../ofIsolate.ts';
import { ApiFault } from './fault.ts';
import { publicReader, type Visitor } from './publicReader.ts';

/** All requests of this isolate share an answer for this long. */
const FRESH_MS = 5_000;
/** The same while a lock is due and not made yet: the lock may change the answer at any moment. */
const LOCKING_MS = 1_000;
/** Answers are kept for this many wallets. */
const KEPT = 500;

interface Kept {
  readonly check: WalletCheck;
  /** Unix milliseconds. */
  readonly readAt: number;
}

const keptOf = ofIsolate(() => new Map<string, Kept>());

export interface WalletRead extends Visitor {
  readonly clock: RoundClock;
  readonly address: Address;
  readonly now: number;
}

/**
 * A wallet's check: this isolate's answer while it is fresh, or else a new one. If a new one cannot be had now, this
 * isolate's older answer. Without an older answer: null while the holders are unknown, and an ApiFault when the read is
 * refused. A visitor's network that asks too often reaches neither object nor database.
 */
export async function readSharedWallet({ env, client, clock, address, now }: WalletRead): Promise<WalletCheck | null> {
  const kept = keptOf(env);
  const known = kept.get(address);
  if (known !== undefined && isFresh(known, clock, now)) return known.check;
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

/** An answer about another round is never fresh. */
function isFresh({ check, readAt }: Kept, clock: RoundClock, now: number): boolean {
  const round = roundAt(clock, now / 1000);
  const isSameRound = roundAt(clock, readAt / 1000) === round;
  const locksAt = roundLocksAt(clock, round) * 1000;
  const isLocking = now >= locksAt && check.lockedRound !== round;
  return isSameRound && now - readAt < (isLocking ? LOCKING_MS : FRESH_MS);
}

function noStanding(error: unknown): null {
  console.warn(`wallet: the rounds' object did not answer: ${errorText(error)}`);
  return null;
}
