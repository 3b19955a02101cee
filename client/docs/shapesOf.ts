import type { ApiDocument, ApiOperation, JsonSchema } from '../../src/contract/openapi/ApiDocument.ts';
import { shapeName } from './shapeText.ts';

type Schemas = ApiDocument['components']['schemas'];

/**
 * The names of all shapes in a route's request and answers, nested ones too, each once, where it occurs first. The
 * shapes nested in a shape follow it.
 */
export function shapesOf({ requestBody, responses }: ApiOperation, schemas: Schemas): string[] {
  const told = [requestBody, ...Object.values(responses)];
  const found = new Set<string>();
  const follow = (schema: JsonSchema): void => {
    const name = shapeName(schema);
    if (name !== null && !found.has(name)) {
      found.add(name);
      follow(schemas[name] ?? {});
    }
    for (const part of partsOf(schema)) follow(part);
  };
  for (const one of told) for (const { schema } of Object.values(one?.content ?? {})) follow(schema);
  return [...found];
}

function partsOf({ anyOf = [], oneOf = [], items, prefixItems = [], properties = {} }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf, ...prefixItems, ...(items ? [items] : []), ...Object.values(properties)];
}
