import { useCallback, useSyncExternalStore } from 'react';

const CHANGED = 'addresschoice';

/**
 * A choice kept in the query of the page's address; the first of `choices` is the default and is not written there.
 * `how`: whether a new choice can be left by the browser's Back.
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
    (choice: T) => {
      const query = new URLSearchParams(location.search);
      if (choice === choices[0]) query.delete(name);
      else query.set(name, choice);
      const text = query.toString();
      const address = `${location.pathname}${text === '' ? '' : `?${text}`}`;
      if (how === 'push') history.pushState(null, '', address);
      else history.replaceState(null, '', address);
      window.dispatchEvent(new Event(CHANGED));
    },
    [name, choices, how],
  );
  return [chosen, choose];
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed);
  window.addEventListener(CHANGED, changed);
  return () => {
    window.removeEventListener('popstate', changed);
    window.removeEventListener(CHANGED, changed);
  };
}
