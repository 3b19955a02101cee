import * as z from 'zod';
import { decimal, hex32, isoTime } from './figures.ts';

/** The members of announced terms, as they are hashed: docs/protocol.md, section 13. */
export const termsMembers = z.object({
  terms: z.int().describe('Number of the announcement.'),
  mint: z.string(),
  authority: z.string(),
  pool: z.string(),
  genesis: z.int(),
  length: z.int(),
  lock: z.int(),
  lead: z.int(),
  threshold: decimal,
  top: z.int(),
  share: z.int(),
  places: z.array(z.int()),
  drand: z.object({ publicKey: z.string(), genesis: z.int(), period: z.int() }),
  excluded: z.array(z.tuple([z.string(), z.string()])),
  watchers: z.array(z.tuple([z.string(), z.string(), z.string()])),
  quorum: z.int(),
  from: z.int().describe('The first round for which these terms hold.'),
  previous: hex32.nullable(),
});
export type TermsMembers = z.infer<typeof termsMembers>;

/** An announcement as a proof shows it. */
export const shownTerms = z.object({
  signature: z.string().describe('The transaction that announced these terms.'),
  terms: termsMembers,
});
export type ShownTerms = z.infer<typeof shownTerms>;

/** `GET /api/lottery/terms`. */
export const terms = z.object({
  lottery: hex32
    .nullable()
    .describe('Hash of the first terms that count: with mint and authority it names the lottery.'),
  announcements: z.array(
    z.object({
      k: z.int(),
      hash: hex32,
      signature: z.string(),
      slot: z.int(),
      announcedAt: isoTime,
      from: z.int(),
      inForce: z.boolean().describe('Whether these terms hold for the round that runs.'),
      terms: termsMembers,
    }),
  ),
});
export type Terms = z.infer<typeof terms>;
