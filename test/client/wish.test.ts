import { describe, expect, it, vi } from 'vitest';
import { endPush, readWish, storeWish } from '../../client/service/wish.ts';

const WISH = { address: 'Gd1', kinds: ['win'] };

/** A browser's caches, of which some calls fail. */
function caches(...failing: readonly ('open' | 'delete')[]) {
  const kept = new Map<string, Response>();
  const check = (call: (typeof failing)[number]) => {
    if (failing.includes(call)) throw new DOMException('The disk is full.', 'UnknownError');
  };
  const cache = {
    match: async (place: string) => kept.get(place)?.clone(),
    put: async (place: string, response: Response) => void kept.set(place, response),
    delete: async (place: string) => {
      check('delete');
      return kept.delete(place);
    },
  };
  vi.stubGlobal('caches', {
    open: async () => {
      check('open');
      return cache;
    },
  });
}

/** A browser that is subscribed; `told` has the calls to the server. */
function subscribed() {
  const told: string[] = [];
  let subscription: object | null = {
    endpoint: 'https://push.test/1',
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  vi.stubGlobal('fetch', async (path: string) => {
    told.push(path);
    return Response.json({ success: true });
  });
  const pushManager = { getSubscription: async () => subscription };
  return {
    told,
    registration: { pushManager } as unknown as ServiceWorkerRegistration,
    isOn: () => subscription !== null,
  };
}

describe('the end of the notifications', () => {
  it('leaves neither a wish nor a subscription', async () => {
    caches();
    await storeWish(WISH);
    const { told, registration, isOn } = subscribed();
    await endPush(registration);
    expect([await readWish(), isOn(), told]).toEqual([null, false, ['/api/push/end']]);
  });

  it('fails aloud while the wish cannot be removed: the wish would subscribe the browser again', async () => {
    caches('delete');
    await storeWish(WISH);
    const { told, registration, isOn } = subscribed();
    await expect(endPush(registration)).rejects.toThrow();
    expect([await readWish(), isOn(), told]).toEqual([WISH, true, []]);
  });

  it('needs no stored wish: some browsers store nothing', async () => {
    caches('open');
    await storeWish(WISH);
    const { told, registration, isOn } = subscribed();
    await endPush(registration);
    expect([await readWish(), isOn(), told]).toEqual([null, false, ['/api/push/end']]);
  });
});
