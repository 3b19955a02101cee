import type { JsonSchema } from '../../src/contract/openapi/ApiDocument.ts';

/** What may stand in a field, in few words: `list of Winner`, `whole number or null`, `"GOD" or "SOL"`. */
export function shapeText(schema: JsonSchema): string {
  const name = shapeName(schema);
  if (name !== null) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(shapeText).join(' or ');
  const { type } = schema;
  if (isList(type)) return type.map((one) => shapeText({ ...schema, type: one })).join(' or ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(shapeText).join(', ')}]`;
  if (type === 'array') return schema.items ? `list of ${shapeText(schema.items)}` : 'list';
  if (type === 'string') return FORMATS[schema.format ?? ''] ?? patternText(schema.pattern);
  return TYPES[type ?? ''] ?? 'anything';
}

/** As `Array.isArray`, which does not narrow the type of a read-only array. */
function isList(type: JsonSchema['type']): type is readonly string[] {
  return Array.isArray(type);
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'time', date: 'day' };

/** A pattern of text fields in words; `text` for a pattern that has no words here. */
function patternText(pattern: string | undefined): string {
  if (pattern === '^\\d{1,20}$') return 'decimal text';
  if (pattern === '^[0-9a-f]{64}$') return '64 hex digits';
  return 'text';
}

/** The named shape that a schema stands for; null when it has no name. */
export function shapeName({ $ref }: JsonSchema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}
