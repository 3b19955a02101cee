import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { canonicalJson, type Json } from '../../../src/terms/canonicalJson.ts';
import { judgeTerms } from '../../../src/terms/judgeTerms.ts';
import type { Terms } from '../../../src/terms/Terms.ts';
import { describeFailure } from '../chain/askChain.ts';
import type { ChainView } from '../chain/chainView.ts';
import type { Lottery, LotteryAsked, TermsShown, TrustedNetwork } from '../chain/Lottery.ts';
import { readLottery, shownText } from '../chain/readLottery.ts';
import type { Bundle } from './Bundle.ts';
import { type RoundTerms, roundTerms } from './roundTerms.ts';
import { couldNotCheck, type Finding, ok, UNKNOWN_TERMS } from './Step.ts';

/** Which lottery was found, which terms are in force for the round, and the finding of the step `lottery`. */
export interface LotteryFound {
  readonly finding: Finding;
  readonly lottery: Lottery | null;
  readonly terms: RoundTerms | null;
  /** The full terms in force, or why there is no usable text of them. Null when not even their hash is known. */
  readonly judged: { readonly terms: Terms | null; readonly problem: string | null } | null;
}

interface LotteryInput {
  readonly view: ChainView | null;
  readonly asked: LotteryAsked;
  readonly network: TrustedNetwork;
  readonly round: number;
  readonly shown: readonly TermsShown[];
}

/** The announcements that a proof shows; an empty list without a proof. */
export function shownIn(bundle: Bundle | null): readonly TermsShown[] {
  return (bundle?.terms ?? []).map(({ signature, terms }) => ({ signature, text: canonicalText(terms) }));
}

/** The announcements in a site's answer to `GET /api/lottery/terms`; an empty list for any other JSON. */
export function shownBySite(json: unknown): readonly TermsShown[] {
  const { announcements } = (json ?? {}) as { announcements?: unknown };
  if (!Array.isArray(announcements)) return [];
  return announcements.map((one: { signature?: unknown; terms?: unknown } | null) => ({
    signature: typeof one?.signature === 'string' ? one.signature : null,
    text: typeof one?.terms === 'object' ? canonicalText(one.terms as Json) : '',
  }));
}

/** The canonical text of terms. Empty for terms without one, which nobody can have announced. */
function canonicalText(terms: Json): string {
  try {
    return canonicalJson(terms);
  } catch {
    return '';
  }
}

/** Looks on chain for the lottery and for the terms of a round. Never throws. */
export async function findLottery(input: LotteryInput): Promise<LotteryFound> {
  const { view, asked, network, round, shown } = input;
  const without = (finding: Finding, lottery: Lottery | null = null) => ({
    finding,
    lottery,
    terms: null,
    judged: null,
  });
  if (view === null) return without(couldNotCheck('no chain was asked'));
  try {
    const lottery = await view.lottery(() => readLottery(view, { ...asked, network: network.network, shown }));
    const terms = roundTerms(lottery, round);
    if ('state' in terms) return without(terms, lottery);
    return { finding: ok(lotteryText(lottery, terms.endsAt)), lottery, terms, judged: judgedOf(lottery, terms, input) };
  } catch (error) {
    return without(couldNotCheck(describeFailure(error)));
  }
}

function judgedOf({ mint, authority }: Lottery, { said, previous }: RoundTerms, { shown, network }: LotteryInput) {
  if (said === null) return null;
  const text = shownText(shown, said.hash);
  if (text === null) return { terms: null, problem: `terms: expected those of ${said.hash} got none` };
  return judgeTerms(text, { mint, authority, network: network.network, said, previous });
}

function lotteryText({ hash, mint, since, isPinned, isOfToday, authority }: Lottery, endsAt: number): string {
  const whose = isPinned
    ? `as pinned${isOfToday ? '' : ', under another authority than that of today'}`
    : 'under the authority of today';
  return `${hash} of ${mint}, since ${timeText(since)}, ${whose} (${authority}); this round ends ${timeText(endsAt)}`;
}

/** Unix seconds as ISO 8601 in UTC. */
export function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds}` : date.toISOString().replace('.000Z', 'Z');
}

/**
 * Whether the full terms in force have the announced hash and keep every rule for terms. With quicknet, the lead must
 * be long enough for block times to show that a commitment came before the beacon.
 */
export function checkTerms(
  { network, terms: { said } }: { network: TrustedNetwork; terms: RoundTerms },
  { judged }: LotteryFound,
): Finding {
  if (judged === null || said === null) return UNKNOWN_TERMS;
  if (judged.terms === null) return couldNotCheck(judged.problem ?? '');
  const { k, from, lock, lead, hash } = said;
  if (network.network.publicKey === QUICKNET.publicKey && lead < SHORTEST_LEAD)
    return couldNotCheck(`a lead of ${lead} s: below ${SHORTEST_LEAD} s, block times prove nothing`);
  return ok(`terms ${k} from round ${from} on, lock ${lock} s, lead ${lead} s, ${hash}`);
}

/** The shortest lead for a lottery with quicknet, seconds. */
const SHORTEST_LEAD = 20;
