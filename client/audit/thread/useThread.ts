import { useEffect, useRef } from 'react';
import type { Verifier } from './Verifier.ts';

/**
 * A function that gives the verifier of a page. The first call starts the verifier's thread, which ends with the page.
 * If the thread could not be loaded, or failed, the next call starts another one.
 */
export function useThread(): () => Promise<Verifier> {
  const kept = useRef<Promise<Verifier> | null>(null);
  useEffect(
    () => () => {
      kept.current?.then(
        (one) => one.stop(),
        () => undefined,
      );
    },
    [],
  );
  return () => {
    if (kept.current) return kept.current;
    const forget = () => {
      if (kept.current === starting) kept.current = null;
    };
    const starting = loadVerifier(forget);
    kept.current = starting;
    starting.catch(forget);
    return starting;
  };
}

/** Loads and starts a verifier, only in the browser. */
async function loadVerifier(onFailure: () => void): Promise<Verifier> {
  if (import.meta.env.SSR) throw new Error('rounds are verified in the browser');
  return (await import('./Verifier.ts')).startVerifier(onFailure);
}
