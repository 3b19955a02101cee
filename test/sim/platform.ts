import { type createPublicKey, verify } from 'node:crypto';
import { registerHooks } from 'node:module';
import { mix } from './dice.ts';
import { publicKeyOf } from './quickEd25519.ts';
import type { Scheduler, Timer } from './scheduler.ts';

/** What the replaced globals use; every simulated world has its own. */
export interface Platform {
  readonly seed: number;
  readonly scheduler: Scheduler;
  /** The clock of the machine that the worker runs on, unix milliseconds: it may be wrong. */
  readonly now: () => number;
  readonly fetch: (url: string, init: RequestInit | undefined) => Promise<Response>;
}

/** The time while no world is simulated, because modules ask for it while they are loaded. */
const NO_WORLD_MS = 1_800_000_000_000;
let platform: Platform | null = null;
let ids = 0;
let drawn = 0;

/** From now on the globals use this world; null for none. */
export function enter(next: Platform | null): void {
  platform = next;
  ids = 0;
  drawn = 0;
}

function here(): Platform {
  if (platform === null) throw new Error('no world is being simulated');
  return platform;
}

const CLOUDFLARE_WORKERS = `export class DurableObject { constructor(ctx, env) { this.ctx = ctx; this.env = env; } }
export const env = {}; export const waitUntil = () => undefined;`;

const QUICK_CURVE = new URL('quickCurve.ts', import.meta.url).href;

/** The lines of an error's stack. They differ between machines, so they are kept out of the trace. */
const PLACES = /\n +at .*/g;

/**
 * Replaces every global clock, timer, random number, digest and network call. It must run before the worker's modules
 * are loaded. What is not simulated throws, so that everything depends on the seed alone.
 */
export function installPlatform(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'cloudflare:workers')
        return {
          url: `data:text/javascript,${encodeURIComponent(CLOUDFLARE_WORKERS)}`,
          shortCircuit: true,
          format: 'module',
        };
      if (specifier === '@noble/curves/ed25519.js' && context.parentURL !== QUICK_CURVE)
        return next(QUICK_CURVE, context);
      return next(specifier, context);
    },
  });
  // No stacks, because most errors here are answers that did not come, and nobody reads their stacks.
  Error.stackTraceLimit = 0;
  Date.now = () => platform?.now() ?? NO_WORLD_MS;
  // Some modules need random numbers while they are loaded (bignumber.js).
  Math.random = () => mix(platform?.seed ?? 0, 'Math.random', drawn++);
  replace('setTimeout', (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    here().scheduler.after(ms, '', () => run(...args)),
  );
  replace('clearTimeout', (timer: Timer | null | undefined) => {
    if (timer) timer.isCancelled = true;
  });
  for (const name of ['setInterval', 'setImmediate', 'CompressionStream', 'DecompressionStream'])
    replace(name, () => {
      throw new Error(`${name} is not simulated`);
    });
  replace('scheduler', {
    wait: (ms: number) => new Promise<void>((resolve) => void here().scheduler.after(ms, '', resolve)),
  });
  replace('fetch', (input: RequestInfo | URL, init?: RequestInit) => here().fetch(String(input), init));
  for (const name of ['log', 'warn', 'error', 'info'] as const)
    console[name] = (...words: unknown[]) =>
      platform?.scheduler.note(`${name}: ${words.map(String).join(' ').replace(PLACES, '')}`);
  replace(
    'AbortController',
    class {
      private readonly made = createSignal();
      readonly signal = this.made.signal;
      abort(reason: unknown = new DOMException('aborted', 'AbortError')): void {
        this.made.abort(reason);
      }
    },
  );
  AbortSignal.timeout = () => {
    throw new Error('AbortSignal.timeout is not simulated: its timer would outlast the answer');
  };
  AbortSignal.any = (signals) => createSignal(signals).signal;
  replace('crypto', {
    randomUUID: () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`,
    getRandomValues: <T extends ArrayBufferView>(array: T): T => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(mix(platform?.seed ?? 0, 'bytes', drawn++) * 256);
      return array;
    },
    subtle,
  });
}

const replace = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/**
 * Only the parts of a signal that the worker and our `fetch` use. The platform's own signal takes as long as a whole
 * answer.
 */
function createSignal(others: Iterable<AbortSignal> = []) {
  const listeners: (() => void)[] = [];
  const signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_type: 'abort', listener: () => void) => void listeners.push(listener),
    throwIfAborted() {
      if (signal.aborted) throw signal.reason;
    },
  };
  const abort = (reason: unknown) => {
    if (signal.aborted) return;
    Object.assign(signal, { aborted: true, reason });
    for (const listener of listeners) listener();
  };
  for (const other of others) {
    if (other.aborted) abort(other.reason);
    else other.addEventListener('abort', () => abort(other.reason), { once: true });
  }
  return { signal: signal as unknown as AbortSignal, abort };
}

/** WebCrypto works on other threads and finishes at any time. This gives the same results at once. */
const subtle = {
  async importKey(_format: string, raw: Uint8Array) {
    try {
      return publicKeyOf(raw, new Map());
    } catch {
      throw new DOMException('no key', 'DataError');
    }
  },
  verify: async (_name: string, key: ReturnType<typeof createPublicKey>, signature: Uint8Array, data: Uint8Array) =>
    verify(null, data, key, signature),
};
