import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { PublicConfig } from '../../../src/contract/config.ts';
import type { Notify, Retract } from '../ui/Notices.tsx';
import type { AdminApi } from './api.ts';
import type { DraftStore } from './nextDraft.ts';

/** What every part of the console may use. `retract` removes the notice about a subject that has changed. */
export interface Console {
  readonly api: AdminApi;
  readonly notify: Notify;
  readonly retract: Retract;
  readonly store: DraftStore;
}

export const ConsoleContext = createContext<Console | null>(null);

/** What every tab of the console shares. Throws outside of a `ConsoleContext`. */
export function useConsole(): Console {
  const value = use(ConsoleContext);
  if (value === null) throw new Error('useConsole belongs inside of a ConsoleContext');
  return value;
}

/**
 * The answer about operations, which all parts of the console share. It is read again every `pollMs`; of several parts
 * on the page, the smallest `pollMs` counts. With false, it is read only when the part appears or the window gets the
 * focus.
 */
export function useOperations(pollMs: number | false) {
  const { api } = useConsole();
  return useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.readOperations(signal),
    refetchInterval: pollMs,
  });
}

/** How often the public settings are read again: a deployment may change them while the console is open. */
const POLL_MS = 60_000;

/** The lottery's public settings; null until they are known. */
export function usePublicSettings(): PublicConfig | null {
  const { api } = useConsole();
  const { data } = useQuery({
    queryKey: ['public settings'],
    queryFn: ({ signal }) => api.readPublicConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: POLL_MS,
  });
  return data ?? null;
}

/** The lottery pool's address; null until it is known. */
export function usePoolWallet(): string | null {
  return usePublicSettings()?.poolWallet ?? null;
}
