import { describeFailure } from '../chain/askChain.ts';
import { type Hour, isPromised } from '../check/Hour.ts';

/** Whether the site's list of rounds agrees with the marks of the hours, and a sentence about it. */
export interface SiteFinding {
  readonly isWhole: boolean;
  readonly text: string;
}

/** The states of the rounds that a site lists, by the round's number; a sentence when the list cannot be read. */
export type SiteList = ReadonlyMap<number, string> | string;

/** The most rounds that the site gives at once. */
const PAGE = 100;

/**
 * Reads which rounds a site lists, from the newest to the oldest of `rounds`. `load` gives the text of a path. Never
 * throws. The list is read with `JSON.parse`, because it has fractions, which `jsonOf` refuses.
 */
export async function readSiteList(
  rounds: readonly number[],
  load: (path: string) => Promise<string>,
): Promise<SiteList> {
  const [newest, oldest] = [Math.max(...rounds), Math.min(...rounds)];
  const listed = new Map<number, string>();
  try {
    for (let cursor = newest; rounds.length > 0; ) {
      const page = numbersIn(JSON.parse(await load(`/api/lottery/rounds?limit=${PAGE}&cursor=${cursor}`)));
      for (const [round, state] of page) listed.set(round, state);
      const lowest = Math.min(...page.map(([round]) => round));
      // Stops at the end of the list or of the asked rounds, and at a page that does not go further back.
      if (page.length === 0 || lowest <= oldest || lowest > cursor) break;
      cursor = lowest - 1;
    }
  } catch (error) {
    return describeFailure(error);
  }
  return listed;
}

function numbersIn(page: unknown): readonly (readonly [number, string])[] {
  const { rounds } = (page ?? {}) as { rounds?: unknown };
  if (!Array.isArray(rounds)) throw new Error('a page of it is no list');
  return rounds.map((one: { roundNumber?: unknown; state?: unknown } | null) => {
    const { roundNumber, state } = one ?? {};
    if (!Number.isSafeInteger(roundNumber) || typeof state !== 'string') throw new Error('a line of it makes no sense');
    return [roundNumber as number, state];
  });
}

interface HourFound {
  readonly roundNumber: number;
  readonly hour: Hour;
}

/**
 * Looks in a site's list for every round that its marks promise, and for every round whose marks are not known, since
 * it may be promised. The list is whole if it neither leaves out nor calls off any such round.
 */
export function judgeSiteList(found: readonly HourFound[], site: SiteList): SiteFinding {
  if (typeof site === 'string') return { isWhole: false, text: `could not check the site’s list of rounds: ${site}` };
  const promised = found.filter(({ hour }) => isPromised(hour)).map(({ roundNumber }) => roundNumber);
  const missing = promised.filter((round) => !site.has(round));
  const denied = promised.filter((round) => site.get(round) === 'rolled-over');
  const unknown = found.filter(({ hour }) => hour === 'not known').map(({ roundNumber }) => roundNumber);
  const hidden = unknown.filter((round) => (site.get(round) ?? 'rolled-over') === 'rolled-over');
  const parts = [
    ...(missing.length > 0 ? [`leaves out ${named(missing)}`] : []),
    ...(denied.length > 0 ? [`calls off ${named(denied)}`] : []),
  ];
  const wrong = [
    ...(parts.length > 0 ? [`the site ${parts.join(', and ')}, which the chain shows as promised`] : []),
    ...(hidden.length > 0
      ? [`the site shows no draw of ${named(hidden)}, and what the chain has of it is not known`]
      : []),
  ];
  if (wrong.length === 0) return { isWhole: true, text: 'the site lists every hour that was promised on chain' };
  return { isWhole: false, text: wrong.join('; ') };
}

function named(rounds: readonly number[]): string {
  return `${rounds.length === 1 ? 'round' : 'rounds'} ${rounds.toSorted((a, b) => a - b).join(', ')}`;
}
