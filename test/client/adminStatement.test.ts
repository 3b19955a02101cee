import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Console, ConsoleContext } from '../../client/admin/console/ConsoleContext.ts';
import { TaxOfMonth } from '../../client/admin/statements/StatementsPanel.tsx';
import { utcText } from '../../client/format/timeText.ts';
import { STATEMENTS } from '../gallery/books.ts';

it.each(STATEMENTS.filter(([, { pools, receivers }]) => pools.length > 0 && receivers.length > 0))(
  'a month’s figures of the tax, and who was paid, each say of which time they are: %s',
  (_, statement) => {
    const panel = createElement(TaxOfMonth, { statement });
    const inConsole = createElement(ConsoleContext, { value: {} as Console }, panel);
    const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, inConsole));
    const bySlot = (one: { readonly slot: number }, other: { readonly slot: number }) => one.slot - other.slot;
    const first = statement.pools.map(({ opening }) => opening).toSorted(bySlot)[0];
    const last = statement.pools
      .map(({ closing }) => closing)
      .toSorted(bySlot)
      .at(-1);
    const [from, to] = [first, last].map((balance) => utcText(Date.parse(balance?.at ?? '')));
    expect(html).toContain('Cycles that began in the month and have ended.');
    expect(html).toContain(`Paid from ${from} to ${to}, between the balances above.`);
  },
);
