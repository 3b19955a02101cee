const KEY = 'rpc-server';

/** The visitor's own Solana server, kept in this browser and sent to nobody else; null without one. */
export function readOwnServer(): string | null {
  try {
    return serverUrl(localStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}

/** Keeps it, or forgets it for null. A browser that stores nothing keeps it until the page is closed. */
export function storeOwnServer(url: string | null): void {
  try {
    if (url === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, url);
  } catch {
    // The choice then holds for this visit only.
  }
}

/** What was typed as the address of a server; null for anything that a page may not reach. */
export function serverUrl(typed: string): string | null {
  const url = URL.parse(typed.trim());
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  return url !== null && (url.protocol === 'https:' || isLocal) ? url.href : null;
}
