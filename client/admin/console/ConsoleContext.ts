import { createContext, use } from 'react';
import type { Notify, Retract } from '../ui/Notices.tsx';
import type { AdminApi } from './api.ts';
import type { DraftStore } from './createDraftStore.ts';

/** What every part of the console may use. */
export interface Console {
  readonly api: AdminApi;
  readonly notify: Notify;
  /** Removes the notice about something that has changed since. */
  readonly retract: Retract;
  readonly store: DraftStore;
}

export const ConsoleContext = createContext<Console | null>(null);

/** What every tab of the console shares. Throws outside of its context. */
export function useConsole(): Console {
  const value = use(ConsoleContext);
  if (value === null) throw new Error('useConsole belongs inside of a ConsoleContext');
  return value;
}
