/** Pages that are only read, as axe looks at them. `test/client/specTexts.test.ts` asks for an address of every page. */
export const READ = ['/terms', '/privacy', '/audit', '/wallet', '/no-such-page'] as const;
/** Pages of rounds and figures. */
export const ROUNDS = [
  '/rounds',
  '/rounds?find=soon',
  '/rounds/1',
  '/rounds/0',
  '/fairness',
  '/status',
  '/terms-of-play',
] as const;
/** Pages at which axe looks in other tests: the landing page in every stage, the tax with and without cycles. */
export const ELSEWHERE = ['/', '/tax'] as const;
