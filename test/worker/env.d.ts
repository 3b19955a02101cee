/// <reference types="vite/types/importMeta.d.ts" />
import type { D1Migration } from 'cloudflare:test';
import type { Env } from '../../worker/env.ts';

/** What `env` of `cloudflare:workers` holds in these tests: the worker's own bindings, and the migrations to apply. */
declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      readonly TEST_MIGRATIONS: D1Migration[];
    }
  }
}

type WorkerEnv = Env;
