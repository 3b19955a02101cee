import fc from 'fast-check';
import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Most texts are short; long ones are a change of their own. */
const MOST_ITEMS = 12;
/** Of a text in base64. */
const LONGEST_BYTES = 400;
const SAFE = Number.MAX_SAFE_INTEGER;

/** Values that a schema of the contract takes. Throws for a kind of schema that no request of ours has yet. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  // What JSON Schema cannot express, such as a text that must not be blank, is decided by the contract's own schema.
  return ofJson(json).filter((value) => schema.safeParse(value).success);
}

function ofJson(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => ofJson(inner(one))));
  switch (schema.type) {
    case 'string':
      return ofText(schema);
    case 'integer':
      return fc.integer({ min: Math.max(-SAFE, schema.minimum ?? -SAFE), max: Math.min(SAFE, schema.maximum ?? SAFE) });
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      );
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(ofJson(inner(schema.items)), { maxLength: Math.min(MOST_ITEMS, schema.maxItems ?? MOST_ITEMS) });
    case 'object':
      return ofObject(schema);
    default:
      throw new Error(`no values are known of the schema ${JSON.stringify(schema)}`);
  }
}

function ofText({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return days;
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (format === 'base64') return fc.base64String({ minLength, maxLength: Math.min(LONGEST_BYTES, maxLength) });
  // A text with a fixed length is made with this length, because hardly any random text has it.
  const sized = minLength === 0 ? pattern : pattern?.replace(/\+\$$/, `{${minLength},${maxLength}}$$`);
  if (sized !== undefined) return fc.stringMatching(new RegExp(sized));
  // With letters of many code units, hardly any text would be both long enough and not too long.
  const letters = fc.string({ unit: minLength === 0 ? 'grapheme' : 'grapheme-ascii', minLength, maxLength });
  return letters.filter(({ length }) => length <= maxLength);
}

/** Every day of the calendar that a text of ten characters can name. */
const days = fc
  .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function ofObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, ofJson(inner(field))] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
}

function inner(
  schema: z.core.JSONSchema._JSONSchema | readonly z.core.JSONSchema._JSONSchema[] | undefined,
): JsonSchema {
  if (typeof schema !== 'object' || Array.isArray(schema)) throw new Error('no schema of one kind');
  return schema as JsonSchema;
}
