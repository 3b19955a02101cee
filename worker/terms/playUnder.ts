import type { Address } from '../../src/address/address.ts';
import { type GodUnits, godUnits } from '../../src/money/god.ts';
import { arithmeticWith } from '../../src/protocol/arithmeticOf.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import type { RoundClock } from '../../src/round/clock.ts';
import type { Terms } from '../../src/terms/Terms.ts';
import type { Settings } from '../settings/Settings.ts';
import type { TermsFor } from './TermsBook.ts';

/** Who may be in a draw, by the terms in force. */
export interface EntryRules {
  readonly mint: Address;
  readonly threshold: GodUnits;
  readonly top: number;
  readonly excluded: ReadonlyMap<Address, string>;
}

/** Everything by which a round is played, from the terms in force for it. */
export interface Play extends Pick<Settings, 'beacon'> {
  readonly hash: string;
  readonly terms: Terms;
  readonly wallet: Address;
  /** The version of the rules whose shares the terms name. */
  readonly protocol: Protocol;
  readonly clock: RoundClock;
  readonly entries: EntryRules;
}

export type PlayResult =
  | { readonly kind: 'play'; readonly play: Play }
  /** The round must not be played. `why` says why, in one or two sentences. */
  | { readonly kind: 'no play'; readonly why: string };

type Own = Pick<Settings, 'mint' | 'taxAuthority' | 'pool' | 'oldPools' | 'clock' | 'beacon'>;

/**
 * What a round is played by, if its terms are known and this deployment has the key of their pool wallet. Otherwise why
 * it must not be played.
 */
export function playUnder(settings: Own, of: TermsFor): PlayResult {
  const none = (why: string): PlayResult => ({ kind: 'no play', why });
  if (of.kind === 'none')
    return none('No announced terms hold for this round. Announce some with "npm run setup" or "npm run terms".');
  if (of.kind === 'unknown') return none(`Its terms cannot be read: ${of.why}.`);
  const { terms, hash } = of;
  const fixed = fixedProblems(settings, terms);
  if (fixed.length > 0)
    return none(
      `${fixed.join(', ')}: these differ from the lottery's terms, and no later terms can change them. Set them back.`,
    );
  if (!holdsKey(settings, terms.pool))
    return none(
      `Its terms name the pool wallet ${terms.pool}, and neither POOL_SECRET_KEY nor OLD_POOL_SECRET_KEYS has its key.`,
    );
  const version = arithmeticWith(terms)?.version;
  if (version === undefined) return none('Its terms name shares that no version of the rules known here has.');
  return {
    kind: 'play',
    play: {
      ...{ hash, terms, wallet: terms.pool, protocol: protocolOf(version), beacon: settings.beacon },
      clock: { ...settings.clock, entryLockSeconds: terms.lock },
      entries: {
        ...{ mint: terms.mint, threshold: godUnits(BigInt(terms.threshold)), top: terms.top },
        excluded: new Map(terms.excluded),
      },
    },
  };
}

/** Whether this deployment can sign for a pool wallet. */
export function holdsKey({ pool, oldPools }: Pick<Settings, 'pool' | 'oldPools'>, wallet: Address): boolean {
  return [pool, ...oldPools].some(({ address }) => address === wallet);
}

/** The names of settings that differ from the terms although they may never change in a lottery. */
function fixedProblems({ mint, taxAuthority, clock, beacon }: Own, terms: Terms): string[] {
  const pairs: readonly (readonly [name: string, own: string | number, theirs: string | number])[] = [
    ['GOD_MINT', mint, terms.mint],
    ['TAX_AUTHORITY_SECRET_KEY', taxAuthority.address, terms.authority],
    ['GENESIS_TIME', clock.genesisTime, terms.genesis],
    ['ROUND_SECONDS', clock.roundSeconds, terms.length],
    ['DRAND_PUBLIC_KEY', beacon.publicKey, terms.drand.publicKey],
    ['DRAND_GENESIS', beacon.genesisTime, terms.drand.genesis],
    ['DRAND_PERIOD', beacon.periodSeconds, terms.drand.period],
  ];
  return pairs.flatMap(([name, own, theirs]) => (own === theirs ? [] : [name]));
}
