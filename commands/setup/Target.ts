import type { Finding } from './Finding.ts';

/** What an account has for one environment. */
export interface Resources {
  readonly databaseId: string;
  readonly cacheId: string;
}

/** What a deployment puts onto a target. */
export interface Release {
  readonly resources: Resources;
  /** Name of every setting → its text, secret ones too. */
  readonly settings: Readonly<Record<string, string>>;
  /** The domain at which the lottery answers; null: the target gives an address. */
  readonly domain: string | null;
  /** Name of the commit, short. */
  readonly commit: string;
}

/** What an account has and this machine does not. */
export interface Account {
  /** Its id at Cloudflare. */
  id(): Promise<string>;
  /** The database's name there. */
  readonly database: string;
  /** A name for the database's state now (null) or at `at` (unix seconds), for `restore`. */
  bookmark(at: number | null): Promise<string>;
  /** Puts the database back to the state of a bookmark. Resolves with a bookmark of the state that is replaced. */
  restore(bookmark: string): Promise<string>;
  /** Writes files to `folder`: the database as SQL, and the copies in the cache as JSON. Resolves with their paths. */
  exportTo(folder: string): Promise<readonly string[]>;
  /** Puts a file into a bucket of R2. */
  upload(file: string, bucket: string, key: string): Promise<void>;
  /** The names of all secrets that the deployed lottery has. */
  secrets(): Promise<readonly string[]>;
  /** Removes secrets, all at once. */
  removeSecrets(names: readonly string[]): Promise<void>;
  /** The schedules that wake the deployed lottery, as its account has them. */
  schedules(): Promise<readonly string[]>;
}

/** Where a lottery is put: an account at Cloudflare, or this machine. Every call may be made again after a failure. */
export interface Target {
  /** As people call it. */
  readonly name: string;
  /** Null: this machine. */
  readonly account: Account | null;
  /** Checks tools, login, and what the account must have. */
  checkAccess(): Promise<readonly Finding[]>;
  /**
   * Finds or makes the storage; never makes a second one of anything. `location`: where storage is made; null:
   * anywhere. If `isFound` is true, nothing is made: an Error with a sentence is thrown when any of the storage is
   * missing.
   */
  provide(location: string | null, isFound: boolean): Promise<Resources>;
  /** Brings the database to the newest migration. */
  migrate(release: Release): Promise<void>;
  /** Stores a text in the cache for 400 days, and reads it back before it resolves. */
  keep(release: Release, key: string, text: string): Promise<void>;
  /** Puts the lottery onto the target; resolves with the lottery's address. */
  deploy(release: Release): Promise<string>;
}
