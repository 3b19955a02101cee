import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useConfiguration } from '../../client/admin/configuration/useConfiguration.ts';
import { createDraftStore } from '../../client/admin/console/nextDraft.ts';
import type { DistributionConfig, WaitingActivation } from '../../src/contract/distribution.ts';

const AT = '2026-11-20T06:12:00.000Z';
const store = createDraftStore();
const calls: unknown[] = [];
const said: string[] = [];
let answer: DistributionConfig;

vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useState: (first: unknown) => [first, () => undefined],
  useRef: (current: unknown) => ({ current }),
  useEffect: () => undefined,
  useCallback: (callback: unknown) => callback,
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<typeof import('@tanstack/react-query')>()),
  useQuery: ({ initialData }: { readonly initialData: unknown }) => ({ data: initialData, refetch: async () => ({}) }),
  useQueryClient: () => ({
    cancelQueries: async () => undefined,
    invalidateQueries: async () => undefined,
    setQueryData: () => undefined,
  }),
}));
vi.mock('../../client/admin/console/ConsoleContext.ts', () => {
  const call =
    (name: string) =>
    async ({ version }: DistributionConfig, ask?: string) => {
      calls.push([name, version, ...(ask === undefined ? [] : [ask])]);
      return answer;
    };
  const api = { activate: call('activate'), confirm: call('confirm'), stop: call('stop') };
  const notify = (notice: { readonly tone: string; readonly lines: readonly string[] } | null) =>
    notice && said.push(`${notice.tone}: ${notice.lines.join(' ')}`);
  return { useConsole: () => ({ api, notify, retract: () => undefined, store }) };
});

function version(number: number, over: Partial<DistributionConfig> = {}): DistributionConfig {
  const rules = { minPoolShare: null, needsSecondKey: false, delayHours: 0 };
  const facts = { id: 'tax', updatedAt: AT, updatedBy: 'bob', totalPercentage: 100, active: null, waiting: null };
  return { ...facts, rules, version: number, isActive: false, wallets: [], ...over };
}
const inForce = (number: number) => ({ active: { version: number, wallets: [] } });
const WAITS: WaitingActivation = {
  ...{ ask: 'ask-1', version: 4, wallets: [], askedBy: 'bob', askedAt: AT, confirmedBy: null, needsSecondKey: true },
  ...{ inForceAt: null, difference: '' },
};

beforeEach(() => {
  store.step({ kind: 'forgotten' });
  calls.length = 0;
  said.length = 0;
});

describe('an activation', () => {
  it('is of the version that was shown, also when another one has been read since', async () => {
    const shown = version(4);
    store.step({ kind: 'read', config: shown });
    const { activate } = useConfiguration();
    store.step({ kind: 'read', config: version(5) });
    answer = version(5, inForce(4));
    await activate(shown);
    expect(calls).toEqual([['activate', 4]]);
  });

  it.each([
    [inForce(4), 'good: Configuration activated successfully!'],
    [{ ...inForce(3), waiting: WAITS }, 'good: Version 4 waits: a second key has to confirm it.'],
    // Somebody stopped the activation before the page read it again.
    [inForce(3), 'bad: Version 4 is neither in force nor waiting. The tab Operations says who did what.'],
  ])('is called successful only when the version is in force: %j', async (over, sentence) => {
    store.step({ kind: 'read', config: version(4) });
    answer = version(4, over);
    await useConfiguration().activate(version(4));
    expect(said).toEqual([sentence]);
  });
});

describe('a confirmation', () => {
  it.each([
    [inForce(4), 'good: Confirmed. It is in force now.'],
    [
      { ...inForce(3), waiting: { ...WAITS, needsSecondKey: false, inForceAt: AT } },
      'good: Confirmed. Version 4 comes into force at 20 Nov 2026, 06:12:00 UTC. Until then it can be stopped.',
    ],
    // The settings forbid it by now: the server has stopped it.
    [inForce(3), 'bad: Version 4 is neither in force nor waiting. The tab Operations says who did what.'],
  ])('says what has become of the version: %j', async (over, sentence) => {
    store.step({ kind: 'read', config: version(4, { waiting: WAITS }) });
    answer = version(4, over);
    await useConfiguration().decide('confirm', WAITS);
    expect(calls).toEqual([['confirm', 4, 'ask-1']]);
    expect(said).toEqual([sentence]);
  });
});
