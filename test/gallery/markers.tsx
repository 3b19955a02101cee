import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from '../../client/admin/AdminApp.tsx';
import { ActivateDialog } from '../../client/admin/configuration/ConfigurationCard.tsx';
import type { AdminApi } from '../../client/admin/console/api.ts';
import { DeskMarkers } from '../../client/admin/operations/DeskMarkers.tsx';
import { ConfirmDialog } from '../../client/admin/ui/ConfirmDialog.tsx';
import { PasteDialog } from '../../client/admin/wallets/PasteDialog.tsx';
import { NO_POOL_SHARE } from '../../src/distribution/poolShare.ts';
import { BUSY, draft, QUIET, server, WITHOUT_POOL } from './desk.ts';
import type { Exhibit } from './Gallery.tsx';
import { addressNumber, CONFIG } from './lottery.ts';
import { OPERATIONS_CASES } from './operations.ts';

const nothing = () => undefined;
const PASTED = [
  `${addressNumber(1)};Lottery pool;60`,
  `${addressNumber(41)};Marketing;33,3`,
  `${addressNumber(42)};;1.234,5`,
  'not an address;Charity;5',
].join('\n');

type Desk = ComponentType<{ readonly api?: AdminApi; readonly children: ReactNode }>;

/** What stands over the tabs, what is asked before it hurts, and what is left when the console breaks. */
export function markers(Desk: Desk): Exhibit[] {
  const operations = (answer: typeof QUIET) => server({ readOperations: async () => answer });
  const shadow = async () => ({ ...CONFIG, payouts: 'shadow' as const });
  return [
    [
      'paused, and an alert',
      <Desk key="1" api={operations(BUSY)}>
        <DeskMarkers tab="wallets" hasAlerts={false} onLook={nothing} />
      </Desk>,
    ],
    [
      'one alert',
      <Desk key="2" api={operations({ ...QUIET, alerts: BUSY.alerts.slice(0, 1) })}>
        <DeskMarkers tab="wallets" hasAlerts={false} onLook={nothing} />
      </Desk>,
    ],
    [
      'both brakes pulled',
      <Desk key="7" api={operations(OPERATIONS_CASES['both brakes pulled'] ?? QUIET)}>
        <DeskMarkers tab="wallets" hasAlerts={false} onLook={nothing} />
      </Desk>,
    ],
    [
      'nothing is paid',
      <Desk key="8" api={server({ readOperations: async () => QUIET, readPublicConfig: shadow })}>
        <DeskMarkers tab="wallets" hasAlerts={false} onLook={nothing} />
      </Desk>,
    ],
    [
      'removing the lottery’s pool',
      <Desk key="3">
        <ConfirmDialog
          title={'Are you sure you want to remove "Lottery Pool"?'}
          confirm="Remove"
          typed="END PRIZES"
          onConfirm={nothing}
          onClose={nothing}
        >
          <p className="note amber">{NO_POOL_SHARE}</p>
          <p>It stops receiving tax once you save and activate.</p>
        </ConfirmDialog>
      </Desk>,
    ],
    [
      'activating a version without the lottery’s pool',
      <Desk key="4">
        <ActivateDialog config={WITHOUT_POOL} onActivate={nothing} onClose={nothing} />
      </Desk>,
    ],
    [
      'a pasted list with problems',
      <Desk key="5">
        <PasteDialog wallets={draft().wallets} given={PASTED} onTake={nothing} onClose={nothing} />
      </Desk>,
    ],
    [
      'the console itself is broken',
      <ErrorBoundary key="6">
        <Breaks />
      </ErrorBoundary>,
    ],
  ];
}

function Breaks(): ReactNode {
  throw new Error('the console broke, as this exhibit wants it to');
}
