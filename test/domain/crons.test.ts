import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CRONS, cronNamed } from '../../worker/crons.ts';

const toml = readFileSync('wrangler.toml', 'utf8');
/** The lists of crons in the file, in any environment. */
const listed = [...toml.matchAll(/^crons = (\[.*\])$/gm)].map(([, list = '']) => JSON.parse(list) as string[]);

it('every cron of wrangler.toml is one that the worker knows, and it asks for every one that the worker waits for', () => {
  const known = Object.values(CRONS).map(({ cron }) => cron);
  expect(listed.length).toBeGreaterThan(0);
  for (const crons of listed) expect(crons.toSorted()).toEqual(known.toSorted());
  // An environment without a list of its own has the one above.
  expect(toml).not.toMatch(/^\[env\.\w+\.triggers\]/m);
});

it('a cron comes as often as its table says', () => {
  for (const { cron, everyMs } of Object.values(CRONS)) {
    const [minutes = ''] = cron.split(' ');
    const every = minutes === '*' ? 1 : minutes.startsWith('*/') ? Number(minutes.slice(2)) : 60;
    expect(every * 60_000).toBe(everyMs);
  }
});

it('an unknown cron does nothing: no tax is collected by mistake', () => {
  expect(cronNamed('*/5 * * * *')).toBeNull();
});
