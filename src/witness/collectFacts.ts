import type { Address } from '../address/address.ts';
import type { WalletFound } from './amountAtSlot.ts';
import { type Comparison, leastHeld, outsiders, type Suspect } from './findSuspects.ts';
import type { Held } from './Reading.ts';

/** What was found out about the suspects of a comparison. */
export type Evidence = ReadonlyMap<Address, WalletFound>;

/** What is known of everybody who is in the list, or may belong there. */
export interface Facts {
  /** At the snapshot's slot, base units outside of frozen accounts. */
  readonly amounts: ReadonlyMap<Address, bigint>;
  /** Why somebody may not be in the draw. */
  readonly reasons: ReadonlyMap<Address, string>;
  /** Why nothing is known of somebody. */
  readonly unknown: ReadonlyMap<Address, string>;
}

const NOT_LOOKED_AT = 'its transactions were not looked at';
const NO_STANDING = 'what kind of account it is could not be read';

/** Puts together what the readings and the suspects' transactions say. */
export function collectFacts(comparison: Comparison, suspects: readonly Suspect[], evidence: Evidence): Facts {
  const { published, readings, standingOf } = comparison;
  const amounts = new Map<Address, bigint>();
  const reasons = new Map<Address, string>();
  const unknown = new Map<Address, string>();
  const doubted = (as: Suspect['as']) =>
    new Set(suspects.filter((suspect) => suspect.as === as).map(({ owner }) => owner));
  const heldBy = (owner: Address): readonly Held[] | null => {
    const found = evidence.get(owner);
    if (found?.kind === 'known') return found.held;
    unknown.set(owner, found?.why ?? NOT_LOOKED_AT);
    return null;
  };

  const entriesInDoubt = doubted('entry');
  for (const { owner, amount } of published.entries) {
    const standing = standingOf(owner);
    if (standing.kind === 'may-not') reasons.set(owner, standing.reason);
    if (standing.kind === 'unknown') unknown.set(owner, NO_STANDING);
    if (standing.kind === 'may-not-now') unknown.set(owner, sinceWhen(standing.reason));
    const held = entriesInDoubt.has(owner) ? heldBy(owner) : null;
    amounts.set(owner, held === null || held.some(({ free }) => free === amount) ? amount : leastOf(held));
  }
  const outsidersInDoubt = doubted('outside');
  const named = new Set(published.excluded.map(({ owner }) => owner));
  for (const owner of outsiders(comparison)) {
    const standing = standingOf(owner);
    if (standing.kind === 'unknown') unknown.set(owner, NO_STANDING);
    if (standing.kind === 'may-not-now' && !named.has(owner)) unknown.set(owner, sinceWhen(standing.reason));
    if (standing.kind !== 'may') continue;
    const found = evidence.get(owner);
    if (found?.kind === 'known' && found.doubt !== undefined) {
      unknown.set(owner, found.doubt);
      continue;
    }
    const held = outsidersInDoubt.has(owner) ? heldBy(owner) : [{ free: leastHeld(readings, owner) }];
    if (held !== null) amounts.set(owner, leastOf(held));
  }
  for (const owner of doubted('exclusion')) heldBy(owner);
  return { amounts, reasons, unknown };
}

const sinceWhen = (reason: string) => `${reason}, since when is not known`;
const leastOf = (held: readonly Pick<Held, 'free'>[]) =>
  held.map(({ free }) => free).reduce((least, each) => (each < least ? each : least));
