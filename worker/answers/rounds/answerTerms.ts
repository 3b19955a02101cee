import type { ShownTerms, Terms as TermsAnswer } from '../../../src/contract/terms.ts';
import { type RoundClock, roundAt } from '../../../src/round/clock.ts';
import { shownTerms } from '../../../src/terms/shownTerms.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { readMadeAndTexts } from '../../store/views/rounds/announcements.ts';
import { type CountedBook, countMade, type LotteryNamed } from '../../terms/countMade.ts';
import { isoOfSeconds } from '../isoTime.ts';

/** The announcements of a lottery that are stored, and which of them count. */
export async function readBook(db: Reads, lottery: LotteryNamed): Promise<CountedBook> {
  const { made, texts } = await readMadeAndTexts(db, lottery.authority);
  return countMade(made, texts, lottery);
}

/** The announcements as a proof shows them: those that count and whose text is stored, ordered by their numbers. */
export function shownInProof({ counted }: CountedBook): ShownTerms[] {
  return counted.flatMap(({ judged: { terms }, signature }) => (terms === null ? [] : [shownTerms(terms, signature)]));
}

/** The answer of `/api/lottery/terms`; `now` is unix milliseconds. */
export function composeTerms(book: CountedBook, clock: RoundClock, now: number): TermsAnswer {
  const running = roundAt(clock, now / 1000);
  const inForce = book.counted.findLast(({ said }) => said.from <= running)?.said.k;
  return {
    lottery: book.counted[0]?.said.hash ?? null,
    announcements: book.counted.flatMap(({ said, signature, judged: { terms } }) =>
      terms === null
        ? []
        : [
            {
              ...{ k: said.k, hash: said.hash, signature, slot: said.slot, announcedAt: isoOfSeconds(said.blockTime) },
              ...{ from: said.from, inForce: said.k === inForce },
              terms: shownTerms(terms, signature).terms,
            },
          ],
    ),
  };
}
