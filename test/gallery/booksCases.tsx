import type { ComponentType, ReactNode } from 'react';
import type { AdminApi } from '../../client/admin/console/api.ts';
import { OverviewPanel } from '../../client/admin/overview/OverviewPanel.tsx';
import { RoundPanel } from '../../client/admin/rounds/RoundPanel.tsx';
import { RoundsPanel } from '../../client/admin/rounds/RoundsPanel.tsx';
import { FoundList } from '../../client/admin/search/FoundList.tsx';
import { StatementsPanel } from '../../client/admin/statements/StatementsPanel.tsx';
import { FOUND, OVERVIEWS, ROUND_CASES, ROUND_LISTS, STATEMENTS } from './books.ts';
import { BROKEN, draft, server } from './desk.ts';
import type { Exhibit, Group } from './Gallery.tsx';

type Desk = ComponentType<{ readonly api?: AdminApi; readonly children: ReactNode }>;

const { base: config } = draft();

/** What is no tax: the overview, the rounds, one round, the search and the statements, in every state. */
export function books(Desk: Desk): readonly Group[] {
  const cases = <T,>(known: readonly (readonly [string, T])[], part: ReactNode, ask: (one: T) => Partial<AdminApi>) =>
    known.map(
      ([state, one]): Exhibit => [
        state,
        <Desk key={state} api={server(ask(one))}>
          {part}
        </Desk>,
      ],
    );
  const unread = (part: ReactNode, broken: Partial<AdminApi>) =>
    cases<Partial<AdminApi>>(
      [
        ['loading', {}],
        ['could not be read', broken],
      ],
      part,
      (api) => api,
    );
  const overview = <OverviewPanel config={config} />;
  const rounds = <RoundsPanel />;
  const statements = <StatementsPanel />;
  const round = <RoundPanel round={1234} onClose={() => undefined} />;
  return [
    {
      title: 'The overview',
      exhibits: [
        ...unread(overview, { readOverview: BROKEN, readOperations: BROKEN }),
        ...cases(
          OVERVIEWS.map(([state, ...both]) => [state, both] as const),
          overview,
          ([known, operations]) => ({ readOverview: async () => known, readOperations: async () => operations }),
        ),
      ],
    },
    {
      title: 'The rounds in the console',
      exhibits: [
        ...unread(rounds, { readRounds: BROKEN }),
        ...cases(ROUND_LISTS, rounds, (list) => ({ readRounds: async () => list })),
      ],
    },
    {
      title: 'One round in the console',
      exhibits: [
        ...unread(round, { readRound: BROKEN }),
        ...cases(ROUND_CASES, round, (known) => ({ readRound: async () => known })),
      ],
    },
    {
      title: 'The search above all tabs',
      exhibits: FOUND.map(
        ([state, sought, found]): Exhibit => [
          state,
          <Desk key={state}>
            <section className="panel group results" aria-label="Search results">
              <FoundList found={found} sought={sought} onOpen={() => undefined} />
            </section>
          </Desk>,
        ],
      ),
    },
    {
      title: 'The statements',
      exhibits: [
        ...unread(statements, { readStatement: BROKEN }),
        ...cases(STATEMENTS, statements, (known) => ({ readStatement: async () => known })),
      ],
    },
  ];
}
