import type { Address } from '../address/address.ts';
import type { WalletFound } from './amountAtSlot.ts';
import { type Comparison, leastHeld, mostHeld, outsiders, type Suspect } from './findSuspects.ts';
import type { Held } from './Reading.ts';

/** What was found out about the suspects of a comparison. */
export type Evidence = ReadonlyMap<Address, WalletFound>;

/** What is known of each wallet that is in the list, or may belong there. */
export interface Facts {
  /** What the wallet is taken to have held at the snapshot's slot outside of frozen accounts, base units. */
  readonly amounts: ReadonlyMap<Address, bigint>;
  /** Why the wallet is not allowed in the draw. */
  readonly reasons: ReadonlyMap<Address, string>;
  /** Why nothing is known of the wallet. */
  readonly unknown: ReadonlyMap<Address, string>;
}

const NOT_LOOKED_AT = 'its transactions were not looked at';

/** Collects what the readings and the suspects' transactions say. */
export function collectFacts(comparison: Comparison, suspects: readonly Suspect[], evidence: Evidence): Facts {
  const { published, readings, reasonAgainst } = comparison;
  const amounts = new Map<Address, bigint>();
  const reasons = new Map<Address, string>();
  const unknown = new Map<Address, string>();
  const doubted = new Set(suspects.map(({ owner }) => owner));
  const heldBy = (owner: Address): readonly Held[] | null => {
    const found = evidence.get(owner);
    if (found?.kind === 'known') return found.held;
    unknown.set(owner, found?.why ?? NOT_LOOKED_AT);
    return null;
  };
  /** The amount of a wallet that stays in the list: the published one, or the threshold if that is higher. */
  const asListed = (amount: bigint) => (amount < published.threshold ? published.threshold : amount);

  for (const { owner, amount } of published.entries) {
    const reason = reasonAgainst(owner);
    if (reason !== null) reasons.set(owner, reason);
    const held = doubted.has(owner) ? heldBy(owner) : [];
    // In a list of the n largest, the published amount decides who is in it. Other lists only show the amount.
    if (held === null || held.some(({ free }) => published.top > 0 && free === amount))
      amounts.set(owner, asListed(amount));
    else if (held.length > 0) amounts.set(owner, published.top > 0 ? leastOf(held) : mostOf(held));
    else amounts.set(owner, published.top > 0 ? asListed(amount) : mostHeld(readings, owner));
  }
  for (const owner of outsiders(comparison)) {
    if (reasonAgainst(owner) !== null) continue;
    const held = doubted.has(owner) ? heldBy(owner) : [{ free: leastHeld(readings, owner) }];
    if (held !== null) amounts.set(owner, leastOf(held));
  }
  return { amounts, reasons, unknown };
}

type Free = readonly Pick<Held, 'free'>[];
const leastOf = (held: Free) => held.map(({ free }) => free).reduce((least, each) => (each < least ? each : least));
const mostOf = (held: Free) => held.map(({ free }) => free).reduce((most, each) => (each > most ? each : most));
