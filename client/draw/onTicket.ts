import { useSyncExternalStore } from 'react';

let isOnTicket = false;
const listeners = new Set<() => void>();

/** Says that the reel now runs on the ticket, or no longer does: there is one reel on the page. */
export function setOnTicket(value: boolean): void {
  isOnTicket = value;
  for (const listener of listeners) listener();
}

/** Whether the reel runs on the ticket. */
export function useOnTicket(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOnTicket,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
