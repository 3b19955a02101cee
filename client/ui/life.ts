let waiting = 0;
const whole = Promise.withResolvers<void>();

/**
 * Says that a part of the page has yet to come to life. Call the returned function when it has. Once all parts have,
 * the document is marked: from then on the whole page answers.
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

/** Settles once every part has come to life: from then on no part moves. */
export function wholePageAlive(): Promise<void> {
  return whole.promise;
}
