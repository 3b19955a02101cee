import type { Env } from '../env.ts';
import type { Settings } from '../settings/Settings.ts';

/** Hono's types for this app: bindings, and what middleware leaves for handlers. */
export interface AppEnv {
  Bindings: Env;
  Variables: { settings: Settings; admin: string };
}
