const NAME = 'game-of-draws-admin-key';
/** Where the browser refuses storage, the key is kept here until the page is closed. */
let remembered: string | null = null;

/** The admin key kept in this browser, or null. */
export function readStoredKey(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return remembered;
  }
}

/** Keeps the key, or forgets it. */
export function storeKey(key: string | null): void {
  remembered = key;
  try {
    if (key === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, key);
  } catch {
    // The login then holds for this visit only.
  }
}

/** Tells when another tab of this browser forgets the key; returns how to stop listening. */
export function onKeyForgotten(forgotten: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if ((key === NAME && newValue === null) || key === null) forgotten();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
