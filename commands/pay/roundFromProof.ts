import { parseAddress } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { knownProtocol } from '../../src/protocol/protocolOf.ts';
import type { FixRoundInput, LockDocuments, LockRecord } from '../../src/protocol/terms/lock.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';

/** A committed round, computed anew from what the lottery has published of it. */
export interface PublishedRound {
  readonly lock: LockRecord;
  readonly documents: LockDocuments;
  readonly protocol: Protocol;
}

/**
 * Computes a round's lock from its published entries, rules and pool balance. The memo that follows from the lock must
 * be the memo of the commitment. Throws an Error with a sentence when something is missing or does not match.
 */
export function roundFromProof(
  proof: Proof,
  { wallet, beacon, lockSeconds }: Pick<FixRoundInput, 'wallet' | 'beacon' | 'lockSeconds'>,
): PublishedRound {
  const { roundNumber, rules, snapshot, prize, commitment } = proof;
  if (rules === null || snapshot === null || prize === null || commitment === null)
    throw new Error(`Round ${roundNumber} was not committed, or its record is not stored: this command cannot pay it.`);
  if (commitment.wallet !== wallet)
    throw new Error(
      `Round ${roundNumber} is of the pool wallet ${commitment.wallet}, and the key is that of ${wallet}.`,
    );
  const protocol = knownProtocol(rules.rules);
  if (protocol === null) throw new Error(`Rules version ${rules.rules} is not known here. Use a newer version.`);
  const entries = snapshot.entries.map((owner, index) => {
    const parsed = parseAddress(owner);
    if (parsed === null) throw new Error(`${owner} is no address.`);
    return { owner: parsed, amount: godUnits(BigInt(snapshot.amounts[index] ?? 0)) };
  });
  const documents = { list: protocol.joinList(entries), rules };
  const lock = protocol.fixRound({
    ...{ round: roundNumber, endsAt: Date.parse(proof.endsAt) / 1000, takenAt: Date.parse(snapshot.takenAt) },
    ...{ lockSeconds, wallet, slot: snapshot.slot, ...documents, beacon },
    pool: lamports(BigInt(prize.poolLamports)),
  });
  if (lock.memo !== commitment.memo)
    throw new Error(`What is published of round ${roundNumber} does not match its commitment. The round is not paid.`);
  return { lock, documents, protocol };
}
