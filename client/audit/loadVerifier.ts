import type { Verifier } from './Verifier.ts';

/** Curves and hashes are loaded when somebody wants them, and never by the server. `onFailure`: as of `createVerifier`. */
export async function loadVerifier(onFailure: () => void): Promise<Verifier> {
  if (import.meta.env.SSR) throw new Error('rounds are verified in the browser');
  return (await import('./startVerifier.ts')).startVerifier(onFailure);
}
