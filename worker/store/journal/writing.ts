/** Where and when a row is written; `at` is unix milliseconds. */
export interface Writing {
  readonly db: D1Database;
  readonly at: number;
}
