let waiting = 0;
const whole = Promise.withResolvers<void>();

/**
 * Says that a part of the page is still to come to life; what is returned says that it has. Once all have, the
 * document is marked: from then on the whole page answers.
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

/** Settles once every part has come to life: from then on none of them takes another place. */
export function wholePageAlive(): Promise<void> {
  return whole.promise;
}
