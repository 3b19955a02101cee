import type * as z from 'zod';
import type { ApiDocument, ApiOperation, ApiParameter, JsonSchema } from './ApiDocument.ts';
import type { ApiRoute } from './ApiRoute.ts';
import { ADMIN_ROUTES } from './adminRoutes.ts';
import { componentSchemas, refTo, schemaOf } from './componentSchemas.ts';
import { PUBLIC_ROUTES } from './publicRoutes.ts';

const DESCRIPTION =
  'An hourly draw on Solana that anyone can verify. Amounts in base units are decimal strings, times are ISO 8601 in UTC. ' +
  'A parameter that a route does not read is refused. From one network, at most 50 questions that need the database ' +
  'are answered in 10 seconds, and at most 10 proofs.';
const TAGS = {
  public: { name: 'public', description: 'Anyone may ask.' },
  admin: {
    name: 'admin',
    description: 'Needs an admin key: in the header `x-admin-key`, or as the route says. No cache keeps the answers.',
  },
} as const;
type Tag = keyof typeof TAGS;

/** The whole API as OpenAPI 3.1, from the schemas that the answers are made of. */
export function describeApi(version: string): ApiDocument {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  const add = (tag: Tag, routes: readonly ApiRoute[]) => {
    for (const route of routes) {
      paths[route.path] = { ...paths[route.path], [route.method]: describeRoute(tag, route) };
    }
  };
  add('public', PUBLIC_ROUTES);
  add('admin', ADMIN_ROUTES);
  return {
    openapi: '3.1.0',
    info: { title: 'Game of Draws', version, description: DESCRIPTION },
    tags: Object.values(TAGS),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        adminKey: { type: 'apiKey', in: 'header', name: 'x-admin-key' },
        bearerKey: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function describeRoute(tag: Tag, route: ApiRoute): ApiOperation {
  const { summary, description, body, answer, answerType = 'application/json', alike = {}, failures = {} } = route;
  const isAdmin = tag === 'admin';
  const answered = (sentence: string) => ({
    description: sentence,
    content: {
      [answerType]: { schema: schemaOf(answer) },
      ...(route.alsoAs === undefined ? {} : { [route.alsoAs]: { schema: { type: 'string' } } }),
    },
  });
  const errorShape = route.path.startsWith('/api/admin/') ? 'AdminError' : 'Error';
  const failed = (sentence: string) => ({ description: sentence, ...json(refTo(errorShape)) });
  const expected = {
    400: 'A field is not valid; the sentence names it.',
    ...(isAdmin ? { 401: 'Invalid admin key.' } : {}),
    ...(body === undefined ? {} : { 413: 'The body is larger than any that this route takes.' }),
    ...(isAdmin ? { 429: 'Too many wrong admin keys from this network; `Retry-After` says for how long.' } : {}),
  };
  return {
    tags: [tag],
    operationId: operationId(route),
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: parametersOf(route),
    ...(body === undefined ? {} : { requestBody: { required: true, ...json(schemaOf(body)) } }),
    responses: {
      200: answered('The answer.'),
      ...Object.fromEntries(Object.entries(alike).map(([status, sentence]) => [status, answered(sentence)])),
      ...Object.fromEntries(
        Object.entries({ ...expected, ...failures }).map(([status, sentence]) => [status, failed(sentence)]),
      ),
    },
    ...(isAdmin ? { security: [{ [route.security ?? 'adminKey']: [] }] } : {}),
  };
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

/** `get /api/lottery/rounds/{round}/proof` is `getLotteryRoundsByRoundProof`. */
function operationId({ method, path }: ApiRoute): string {
  const words = path
    .replace('/api/', '')
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/);
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parametersOf({ params = {}, query = {}, required = [] }: ApiRoute): ApiParameter[] {
  const describe = (where: 'path' | 'query', name: string, schema: z.ZodType): ApiParameter => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    schema: schemaOf(schema),
  });
  return [
    ...Object.entries(params).map(([name, schema]) => describe('path', name, schema)),
    ...Object.entries(query).map(([name, schema]) => describe('query', name, schema)),
  ];
}
