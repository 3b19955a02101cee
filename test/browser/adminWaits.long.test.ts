import { describe } from 'vitest';
import { otherAdmin } from './adminDesk.ts';
import { adminExits } from './adminExits.ts';
import { adminNews } from './adminNews.ts';
import { adminOutflows } from './adminOutflows.ts';
import { adminWaiting } from './adminWaiting.ts';
import { describeInBrowser } from './openBrowser.ts';

// Nothing here saves a configuration: other files look at it meanwhile.
describeInBrowser('the admin console, where something waits for a person', ({ lottery, visit }) => {
  const desk = { visit, other: otherAdmin(lottery.url) };
  describe('what waits for a person', () => adminExits(desk));
  describe('what it says by itself', () => adminNews(desk));
  describe('an activation that waits', () => adminWaiting(desk));
  describe('an outflow of the pool', () => adminOutflows(desk));
});
