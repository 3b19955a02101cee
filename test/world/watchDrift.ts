import type { Connection } from '@solana/web3.js';

const EVERY_MS = 15_000;
const TOLERATED_SECONDS = 5;

/**
 * Says once when the local chain's clock has fallen behind: its block times count slots, so a machine that slept or is overloaded
 * leaves it behind for good, and the worker rightly refuses to lock on such a chain. Returns what stops the watch.
 */
export function watchDrift(connection: Connection, say: (line: string) => void): () => void {
  const timer = setInterval(() => {
    void behind(connection).then(
      (seconds) => {
        if (seconds <= TOLERATED_SECONDS) return;
        clearInterval(timer);
        say(
          `The local chain runs ${seconds.toFixed(0)} s behind the clock (the machine slept, or is overloaded). Start anew to play on.`,
        );
      },
      () => undefined, // asked again
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function behind(connection: Connection): Promise<number> {
  const newest = await connection.getBlockTime(await connection.getSlot('confirmed'));
  return newest === null ? 0 : Date.now() / 1000 - newest;
}
