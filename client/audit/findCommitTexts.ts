import type { ChainView } from './chainView.ts';
import { blockTimeOf } from './ledger.ts';
import { memosOf, namesRound } from './memos.ts';

/** A text for a round in a transaction that the pool wallet signed and that did not fail. Unix seconds. */
export interface CommitText {
  readonly signature: string;
  readonly blockTime: number | null;
  readonly text: string;
  readonly isListed: boolean;
}

export interface CommitSearch {
  readonly texts: readonly CommitText[];
  /** The transactions that were gone through. */
  readonly listed: ReadonlySet<string>;
  /** Sentences on what could not be looked at: with one of them nothing is proven by what was not found. */
  readonly doubts: readonly string[];
}

export interface CommitSearchInput {
  readonly wallet: string;
  readonly round: number;
  readonly endsAt: number;
  /** The history is read back at least to here, unix seconds. */
  readonly since: number;
}

/** Look-ups of a round: strangers' look-alikes cost one each, and public servers count. */
const LOOK_UPS = 2_500;
/** Doubts that are worth naming one by one. */
const NAMED_DOUBTS = 3;

/**
 * Every text for a round that the pool wallet signed. Its history also lists strangers' transactions that merely
 * mention it, and joins memos into one field: so whatever names the round is looked up, and judged by its signers and
 * its top-level instructions.
 */
export async function findCommitTexts(view: ChainView, input: CommitSearchInput): Promise<CommitSearch> {
  const { rows, gap } = await view.historyOf(input.wallet).read(input.since, input.endsAt);
  const candidates = rows.filter(({ failed, memo }) => !failed && namesRound(memo, input));
  const texts: CommitText[] = [];
  const unread: string[] = [];
  // One after the other: public servers count.
  for (const { signature, slot, blockTime } of candidates.slice(0, LOOK_UPS)) {
    const look = await view.look(signature);
    if (look.kind !== 'read') {
      unread.push(`${signature} cannot be read: ${look.kind === 'absent' ? 'it is listed, but not known' : look.why}`);
      continue;
    }
    const { failed, signers, instructions } = look.transaction;
    if (failed || !signers.includes(input.wallet)) continue;
    if (instructions === null) {
      unread.push(`${signature} is signed by the pool wallet, but what it says cannot be read`);
      continue;
    }
    const named = memosOf(instructions).filter(({ text }) => namesRound(text, input));
    if (named.length === 0) continue;
    const time = blockTime ?? (await blockTimeOf(view.ask, slot).catch(() => null));
    if (time === null) unread.push(`${signature}: its block time is not known`);
    texts.push(...named.map((memo) => ({ signature, blockTime: time, ...memo })));
  }
  const left = candidates.length - LOOK_UPS;
  return {
    texts,
    listed: new Set(rows.map(({ signature }) => signature)),
    doubts: [
      ...(gap === null ? [] : [gap]),
      ...(left > 0
        ? [`${left} transactions that name the round are more than the ${LOOK_UPS} that are looked up`]
        : []),
      ...unread.slice(0, NAMED_DOUBTS),
      ...(unread.length > NAMED_DOUBTS ? [`${unread.length - NAMED_DOUBTS} more cannot be read`] : []),
    ],
  };
}
