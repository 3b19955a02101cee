import { useSyncExternalStore } from 'react';

let isOnTicket = false;
const listeners = new Set<() => void>();

/** Notes whether the reel runs on the ticket. While it runs there, the block below the ticket shows no reel. */
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
