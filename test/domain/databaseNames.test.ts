import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const made = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^database_name = "(.+)"$/gm)].map(([, name]) => name);

it('every database that a paper names in a command is one that the setup makes', () => {
  const paper = readFileSync('docs/operate.md', 'utf8');
  const named = [...paper.matchAll(/wrangler d1 (?:time-travel \w+|export|execute) (\S+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(2);
  for (const name of named) {
    expect(made).toContain(name);
    // `wrangler.toml`'s own, without an environment, is made by nobody.
    expect(name).not.toBe('game-of-draws');
  }
});
