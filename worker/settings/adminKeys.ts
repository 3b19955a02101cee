import * as z from 'zod';
import { ADMIN_ROLES } from '../../src/contract/adminRoles.ts';
import { parseJson } from '../../src/parseJson.ts';
import { json } from './kinds.ts';
import type { AdminKey } from './Settings.ts';

/** SHA-256 of an empty text, and of a line end alone, which `echo` prints for an empty variable. */
const EMPTY_DIGESTS = new Set([
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b',
]);
/** SHA-256 of the keys that an attacker tries first: admin, password, 123456, secret. */
const GUESSED_DIGESTS = new Set([
  '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918',
  '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  '8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92',
  '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
]);

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** A digest without roles is that of a key that may do everything. */
const adminKey = z.union([
  digest.transform((sha256): AdminKey => ({ sha256, roles: ADMIN_ROLES })),
  z.strictObject({ sha256: digest, roles: z.array(z.enum(ADMIN_ROLES)).min(1) }),
]);

/** ADMIN_KEYS: name → SHA-256 of the key, or that digest with what the key may do. */
export const adminKeys = z
  .string()
  .refine(
    (text) => !namesTwice(text),
    'must give each name once: of two keys with the same name, only the second would open the console',
  )
  .pipe(
    json(
      z.record(z.string().min(1).max(64), adminKey),
      `must be a JSON object of names to SHA-256 digests (64 lower-case hex digits), or to {"sha256", "roles"} with roles of ${ADMIN_ROLES.join(', ')}`,
    ),
  )
  .refine((keys) => Object.keys(keys).length > 0, 'must name at least one administrator: else nobody could pause')
  .refine(
    (keys) => Object.values(keys).every(({ sha256 }) => !EMPTY_DIGESTS.has(sha256)),
    'must be digests of keys, and one is the digest of an empty text: set the key before it is hashed',
  )
  .refine(
    (keys) => Object.values(keys).every(({ sha256 }) => !GUESSED_DIGESTS.has(sha256)),
    'must be digests of keys that nobody guesses, and one is the digest of a word that attackers try first: make that key with openssl rand -hex 32',
  );

/** Whether the outer object of a JSON text has a name twice. `JSON.parse` would silently keep the last one. */
function namesTwice(text: string): boolean {
  const names: unknown[] = [];
  let depth = 0;
  for (const [token, name, colon] of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && colon !== undefined) names.push(parseJson(`"${name}"`));
  }
  return new Set(names).size < names.length;
}
