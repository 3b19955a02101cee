import type { Context } from 'hono';
import type { ApiError } from '../../src/contract/error.ts';
import { stackText } from '../../src/errorText.ts';

/** The API's error codes with their HTTP status. */
const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  STALE_VERSION: 409,
  NOT_WAITING: 409,
  UNACKNOWLEDGED_OUTFLOWS: 409,
  EXIT_REFUSED: 409,
  ALREADY_PAID: 409,
  BODY_TOO_LARGE: 413,
  BROKEN_RULES: 422,
  UNKNOWN_OUTFLOW: 422,
  TOO_MANY_REQUESTS: 429,
  TOO_MANY_WRONG_KEYS: 429,
  INTERNAL: 500,
  BUSY: 503,
  NOT_CONFIGURED: 503,
  NOT_READY: 503,
  SCAN_FAILING: 503,
} as const;

/** What a failure may have beside its sentence. Only answers to admins show `errors` and `data`. */
export interface FaultDetails {
  /** All problems, each as a sentence. Left out where the failure's own sentence is the only one. */
  readonly errors?: readonly string[];
  /** The current state, where the request was made from an old one. */
  readonly data?: unknown;
  readonly retryAfterSeconds?: number;
}

export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: keyof typeof STATUS;
  readonly details: FaultDetails;
  constructor(code: keyof typeof STATUS, sentence: string, details: FaultDetails = {}) {
    super(sentence);
    this.code = code;
    this.details = details;
  }
  get status() {
    return STATUS[this.code];
  }
}

/**
 * Answers a failure in the public shape, and to admins with all problems. An unexpected error's text is only logged.
 */
export function answerFault(error: Error, c: Context): Response {
  const fault = error instanceof ApiFault ? error : unexpected(error);
  const { errors, data, retryAfterSeconds } = fault.details;
  const answer = { success: false, error: fault.message, code: fault.code } satisfies ApiError;
  const forAdmins = { errors: errors ?? [fault.message], ...(data === undefined ? {} : { data }) };
  return c.json(c.req.path.startsWith('/api/admin/') ? { ...answer, ...forAdmins } : answer, fault.status, {
    'Cache-Control': 'no-store',
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `${retryAfterSeconds}` }),
  });
}

function unexpected(error: Error): ApiFault {
  console.error(stackText(error));
  return new ApiFault('INTERNAL', 'Something went wrong on our side. Please try again in a moment.');
}
