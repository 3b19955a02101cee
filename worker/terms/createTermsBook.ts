import { isRecent } from '../../src/round/isRecent.ts';
import type { MadeRow } from '../../src/terms/countTerms.ts';
import { agreeOnMarksAt } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { saveMade, saveText } from '../store/rounds/saveAnnounced.ts';
import { readMadeAndTexts } from '../store/views/rounds/announcements.ts';
import { type CountedBook, countMade, type LotteryNamed, textHash } from './countMade.ts';
import { readAnnounced, termsMark } from './readAnnounced.ts';
import { type TermsBook, type TermsFor, TermsUnread } from './TermsBook.ts';
import { announcedKey, termsKey } from './termsKey.ts';

export interface TermsBookInput {
  readonly db: D1Database;
  readonly kv: Pick<KVNamespace, 'get'>;
  readonly rpc: Rpc;
  readonly lottery: LotteryNamed;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * The shortest lock time that terms may have, seconds. All terms after the first are announced at least a lock time
 * before their first round begins.
 */
const SHORTEST_LOCK = 10;
/** How many marks one call asks for. More than one new announcement is rare. */
const AT_ONCE = 4;
/** While the last reading is younger than this, `look` does not read again. No round waits for `look`. */
const LOOK_MS = 100_000;

/**
 * The announcements of a lottery, as enough nodes show them. What is read is stored, because a finalized mark never
 * changes. If a restored database lacks the newest announcements, they are read again.
 */
export function createTermsBook({ db, kv, rpc, lottery, now }: TermsBookInput): TermsBook {
  let made: readonly MadeRow[] = [];
  let texts: ReadonlyMap<string, string> = new Map();
  let book: CountedBook = { counted: [], spent: [] };
  let loading: Promise<void> | null = null;
  /** Set when the mark of the next number is made, but no node shows the transaction that made it. */
  let unread: { readonly why: string } | null = null;
  /** Unix seconds by the chain's clock. Every announcement up to this time is in `made`. */
  let completeUntil = Number.NEGATIVE_INFINITY;
  /** When the marks were last read, unix milliseconds by our clock. */
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  function count(): void {
    book = countMade(made, texts, lottery);
  }

  function load(): Promise<void> {
    loading ??= readMadeAndTexts(db, lottery.authority).then(
      (stored) => {
        // Rows after a missing number are not used: `made` has announcement k at the index k - 1.
        const gap = stored.made.findIndex(({ k }, index) => k !== index + 1);
        made = gap < 0 ? stored.made : stored.made.slice(0, gap);
        texts = stored.texts;
        count();
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  /**
   * Reads the announcements of further numbers, until a number has no mark. The nodes' answer about that number has to
   * be later than `after` (unix seconds by the chain's clock). There is one reading at a time, because two readings
   * that end together would both add the same number.
   */
  async function readOn(after: number, isRead: () => boolean): Promise<void> {
    // A call for which enough is read already does not wait for another call's reading.
    while (reading !== null && !isRead()) await reading.catch(() => undefined);
    if (isRead()) return;
    reading = read(after).finally(() => {
      reading = null;
    });
    await reading;
  }

  async function read(after: number): Promise<void> {
    await load();
    for (;;) {
      const from = made.length + 1;
      const marks = Array.from({ length: AT_ONCE }, (_, i) => termsMark(lottery.authority, from + i));
      const { made: areMade, at } = await agreeOnMarksAt(rpc, marks, after);
      const first = areMade.indexOf(false);
      const last = first < 0 ? AT_ONCE : first;
      const stopped = await readMakers(from, from + last);
      if (stopped !== null || first >= 0) {
        unread = stopped;
        completeUntil = Math.max(completeUntil, stopped === null ? at : Number.NEGATIVE_INFINITY);
        readAt = now();
        break;
      }
    }
    await readMissingTexts();
  }

  /**
   * Reads what made the marks of the numbers from `from` up to `end`, without `end`. If no node shows what made one of
   * them, reads no further and returns why; otherwise returns null.
   */
  async function readMakers(from: number, end: number): Promise<typeof unread> {
    for (let k = from; k < end; k++) {
      // Whoever announces puts the transaction's signature into KV, as a hint. Without it, the mark's history is
      // searched.
      const hint = await kv.get(announcedKey(k)).catch(() => null);
      const found = await readAnnounced({ rpc, lottery, k, named: hint === null ? [] : [hint] });
      if (found.kind === 'unread') return found;
      await saveMade(db, lottery.authority, found.row);
      made = [...made, found.row];
      count();
    }
    return null;
  }

  /**
   * Looks for the texts of announced terms that are not stored. Whoever announces puts them into KV beforehand. If KV
   * does not answer, these texts stay unknown, and nothing else waits for them.
   */
  async function readMissingTexts(): Promise<void> {
    for (const { said } of book.counted) {
      if (texts.has(said.hash)) continue;
      const text = await kv.get(termsKey(said.hash)).catch(() => null);
      if (text === null || textHash(text) !== said.hash) continue;
      await saveText(db, said.hash, text);
      texts = new Map([...texts, [said.hash, text]]);
    }
    count();
  }

  const announced = (round: number) => book.counted.findLast(({ said }) => said.from <= round) ?? null;

  function known(round: number): TermsFor {
    const inForce = announced(round);
    if (unread !== null) return { kind: 'unknown', why: unread.why };
    if (inForce === null) return { kind: 'none' };
    const { judged, said } = inForce;
    return judged.terms === null
      ? { kind: 'unknown', why: judged.problem }
      : { kind: 'terms', terms: judged.terms, hash: said.hash };
  }

  async function forRound(round: number): Promise<TermsFor> {
    await load();
    // The first terms may be announced until the lock of their first round, so only a new reading shows that there are
    // none.
    await readOn(Number.NEGATIVE_INFINITY, () => book.counted.length > 0);
    const newest = book.counted.at(-1)?.said;
    if (newest === undefined) return known(round);
    // A later announcement begins with a later round. So the terms of every round up to the first round of the newest
    // announcement are known already.
    if (round > newest.from || unread !== null) {
      const until = newest.genesis + (round - 1) * newest.length - SHORTEST_LOCK;
      await readOn(until, () => completeUntil > until && unread === null);
    }
    if (unread === null && known(round).kind === 'unknown') await readMissingTexts();
    return known(round);
  }

  return {
    load,
    known,
    announced,
    forRound,
    all: () => book,
    async look() {
      const areKnown = () => unread === null && book.counted.every(({ judged }) => judged.terms !== null);
      await readOn(Number.NEGATIVE_INFINITY, () => areKnown() && isRecent(readAt, now(), LOOK_MS));
    },
    async announcedFor(round) {
      await forRound(round);
      if (unread !== null) throw new TermsUnread(unread.why);
      return announced(round);
    },
  };
}
