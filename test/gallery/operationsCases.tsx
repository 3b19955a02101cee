import type { ComponentType, ReactNode } from 'react';
import type { AdminApi } from '../../client/admin/console/api.ts';
import { ExitDialog, ExitRefusal } from '../../client/admin/operations/ExitDialog.tsx';
import { exitText } from '../../client/admin/operations/exitWords.ts';
import { OperationsPanel } from '../../client/admin/operations/OperationsPanel.tsx';
import { server } from './desk.ts';
import type { Exhibit } from './Gallery.tsx';
import { EXIT_CALLS, OPERATIONS_CASES, REFUSALS } from './operations.ts';

type Desk = ComponentType<{ readonly api?: AdminApi; readonly children: ReactNode }>;

/** The Operations tab with one thing at a time, what each exit asks, and how it is refused. */
export function operations(Desk: Desk): Exhibit[] {
  return [
    ...Object.entries(OPERATIONS_CASES).map(
      ([state, answer]): Exhibit => [
        state,
        <Desk key={state} api={server({ readOperations: async () => answer })}>
          <OperationsPanel />
        </Desk>,
      ],
    ),
    ...EXIT_CALLS.map(
      (call): Exhibit => [
        `asks: ${exitText(call)}`,
        <Desk key={exitText(call)}>
          <ExitDialog call={call} onClose={() => undefined} />
        </Desk>,
      ],
    ),
    ...Object.entries(REFUSALS).map(
      ([state, refusal]): Exhibit => [
        `refused: ${state}`,
        <Desk key={state}>
          <ExitRefusal refusal={refusal} />
        </Desk>,
      ],
    ),
  ];
}
