import './console.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ChangeList } from '../../client/admin/configuration/ChangeList.tsx';
import { ConfigurationCard } from '../../client/admin/configuration/ConfigurationCard.tsx';
import { ConflictDialog } from '../../client/admin/configuration/ConflictDialog.tsx';
import { HistoryPanel } from '../../client/admin/configuration/HistoryPanel.tsx';
import type { AdminApi } from '../../client/admin/console/api.ts';
import { ConsoleContext } from '../../client/admin/console/ConsoleContext.ts';
import { createDraftStore } from '../../client/admin/console/nextDraft.ts';
import { OperationsPanel } from '../../client/admin/operations/OperationsPanel.tsx';
import { DEFAULT_PREVIEW, PreviewPanel } from '../../client/admin/preview/PreviewPanel.tsx';
import { LoginForm } from '../../client/admin/session/LoginForm.tsx';
import { TransactionsPanel } from '../../client/admin/transactions/TransactionsPanel.tsx';
import { ConfirmDialog } from '../../client/admin/ui/ConfirmDialog.tsx';
import { ErrorBox, Notices } from '../../client/admin/ui/Notices.tsx';
import { WalletsPanel } from '../../client/admin/wallets/WalletsPanel.tsx';
import { diffWallets } from '../../src/distribution/diffWallets.ts';
import { books } from './booksCases.tsx';
import styles from './console.css?inline';
import {
  BROKEN,
  BUSY,
  CARDS,
  CHANGES,
  CONFLICT,
  CONTROL,
  draft,
  EDITED,
  LISTS,
  LOGIN,
  QUIET,
  SUMS,
  server,
  TRANSACTIONS,
  wallet,
} from './desk.ts';
import { type Exhibit, showGallery } from './Gallery.tsx';
import { markers } from './markers.tsx';
import { operations } from './operationsCases.tsx';

// Every dialog in its place: the product shows one at a time, on top of everything.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

const nothing = () => undefined;
const sums = async () => SUMS;

