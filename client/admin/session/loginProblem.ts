import { AdminFault, NETWORK_ERROR, waitText } from '../console/AdminFault.ts';

/** Why a key did not open the console, as the sentence that the login shows. */
export function loginProblem(error: unknown): string {
  const fault = error instanceof AdminFault ? error : null;
  if (fault?.status === 401) return 'Invalid admin key';
  if (fault?.status === 429) return waitText(fault.retryAfter);
  if (fault !== null && fault.status === null) return NETWORK_ERROR;
  return 'Authentication failed. Please try again.';
}

/**
 * What is wrong with a typed key, before the server is asked; null: it may be sent. A header takes printable ASCII
 * only.
 */
export function keyProblem(key: string): 'Admin key is required' | 'Invalid admin key' | null {
  if (key === '') return 'Admin key is required';
  return /^[\x20-\x7e]+$/.test(key) ? null : 'Invalid admin key';
}
