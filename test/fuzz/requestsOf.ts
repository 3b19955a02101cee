import fc from 'fast-check';
import { changesOf } from './changesOf.ts';
import type { Draft } from './Draft.ts';
import { describedDrafts, type Known } from './describedDrafts.ts';
import type { FuzzRequest } from './FuzzRequest.ts';
import type { FuzzedRoute } from './fuzzedRoutes.ts';

const MOST_CHANGES = 3;

/** Requests to a route: a third of them as the contract describes them, the others changed in up to three ways. */
export function requestsOf(route: FuzzedRoute, known: Known): fc.Arbitrary<FuzzRequest> {
  const described = describedDrafts(route, known);
  const changed = fc
    .tuple(described, fc.array(changesOf(route), { minLength: 1, maxLength: MOST_CHANGES }))
    .map(([draft, changes]) => changes.reduce((before, change) => change(before), draft));
  return fc.oneof({ weight: 1, arbitrary: described }, { weight: 2, arbitrary: changed }).map(written);
}

function written({ path, params, query, json: _, ...draft }: Draft): FuzzRequest {
  // An odd value may contain braces itself.
  const named = Object.entries(params).reduce((left, [name, value]) => left.replace(`{${name}}`, () => value), path);
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&');
  return { ...draft, path: asked === '' ? named : `${named}?${asked}` };
}
