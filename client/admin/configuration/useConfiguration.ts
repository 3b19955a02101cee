import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DistributionConfig, WaitingActivation } from '../../../src/contract/distribution.ts';
import { problemText } from '../../../src/distribution/problemText.ts';
import { validateConfiguration } from '../../../src/distribution/validateWallets.ts';
import { utcText } from '../../format/timeText.ts';
import { AdminFault, faultLines } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { type Draft, isUnsaved } from '../console/nextDraft.ts';

/** Another admin's save is noticed within this time. */
const POLL_MS = 30_000;
const KEY = ['configuration'];
const SAVED = 'Configuration saved successfully!';
const KEPT = 'Your edits are kept but not saved yet.';

type Busy = 'saving' | 'activating' | 'confirming' | 'stopping';

export interface Configuration {
  readonly draft: Draft;
  readonly busy: Busy | null;
  readonly isOutdated: boolean;
  save(): Promise<void>;
  /** Activates the version `shown`. If another version was saved meanwhile, nothing is activated. */
  activate(shown: DistributionConfig): Promise<void>;
  /** Confirms or stops the activation `shown`. */
  decide(what: 'confirm' | 'stop', shown: WaitingActivation): Promise<void>;
  reload(): Promise<void>;
}

/** The configuration under edit, kept up to date with the server's, and what can be done with it. */
export function useConfiguration(): Configuration {
  const { api, notify, retract, store } = useConsole();
  const client = useQueryClient();
  const draft = useSyncExternalStore(store.subscribe, store.read);
  if (draft === null) throw new Error('the dashboard was opened without a configuration');
  const [busy, setBusy] = useState<Configuration['busy']>(null);
  const isBusy = useRef(false);

  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.readConfig(signal),
    initialData: draft.base,
    staleTime: 1000,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
    enabled: busy === null,
  });
  useEffect(() => {
    const { read, step } = store;
    const before = read();
    step({ kind: 'read', config: data });
    const after = read();
    if (before === null || after?.base !== data || data.version <= before.base.version) return;
    // A newer version becomes the base at once only if no unsaved edit differs from it. So if there were unsaved edits,
    // they equal the newer version: most likely it is our own save, whose answer was lost.
    const isOurs = isUnsaved(before);
    const said = `Version ${data.version} was saved meanwhile by ${data.updatedBy}.`;
    notify({ tone: 'good', lines: [isOurs ? SAVED : said], about: 'list' });
  }, [data, store, notify]);
  useEffect(() => {
    if (!isError) retract('reading');
  }, [isError, retract]);

  /** Makes a change, unless one is under way. Cancels a read that has begun: its answer would be out of date. */
  const change = useCallback(
    async (what: Busy, work: () => Promise<void>) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setBusy(what);
      notify(null);
      await client.cancelQueries({ queryKey: KEY });
      await work().finally(() => {
        isBusy.current = false;
        setBusy(null);
      });
      void client.invalidateQueries({ queryKey: ['changes'] });
    },
    [client, notify],
  );

  const save = useCallback(async () => {
    const { base, wallets: sent } = store.read() ?? draft;
    const problems = validateConfiguration(sent).map(problemText);
    if (problems.length > 0) return notify({ tone: 'bad', lines: problems, about: 'list' });
    await change('saving', async () => {
      const landed = (config: typeof base) => {
        store.step({ kind: 'saved', config, sent });
        client.setQueryData(KEY, config);
        notify({ tone: 'good', lines: [SAVED], about: 'list' });
      };
      try {
        landed(await api.save(base, sent));
      } catch (error) {
        if (!(error instanceof AdminFault)) throw error;
        if (error.status === 409 && error.current !== null) {
          store.step({ kind: 'read', config: error.current });
          // The stored version equals our edits: most likely our save was stored, and its answer was lost.
          if (!isUnsaved(store.read() ?? draft)) return landed(error.current);
          const by = error.current.updatedBy;
          return notify({
            tone: 'bad',
            lines: [`Version ${error.current.version} was saved meanwhile by ${by}. ${KEPT}`],
            about: 'list',
          });
        }
        const lines = faultLines(error, 'Failed to save configuration');
        notify({ tone: 'bad', lines: error.status === null ? [...lines, `${KEPT} It is safe to save again.`] : lines });
      }
    });
  }, [api, change, client, draft, notify, store]);

  const reload = useCallback(async () => {
    const { isError: failed } = await refetch();
    if (failed) notify({ tone: 'bad', lines: ['Failed to load configuration'], about: 'reading' });
  }, [refetch, notify]);

  const activate = useCallback(
    async (shown: DistributionConfig) => {
      await change('activating', async () => {
        try {
          const config = await api.activate(shown);
          store.step({ kind: 'read', config });
          client.setQueryData(KEY, config);
          notify(outcomeOf(shown.version, config, 'Configuration activated successfully!'));
        } catch (error) {
          if (!(error instanceof AdminFault)) throw error;
          if (error.status === 409 && error.current !== null) {
            store.step({ kind: 'read', config: error.current });
            client.setQueryData(KEY, error.current);
            const { version, updatedBy } = error.current;
            const lines = [`Version ${version} was saved meanwhile by ${updatedBy}. Review it before you activate it.`];
            return notify({ tone: 'bad', lines, about: 'list' });
          }
          notify({ tone: 'bad', lines: faultLines(error, 'Failed to activate configuration') });
        }
      });
      await refetch();
    },
    [api, change, client, notify, refetch, store],
  );

  const decide = useCallback(
    async (what: 'confirm' | 'stop', { ask, version }: WaitingActivation) => {
      await change(what === 'confirm' ? 'confirming' : 'stopping', async () => {
        const { base } = store.read() ?? draft;
        try {
          const config = what === 'confirm' ? await api.confirm(base, ask) : await api.stop(base, ask);
          store.step({ kind: 'read', config });
          client.setQueryData(KEY, config);
          notify(
            what === 'confirm'
              ? outcomeOf(version, config, 'It is in force now.', 'Confirmed. ')
              : { tone: 'good', lines: ['The activation is stopped.'] },
          );
        } catch (error) {
          if (!(error instanceof AdminFault)) throw error;
          if (error.current !== null) {
            store.step({ kind: 'read', config: error.current });
            client.setQueryData(KEY, error.current);
          }
          notify({ tone: 'bad', lines: faultLines(error, 'Failed to change the activation') });
        }
      });
      await refetch();
    },
    [api, change, client, draft, notify, refetch, store],
  );

  return { draft, busy, isOutdated: isError, save, activate, decide, reload };
}

/**
 * The notice after an activation or a confirmation: whether the version is in force, waits, or neither. It is neither
 * when somebody has stopped the activation, or when the settings forbid the version by now.
 */
function outcomeOf(version: number, { active, waiting }: DistributionConfig, inForce: string, before = '') {
  const said = active?.version === version ? inForce : waiting?.version === version ? waitingText(waiting) : null;
  if (said !== null) return { tone: 'good', lines: [`${before}${said}`] } as const;
  const sentence = `Version ${version} is neither in force nor waiting. The tab Operations says who did what.`;
  return { tone: 'bad', lines: [sentence] } as const;
}

function waitingText({ version, inForceAt }: WaitingActivation): string {
  return inForceAt === null
    ? `Version ${version} waits: a second key has to confirm it.`
    : `Version ${version} comes into force at ${utcText(Date.parse(inForceAt))}. Until then it can be stopped.`;
}
