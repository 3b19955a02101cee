/** Which rounds a list shows, as the page's URL says. An empty field leaves out no round. */
export interface RoundsAsked {
  readonly cursor: string;
  readonly state: string;
  /** A wallet: the rounds that it won. */
  readonly address: string;
  /** A UTC day, `2026-11-20`. */
  readonly date: string;
  /** What was typed into the search and not understood. */
  readonly find: string;
}

/** All rounds, from the newest. */
export const EVERYTHING: RoundsAsked = { cursor: '', state: '', address: '', date: '', find: '' };

/** How many rounds a page of the list has: two days of hourly draws. */
const ROUNDS_A_PAGE = 48;

/** The parameters of a query, in a fixed order, so that the same list always has the same URL. */
const NAMES = ['state', 'date', 'address', 'cursor'] as const;

/** What a page's query asks for; `get` gives a parameter's value. */
export function roundsAsked(get: (name: keyof RoundsAsked) => string | null): RoundsAsked {
  return {
    cursor: get('cursor') ?? '',
    state: get('state') ?? '',
    address: get('address') ?? '',
    date: get('date') ?? '',
    find: get('find') ?? '',
  };
}

/** The path of the page that shows a list. */
export function roundsPath(asked: Partial<RoundsAsked>): string {
  const query = queryOf(asked);
  return query.length === 0 ? '/rounds' : `/rounds?${query.join('&')}`;
}

/** The path at which the API answers a list. */
export function roundsApiPath(asked: RoundsAsked): string {
  return `/api/lottery/rounds?${[...queryOf(asked), `limit=${ROUNDS_A_PAGE}`].join('&')}`;
}

function queryOf(asked: Partial<RoundsAsked>): readonly string[] {
  return NAMES.flatMap((name) => (asked[name] ? [`${name}=${encodeURIComponent(asked[name])}`] : []));
}
