import { useCallback, useEffect, useState } from 'react';
import { endPush, readWish, type Wish } from '../service/wish.ts';
import { Refused, readKey, subscribe } from './subscribe.ts';

/** The state of the subscription. `cannot` says why there can be none. */
export type PushView =
  | { readonly kind: 'looking' }
  | { readonly kind: 'cannot'; readonly sentence: string }
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly wish: Wish };

const OFF: PushView = { kind: 'off' };
const cannot = (sentence: string): PushView => ({ kind: 'cannot', sentence });
const NOT_SWITCHED_ON = 'Notifications are not switched on for this lottery.';
const FAILED = 'That did not work. Please try again in a minute.';

/** This browser's subscription, and how to turn it on and off. */
export function usePush() {
  const [view, setView] = useState<PushView>({ kind: 'looking' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const look = useCallback(() => readView().then(setView, () => setView(cannot(FAILED))), []);
  useEffect(() => {
    void look();
    // Notifications may have been turned off in another tab, or by the button on a notification.
    const onShown = () => void (document.hidden || look());
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [look]);

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    await work().catch((error: unknown) => setProblem(error instanceof Refused ? error.message : FAILED));
    await look();
    setBusy(false);
  };
  return {
    ...{ view, isBusy, problem },
    turnOn: (wish: Wish) => attempt(() => turnOn(wish)),
    turnOff: () => attempt(async () => endPush(await navigator.serviceWorker.ready)),
  };
}

async function readView(): Promise<PushView> {
  const sentence = obstacle();
  if (sentence !== null) return cannot(sentence);
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = registration ? await registration.pushManager.getSubscription() : null;
  const wish = await readWish();
  if (subscription !== null) return { kind: 'on', wish: wish ?? { address: '', kinds: [] } };
  return (await readKey()) === null ? cannot(NOT_SWITCHED_ON) : OFF;
}

/** Subscribes. It asks for the permission first, because some browsers show that question only directly after a tap. */
async function turnOn(wish: Wish): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') {
    throw new Refused(permission === 'denied' ? BLOCKED : 'Your browser was not allowed to show notifications.');
  }
  const key = await readKey();
  if (key === null) throw new Refused(NOT_SWITCHED_ON);
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  await subscribe(await navigator.serviceWorker.ready, key, wish);
}

/** Why this browser cannot show notifications, as a sentence; null when it can. */
function obstacle(): string | null {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.platform) && hasTouch());
  if (isApple && !matchMedia('(display-mode: standalone)').matches && !('PushManager' in window))
    return 'On an iPhone or iPad, first add this page to your Home Screen (Share, then “Add to Home Screen”) and open it from there.';
  if (!isSecureContext || !('serviceWorker' in navigator))
    return 'This browser shows no notifications for this page. In a private window it never does.';
  if (!('PushManager' in window) || !('Notification' in window))
    return 'This browser cannot show notifications of a page that is closed.';
  return Notification.permission === 'denied' ? BLOCKED : null;
}

const BLOCKED =
  'Notifications of this site are blocked. You can allow them in your browser, beside the address of this page.';

function hasTouch(): boolean {
  return navigator.maxTouchPoints > 1;
}
