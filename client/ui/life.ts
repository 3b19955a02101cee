let waiting = 0;
const whole = Promise.withResolvers<void>();

/**
 * Says that a part of the page has yet to come to life. Call the returned function when the part is alive. Once all
 * parts are alive, the document is marked as hydrated: the whole page reacts to the visitor.
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

/** Settles once every part has come to life. From then on, no part changes its height by coming to life. */
export function wholePageAlive(): Promise<void> {
  return whole.promise;
}
