import type { JsonSchema } from '../../src/contract/openapi/ApiDocument.ts';

/** The named shape that a schema stands for; null when it has no name. */
export function shapeName({ $ref }: JsonSchema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}
