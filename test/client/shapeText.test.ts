import { expect, it } from 'vitest';
import { shapeText } from '../../client/docs/shapeText.ts';

it.each([
  [{ $ref: '#/components/schemas/Winner' }, 'Winner'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Winner' } }, 'list of Winner'],
  [{ type: ['string', 'null'] }, 'text or null'],
  [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, 'time or null'],
  [{ type: 'string', enum: ['GOD', 'SOL'] }, '"GOD" or "SOL"'],
  [{ type: 'number', const: 1 }, '1'],
  [{ type: 'string', pattern: '^\\d{1,20}$' }, 'decimal text'],
  [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, '64 hex digits'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, '[text, whole number]'],
  [{ type: 'boolean' }, 'true or false'],
  [{}, 'anything'],
])('a field of the shape %j is told as %s', (schema, text) => {
  expect(shapeText(schema)).toBe(text);
});
