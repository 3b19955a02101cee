import { base58 } from '@scure/base';
import fc from 'fast-check';
import type * as z from 'zod';
import { type Draft, encoded, jsonBytes } from './Draft.ts';
import type { FuzzedRoute } from './fuzzedRoutes.ts';
import { valuesOf } from './valuesOf.ts';

/** Values that exist in the worker's database, because a random number is hardly ever that of a round. */
export interface Known {
  readonly adminKey: string;
  /** Values of parameters, by the parameters' names. */
  readonly params: Readonly<Record<string, readonly string[]>>;
  /** Bodies that make sense, by `method path`. */
  readonly bodies: Readonly<Record<string, readonly unknown[]>>;
}

/** Requests as the contract describes them. */
export function describedDrafts(route: FuzzedRoute, known: Known): fc.Arbitrary<Draft> {
  const { params = {}, query: { cursor: _, ...query } = {}, required = [] } = route;
  const valueFor = (schema: z.ZodType, name: string) => parameter(schema, name, known);
  // The console sends its key as a header of its own, Prometheus as a bearer.
  const key = route.isAdmin ? { 'x-admin-key': known.adminKey, authorization: `Bearer ${known.adminKey}` } : {};
  return fc
    .record({
      params: fc.record(mapValues(params, valueFor)),
      query: fc.record(mapValues(query, valueFor), { requiredKeys: [...required], noNullPrototype: true }),
      json: bodiesOf(route, known),
      network: fc.ipV4(),
    })
    .map(({ params, query, json, network }) => ({
      ...{ method: route.method.toUpperCase(), path: route.path, json, changes: [], isStray: false, hasKey: true },
      params: mapValues(params, encoded),
      query: inOrder(Object.entries(query) as [string, string][]).map(
        ([name, value]) => [name, encoded(value)] as const,
      ),
      headers: {
        'CF-Connecting-IP': network,
        ...key,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : jsonBytes(json),
    }));
}

function bodiesOf({ body, name }: FuzzedRoute, { bodies }: Known): fc.Arbitrary<unknown> {
  if (body === undefined) return fc.constant(undefined);
  const examples = bodies[name] ?? [];
  return examples.length === 0 ? valuesOf(body) : fc.oneof(valuesOf(body), fc.constantFrom(...examples));
}

/**
 * Rules that JSON Schema does not express: an address has 32 bytes. Cursors are left out, because a right one must come
 * from an earlier answer; only changed requests have one.
 */
function parameter(schema: z.ZodType, name: string, known: Known): fc.Arbitrary<string> {
  const values =
    name === 'address'
      ? fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
      : valuesOf(schema).map(String);
  const examples = known.params[name] ?? [];
  if (examples.length === 0) return values;
  return fc.oneof(values, { weight: 3, arbitrary: fc.constantFrom(...examples) });
}

/** A span of days does not end before it begins. */
function inOrder(query: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const [from, to] = ['from', 'to'].map((wanted) => query.find(([name]) => name === wanted)?.[1]);
  if (from === undefined || to === undefined || from <= to) return query;
  return query.map(([name, value]) => [name, name === 'from' ? to : name === 'to' ? from : value]);
}

function mapValues<T, U>(of: Readonly<Record<string, T>>, make: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value, name)]));
}
