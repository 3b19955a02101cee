/**
 * A note in the tax's own object, which no restore of the database reaches. `read` gives null before the first `write`.
 * What is written is on disk before anything else leaves the object.
 */
export interface Note<T> {
  read(): Promise<T | null>;
  write(noted: T): Promise<void>;
}
