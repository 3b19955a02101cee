import type { RulesVersion } from '../protocol/terms/RulesVersion.ts';
import { VERSIONS } from '../protocol/versions.ts';
import type { Terms } from './Terms.ts';

/**
 * The version of the rules that terms are played by: the newest with their share and their places. Terms that were announced
 * under an older version keep it, whatever versions come later. Undefined for terms of no version that is known here.
 */
export function rulesOf(
  { share, places }: Pick<Terms, 'share' | 'places'>,
  versions: readonly RulesVersion[] = VERSIONS,
): RulesVersion | undefined {
  return versions.findLast(
    ({ poolPercent, placePercents }) => BigInt(share) === poolPercent && places.join() === placePercents.join(),
  );
}
