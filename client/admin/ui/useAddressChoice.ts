import { useCallback, useSyncExternalStore } from 'react';

const CHANGED = 'addresschoice';

/**
 * A choice kept in the query of the page's address. The first of `choices` is the default, which is left out of the
 * query. With `how` = 'push', the browser's Back returns to the earlier choice.
 */
export function useAddressChoice<T extends string>(
  name: string,
  choices: readonly T[],
  how: 'push' | 'replace' = 'replace',
): readonly [T, (choice: T) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const asked = new URLSearchParams(search).get(name);
  const chosen = choices.find((choice) => choice === asked) ?? (choices[0] as T);
  const choose = useCallback(
    (choice: T) => changeAddress({ [name]: choice === choices[0] ? null : choice }, how),
    [name, choices, how],
  );
  return [chosen, choose];
}

/** A text kept in the query of the page's address, or null. The browser's Back returns to the earlier text. */
export function useAddressText(name: string): readonly [string | null, (text: string | null) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const write = useCallback((text: string | null) => changeAddress({ [name]: text }), [name]);
  return [new URLSearchParams(search).get(name), write];
}

/** Changes the query of the page's address. A name whose value is null is removed from it. */
export function changeAddress(
  changes: Readonly<Record<string, string | null>>,
  how: 'push' | 'replace' = 'push',
): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  const address = `${location.pathname}${text === '' ? '' : `?${text}`}`;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener('popstate', changed);
    window.removeEventListener(CHANGED, changed);
  };
}
