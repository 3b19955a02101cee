import type { Page } from 'playwright-core';
import type { Operations } from '../../src/contract/operations.ts';
import { ALL_ACTIONS, OPERATIONS_CASES } from '../gallery/operations.ts';
import { openDesk } from './adminDesk.ts';

export const HELD = 'a held round of every reason';
export const SHELVED = 'a shelved round, and one without a way out';

/** One thing that an operator may find; the gallery shows the same. */
export function found(name: string): Operations {
  const answer = OPERATIONS_CASES[name];
  if (answer === undefined) throw new Error(`the gallery has no operations ${name}`);
  return answer;
}

/** The server as these tests need it. Other tests use the same lottery, so nothing in it must really change. */
export async function play(page: Page, first: Operations) {
  const server = {
    operations: first,
    /** What it finds once an exit was taken: the console reads the list every few seconds. */
    afterwards: first,
    asked: [] as string[],
    answer: { status: 200, json: { success: true } as object },
  };
  const admin = '**/api/admin/operations';
  await page.route(admin, (route) => route.fulfill({ json: { success: true, data: server.operations } }));
  await page.route(`${admin}/actions?*`, (route) => route.fulfill({ json: { success: true, ...ALL_ACTIONS } }));
  const take = /\/api\/admin\/operations\/(?!actions)(.+)$/;
  await page.route(take, (route) => {
    const request = route.request();
    server.asked.push(`${request.method()} ${take.exec(request.url())?.[1]} ${request.postData()}`);
    server.operations = server.afterwards;
    return route.fulfill(server.answer);
  });
  await openDesk(page, '/admin?tab=operations');
  await page.getByRole('heading', { name: 'Alerts' }).waitFor();
  return server;
}
