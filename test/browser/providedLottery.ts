/** What the browser tests share; `globalSetup` provides it. */
export interface ProvidedLottery {
  readonly chromium: string;
  readonly url: string;
  /** Unix seconds. */
  readonly genesisTime: number;
  readonly roundSeconds: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Null: there is no browser on this machine. */
    readonly browserTests: ProvidedLottery | null;
  }
}
