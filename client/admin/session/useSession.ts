import { useCallback, useEffect, useState } from 'react';
import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import { AdminFault, NETWORK_ERROR, waitText } from '../console/AdminFault.ts';
import { createAdminApi } from '../console/api.ts';

/** Whether the visitor is logged in. */
export type Session =
  | { readonly kind: 'checking'; readonly key: string }
  | {
      readonly kind: 'login';
      readonly problem: string | null;
      readonly isBusy: boolean;
      /** A stored key that the server has neither accepted nor refused. */
      readonly uncheckedKey: string | null;
    }
  | { readonly kind: 'open'; readonly key: string };

export interface SessionControl {
  readonly session: Session;
  login(typed: string): void;
  checkAgain(key: string): void;
  logout(): void;
  /** Ends the session, because the server does not accept the key. */
  expire(): void;
}

const LOGIN = { kind: 'login', problem: null, isBusy: false, uncheckedKey: null } as const;

/**
 * The admin's session. A key is checked by reading the configuration with it; `onConfig` gets the configuration. Only a
 * 401 makes the browser forget a stored key: after any other failure, the key may still be right.
 */
export function useSession(onConfig: (config: DistributionConfig) => void): SessionControl {
  const [session, setSession] = useState<Session>(() => {
    const key = readStoredKey();
    return key === null ? LOGIN : { kind: 'checking', key };
  });

  const check = useCallback(
    async (key: string, isStored: boolean, signal?: AbortSignal) => {
      try {
        const config = await createAdminApi(key).readConfig(signal);
        storeKey(key);
        onConfig(config);
        setSession({ kind: 'open', key });
      } catch (error) {
        if (signal?.aborted) return;
        const isRefused = error instanceof AdminFault && error.status === 401;
        if (isStored && isRefused) storeKey(null);
        setSession({ ...LOGIN, problem: loginProblem(error), uncheckedKey: isStored && !isRefused ? key : null });
      }
    },
    [onConfig],
  );

  const checkedKey = session.kind === 'checking' ? session.key : null;
  useEffect(() => {
    if (checkedKey === null) return;
    const leaving = new AbortController();
    void check(checkedKey, true, leaving.signal);
    return () => leaving.abort();
  }, [checkedKey, check]);

  const isOpen = session.kind === 'open';
  useEffect(
    () =>
      isOpen
        ? onKeyForgotten(() => setSession({ ...LOGIN, problem: 'Another tab has logged out. Log in again.' }))
        : undefined,
    [isOpen],
  );

  return {
    session,
    login: (typed) => {
      const key = typed.trim();
      const problem = keyProblem(key);
      if (problem !== null) return setSession({ ...LOGIN, problem });
      setSession({ ...LOGIN, isBusy: true });
      void check(key, false);
    },
    checkAgain: (key) => setSession({ kind: 'checking', key }),
    logout: () => {
      storeKey(null);
      setSession(LOGIN);
    },
    expire: useCallback(() => {
      storeKey(null);
      setSession({ ...LOGIN, problem: 'Your admin key is no longer valid. Please log in again.' });
    }, []),
  };
}

/** The sentence in the login form that says why a key did not open the console. */
export function loginProblem(error: unknown): string {
  const fault = error instanceof AdminFault ? error : null;
  if (fault?.status === 401) return 'Invalid admin key';
  if (fault?.status === 429) return waitText(fault.retryAfter);
  if (fault !== null && fault.status === null) return NETWORK_ERROR;
  return 'Authentication failed. Please try again.';
}

/** What is wrong with a typed key; null: nothing. The key is sent in a header, which takes only printable ASCII. */
export function keyProblem(key: string): 'Admin key is required' | 'Invalid admin key' | null {
  if (key === '') return 'Admin key is required';
  return /^[\x20-\x7e]+$/.test(key) ? null : 'Invalid admin key';
}

const NAME = 'game-of-draws-admin-key';
/** If the browser stores nothing, the key is kept here until the page is closed. */
let remembered: string | null = null;

function readStoredKey(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return remembered;
  }
}

/** Stores the key; null forgets it. */
function storeKey(key: string | null): void {
  remembered = key;
  try {
    if (key === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, key);
  } catch {
    // Without storage, the login holds for this visit only.
  }
}

/** Calls `forgotten` when another tab of this browser forgets the key. Returns the function that stops listening. */
function onKeyForgotten(forgotten: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if ((key === NAME && newValue === null) || key === null) forgotten();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
