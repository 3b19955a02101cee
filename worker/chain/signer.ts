import { Keypair, PublicKey } from '@solana/web3.js';
import type { Address } from '../../src/address/address.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { BeaconNetwork } from '../../src/protocol/terms/beaconNetwork.ts';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../src/protocol/terms/lock.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { RecentBlockhash } from './readChain.ts';
import {
  guardAddress,
  guardInstructions,
  memoInstruction,
  prizeInstructions,
  type SignedTransaction,
  signTransaction,
} from './transactions.ts';

/** The stored round contradicts itself or these settings: nothing was signed. */
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
  /** Rent of the guard's one byte, lamports. */
  readonly guardRent: bigint;
}

/**
 * The only holder of the pool's key. It takes a round, not instructions: it repeats root, rules, prizes, beacon check
 * and draw from the stored round, and refuses whatever differs.
 */
export interface Signer {
  readonly wallet: Address;
  signCommitment(round: StoredRound, context: SigningContext): SignedTransaction;
  signPayout(round: StoredRound, context: SigningContext): Promise<SignedTransaction>;
}

export interface SignerInput {
  readonly secretKey: Uint8Array;
  readonly wallet: Address;
  readonly mint: Address;
  readonly beacon: BeaconNetwork;
}

export function createSigner({ secretKey, wallet, mint, beacon }: SignerInput): Signer {
  const pool = Keypair.fromSecretKey(secretKey);
  if (pool.publicKey.toBase58() !== wallet) throw new SignerRefusal('the pool key does not belong to the pool wallet');

  /**
   * The lock, and how its own version of the rules computes it. Throws a SignerRefusal, and `UnknownRules` of a newer
   * deployment.
   */
  function checkedLock({ record, documents }: StoredRound): { readonly lock: LockRecord; readonly protocol: Protocol } {
    const { lock } = record;
    if (lock === null) throw new SignerRefusal(`round ${record.round} has no lock`);
    if (lock.round !== record.round || lock.endsAt !== record.endsAt)
      throw new SignerRefusal(`round ${record.round}: lock of another round`);
    if (documents.rules.mint !== mint) throw new SignerRefusal(`round ${record.round}: locked for another mint`);
    if (lock.beacon.publicKey !== beacon.publicKey)
      throw new SignerRefusal(`round ${record.round}: locked for another beacon`);
    const protocol = protocolOf(lock.rules);
    if (!protocol.isFaithful(lock, documents))
      throw new SignerRefusal(`round ${record.round}: entries, rules or prizes do not match the lock`);
    return { lock, protocol };
  }

  return {
    wallet,
    signCommitment(round, { blockhash, computePrice }) {
      const { lock } = checkedLock(round);
      if (round.record.state !== 'locked')
        throw new SignerRefusal(`round ${lock.round} is ${round.record.state}, not locked`);
      return signTransaction(pool, {
        blockhash,
        computePrice,
        instructions: [memoInstruction(pool.publicKey, lock.memo)],
      });
    },
    async signPayout(round, { blockhash, computePrice, guardRent }) {
      const { lock, protocol } = checkedLock(round);
      const { record, documents, winners } = round;
      if (record.state !== 'drawn' || record.drawn === null)
        throw new SignerRefusal(`round ${lock.round} is ${record.state}, not drawn`);
      const { signature, randomness } = record.drawn;
      if (
        !protocol.verifyBeacon(lock.beacon, lock.beaconRound, signature) ||
        protocol.beaconRandomness(signature) !== randomness
      ) {
        throw new SignerRefusal(`round ${lock.round}: the stored beacon is not valid`);
      }
      const drawn = protocol.placeWinners(lock, documents.leaves, randomness);
      if (!isSame(drawn, winners))
        throw new SignerRefusal(`round ${lock.round}: the stored winners are not the drawn ones`);
      const seed = protocol.guardSeed(lock.endsAt);
      const guard = new PublicKey(await guardAddress(wallet, seed));
      return signTransaction(pool, {
        blockhash,
        computePrice,
        instructions: [
          ...guardInstructions(pool.publicKey, guard, seed, guardRent),
          ...prizeInstructions(pool.publicKey, drawn),
          memoInstruction(pool.publicKey, protocol.payoutMemo({ ...lock, winners: drawn.length })),
        ],
      });
    },
  };
}

function isSame(a: readonly PlacedWinner[], b: readonly PlacedWinner[]): boolean {
  const text = (winners: readonly PlacedWinner[]) =>
    winners.map((w) => `${w.place} ${w.address} ${w.lamports}`).join('\n');
  return a.length > 0 && text(a) === text(b);
}
