import type { AdminRole } from '../../src/contract/adminRoles.ts';
import type { Env } from '../env.ts';
import type { Settings } from '../settings/Settings.ts';

/** Hono's types for this app: bindings, and what middleware leaves for handlers. */
export interface AppEnv {
  Bindings: Env;
  Variables: {
    settings: Settings;
    /** Name of the key that is used, and what it may do. */
    admin: string;
    roles: readonly AdminRole[];
  };
}
