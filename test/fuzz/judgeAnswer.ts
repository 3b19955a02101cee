import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { adminError } from '../../src/contract/distribution.ts';
import { apiError } from '../../src/contract/error.ts';
import { describeApi } from '../../src/contract/openapi/describeApi.ts';
import { ApiFault } from '../../worker/http/fault.ts';
import type { FuzzAnswer, FuzzRequest } from './FuzzRequest.ts';
import type { FuzzedRoute } from './fuzzedRoutes.ts';

const { paths } = describeApi('fuzz');

/** What is wrong with an answer, as a sentence; null when nothing is. */
export function judgeAnswer(route: FuzzedRoute, request: FuzzRequest, answer: FuzzAnswer): string | null {
  const { status } = answer;
  const statuses = Object.keys(paths[route.path]?.[route.method]?.responses ?? {}).map(Number);
  if (status >= 500 && !statuses.includes(status)) return `answered ${status}: ${answer.text.slice(0, 200)}`;
  if (isLetIn(route, request, status)) return `answered ${status} without the admin key`;
  // A request to a path outside of the API may be answered with a page.
  if (!pathOf(request).startsWith('/api/')) return null;
  // These have no body. A request that names the version it has seen may be answered that it is unchanged.
  if (request.method === 'HEAD' || (status === 304 && 'If-None-Match' in request.headers)) return null;
  // Texts of another kind have no schema.
  const types = [route.answerType ?? 'application/json', ...(route.alsoAs === undefined ? [] : [route.alsoAs])];
  const isOwnType = types.some((type) => answer.contentType.startsWith(type));
  if (status === 200 && isOwnType && !answer.contentType.startsWith('application/json')) return null;
  if (!answer.contentType.startsWith('application/json')) return `answered ${status} with ${answer.contentType}`;
  const json = parseJson(answer.text);
  if (json === undefined) return `answered ${status} with what is no JSON: ${answer.text.slice(0, 200)}`;
  if (status >= 400 && route.alike?.[status] === undefined) return judgeError(request, { status, statuses, json });
  if (request.isStray) return null;
  if (!statuses.includes(status)) return `answered ${status}, which its contract does not name`;
  if (isOutside(route, request)) return `answered ${status} to a body outside its schema`;
  return judgeShape(route.answer, json, 'the answer');
}

interface Refusal {
  readonly status: number;
  readonly statuses: readonly number[];
  readonly json: unknown;
}

function judgeError(request: FuzzRequest, { status, statuses, json }: Refusal): string | null {
  const isAdmin = pathOf(request).startsWith('/api/admin/');
  const wrong = judgeShape(isAdmin ? adminError : apiError, json, `the error of status ${status}`);
  if (wrong !== null) return wrong;
  const { code } = apiError.parse(json);
  const expected = new ApiFault(code as ApiFault['code'], '').status;
  if (status !== expected) return `answered ${status} with the code ${code}, whose status is ${expected}`;
  if (request.isStray) return null;
  if (!statuses.includes(status)) return `answered ${status} ${code}, which its contract does not name`;
  const isRefusedAsWrong = [400, 401, 405, 413].includes(status);
  if (request.changes.length === 0 && isRefusedAsWrong)
    return `refused what its contract allows: ${status} ${JSON.stringify(json)}`;
  return null;
}

/** Whether a request without the right key was let in. */
function isLetIn(route: FuzzedRoute, request: FuzzRequest, status: number): boolean {
  if (!route.isAdmin || request.hasKey || !pathOf(request).startsWith('/api/admin/')) return false;
  return status !== 401 && status !== 429;
}

/** Whether there is a body that does not fit the route's schema. Some routes accept having no body at all. */
function isOutside({ body: schema }: FuzzedRoute, { body }: FuzzRequest): boolean {
  if (schema === undefined || body === null || body.length === 0) return false;
  // A byte order mark before the JSON may be skipped.
  const json = parseJson(new TextDecoder().decode(body));
  return json === undefined || !schema.safeParse(json).success;
}

/** Also a field that the schema does not name is outside of it. */
function judgeShape(schema: z.ZodType, json: unknown, what: string): string | null {
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    return `${what} is outside its schema at ${path.join('.') || 'its root'}: ${message}`;
  }
  return isDeepStrictEqual(parsed.data, json)
    ? null
    : `${what} has fields that its schema does not name: ${surplus(json, parsed.data)}`;
}

/** The first place where a value has something that the parsed value does not have. */
function surplus(json: unknown, parsed: unknown, place = ''): string {
  if (typeof json !== 'object' || json === null || typeof parsed !== 'object' || parsed === null) return place;
  for (const [name, value] of Object.entries(json)) {
    const kept = (parsed as Record<string, unknown>)[name];
    if (!isDeepStrictEqual(value, kept)) return surplus(value, kept, `${place}.${name}`);
  }
  return place;
}

/** The path as the worker reads it, with `.` and `..` resolved. */
function pathOf({ path }: FuzzRequest): string {
  return URL.parse(`http://host${path}`)?.pathname ?? path;
}

/** Undefined for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
