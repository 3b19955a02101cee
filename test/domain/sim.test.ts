import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenRules, expectCalm, LIMIT_MS, simulate } from './simulate.ts';

const FOUND = new URL('../sim/found/', import.meta.url).pathname;
const PLANTED = new URL('../sim/planted/', import.meta.url).pathname;

describe('the simulator', () => {
  it(
    'plays calm worlds of 3 nodes to their end: every round is paid and the tax distributed, with few calls of a node',
    () => expectCalm(3),
    LIMIT_MS,
  );

  it(
    'tells whoever must know, once, while nodes, objects, the database or the channel of alerts fail',
    async () => {
      const { said, last } = await simulate('--from', '1', '--seeds', '12', '--nodes', '1', '--families', 'watch');
      expect(last.seeds).toBe(12);
      expect(brokenRules(said), said).toEqual([]);
    },
    LIMIT_MS,
  );

  it('has planted bugs that still apply to the code', () => {
    const names = readdirSync(PLANTED).filter((name) => name.endsWith('.patch'));
    expect(names.length).toBeGreaterThanOrEqual(40);
    const applies = (name: string) => spawnSync('git', ['apply', '--check', `${PLANTED}${name}`]).status === 0;
    expect(names.filter((name) => !applies(name))).toEqual([]);
  });

  it(
    'does not find again what it once found and what was solved since',
    async () => {
      const kept = readdirSync(FOUND)
        .filter((name) => name.endsWith('.json'))
        .map((name) => `${FOUND}${name}`);
      const { said, last } = await simulate(...kept.flatMap((file) => ['--plan', file]));
      expect(last.seeds).toBe(kept.length);
      expect(brokenRules(said), said).toEqual([]);
    },
    LIMIT_MS,
  );
});
