import { expect, it } from 'vitest';
import { describeApi } from '../../src/contract/openapi/describeApi.ts';

it('every admin route that changes something says that a key may lack the role for it', () => {
  const changes = Object.entries(describeApi('1').paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      path.startsWith('/api/admin/') && method !== 'get' ? [{ path, statuses: Object.keys(responses) }] : [],
    ),
  );
  const free = changes.flatMap(({ path, statuses }) => (statuses.includes('403') ? [] : [path.split('/').at(-1)]));
  // These routes change only a waiting activation, or nothing at all, so any key may use them.
  expect(free.toSorted()).toEqual(['lookup', 'preview', 'stop']);
});
