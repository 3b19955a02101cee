import type * as z from 'zod';

/** One route of the API, as it is described to strangers. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'put';
  /** With its parameters in braces: `/api/lottery/rounds/{round}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** The parameters in the path, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** The parameters of the query. All may be left out, except those in `required`. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly required?: readonly string[];
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** The type of an answer that is not JSON. */
  readonly answerType?: 'text/plain';
  /** Another type that the same address can answer with. */
  readonly alsoAs?: 'text/csv';
  /** How an admin key is sent, where it is not `x-admin-key`. */
  readonly security?: 'bearerKey';
  /** Statuses beside 200 with an answer of the same shape, and when they are answered. */
  readonly alike?: Readonly<Record<number, string>>;
  /** Statuses of failures, and when they are answered. */
  readonly failures?: Readonly<Record<number, string>>;
}
