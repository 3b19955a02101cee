import type { Address } from '../address/address.ts';
import type { Entry, Exclusion } from '../protocol/terms/entries.ts';
import type { Protocol } from '../protocol/terms/Protocol.ts';
import { type Held, heldAt, type Reading } from './Reading.ts';

/** A round's list as the lottery published it with the lock. */
export interface PublishedList {
  readonly slot: number;
  readonly entries: readonly Entry[];
  readonly excluded: readonly Exclusion[];
  /** 0 for everyone, else only the n largest. */
  readonly top: number;
}

/**
 * Whether a wallet may be in the draw, whatever it holds. `unknown`: that could not be found out. `may-not-now`: it has
 * a key whose account is a program's now, and may have been a wallet when the lottery looked.
 */
export type Standing =
  | { readonly kind: 'may' | 'unknown' }
  | { readonly kind: 'may-not' | 'may-not-now'; readonly reason: string };

/** What a watcher compares. */
export interface Comparison {
  readonly protocol: Pick<Protocol, 'threshold' | 'largest' | 'selectEntries'>;
  readonly published: PublishedList;
  /** One taken before the lock, one after it appeared; one of them may be missing, not both. */
  readonly readings: readonly Reading[];
  readonly standingOf: (owner: Address) => Standing;
}

/** A wallet whose published place fits neither reading: its transactions have to say. */
export interface Suspect {
  readonly owner: Address;
  /** `entry`: its amount. `outside`: it may belong among the entries. `exclusion`: the amount it is excluded with. */
  readonly as: 'entry' | 'outside' | 'exclusion';
}

/**
 * The wallets that fit no reading. Between two readings people trade, so whoever is published as either of them shows
 * is fine. Throws a RangeError without a reading.
 */
export function findSuspects(comparison: Comparison): Suspect[] {
  const { published, readings } = comparison;
  if (readings.length === 0) throw new RangeError('nothing was read that a list could be held against');
  const fits = (owner: Address, isIt: (held: Held) => boolean) =>
    readings.some((reading) => isIt(heldAt(reading, owner)));
  const entries = published.entries.filter(({ owner, amount }) => !fits(owner, ({ free }) => free === amount));
  const exclusions = published.excluded.filter(
    ({ owner, amount }) => !fits(owner, ({ free, frozen }) => free + frozen === amount),
  );
  const isRightlyOut = outsideOf(comparison);
  return [
    ...entries.map(({ owner }): Suspect => ({ owner, as: 'entry' })),
    ...[...outsiders(comparison)]
      .filter((owner) => !isRightlyOut(owner))
      .map((owner): Suspect => ({ owner, as: 'outside' })),
    ...exclusions.map(({ owner }): Suspect => ({ owner, as: 'exclusion' })),
  ];
}

/** Everybody who is not among the entries and held enough in every reading. */
export function outsiders({ protocol, published, readings }: Comparison): Set<Address> {
  const [first, ...others] = readings;
  const inside = new Set(published.entries.map(({ owner }) => owner));
  const hasEnough = (reading: Reading, owner: Address) => heldAt(reading, owner).free >= protocol.threshold;
  const found = new Set<Address>();
  for (const owner of first?.accounts.keys() ?? []) {
    if (inside.has(owner) || (first !== undefined && !hasEnough(first, owner))) continue;
    if (others.every((reading) => hasEnough(reading, owner))) found.add(owner);
  }
  return found;
}

/** The least that a wallet had outside of frozen accounts in any reading. */
export function leastHeld(readings: readonly Reading[], owner: Address): bigint {
  const [first = 0n, ...others] = readings.map((reading) => heldAt(reading, owner).free);
  return others.reduce((least, amount) => (amount < least ? amount : least), first);
}

/** Tells whether an outsider is rightly out: it may not be in, or with the least that it held it is cut off. */
function outsideOf({ protocol, published, readings, standingOf }: Comparison): (owner: Address) => boolean {
  const { entries, top } = published;
  const last = top > 0 && entries.length >= top ? protocol.largest(entries, top).at(-1) : undefined;
  return (owner) => {
    const { kind } = standingOf(owner);
    if (kind === 'may-not' || kind === 'may-not-now') return true;
    if (last === undefined) return false;
    const outsider = { owner, amount: leastHeld(readings, owner) as Entry['amount'] };
    return protocol.largest([last, outsider], 1)[0] === last;
  };
}
