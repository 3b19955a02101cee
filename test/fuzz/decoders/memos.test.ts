import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readCommitMemo, readPayoutMemo } from '../../../src/protocol/readMemo.ts';
import { memoTexts } from '../../../worker/chain/memoTexts.ts';
import { honestProof } from '../../client/honestProof.ts';
import { oddTexts } from '../oddValues.ts';
import { DECODER_RUNS } from './decoderRuns.ts';
import { mangledBytes } from './mangled.ts';

const { commitment, payout } = honestProof();
const TEXTS = [commitment?.memo ?? '', payout?.memo ?? ''];
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Some of these are texts of ours, some look like them, some are none. */
const texts = fc.oneof(
  mangledBytes(TEXTS.map(utf8)).map((bytes) => new TextDecoder().decode(bytes)),
  oddTexts,
);

/** As a node writes the memos of a transaction: the length in bytes before each, a joint between them. */
const fieldOf = (memos: readonly string[]) => memos.map((memo) => `[${utf8(memo).length}] ${memo}`).join('; ');
const pieces = fc.constantFrom('; ', '[', '] ', '[0] ', '[3] ', '[99999] ', '(unparseable)', ';', 'a', '\u{10ffff}');
const fields = fc.oneof(
  fc.array(texts, { maxLength: 4 }).map(fieldOf),
  fc.array(pieces).map((all) => all.join('')),
  texts,
);

describe('the text of a memo', () => {
  it('speaks of a round, or of none', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const subject of [readCommitMemo(text), readPayoutMemo(text)]) {
          if (subject === null) continue;
          expect(Number.isSafeInteger(subject.round) && subject.round > 0).toBe(true);
          expect(Number.isSafeInteger(subject.endsAt) && subject.endsAt > 0).toBe(true);
        }
      }),
      DECODER_RUNS,
    );
    expect(TEXTS.map((text) => (readCommitMemo(text) ?? readPayoutMemo(text))?.round)).toEqual([7, 7]);
  });
});

describe("a node's memo field", () => {
  it('never loses a memo, whatever stands beside it', () => {
    const whole = texts.map((text) => Buffer.from(text, 'utf8').toString('utf8'));
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1, maxLength: 4 }), (memos) => {
        const short = memos.map((memo) => memo.slice(0, 400)).filter((memo) => memo.isWellFormed());
        expect(memoTexts(fieldOf(short))).toEqual(expect.arrayContaining(short));
      }),
      DECODER_RUNS,
    );
  });

  it('is read in a moment, and is no more than a few times itself', () => {
    fc.assert(
      fc.property(fields, (field) => {
        const found = memoTexts(field);
        expect(found.length).toBeLessThanOrEqual(1 + field.length / 4);
      }),
      DECODER_RUNS,
    );
  });

  it('that a hostile node has made of joints takes no more room than texts of ours would', () => {
    const joints = 2_000;
    const made = vi.spyOn(Buffer, 'from');
    const field = '[99999] ; '.repeat(joints);
    memoTexts(field);
    const letters = made.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
    made.mockRestore();
    expect(letters).toBeLessThan(field.length + 1_200 * joints);
  });
});
