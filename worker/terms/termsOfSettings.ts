import type { Address } from '../../src/address/address.ts';
import { leadSeconds } from '../../src/protocol/timing.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import type { Settings } from '../settings/Settings.ts';

/** What the settings that make terms are read from: those that are announced next. */
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

/** What settings do not say of terms: their place among the announced ones. */
export interface TermsPlace extends Pick<Terms, 'terms' | 'from' | 'previous'> {
  /** The mint's own authorities: who can mint, freeze, or move tokens of others. */
  readonly authorities: readonly { readonly address: Address; readonly role: string }[];
}

/** The terms that are announced with these settings. */
export function termsOfSettings(settings: TermsSettings, { authorities, ...place }: TermsPlace): Terms {
  const { mint, pool, taxAuthority, taxWallet, adminWallet, clock, beacon, witnesses } = settings;
  const excluded = new Map<Address, string>([
    ...authorities.map(({ address, role }) => [address, role] as const),
    ...settings.excludedWallets.map(({ address, reason }) => [address, reason] as const),
    [adminWallet, 'admin wallet'],
    [taxAuthority.address, 'tax authority'],
    [taxWallet.address, 'tax wallet'],
    [pool.address, 'lottery pool'],
  ]);
  const operators = new Set(witnesses.map(({ operator }) => operator)).size;
  return {
    ...place,
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

/** By the text of the address: `localeCompare` would ask for a language. */
const byAddress = ([a]: readonly [Address, ...unknown[]], [b]: readonly [Address, ...unknown[]]) => (a < b ? -1 : 1);
