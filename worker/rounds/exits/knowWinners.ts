import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import type { LockRecord, PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { DrawnBeacon, RoundRecord } from '../../../src/round/record.ts';
import { readDocuments } from '../../store/views/rounds/roundDocuments.ts';
import { winnersOfRound } from '../../store/views/rounds/winners.ts';
import type { RoundContext } from '../context.ts';

/** How long a relay may take to answer: a person waits for the result. */
const PATIENCE_MS = 5_000;

/** The winners of a committed round and their beacon; or a sentence that says why they cannot be known now. */
export type KnownWinners =
  | { readonly kind: 'known'; readonly winners: readonly PlacedWinner[]; readonly beacon: DrawnBeacon }
  | { readonly kind: 'unknown'; readonly sentence: string };

/**
 * Computes a held round's winners from its documents and its beacon, and compares them with the stored winners if the
 * round is drawn.
 */
export async function knowWinners(
  { db, fetchBeacon, now }: Pick<RoundContext, 'db' | 'fetchBeacon' | 'now'>,
  { round, drawn }: Pick<RoundRecord, 'round' | 'drawn'>,
  lock: LockRecord,
): Promise<KnownWinners> {
  const unknown = (sentence: string): KnownWinners => ({ kind: 'unknown', sentence });
  const protocol = knownProtocol(lock.rules);
  if (protocol === null)
    return unknown(`Its rules, version ${lock.rules}, are not known here. Deploy a newer version.`);
  const documents = await readDocuments(db, round);
  if (documents === null || !protocol.isFaithful(lock, documents))
    return unknown('Its stored entries, rules or prizes do not match its commitment. Restore them first.');
  const dueAt = protocol.beaconTime(lock.beacon, lock.beaconRound) * 1000;
  if (drawn === null && dueAt - now() > PATIENCE_MS)
    return unknown(`Its beacon is due at ${new Date(dueAt).toISOString()}. Try again then.`);
  const question = { protocol, network: lock.beacon, round: lock.beaconRound, patienceMs: PATIENCE_MS };
  const beacon = drawn ?? (await fetchBeacon(question));
  if (beacon === null) return unknown('No relay has its beacon. Try again when one has.');
  const isGenuine =
    protocol.verifyBeacon(lock.beacon, lock.beaconRound, beacon.signature) &&
    protocol.beaconRandomness(beacon.signature) === beacon.randomness;
  if (!isGenuine) return unknown('Its stored beacon is not valid. Restore it first.');
  const winners = protocol.placeWinners(lock, documents.list, beacon.randomness);
  if (drawn !== null && written(winners) !== written(await winnersOfRound(db, round)))
    return unknown('Its stored winners are not the drawn ones. Restore them first.');
  return { kind: 'known', winners, beacon };
}

const written = (winners: readonly PlacedWinner[]) =>
  winners.map(({ place, address, lamports }) => `${place} ${address} ${lamports}`).join('\n');
