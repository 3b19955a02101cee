import * as z from 'zod';
import type { JsonSchema } from './ApiDocument.ts';
import { NAMED_SCHEMAS } from './namedSchemas.ts';

const pathOf = (name: string) => `#/components/schemas/${name}`;

/**
 * JSON Schema has a name for some formats. The pattern that would say the same in two hundred characters is left out.
 */
const SETTINGS = {
  io: 'input',
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;

export function refTo(name: keyof typeof NAMED_SCHEMAS & string): JsonSchema {
  return { $ref: pathOf(name) };
}

/** The JSON Schema of a schema; a reference where the schema has a name. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const named = Object.entries(NAMED_SCHEMAS).find(([, candidate]) => candidate === schema);
  if (named !== undefined) return refTo(named[0]);
  return plain(z.toJSONSchema(schema, SETTINGS));
}

/** All named schemas as JSON Schema; where one is part of another, its name stands for it. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...SETTINGS, uri: pathOf });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]));
}

/** Name and dialect are said once for the whole document, so they are removed here. */
function plain({ $schema: _, $id: __, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema as JsonSchema;
}
