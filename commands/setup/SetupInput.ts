import type { Settings } from '../../worker/settings/Settings.ts';
import type { KeptSetup } from './KeptSetup.ts';
import type { Target } from './Target.ts';
import type { Agree, AnnounceResult } from './terms/announce.ts';

/** Announces the terms of the settings once `agree` says yes. `keep` stores their text where the lottery finds it. */
export type AnnounceTerms = (of: {
  readonly settings: Settings;
  readonly keep: (key: string, text: string) => Promise<void>;
  readonly from: number | null;
  readonly named?: readonly string[] | undefined;
  readonly agree: Agree;
}) => Promise<AnnounceResult>;

/** What every step of a setup is given. */
export interface SetupInput {
  /** As commands name it: staging, production or local. */
  readonly environment: string;
  readonly target: Target;
  /** What this environment keeps from one run to the next. */
  readonly kept: KeptSetup;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly print: (line: string) => void;
  readonly announce: AnnounceTerms;
  /** The environment variables of the process. A secret may come from them instead of from the kept settings. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** True: nothing is made, sent or deployed; the command only says what it would do. */
  readonly isDryRun: boolean;
  /** `--mainnet` was given. Without it nothing is put on mainnet. */
  readonly isMainnetMeant: boolean;
}

/** What a check that needs the settings is given. */
export interface CheckInput extends Pick<SetupInput, 'fetch' | 'now'> {
  readonly settings: Settings;
}
