import { errorText } from '../../../src/errorText.ts';

/** Why Cloudflare refuses a deployment: a piece of its message, and what solves it. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /CPU limits are not supported|100328|free plan/i,
    'The account has no paid plan of Workers, which is needed. Subscribe to it in the dashboard (Workers & Pages, Plans).',
  ],
  [
    /zone|could not find.*domain|10000.*custom.?domain/i,
    'DOMAIN is in no zone of this account. Add the zone to it first, or give a domain of one that is there.',
  ],
  [
    /authenticat|10000\b|not authorized|permission/i,
    'The login may not do this. Log in again with "npx wrangler login".',
  ],
];

/** The refusal of a deployment, in words that say what to do. An unknown refusal keeps wrangler's own words. */
export function refusalText(error: unknown): string {
  const words = errorText(error);
  const all = error instanceof Error && 'output' in error ? `${words}\n${String(error.output)}` : words;
  const [, sentence] = REFUSALS.find(([pattern]) => pattern.test(all)) ?? [];
  return sentence === undefined ? words : `${sentence}\n${words}`;
}
