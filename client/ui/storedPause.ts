const KEY = 'motion';
const PAUSED = 'paused';

/** Whether the visitor paused motion on an earlier visit. A browser without storage remembers nothing. */
export function readStoredPause(): boolean {
  try {
    return localStorage.getItem(KEY) === PAUSED;
  } catch {
    return false;
  }
}

/** Remembers in this browser that motion is paused. */
export function storePause(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(KEY, PAUSED);
    else localStorage.removeItem(KEY);
  } catch {
    // The choice then holds for this visit only.
  }
}
