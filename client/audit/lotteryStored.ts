const KEY = 'lottery-of-';

/** The lottery that this browser saw first for a mint, as the hash of its first terms; null before the first time. */
export function rememberedLottery(mint: string): string | null {
  try {
    const kept = localStorage.getItem(KEY + mint) ?? '';
    return /^[0-9a-f]{64}$/.test(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it for good: another lottery of the same mint is told apart from then on. */
export function rememberLottery({ mint, hash }: { readonly mint: string; readonly hash: string }): void {
  try {
    if (rememberedLottery(mint) === null) localStorage.setItem(KEY + mint, hash);
  } catch {
    // A browser that stores nothing has nothing to compare with the next time.
  }
}