/** The frame around every panel of the console. */
function Desk({ api = server(), children }: { readonly api?: AdminApi; readonly children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const [store] = useState(createDraftStore);
  return (
    <QueryClientProvider client={queries}>
      <ConsoleContext value={{ api, notify: nothing, retract: nothing, store }}>
        <div className="wrap desk">
          <div className="tabpanel">{children}</div>
        </div>
      </ConsoleContext>
    </QueryClientProvider>
  );
}

/** A panel that waits for its answer, one without an answer, and one for each given answer. */
function answers(part: ReactNode, ask: (answer: AdminApi['readTransactions']) => Partial<AdminApi>): Exhibit[] {
  return [
    ['loading', <Desk key="1">{part}</Desk>],
    [
      'could not be read',
      <Desk key="2" api={server(ask(BROKEN))}>
        {part}
      </Desk>,
    ],
    [
      'empty',
      <Desk key="3" api={server(ask(async () => ({ data: [], nextCursor: null })))}>
        {part}
      </Desk>,
    ],
  ];
}

const transactions = async () => ({ data: TRANSACTIONS, nextCursor: 'more' });
const changes = async () => ({ data: CHANGES, nextCursor: null });
const transactionsPanel = <TransactionsPanel />;
const historyPanel = <HistoryPanel configId="tax" version={4} />;

showGallery({
  title: 'Gallery of the console',
  styles,
  groups: [
    {
      title: 'The login',
      exhibits: [
        ['asks', <LoginForm key="1" session={LOGIN} control={CONTROL} hasUnsaved={false} />],
        ['checks', <LoginForm key="2" session={{ ...LOGIN, isBusy: true }} control={CONTROL} hasUnsaved={false} />],
        [
          'refuses',
          <LoginForm
            key="3"
            session={{ ...LOGIN, problem: 'Invalid admin key' }}
            control={CONTROL}
            hasUnsaved={false}
          />,
        ],
        [
          'has a stored key that could not be checked, and edits that are not saved',
          <LoginForm
            key="4"
            session={{ ...LOGIN, problem: 'Network error. Please check your connection.', uncheckedKey: 'key' }}
            control={CONTROL}
            hasUnsaved
          />,
        ],
      ],
    },
    {
      title: 'The configuration',
      exhibits: CARDS.map(
        ([state, configuration]): Exhibit => [
          state,
          <Desk key={state}>
            <ConfigurationCard configuration={configuration} isEditing onReview={nothing} />
          </Desk>,
        ],
      ),
    },
    {
      title: 'The wallets',
      exhibits: LISTS.map(
        ([state, list]): Exhibit => [
          state,
          <Desk key={state}>
            <WalletsPanel draft={list} />
          </Desk>,
        ],
      ),
    },
    {
      title: 'The preview',
      exhibits: [
        ['an amount that divides', '1000000', draft()],
        ['an amount with a remainder', '0.000001', draft()],
        ['an amount with the most decimals of a column', '0.1', draft([wallet(0, 33.33), wallet(1, 66.67)])],
        ['an amount that is not understood', '1,234.5', draft()],
        ['no amount', '', draft()],
        ['an amount below 0', '-1', draft()],
        ['percentages that do not add up', '1000000', draft([wallet(0, 20)])],
      ].map(
        ([state, amount, list]): Exhibit => [
          state as string,
          <Desk
            key={state as string}
            api={server({ readTransactions: transactions, readSums: sums, readOperations: async () => QUIET })}
          >
            <PreviewPanel
              draft={list as typeof EDITED}
              asked={{ ...DEFAULT_PREVIEW, amount: amount as string }}
              onAsk={nothing}
            />
          </Desk>,
        ],
      ),
    },
    {
      title: 'The transactions',
      exhibits: [
        ...answers(transactionsPanel, (readTransactions) => ({ readTransactions })),
        [
          'one of each status',
          <Desk key="4" api={server({ readTransactions: transactions, readSums: sums })}>
            {transactionsPanel}
          </Desk>,
        ],
        [
          'sums that could not be read',
          <Desk key="5" api={server({ readTransactions: transactions, readSums: BROKEN })}>
            {transactionsPanel}
          </Desk>,
        ],
      ],
    },
    {
      title: 'The history',
      exhibits: [
        ...answers(historyPanel, (read) => ({ readChanges: read as unknown as AdminApi['readChanges'] })),
        [
          'one of each kind',
          <Desk key="4" api={server({ readChanges: changes })}>
            {historyPanel}
          </Desk>,
        ],
      ],
    },
    {
      title: 'The operations',
      exhibits: [
        [
          'loading',
          <Desk key="1">
            <OperationsPanel />
          </Desk>,
        ],
        [
          'could not be read',
          <Desk key="2" api={server({ readOperations: BROKEN })}>
            <OperationsPanel />
          </Desk>,
        ],
        [
          'quiet',
          <Desk key="3" api={server({ readOperations: async () => QUIET })}>
            <OperationsPanel />
          </Desk>,
        ],
        [
          'everything at once',
          <Desk key="4" api={server({ readOperations: async () => BUSY })}>
            <OperationsPanel />
          </Desk>,
        ],
      ],
    },
    ...books(Desk),
    { title: 'The operations, one thing at a time', exhibits: operations(Desk) },
    { title: 'Markers, questions and a console that broke', exhibits: markers(Desk) },
    {
      title: 'Notices, changes and dialogs',
      exhibits: [
        [
          'good news',
          <Notices
            key="1"
            notice={{ tone: 'good', lines: ['Configuration saved successfully!'], about: 'list', id: 1 }}
            onDismiss={nothing}
          />,
        ],
        [
          'bad news',
          <Notices
            key="2"
            notice={{ tone: 'bad', lines: ['Failed to pause'], about: 'brake', id: 1 }}
            onDismiss={nothing}
          />,
        ],
        [
          'several at once',
          <Notices
            key="3"
            notice={{ tone: 'bad', lines: ['One thing', 'and another'], about: null, id: 1 }}
            onDismiss={nothing}
          />,
        ],
        [
          'something could not be loaded',
          <Desk key="4">
            <ErrorBox text="Failed to load operations" onRetry={nothing} />
          </Desk>,
        ],
        [
          'no change',
          <Desk key="5">
            <ChangeList changes={[]} />
          </Desk>,
        ],
        [
          'every kind of change',
          <Desk key="6">
            <ChangeList changes={diffWallets(EDITED.base.wallets, EDITED.wallets)} />
          </Desk>,
        ],
        [
          'a question',
          <Desk key="7">
            <ConfirmDialog
              title="Log out with unsaved changes?"
              confirm="Log out and lose them"
              isDangerous
              onConfirm={nothing}
              onClose={nothing}
            >
              <p>Your changes are not saved. Logging out discards them.</p>
            </ConfirmDialog>
          </Desk>,
        ],
        [
          'a conflict',
          <Desk key="8">
            <ConflictDialog {...CONFLICT} onClose={nothing} />
          </Desk>,
        ],
      ],
    },
  ],
});
