import { urlOf } from './urlOf.ts';

const KEY = 'rpc-server';
/** What a browser that stores nothing was told since the page was opened. */
let unstored: string | null = null;

/** The visitor's own Solana server, kept in this browser and sent to nobody else; null without one. */
export function readOwnServer(): string | null {
  try {
    return unstored ?? serverUrl(localStorage.getItem(KEY) ?? '');
  } catch {
    return unstored;
  }
}

/** Keeps it, or forgets it for null. A browser that stores nothing keeps it until the page is closed. */
export function storeOwnServer(url: string | null): void {
  unstored = null;
  try {
    if (url === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, url);
  } catch {
    unstored = url;
  }
}

/** What was typed as the address of a server; null for anything that a page may not reach. */
export function serverUrl(typed: string): string | null {
  const url = urlOf(typed.trim());
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  return url !== null && (url.protocol === 'https:' || isLocal) ? url.href : null;
}
