import { createVerifier, type Verifier } from './Verifier.ts';

/** Starts the verifier's thread: curves and hashes are loaded when somebody wants them. In the browser only. */
export function startVerifier(onFailure: () => void): Verifier {
  return createVerifier(new Worker(new URL('./verifierThread.ts', import.meta.url), { type: 'module' }), onFailure);
}
