import { parseJson } from '../../../src/parseJson.ts';
import { hasShape, type Shape } from '../../shape/hasShape.ts';
import { AdminFault } from './AdminFault.ts';
import { CONFIGURATION, ERROR, PAYMENTS } from './answerShapes.ts';

const TIMEOUT_MS = 15_000;

export interface Asked extends RequestInit {
  readonly timeoutMs?: number;
  /** Whether the answer is a CSV file and not JSON. */
  readonly isFile?: boolean;
}

/**
 * The console's only fetch. Resolves to an answer of the right shape. Rejects with an `AdminFault`, or with the abort's
 * reason when the caller has aborted it.
 */
export async function send<T>(url: string, shape: Shape<T>, asked: Asked): Promise<T> {
  const { timeoutMs = TIMEOUT_MS, isFile = false, ...init } = asked;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
    const text = await response.text();
    answer = isFile && response.ok ? fileOf(response, text) : (parseJson(text) ?? null);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new AdminFault('No answer from the server.', { ...NOTHING, status: null });
  }
  if (response.ok && hasShape(answer, shape)) return answer;
  throw faultOf(response, answer);
}

const NOTHING = { errors: [], current: null, payments: [], retryAfter: null };

function faultOf(response: Response, answer: unknown): AdminFault {
  const { status } = response;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(wait) ? Math.max(1, Math.ceil(wait)) : null;
  if (!hasShape(answer, ERROR)) {
    const said = response.ok ? 'The server gave an unexpected answer.' : '';
    return new AdminFault(said, { ...NOTHING, status, retryAfter });
  }
  const errors = Array.isArray(answer.errors) ? answer.errors.filter((one) => typeof one === 'string') : [];
  const current = hasShape(answer, CONFIGURATION) ? answer.data : null;
  const payments = hasShape(answer, PAYMENTS) ? answer.data.payments : [];
  return new AdminFault(answer.error, { status, errors, current, payments, retryAfter });
}

/** The text of a CSV file; null for any other type: a proxy may answer with its own page, even with status 200. */
function fileOf({ headers }: Response, text: string): string | null {
  return headers.get('content-type')?.startsWith('text/csv') ? text : null;
}
