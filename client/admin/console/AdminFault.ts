import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import type { SeenPayment } from '../../../src/contract/operations.ts';

interface FaultFacts {
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** The server's sentences about what is wrong; empty when it gave none. */
  readonly errors: readonly string[];
  /** The current configuration, which an answer with status 409 has; otherwise null. */
  readonly current: DistributionConfig | null;
  /** Payments of a tax cycle because of which the server refused to release the cycle; otherwise empty. */
  readonly payments: readonly SeenPayment[];
  /** Seconds to wait, from a 429. */
  readonly retryAfter: number | null;
}

/** A call that did not succeed. */
export class AdminFault extends Error implements FaultFacts {
  override readonly name = 'AdminFault';
  readonly status: number | null;
  readonly errors: readonly string[];
  readonly current: DistributionConfig | null;
  readonly payments: readonly SeenPayment[];
  readonly retryAfter: number | null;
  constructor(message: string, { status, errors, current, payments, retryAfter }: FaultFacts) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.current = current;
    this.payments = payments;
    this.retryAfter = retryAfter;
  }
}

export const NETWORK_ERROR = 'Network error. Please check your connection.';

/**
 * The lines that report a failed call: the server's sentences about what is wrong; without them, the caller's sentence
 * `otherwise`, and then the cause where it is known.
 */
export function faultLines(error: unknown, otherwise: string): readonly string[] {
  if (!(error instanceof AdminFault)) return [otherwise];
  if (error.status === null) return [otherwise, NETWORK_ERROR];
  if (error.status === 429) return [otherwise, waitText(error.retryAfter)];
  if (error.status < 500 && error.errors.length > 0) return error.errors;
  return error.message === '' ? [otherwise] : [otherwise, error.message];
}

/** The sentence that says how long to wait after a 429; `seconds` is null when the server did not name a time. */
export function waitText(seconds: number | null): string {
  if (seconds === null) return 'Too many attempts. Please wait a moment and try again.';
  return `Too many attempts. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}
