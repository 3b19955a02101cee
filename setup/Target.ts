import type { Finding } from './Finding.ts';

/** What an account has for one environment. */
export interface Resources {
  readonly databaseId: string;
  readonly cacheId: string;
}

/** What is deployed. */
export interface Release {
  readonly resources: Resources;
  /** Name of every setting → its text, secret ones too. */
  readonly settings: Readonly<Record<string, string>>;
  /** The domain it answers at; null: an address that the target gives. */
  readonly domain: string | null;
  /** Name of the commit, short. */
  readonly commit: string;
}

/** Where a lottery is put: an account at Cloudflare, or this machine. Every call may be made again after a failure. */
export interface Target {
  /** As people call it. */
  readonly name: string;
  readonly isLocal: boolean;
  /** Tools, login, and what the account must have. */
  checkAccess(): Promise<readonly Finding[]>;
  /** Finds or makes what is stored; never makes a second of anything. `location`: where, if anywhere. */
  provide(location: string | null): Promise<Resources>;
  /** Brings the database to the newest migration. */
  migrate(release: Release): Promise<void>;
  /** Keeps a text in the cache, for 400 days, and has read it back. */
  keep(release: Release, key: string, text: string): Promise<void>;
  /** Puts the lottery there; resolves with its address. */
  deploy(release: Release): Promise<string>;
}
