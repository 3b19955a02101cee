import type { Terms, TermsMembers } from '../../src/contract/terms.ts';
import { useAnswer } from '../data/useAnswer.ts';
import { amount, fields, flag, list, number, orNull, type Shape, text, time } from '../shape/hasShape.ts';

const tuple =
  <T extends readonly string[]>(length: T['length']): Shape<T> =>
  (value) =>
    list(text)(value) && (value as readonly string[]).length === length;

export const TERMS = fields<Terms>({
  lottery: orNull(text),
  announcements: list(
    fields<Terms['announcements'][number]>({
      ...{ k: number, hash: text, signature: text, slot: number, announcedAt: time, from: number, inForce: flag },
      terms: fields<TermsMembers, 'terms' | 'previous' | 'genesis' | 'from'>({
        ...{ mint: text, authority: text, pool: text, length: number, lock: number, lead: number },
        ...{ threshold: amount, top: number, share: number, places: list(number), quorum: number },
        drand: fields<TermsMembers['drand']>({ publicKey: text, genesis: number, period: number }),
        excluded: list(tuple<[string, string]>(2)),
        watchers: list(tuple<[string, string, string]>(3)),
      }),
    }),
  ),
});

/** The announced terms. New terms may be missing for a few minutes, because caches keep the answer. */
export function useTerms(known: Terms | null) {
  return useAnswer({ path: '/api/lottery/terms', shape: TERMS, pollMs: 60_000, known });
}
