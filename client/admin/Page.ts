/** A part of a list, and where the next part begins. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}
