import * as z from 'zod';
import { proof } from '../../src/contract/round.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** The contract of a proof as plain data. */
const CONTRACT = z.toJSONSchema(proof) as Schema;

/** Every field of a proof that holds no others, by the contract: `snapshot.entries.*.0`, where `*` is any item of a list. */
export function contractFields(schema: Schema = CONTRACT, path = ''): string[] {
  const inside = childrenOf(schema);
  if (inside === null) return [path];
  return inside.flatMap(([key, child]) => contractFields(child, path === '' ? key : `${path}.${key}`));
}

function childrenOf(schema: Schema): [string, Schema][] | null {
  const { properties, items, prefixItems } = partOf(schema);
  if (properties) return Object.entries(properties);
  if (prefixItems) return prefixItems.map((item, index) => [String(index), item]);
  return items ? [['*', items]] : null;
}

/** Without the null that a part may be. */
const partOf = (schema: Schema): Schema =>
  schema.anyOf?.find((one) => one.properties ?? one.items ?? one.prefixItems) ?? schema;

/** Every field of a JSON document that holds no others, by its path: `snapshot.entries.4.0`. */
export function fieldsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => fieldsIn(part, path === '' ? key : `${path}.${key}`));
}

/** The contract's name of a path; null for a field that the contract does not have. */
export function contractField(path: string): string | null {
  return contractFields().find((field) => matches(field, path)) ?? null;
}

const matches = (field: string, path: string) =>
  new RegExp(`^${field.replaceAll('.', '\\.').replaceAll('*', '\\d+')}$`).test(path);

/** The value at a path of a JSON document; undefined where there is none. */
export function valueAt(document: unknown, path: string): unknown {
  return path === ''
    ? document
    : path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], document);
}
