let waiting = 0;
const whole = Promise.withResolvers<void>();

/**
 * Registers a part of the page that is not hydrated. Call the returned function when it is. After the last part, the
 * document is marked as hydrated.
 */
export function awaitsLife(): () => void {
  waiting += 1;
  let isWaiting = true;
  return () => {
    if (!isWaiting) return;
    isWaiting = false;
    waiting -= 1;
    if (waiting > 0) return;
    document.documentElement.dataset.hydrated = 'yes';
    whole.resolve();
  };
}

/** Settles when every part is hydrated. From then on, hydration changes no part's height. */
export function wholePageAlive(): Promise<void> {
  return whole.promise;
}
