import fc from 'fast-check';
import { also, type Change, encoded, jsonBytes } from './Draft.ts';
import { type Edit, editedJson, placesIn } from './editedJson.ts';
import type { FuzzedRoute } from './fuzzedRoutes.ts';
import { oddBodies, oddJson, oddTexts } from './oddValues.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=x',
  'a',
  '',
];
const HEADERS = [
  ...['If-Match', 'If-None-Match', 'Accept', 'Accept-Encoding', 'Range', 'Origin', 'Cookie', 'X-Forwarded-For'],
  ...['CF-Connecting-IP', 'X-HTTP-Method-Override', 'Content-Encoding', 'Cache-Control', 'If-Modified-Since'],
];
const HEADER_TEXTS = ['*', '"1"', 'W/"2"', '"999999999"', 'bytes=0-1', 'gzip', '::1', '1::2::3', 'a:b', 'null', ';;;'];
/** Cursors of several forms. They are not made to fit a given route. */
const CURSORS = ['3', '3-2', '999', '1790000000'];
const BROKEN_ESCAPES = [
  ...[
    '%',
    '%%',
    '%2',
    '%zz',
    '%u0041',
    '%c0%af',
    '%ed%a0%80',
    '%F4%90%80%80',
    '%00',
    '%0d%0a',
    '+',
    '%2B',
    '%25',
    '&',
    '=',
  ],
];

/** Ways in which a request to a route may differ from what the contract says. */
export function changesOf(route: FuzzedRoute): fc.Arbitrary<Change> {
  const { params = {}, query = {}, body } = route;
  const asked = Object.keys(query);
  return fc.oneof(
    ...Object.keys(params).map((name) => rawTexts.map((value) => withParam(name, value))),
    ...asked.map((name) => rawTexts.map((value) => withQuery(`odd ${name}`, name, value))),
    ...asked.map((name) => fc.constantFrom(...CURSORS).map((value) => withQuery(`another ${name}`, name, value))),
    fc.tuple(rawTexts, rawTexts).map(([name, value]) => withQuery('unknown parameter', name, value)),
    ...(body === undefined ? [] : [fieldChanges, fieldChanges]),
    oddBodies.map(withBody),
    fc.constantFrom(...METHODS).map(withMethod),
    fc.constantFrom(...TYPES).map((type) => withHeader('content-type', type)),
    fc.tuple(fc.constantFrom(...HEADERS), headerTexts).map(([name, value]) => withHeader(name, value)),
    ...(route.isAdmin ? [fc.oneof(fc.constant(''), headerTexts).map(withKey)] : []),
    pathChanges,
  );
}

/** Parameters as a request line may have them: encoded properly, or with broken escapes and single bytes. */
const rawTexts = fc.oneof(
  oddTexts.map(encoded),
  fc.constantFrom(...BROKEN_ESCAPES),
  fc.array(fc.integer({ min: 0, max: 255 })).map((bytes) => bytes.map((byte) => `%${byte.toString(16)}`).join('')),
  fc.array(fc.integer({ min: 0xa1, max: 0xff })).map((bytes) => String.fromCharCode(...bytes)),
);

/** Characters that Node accepts in a header. */
const headerTexts = fc.oneof(
  fc.constantFrom(...HEADER_TEXTS),
  fc
    .array(fc.integer({ min: 0x21, max: 0xff }).filter((byte) => byte !== 0x7f))
    .map((bytes) => String.fromCharCode(...bytes)),
  fc.integer({ min: 1, max: 6 }).map((k) => 'k'.repeat(k * 1_000)),
);

/** The path may be another one: with nothing in the parameter's place, with a point, with a query's sign. */
function withParam(name: string, value: string): Change {
  return (draft) => ({ ...also(draft, `odd ${name}`), params: { ...draft.params, [name]: value }, isStray: true });
}

/** Added after the existing parameters, so that a parameter of the same name appears twice. */
function withQuery(said: string, name: string, value: string): Change {
  return (draft) => ({ ...also(draft, said), query: [...draft.query, [name, value] as const] });
}

function withBody(body: Uint8Array): Change {
  return (draft) => ({ ...also(draft, 'odd body'), body, json: undefined });
}

function withMethod(method: string): Change {
  return (draft) => ({ ...also(draft, method), method, isStray: true });
}

function withHeader(name: string, value: string): Change {
  return (draft) => ({ ...also(draft, name), headers: { ...draft.headers, [name]: value } });
}

/** Another admin key; an empty one is left out. */
function withKey(key: string): Change {
  return (draft) => {
    const { 'x-admin-key': _, authorization: __, ...headers } = draft.headers;
    const given = key === '' ? headers : { ...headers, 'x-admin-key': key, authorization: `Bearer ${key}` };
    return { ...also(draft, 'admin key'), headers: given, hasKey: false };
  };
}

const pathChanges: fc.Arbitrary<Change> = fc
  .oneof(
    fc
      .constantFrom('/', '//', '/.', '/..', '/%2e%2e/', ';a=b', '.json', '%20', '%00')
      .map((end) => (path: string) => path + end),
    fc.constantFrom('//', '/./', '/x/../', '/%2e/').map((start) => (path: string) => start + path.slice(1)),
    // Letters, not single bytes: the capital of ÿ is not a single byte.
    fc.constant((path: string) => path.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
    fc.integer({ min: 1, max: 3 }).map((k) => (path: string) => `${path}/${'a'.repeat(k * 4_000)}`),
    rawTexts.map((text) => (path: string) => `${path}/${text}`),
  )
  .map((change) => (draft) => ({ ...also(draft, 'path'), path: change(draft.path), isStray: true }));

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>({ how: 'removed' }),
  oddJson.map((value): Edit => ({ how: 'replaced', value })),
  fc.tuple(oddTexts, oddJson).map(([name, value]): Edit => ({ how: 'added', name, value })),
);

/** The body with one place changed, added to or removed. */
const fieldChanges: fc.Arbitrary<Change> = fc.tuple(fc.nat(), edits).map(([at, edit]) => (draft) => {
  const places = placesIn(draft.json);
  const place = places[at % places.length] ?? [];
  const json = editedJson(draft.json, place, edit);
  const body = json === undefined ? null : jsonBytes(json);
  return { ...also(draft, `${edit.how} ${place.join('.') || 'body'}`), json, body };
});
