/**
 * A note in the tax's own object, which no restore of the database reaches. Null before the first. Nothing leaves the
 * object before what was written is on disk.
 */
export interface Note<T> {
  read(): Promise<T | null>;
  write(noted: T): Promise<void>;
}
