import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Address, parseAddress } from '../../../src/address/address.ts';
import { markOf } from '../../../src/marks/readForm.ts';
import type { BeaconNetwork } from '../../../src/protocol/terms/beaconNetwork.ts';
import { type FormedAnnouncement, readAnnouncement, termsSeed } from '../../../src/terms/announcement.ts';
import { countTerms, type MadeTerms } from '../../../src/terms/countTerms.ts';
import { readTerms } from '../../../src/terms/readTerms.ts';
import { describeFailure } from './askChain.ts';
import type { ChainView } from './chainView.ts';
import type { Lottery, LotteryAsked, TermsShown } from './Lottery.ts';
import { readMarkMade } from './markMade.ts';

interface LotteryQuestion extends LotteryAsked {
  readonly network: BeaconNetwork;
  /** What the site, file or mirror claims of the announcements, in the order of their numbers. */
  readonly shown: readonly TermsShown[];
}

const MOST_TERMS = 1_000;

/** Reads a mint's lottery from the chain. Throws when there is no lottery, or when the servers do not tell. */
export async function readLottery(view: ChainView, question: LotteryQuestion): Promise<Lottery> {
  const { mint, pinned, network } = question;
  const today = await view.authority(mint);
  const authority = pinnedAuthority(question) ?? (today === null ? null : parseAddress(today));
  if (authority === null)
    throw new Error(`the mint ${mint} has no authority today: only a pinned lottery whose text is shown can be found`);
  const { until, made } = await readMade(view, authority, question);
  const gap = made.findIndex((one) => typeof one === 'string');
  const shown = made.filter((one, index): one is MadeTerms => typeof one !== 'string' && (gap < 0 || index < gap));
  const { counted } = countTerms(shown, { authority, network });
  const [first] = counted;
  const why = String(made[gap] ?? '');
  if (first === undefined)
    throw new Error(gap < 0 ? `no valid terms of ${mint} under ${authority}` : `terms:${gap + 1}: ${why}`);
  if (pinned !== null && first.hash !== pinned)
    throw new Error(`the lottery of ${mint} under ${authority} is ${first.hash}, and not ${pinned}`);
  return {
    ...{ mint, authority, isPinned: pinned !== null, isOfToday: today === authority, counted, until },
    ...{ hash: first.hash, since: first.blockTime },
    withheld: gap < 0 ? null : { after: shown.at(-1)?.blockTime ?? 0, why: `terms:${gap + 1}: ${why}` },
  };
}

/** The shown text with this hash; null when there is none. */
export function shownText(shown: readonly TermsShown[], hash: string): string | null {
  return shown.find(({ text }) => bytesToHex(sha256(utf8ToBytes(text))) === hash)?.text ?? null;
}

/** The authority that the text of the pinned terms names; null when nobody shows that text. */
function pinnedAuthority({ pinned, mint, shown }: LotteryQuestion): Address | null {
  const text = pinned === null ? null : shownText(shown, pinned);
  const { terms } = text === null ? { terms: null } : readTerms(text);
  return terms?.mint === mint ? terms.authority : null;
}

/**
 * `made`: for each mark of terms, by number, the announcement that made it, or why that one is not known. `until`: no
 * further mark exists up to this time.
 */
async function readMade(view: ChainView, authority: Address, { mint, shown }: LotteryQuestion) {
  let count = 0;
  let until = 0;
  for (let exists = true; exists; count++) {
    if (count > MOST_TERMS) throw new Error(`more than ${MOST_TERMS} announcements`);
    const mark = markOf({ base: authority, seed: termsSeed(count + 1) });
    ({ exists, until } = await view.mark(mark, Number.POSITIVE_INFINITY));
  }
  const made: (MadeTerms | string)[] = [];
  // From the last announcement backwards. Each is searched for only up to the time of the next one, so that no later
  // flood of its mark's address can hide it.
  let next: number | null = null;
  for (let k = count - 1; k >= 1; k--) {
    const one: MadeTerms | string = await readOne(view, { mint, authority, k }, shown[k - 1]?.signature ?? null, next);
    made.unshift(one);
    if (typeof one !== 'string') next = one.blockTime;
  }
  return { until, made };
}

interface Numbered {
  readonly mint: Address;
  readonly authority: Address;
  readonly k: number;
}

async function readOne(
  view: ChainView,
  of: Numbered,
  named: string | null,
  next: number | null,
): Promise<MadeTerms | string> {
  const { authority, k } = of;
  try {
    const made = await readMarkMade<FormedAnnouncement>(view, {
      ...{ base: authority, seed: termsSeed(k), named, due: 0, until: next, said: `GOD1 terms k=${k} ` },
      read: (message) => readAnnouncement(message, of),
      problem: () => null,
    });
    if (made.kind === 'none' || made.kind === 'early') return 'the RPC server no longer shows it';
    return { slot: made.transaction.slot, blockTime: made.time, announcement: made.marked };
  } catch (error) {
    // The mark with the next number may be the older one. So the search is repeated without a limit of time.
    return next === null ? describeFailure(error) : readOne(view, of, null, null);
  }
}
