import type { Found } from '../../../src/contract/adminRounds.ts';
import type { RoundClock } from '../../../src/round/clock.ts';
import { actionsAbout } from '../../store/views/console/actions.ts';
import { attemptOf, roundBySignature, type StoredAttempt } from '../../store/views/console/attempts.ts';
import { createReadRounds, type RoundsAsked } from '../rounds/readRounds.ts';
import { readTaxTransactions } from '../tax/readTax.ts';
import { parseSought, type Sought } from './parseSought.ts';
import { composeAttempt } from './readAdminRounds.ts';
import { composeAction } from './readOperations.ts';

/** The most results shown of each kind; the tabs have the others. */
const SHOWN = 5;

export interface SearchInput {
  readonly db: D1Database;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

type Page = Pick<Found, 'rounds' | 'hasMore'>;
const NO_ROUNDS: Page = { rounds: [], hasMore: false };

/**
 * Finds what belongs to the text that an operator typed: a round, a day, an address, a signature, or any other text.
 * The answer says which of these the text was taken for, and has the newest few results of each kind.
 */
export function createSearchConsole({ db, clock, now }: SearchInput): (typed: string) => Promise<Found> {
  const rounds = createReadRounds({ db, clock, now });

  async function page(asked: Omit<RoundsAsked, 'limit'>, limit = SHOWN): Promise<Page> {
    const { rounds: found, nextCursor } = await rounds.page({ ...asked, limit });
    return { rounds: found, hasMore: nextCursor !== null };
  }
  /** One round; a number without a row finds nothing. */
  async function one(round: number | null): Promise<Page> {
    if (round === null) return NO_ROUNDS;
    const { rounds: found } = await page({ cursor: round }, 1);
    return { rounds: found.filter(({ roundNumber }) => roundNumber === round), hasMore: false };
  }
  const taxed = async (search: string) =>
    (await readTaxTransactions(db, { filter: 'all', limit: SHOWN, before: null, search })).page;
  const cycle = async (id: number) =>
    (await readTaxTransactions(db, { filter: 'all', limit: 1, before: id + 1, from: id })).page;

  async function bySignature(signature: string): Promise<Omit<Found, 'kind' | 'actions'>> {
    const [attempt, round] = await Promise.all([attemptOf(db, signature), roundBySignature(db, signature)]);
    const [kind, id] = attempt?.key.split(':') ?? [];
    const own = round ?? (kind === 'commit' || kind === 'payout' ? Number(id) : null);
    return {
      ...(await one(own)),
      // An archived cycle's transactions have no attempt: they are looked for among cycles.
      transactions: kind === 'tax' ? await cycle(Number(id)) : own === null ? await taxed(signature) : [],
      attempts: attemptsOf(attempt),
    };
  }

  async function look(sought: Sought): Promise<Omit<Found, 'kind' | 'actions'>> {
    const none = { ...NO_ROUNDS, transactions: [], attempts: [] };
    switch (sought.kind) {
      case 'round':
        return { ...none, ...(await one(sought.round)) };
      case 'day':
        return { ...none, ...(await page({ day: sought.day })) };
      case 'address': {
        const { address } = sought;
        const [won, transactions] = await Promise.all([page({ address }), taxed(address)]);
        return { ...none, ...won, transactions };
      }
      case 'signature':
        return bySignature(sought.signature);
      case 'text':
        return { ...none, transactions: await taxed(sought.text) };
    }
  }

  return async (typed) => {
    const sought = parseSought(typed);
    const about = sought.kind === 'round' ? `round ${sought.round}` : typed.trim();
    const isWhole = sought.kind === 'round';
    const [found, actions] = await Promise.all([look(sought), actionsAbout(db, { about, isWhole, limit: SHOWN })]);
    return { kind: sought.kind, ...found, actions: actions.map(composeAction) };
  };
}

const attemptsOf = (attempt: StoredAttempt | null) => (attempt === null ? [] : [composeAttempt(attempt)]);
