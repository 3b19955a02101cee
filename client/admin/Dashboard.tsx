import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ConfigurationCard } from './configuration/ConfigurationCard.tsx';
import { ConflictDialog } from './configuration/ConflictDialog.tsx';
import { HistoryPanel } from './configuration/HistoryPanel.tsx';
import { useConfiguration } from './configuration/useConfiguration.ts';
import { createAdminApi } from './console/api.ts';
import { ConsoleContext } from './console/ConsoleContext.ts';
import { type DraftStore, isUnsaved } from './console/nextDraft.ts';
import { useRetractedEdits } from './console/useRetractedEdits.ts';
import { DeskMarkers } from './operations/DeskMarkers.tsx';
import { OperationsPanel } from './operations/OperationsPanel.tsx';
import { OverviewPanel } from './overview/OverviewPanel.tsx';
import { DEFAULT_PREVIEW, PreviewPanel } from './preview/PreviewPanel.tsx';
import { RoundsPanel } from './rounds/RoundsPanel.tsx';
import { SearchBox } from './search/SearchBox.tsx';
import { StatementsPanel } from './statements/StatementsPanel.tsx';
import { TransactionsPanel } from './transactions/TransactionsPanel.tsx';
import { ConfirmDialog } from './ui/ConfirmDialog.tsx';
import { Notices, useNotices } from './ui/Notices.tsx';
import { Tabs } from './ui/Tabs.tsx';
import { changeAddress, useAddressChoice } from './ui/useAddressChoice.ts';
import { WalletsPanel } from './wallets/WalletsPanel.tsx';

const TABS = [
  { id: 'overview', name: 'Overview' },
  { id: 'rounds', name: 'Rounds' },
  { id: 'statements', name: 'Statements' },
  { id: 'wallets', name: 'Wallet Management' },
  { id: 'preview', name: 'Distribution Preview' },
  { id: 'transactions', name: 'Transaction History' },
  { id: 'history', name: 'Configuration History' },
  { id: 'operations', name: 'Operations' },
] as const;
const TAB_IDS = TABS.map(({ id }) => id);
/** The tabs that have the configuration's card at their top. */
const HAS_CARD: ReadonlySet<string> = new Set(['wallets', 'preview', 'transactions', 'history']);

interface DashboardProps {
  readonly adminKey: string;
  readonly store: DraftStore;
  readonly onKeyRefused: () => void;
  readonly onLogout: () => void;
}

/** The console once somebody is logged in. */
export function Dashboard({ adminKey, store, onKeyRefused, onLogout }: DashboardProps) {
  const api = useMemo(() => createAdminApi(adminKey, onKeyRefused), [adminKey, onKeyRefused]);
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  );
  const { notice, notify, retract } = useNotices();
  useRetractedEdits(store, retract);
  const dismiss = useCallback(() => notify(null), [notify]);
  const value = useMemo(() => ({ api, notify, retract, store }), [api, notify, retract, store]);
  return (
    <QueryClientProvider client={client}>
      <ConsoleContext value={value}>
        <Desk onLogout={onLogout} notices={<Notices notice={notice} onDismiss={dismiss} />} />
      </ConsoleContext>
    </QueryClientProvider>
  );
}

function Desk({ onLogout, notices }: { readonly onLogout: () => void; readonly notices: React.ReactNode }) {
  const configuration = useConfiguration();
  const { draft } = configuration;
  const [tab, setTab] = useAddressChoice('tab', TAB_IDS, 'push');
  // Choosing a tab takes the round, the search and the month that were chosen in another tab out of the address.
  const select = (next: (typeof TAB_IDS)[number]) =>
    changeAddress({ tab: next === TAB_IDS[0] ? null : next, round: null, q: null, month: null });
  const [preview, setPreview] = useState(DEFAULT_PREVIEW);
  const [isLeaving, setIsLeaving] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  const hasUnsaved = isUnsaved(draft);
  useSaveShortcut(hasUnsaved, configuration.save);
  const newerVersion = draft.newer?.version;
  useEffect(() => {
    if (newerVersion !== undefined) setIsReviewing(true);
  }, [newerVersion]);

  return (
    <>
      <header className="ah">
        <div className="wrap">
          <h1>Tax Distribution Admin</h1>
          <span role="status">{hasUnsaved && <span className="badge amber">Unsaved changes</span>}</span>
          <button type="button" className="btn sm" onClick={() => (hasUnsaved ? setIsLeaving(true) : onLogout())}>
            Logout
          </button>
        </div>
        {notices}
      </header>
      <main className="wrap desk console">
        <DeskMarkers
          tab={tab}
          hasAlerts={tab === 'operations' || tab === 'overview'}
          onLook={() => setTab('operations')}
        />
        <SearchBox />
        <Tabs label="Console" tabs={TABS} selected={tab} onSelect={select}>
          {HAS_CARD.has(tab) && (
            <ConfigurationCard
              configuration={configuration}
              isEditing={tab === 'wallets'}
              onReview={() => setIsReviewing(true)}
            />
          )}
          {tab === 'overview' && <OverviewPanel config={draft.base} />}
          {tab === 'rounds' && <RoundsPanel />}
          {tab === 'statements' && <StatementsPanel />}
          {tab === 'wallets' && <WalletsPanel draft={draft} />}
          {tab === 'preview' && <PreviewPanel draft={draft} asked={preview} onAsk={setPreview} />}
          {tab === 'transactions' && <TransactionsPanel />}
          {tab === 'operations' && <OperationsPanel />}
          {tab === 'history' && <HistoryPanel configId={draft.base.id} version={draft.base.version} />}
        </Tabs>
      </main>
      {isLeaving && (
        <ConfirmDialog
          title="Log out with unsaved changes?"
          confirm="Log out and lose them"
          isDangerous
          onConfirm={onLogout}
          onClose={() => setIsLeaving(false)}
        >
          <p>Your changes are not saved. Logging out discards them.</p>
        </ConfirmDialog>
      )}
      {isReviewing && draft.newer !== null && (
        <ConflictDialog draft={draft} newer={draft.newer} onClose={() => setIsReviewing(false)} />
      )}
    </>
  );
}

function useSaveShortcut(hasUnsaved: boolean, save: () => void): void {
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (hasUnsaved && document.querySelector('dialog[open]') === null) save();
    },
    [hasUnsaved, save],
  );
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
}
