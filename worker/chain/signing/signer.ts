import { Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { Address } from '../../../src/address/address.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { BeaconNetwork } from '../../../src/protocol/terms/beaconNetwork.ts';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { Payouts } from '../../../src/round/payouts.ts';
import type { DrawnBeacon, RoundRecord } from '../../../src/round/record.ts';
import type { RecentBlockhash } from '../accounts/readChain.ts';
import {
  type DraftTransaction,
  draftUnsigned,
  markInstructions,
  memoInstruction,
  prizeInstructions,
  type SignedTransaction,
  signTransaction,
} from './transactions.ts';

interface CommitDetails {
  readonly lock: LockRecord;
  /** Rent of a mark's one byte, lamports. */
  readonly markRent: bigint;
}

/** The instructions of a commitment: its mark, and the memo. */
export function commitInstructions(pool: PublicKey, { lock, markRent }: CommitDetails): TransactionInstruction[] {
  const seed = protocolOf(lock.rules).commitSeed(lock.endsAt);
  return [...markInstructions(pool, seed, markRent), memoInstruction(pool, lock.memo)];
}

interface PayoutDetails extends CommitDetails {
  readonly winners: readonly PlacedWinner[];
}

/** The instructions of a payout: its mark, all prizes in the order of their places, and the memo. */
export function payoutInstructions(
  pool: PublicKey,
  { lock, winners, markRent }: PayoutDetails,
): TransactionInstruction[] {
  const protocol = protocolOf(lock.rules);
  return [
    ...markInstructions(pool, protocol.payoutSeed(lock.endsAt), markRent),
    ...prizeInstructions(pool, winners),
    memoInstruction(pool, protocol.payoutMemo({ ...lock, winners: winners.length })),
  ];
}

/** What was to be signed contradicts itself, the settings or the chain, or cannot be checked: nothing was signed. */
export class SignerRefusal extends Error {
  override readonly name = 'SignerRefusal';
}

export interface StoredRound {
  readonly record: RoundRecord;
  readonly documents: LockDocuments;
  readonly winners: readonly PlacedWinner[];
}

export interface SigningContext {
  readonly blockhash: RecentBlockhash;
  readonly computePrice: number;
  readonly markRent: bigint;
}

/**
 * The only code of the worker that signs with the pool's key. It takes a round, not instructions: it computes root,
 * rules, prizes and draw again, checks the beacon, and refuses when anything differs. It signs nothing for a rehearsal.
 */
export interface Signer {
  signCommitment(round: StoredRound, context: SigningContext): SignedTransaction;
  signPayout(round: StoredRound, context: SigningContext): SignedTransaction;
  /** The transaction that would be signed, unsigned; for a rehearsal only. */
  draftCommitment(round: StoredRound, context: SigningContext): DraftTransaction;
  draftPayout(round: StoredRound, beacon: DrawnBeacon, context: SigningContext): DraftTransaction;
}

export interface PoolKey {
  readonly address: Address;
  readonly secretKey: Uint8Array;
}

export interface SignerInput {
  /** The pool wallets whose keys are here. A round is signed by the wallet that its lock names. */
  readonly wallets: readonly PoolKey[];
  readonly beacon: BeaconNetwork;
}

/** Throws a SignerRefusal when a key is not that of its wallet. */
export function createSigner({ wallets, beacon }: SignerInput): Signer {
  const keys = new Map<Address, Keypair>();
  for (const { address, secretKey } of wallets) {
    const pair = Keypair.fromSecretKey(secretKey);
    if (pair.publicKey.toBase58() !== address)
      throw new SignerRefusal('the pool key does not belong to the pool wallet');
    keys.set(address, pair);
  }
  function keyOf({ wallet, round }: LockRecord): Keypair {
    const pair = keys.get(wallet);
    if (pair === undefined) throw new SignerRefusal(`round ${round}: the key of its pool wallet ${wallet} is not here`);
    return pair;
  }
  const checked = (round: StoredRound, payouts: 'live' | 'shadow') => checkRound(round, { beacon, payouts });

  return {
    signCommitment(round, context) {
      const { lock } = checked(round, 'live');
      mustBe(round, 'locked');
      const pool = keyOf(lock);
      const { markRent } = context;
      return signTransaction(pool, {
        ...context,
        instructions: commitInstructions(pool.publicKey, { lock, markRent }),
      });
    },
    signPayout(round, context) {
      const { lock, winnersOf } = checked(round, 'live');
      const { drawn } = mustBe(round, 'drawn');
      if (drawn === null) throw new SignerRefusal(`round ${lock.round} has no beacon`);
      const pool = keyOf(lock);
      const winners = winnersOf(drawn);
      if (text(winners) !== text(round.winners) || winners.length === 0)
        throw new SignerRefusal(`round ${lock.round}: the stored winners are not the drawn ones`);
      const instructions = payoutInstructions(pool.publicKey, { lock, winners, markRent: context.markRent });
      return signTransaction(pool, { ...context, instructions });
    },
    draftCommitment(round, context) {
      const { lock } = checked(round, 'shadow');
      const pool = keyOf(lock);
      const instructions = commitInstructions(pool.publicKey, { lock, markRent: context.markRent });
      return draftUnsigned(pool.publicKey, { ...context, instructions });
    },
    draftPayout(round, drawn, context) {
      const { lock, winnersOf } = checked(round, 'shadow');
      const pool = keyOf(lock);
      const details = { lock, winners: winnersOf(drawn), markRent: context.markRent };
      const instructions = payoutInstructions(pool.publicKey, details);
      return draftUnsigned(pool.publicKey, { ...context, instructions });
    },
  };
}

function mustBe({ record }: StoredRound, state: 'locked' | 'drawn') {
  if (record.state === state) return record;
  throw new SignerRefusal(`round ${record.round} is ${record.state}, not ${state}`);
}

const text = (winners: StoredRound['winners']) =>
  winners.map(({ place, address, lamports }) => `${place} ${address} ${lamports}`).join('\n');

interface Terms {
  readonly beacon: BeaconNetwork;
  readonly payouts: Payouts;
}

interface CheckedRound {
  readonly lock: LockRecord;
  /** The winners whom a beacon draws. Throws a SignerRefusal when the beacon is not the round's own. */
  readonly winnersOf: (drawn: DrawnBeacon) => readonly PlacedWinner[];
}

/**
 * Computes a stored round again by its own rules. Throws a SignerRefusal when anything differs, and `UnknownRules` for
 * rules that this code does not have.
 */
function checkRound({ record, documents }: StoredRound, { beacon, payouts }: Terms): CheckedRound {
  const { lock, round } = record;
  const refuse = (why: string) => new SignerRefusal(`round ${round}: ${why}`);
  if (record.payouts !== payouts)
    throw refuse(payouts === 'live' ? 'it is a rehearsal, for which nothing is signed' : 'it is no rehearsal');
  if (lock === null) throw new SignerRefusal(`round ${round} has no lock`);
  if (lock.round !== round || lock.endsAt !== record.endsAt) throw refuse('its lock is of another round');
  if (lock.beacon.publicKey !== beacon.publicKey) throw refuse('it was locked for another beacon');
  const protocol = protocolOf(lock.rules);
  if (!protocol.isFaithful(lock, documents)) throw refuse('entries, rules or prizes do not match the lock');
  return {
    lock,
    winnersOf({ signature, randomness }) {
      const isValid =
        protocol.verifyBeacon(lock.beacon, lock.beaconRound, signature) &&
        protocol.beaconRandomness(signature) === randomness;
      if (!isValid) throw refuse('the stored beacon is not valid');
      return protocol.placeWinners(lock, documents.list, randomness);
    },
  };
}
