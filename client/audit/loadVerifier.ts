import type { Verifier } from './Verifier.ts';

/** Curves and hashes are loaded when somebody wants them, and never by the server. */
export async function loadVerifier(): Promise<Verifier> {
  if (import.meta.env.SSR) throw new Error('rounds are verified in the browser');
  return (await import('./startVerifier.ts')).startVerifier();
}
