import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Console, ConsoleContext } from '../../client/admin/console/ConsoleContext.ts';
import { StatementOfMonth } from '../../client/admin/statements/StatementsPanel.tsx';
import { utcText } from '../../client/format/timeText.ts';
import type { Statement } from '../../src/contract/statement.ts';
import { STATEMENTS } from '../gallery/books.ts';

const htmlOf = (statement: Statement) => {
  const inConsole = createElement(
    ConsoleContext,
    { value: {} as Console },
    createElement(StatementOfMonth, { statement }),
  );
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, inConsole));
};
const named = (name: string) => {
  const [, statement] = STATEMENTS.find(([one]) => one === name) ?? [];
  if (statement === undefined) throw new Error(`the gallery has no statement of ${name}`);
  return statement;
};

it.each(STATEMENTS.filter(([, { pools, receivers }]) => pools.length > 0 && receivers.length > 0))(
  'a month’s tax, and the list of who was paid, each say which span they cover: %s',
  (_, statement) => {
    const html = htmlOf(statement);
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

it('a month without a balance shows its tax and who was paid of it, and says that the balance is missing', () => {
  const html = htmlOf(named('a month with tax and without a balance'));
  expect(html).toContain('No Statement For October 2026');
  expect(html).toContain('Cycles that began in the month and have ended.');
  expect(html).toContain('Paid by these cycles.');
  expect(html).toContain('Lottery pool');
});

it('a month without anything shows no tax', () => {
  expect(htmlOf(named('a month without anything'))).not.toContain('Cycles that began');
});
