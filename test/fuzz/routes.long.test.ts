import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzzAll } from './fuzzAll.ts';
import { CONTRACT_ROUTES, type FuzzedRoute, PAGES } from './fuzzedRoutes.ts';
import { type Fuzzed, startFuzzed } from './startFuzzed.ts';

/** `npm run fuzz` sends each route 2,000. */
const REQUESTS = 40;

let fuzzed: Fuzzed;
beforeAll(async () => {
  fuzzed = await startFuzzed('fuzz slice');
});
afterAll(() => fuzzed?.stop());

describe('requests of every kind to every route', () => {
  it('are answered as the contract says, and never with a failure of ours', async () => {
    const order = { seed: 'slice', requests: REQUESTS, route: null, at: null };
    const { routes, failures } = await fuzzAll(fuzzed, order, () => undefined);
    expect(failures).toEqual([]);
    expect(routes).toHaveLength(CONTRACT_ROUTES.length + PAGES.length);
    // If all answers were "not found", the requests would have shown nothing.
    const found = (name: string) => routes.find(({ route }) => route === name)?.statuses[200] ?? 0;
    const isLooking = ({ method }: FuzzedRoute) => method === 'get';
    expect(CONTRACT_ROUTES.filter(isLooking).filter(({ name }) => found(name) === 0)).toEqual([]);
  });
});
