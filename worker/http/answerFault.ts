import type { Context } from 'hono';
import type { ApiError } from '../../src/contract/error.ts';
import { ApiFault } from './fault.ts';

/**
 * Answers a failure: all get the public shape, and admins also get every problem. An unexpected error is only written
 * to the log.
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
  console.error(error.stack ?? error.message);
  return new ApiFault('INTERNAL', 'Something went wrong on our side. Please try again in a moment.');
}
