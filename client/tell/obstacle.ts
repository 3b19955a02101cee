/** Why this browser cannot be told, as a sentence for its visitor; null where it can. */
export function obstacle(): string | null {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.platform) && hasTouch());
  if (isApple && !matchMedia('(display-mode: standalone)').matches && !('PushManager' in window))
    return 'On an iPhone or iPad, first add this page to your Home Screen (Share, then “Add to Home Screen”) and open it from there.';
  if (!isSecureContext || !('serviceWorker' in navigator))
    return 'This browser shows no notifications for this page. In a private window it never does.';
  if (!('PushManager' in window) || !('Notification' in window))
    return 'This browser cannot show notifications of a page that is closed.';
  return Notification.permission === 'denied' ? BLOCKED : null;
}

export const BLOCKED =
  'Notifications of this site are blocked. You can allow them in your browser, beside the address of this page.';

function hasTouch(): boolean {
  return navigator.maxTouchPoints > 1;
}
