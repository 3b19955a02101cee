import { expect, it, vi } from 'vitest';
import { useAddressLook } from '../../client/admin/wallets/AddressField.tsx';
import { wallet } from '../domain/wallets.ts';

const query = vi.hoisted(() => ({ answer: {} as { readonly data?: unknown; readonly isError?: boolean } }));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<typeof import('@tanstack/react-query')>()),
  useQuery: () => query.answer,
}));
vi.mock('../../client/admin/console/ConsoleContext.ts', () => ({ useConsole: () => ({ api: {} }) }));

it('an address that could not be looked up does not look like one without problems', () => {
  const look = (answer: typeof query.answer) => {
    query.answer = answer;
    return useAddressLook(wallet(1));
  };
  expect(look({ data: undefined, isError: false })).toEqual([]);
  expect(look({ data: { warnings: [] }, isError: false })).toEqual([]);
  expect(look({ data: { warnings: ['It was never used.'] }, isError: true })).toEqual(['It was never used.']);
  expect(look({ data: undefined, isError: true })).toEqual([
    'This address could not be looked up. Check it letter by letter before you save.',
  ]);
});
