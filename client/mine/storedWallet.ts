const WALLET = 'wallet';
const SEEN_WIN = 'wallet-seen-win';

/** The round of a win. It names the win, because a wallet wins at most once in a round. */
export type SeenWin = number;

/** The texts that the browser could not store, by key. The page keeps them until it is closed. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

/** The stored text of the remembered wallet; null without one. Nothing has checked that the text is an address. */
export function readWallet(): string | null {
  return read(WALLET);
}

/** Remembers a wallet on this device only. `seen` is the wallet's newest win, which the visitor has just seen. */
export function rememberWallet(address: string, seen: SeenWin): void {
  write(SEEN_WIN, String(seen));
  write(WALLET, address);
  tell();
}

/** False when this browser could not store the wallet. Such a wallet is forgotten when the page is closed. */
export function isWalletStored(): boolean {
  return !unstored.has(WALLET);
}

/** Forgets the wallet and its seen win on this device. */
export function forgetWallet(): void {
  for (const key of [WALLET, SEEN_WIN]) erase(key);
  tell();
}

/** The newest win that was seen on this device; 0 before the first. */
export function readSeenWin(): SeenWin {
  const round = Number(read(SEEN_WIN) ?? 0);
  return Number.isSafeInteger(round) && round > 0 ? round : 0;
}

/** Remembers on this device that a win was seen. */
export function storeSeenWin(round: SeenWin): void {
  write(SEEN_WIN, String(round));
}

/** Calls back when the wallet is remembered or forgotten, also in another tab. Returns the function that ends this. */
export function subscribeToWallet(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when everything was deleted.
    if (key === WALLET || key === null) onChange();
  };
  listeners.add(onChange);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(onChange);
    removeEventListener('storage', onStorage);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

function erase(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that throws here has nothing stored.
  }
}
