import type * as z from 'zod';

/** One route of the API, as it is described to strangers. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'put';
  /** With its parameters in braces: `/api/lottery/rounds/{round}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** What stands in the path, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** What the query may name; all of it may be left out, unless it is in `required`. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly required?: readonly string[];
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** Of what type the answer is, where it is no JSON. */
  readonly answerType?: 'text/plain';
  /** Of what other type the answer may be as well, by its address. */
  readonly alsoAs?: 'text/csv';
  /** How an admin key is sent, where it is not `x-admin-key`. */
  readonly security?: 'bearerKey';
  /** Statuses beside 200 with an answer of the same shape, and when they are answered. */
  readonly alike?: Readonly<Record<number, string>>;
  /** Statuses of failures, and when they are answered. */
  readonly failures?: Readonly<Record<number, string>>;
}
