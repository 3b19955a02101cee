import type { Address } from '../../src/address/address.ts';
import type { MadeRow } from '../../src/terms/MadeRow.ts';
import { agreeOnMark, agreeOnMarksAfter } from '../chain/readChain.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readMade, readTexts, saveMade, saveText } from '../store/announcements.ts';
import { type CountedBook, countMade, type LotteryNamed, textHash } from './countMade.ts';
import { readAnnounced } from './readAnnounced.ts';
import type { TermsBook, TermsFor } from './TermsBook.ts';
import { termsKey } from './termsKey.ts';

export interface TermsBookInput {
  readonly db: D1Database;
  readonly kv: Pick<KVNamespace, 'get'>;
  readonly rpc: Rpc;
  readonly lottery: LotteryNamed;
}

/** No lock is shorter: what holds for a round is announced so long before its lock, and one length more. Seconds. */
const SHORTEST_LOCK = 10;

/**
 * The announcements of a lottery, as enough nodes show them. What is read is stored: a finalized mark never changes. A
 * database that was restored lacks the newest, and they are read again.
 */
export function createTermsBook({ db, kv, rpc, lottery }: TermsBookInput): TermsBook {
  let made: readonly MadeRow[] = [];
  let texts: ReadonlyMap<string, string> = new Map();
  let book: CountedBook = { counted: [], spent: [] };
  let loading: Promise<void> | null = null;
  /** A number whose mark is made, and nobody shows by what. */
  let unread: { readonly why: string } | null = null;
  /** Nothing more than `made` was made until then, unix seconds. */
  let completeUntil = Number.NEGATIVE_INFINITY;

  function count(): void {
    book = countMade(made, texts, lottery);
  }

  function load(): Promise<void> {
    loading ??= Promise.all([readMade(db), readTexts(db)]).then(
      ([rows, stored]) => {
        // A gap would give every later number another meaning.
        const gap = rows.findIndex(({ k }, index) => k !== index + 1);
        made = gap < 0 ? rows : rows.slice(0, gap);
        texts = stored;
        count();
      },
      (error) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  /** Reads on, until `isMade` says of the next number that it is not made. */
  async function readOn(isMade: (mark: Address) => Promise<boolean>): Promise<void> {
    await load();
    unread = null;
    for (let k = made.length + 1; ; k++) {
      const found = await readAnnounced({ rpc, lottery, k, isMade });
      if (found.kind === 'unread') unread = found;
      if (found.kind !== 'made') break;
      await saveMade(db, found.row);
      made = [...made, found.row];
      count();
    }
    await readMissingTexts();
  }

  /** Looks for the texts that are announced and not stored: whoever announces puts them there before. */
  async function readMissingTexts(): Promise<void> {
    for (const { said } of book.counted) {
      if (texts.has(said.hash)) continue;
      const text = await kv.get(termsKey(said.hash));
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

  return {
    load,
    known,
    announced,
    unread: () => unread?.why ?? null,
    all: () => book,
    async look() {
      await readOn((mark) => agreeOnMark(rpc, mark));
    },
    async forRound(round) {
      await load();
      const first = book.counted[0]?.said;
      // The first terms may be announced until the lock, so there is no moment yet after which there are none.
      if (first === undefined) await readOn((mark) => agreeOnMark(rpc, mark));
      const of = book.counted[0]?.said;
      if (of === undefined) return known(round);
      const until = of.genesis + (round - 1) * of.length - SHORTEST_LOCK;
      if (completeUntil < until || unread !== null) {
        await readOn(async (mark) => (await agreeOnMarksAfter(rpc, [mark], until)).includes(true));
        if (unread === null) completeUntil = until;
      } else if (known(round).kind === 'unknown') await readMissingTexts();
      return known(round);
    },
  };
}
