import type { Address } from '../../src/address/address.ts';
import { leadSeconds } from '../../src/protocol/timing.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import type { Settings } from '../settings/Settings.ts';

/** The settings from which the next terms are made. */
export type TermsSettings = Pick<
  Settings,
  | 'mint'
  | 'pool'
  | 'taxAuthority'
  | 'taxWallet'
  | 'adminWallet'
  | 'clock'
  | 'drawTopHolders'
  | 'beacon'
  | 'excludedWallets'
  | 'witnesses'
>;

/**
 * What terms need and no setting says: their number, their first round, the terms before them, and what is on chain.
 */
export interface TermsLink extends Pick<Terms, 'terms' | 'from' | 'previous'> {
  /** The mint's own authorities: who can mint, freeze, or move tokens of others. */
  readonly authorities: readonly { readonly address: Address; readonly role: string }[];
  /** The pool wallets of earlier terms. GOD that is left in them belongs to the lottery, and takes part in no draw. */
  readonly formerPools?: readonly Address[];
}

/** The wallets that these settings keep out of every draw, with their roles. */
export function knownExclusions(
  settings: Pick<TermsSettings, 'mint' | 'excludedWallets' | 'adminWallet' | 'taxAuthority' | 'taxWallet' | 'pool'>,
  authorities: TermsLink['authorities'],
): Map<Address, string> {
  return new Map<Address, string>([
    ...authorities.map(({ address, role }) => [address, role] as const),
    ...settings.excludedWallets.map(({ address, reason }) => [address, reason] as const),
    [settings.adminWallet, 'admin wallet'],
    [settings.taxAuthority.address, 'tax authority'],
    [settings.taxWallet.address, 'tax wallet'],
    [settings.pool.address, 'lottery pool'],
    // Anybody can make the mint the owner of an account, and no verifier accepts the mint as an entry.
    [settings.mint, 'the token itself'],
  ]);
}

/** The terms that these settings announce. */
export function termsOfSettings(settings: TermsSettings, { authorities, formerPools = [], ...link }: TermsLink): Terms {
  const { mint, pool, taxAuthority, clock, beacon, witnesses } = settings;
  const excluded = new Map<Address, string>([
    ...formerPools.map((address) => [address, 'former lottery pool'] as const),
    ...knownExclusions(settings, authorities),
  ]);
  const operators = new Set(witnesses.map(({ operator }) => operator)).size;
  return {
    ...link,
    ...{ mint, authority: taxAuthority.address, pool: pool.address },
    ...{ genesis: clock.genesisTime, length: clock.roundSeconds },
    ...{ lock: clock.entryLockSeconds, lead: leadSeconds(clock.entryLockSeconds) },
    threshold: CURRENT_RULES.threshold.toString(),
    top: settings.drawTopHolders,
    share: Number(CURRENT_RULES.poolPercent),
    places: CURRENT_RULES.placePercents.map(Number),
    drand: { publicKey: beacon.publicKey, genesis: beacon.genesisTime, period: beacon.periodSeconds },
    excluded: [...excluded].toSorted(byAddress),
    watchers: witnesses.map(({ address, name, operator }) => [address, name, operator] as const).toSorted(byAddress),
    quorum: operators === 0 ? 0 : Math.floor(operators / 2) + 1,
  };
}

/** Sorted by the characters of the address: `localeCompare` would depend on a language. */
const byAddress = ([a]: readonly [Address, ...unknown[]], [b]: readonly [Address, ...unknown[]]) => (a < b ? -1 : 1);
