import type { Address } from '../address/address.ts';
import type { Entry, Exclusion } from '../protocol/terms/entries.ts';
import type { Protocol } from '../protocol/terms/Protocol.ts';
import { heldAt, type Reading } from './Reading.ts';

/** A round's list as the lottery published it with the lock. */
export interface PublishedList {
  readonly slot: number;
  readonly entries: readonly Entry[];
  readonly excluded: readonly Exclusion[];
  /** Base units: a wallet that holds less is not in the draw. */
  readonly threshold: bigint;
  /** 0 for everyone, else only the n largest. */
  readonly top: number;
}

/** What a watcher compares. */
export interface Comparison {
  readonly protocol: Pick<Protocol, 'largest' | 'selectEntries'>;
  readonly published: PublishedList;
  /** One reading from before the lock, and one from after the list appeared. One of the two may be missing. */
  readonly readings: readonly Reading[];
  /** Why a wallet is not allowed in the draw, by its role or its bytes; null if it is allowed. */
  readonly reasonAgainst: (owner: Address) => string | null;
}

/** A wallet for which no reading confirms what the list says of it: its transactions have to show the truth. */
export interface Suspect {
  readonly owner: Address;
  /** What the wallet must have held for the list to be right, base units; 0 for a wallet that is not in the list. */
  readonly claimed: bigint;
}

/**
 * The wallets for which no reading confirms what the list says: that they are in, or that they are out. It is enough if
 * one of the readings confirms it, because people trade between two readings. In a list of the n largest, the published
 * amount must be that of the reading; in other lists, the reading must only show enough. Throws a RangeError without a
 * reading.
 */
export function findSuspects(comparison: Comparison): Suspect[] {
  const { published, readings, reasonAgainst } = comparison;
  if (readings.length === 0) throw new RangeError('nothing was read that a list could be compared with');
  const isCut = published.top > 0;
  const entries = published.entries.filter(({ owner, amount }) => {
    const fits = readings.some((reading) => {
      const { free } = heldAt(reading, owner);
      return free >= published.threshold && (!isCut || free === amount);
    });
    return !fits && reasonAgainst(owner) === null;
  });
  const isRightlyOut = outsideOf(comparison);
  return [
    ...entries.map(({ owner, amount }): Suspect => ({ owner, claimed: isCut ? amount : published.threshold })),
    ...[...outsiders(comparison)]
      .filter((owner) => !isRightlyOut(owner))
      .map((owner): Suspect => ({ owner, claimed: 0n })),
  ];
}

/** All wallets that held enough in every reading and are not among the entries. */
export function outsiders({ published, readings }: Comparison): Set<Address> {
  const inside = new Set(published.entries.map(({ owner }) => owner));
  const seen = new Set(readings.flatMap(({ accounts }) => [...accounts.keys()]));
  const hasEnough = (owner: Address) => readings.every((reading) => heldAt(reading, owner).free >= published.threshold);
  return new Set([...seen].filter((owner) => !inside.has(owner) && hasEnough(owner)));
}

/** The least that a wallet had outside of frozen accounts in any reading. */
export function leastHeld(readings: readonly Reading[], owner: Address): bigint {
  return heldIn(readings, owner).reduce((least, amount) => (amount < least ? amount : least));
}

/** The most that a wallet had outside of frozen accounts in any reading. */
export function mostHeld(readings: readonly Reading[], owner: Address): bigint {
  return heldIn(readings, owner).reduce((most, amount) => (amount > most ? amount : most));
}

function heldIn(readings: readonly Reading[], owner: Address): readonly bigint[] {
  return readings.map((reading) => heldAt(reading, owner).free);
}

/**
 * Makes a function that answers whether an outsider is rightly out: because it is not allowed in the draw, or because
 * the least that it held is too little to be among the n largest.
 */
function outsideOf({ protocol, published, readings, reasonAgainst }: Comparison): (owner: Address) => boolean {
  const { entries, top } = published;
  const last = entries.length >= top ? protocol.largest(entries, top).at(-1) : undefined;
  return (owner) => {
    if (reasonAgainst(owner) !== null) return true;
    if (last === undefined) return false;
    const outsider = { owner, amount: leastHeld(readings, owner) as Entry['amount'] };
    return protocol.largest([last, outsider], 1)[0] === last;
  };
}
