import type { Keypair } from '@solana/web3.js';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { askApp } from './askApp.ts';
import { type FollowInput, follow } from './follow.ts';

export interface WatcherInput extends Pick<FollowInput, 'rounds' | 'onReport' | 'onStatus' | 'signal'> {
  readonly app: string;
  readonly rpc: string;
  readonly key: Keypair | null;
}

/** Watches a running lottery; resolves when the wanted rounds are over, or soon after `signal` is aborted. */
export async function runWatcher({ app, rpc: url, key, signal, ...told }: WatcherInput): Promise<void> {
  const now = () => Date.now();
  const rpc = createRpc({ urls: [url], fetch, now });
  await follow({
    ...{ app: askApp(app, fetch), rpc, key, signal, now },
    wait: (ms) => waitFor(ms, signal),
    ...told,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new Error('ended'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
