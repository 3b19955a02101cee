import { beforeEach, describe } from 'vitest';
import { adminConflicts } from './adminConflicts.ts';
import { otherAdmin } from './adminDesk.ts';
import { adminEdits } from './adminEdits.ts';
import { adminLogin } from './adminLogin.ts';
import { adminManyWallets } from './adminManyWallets.ts';
import { adminOperations } from './adminOperations.ts';
import { adminPrizes } from './adminPrizes.ts';
import { adminTabs } from './adminTabs.ts';
import { adminWhole } from './adminWhole.ts';
import { describeInBrowser } from './openBrowser.ts';

// All in one file, because there is only one configuration and test files run at the same time.
describeInBrowser('the admin console', ({ lottery, visit }) => {
  const other = otherAdmin(lottery.url);
  beforeEach(async () => {
    await other.reset();
  });
  const desk = { visit, other };
  describe('who gets in', () => adminLogin(desk));
  describe('from an edit to the version in force', () => adminEdits(desk));
  describe('two at once, and a network that fails', () => adminConflicts(desk));
  describe('the end of prizes', () => adminPrizes(desk));
  describe('many wallets', () => adminManyWallets(desk));
  describe('operations', () => adminOperations(desk));
  describe('its tabs', () => adminTabs(desk));
  describe('as a whole', () => adminWhole(desk));
});
