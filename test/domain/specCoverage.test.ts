import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAPER = read('docs/spec-coverage.md');

interface Row {
  readonly number: string;
  readonly requirement: string;
  readonly status: string;
  readonly where: readonly string[];
  readonly tests: readonly string[];
}

const namesIn = (cell: string) => [...cell.matchAll(/\[([^\]]+)\]/g)].map(([, name = '']) => name);
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
const lines = PAPER.split('\n');

/** The sections of the paper with their rows, in its order. */
const SECTIONS = PAPER.split(/^## /m)
  .slice(1)
  .map((part) => {
    const rows = part.split('\n').flatMap((line): Row[] => {
      if (!/^\| \d+\.\d+ \|/.test(line)) return [];
      const [, number = '', requirement = '', status = '', where = '', tests = ''] = cellsOf(line);
      return [{ number, requirement, status, where: namesIn(where), tests: namesIn(tests) }];
    });
    return { title: part.split('\n')[0] ?? '', rows };
  });
const ROWS = SECTIONS.flatMap(({ rows }) => rows);
const DECIDED = /^decided \[(\d{3})\]$/;

/** The path that a name links to. */
const TARGETS = new Map(
  lines.flatMap((line): [string, string][] => {
    const [, name, path] = /^\[([^\]]+)\]: (\S+)$/.exec(line) ?? [];
    return name === undefined || path === undefined ? [] : [[name, join('docs', path)]];
  }),
);
const targetOf = (name: string) => TARGETS.get(name) ?? '';

function countOf(rows: readonly Row[]): string[] {
  const having = (isOne: (status: string) => boolean) => `${rows.filter(({ status }) => isOne(status)).length}`;
  return [
    `${rows.length}`,
    having((status) => status === 'exact'),
    having((status) => DECIDED.test(status)),
    having((status) => status === 'open'),
  ];
}

describe('the coverage of the specification', () => {
  it('has sections 0 to 9, and numbers the requirements of each from 1 without a gap', () => {
    expect(SECTIONS.map(({ title }) => title.split('.')[0])).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
    for (const [section, { rows }] of SECTIONS.entries())
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, i) => `${section}.${i + 1}`));
    expect(ROWS.length).toBeGreaterThan(300);
  });

  it('says of each requirement that it is exact, decided or open, and counts them', () => {
    expect(ROWS.filter(({ status }) => !/^(?:exact|open)$/.test(status) && !DECIDED.test(status))).toEqual([]);
    const counted = lines.filter((line) => /^\|.*\| \d+ \| \d+ \| \d+ \| \d+ \|$/.test(line)).map(cellsOf);
    expect(counted.map((cells) => cells.slice(1, 6))).toEqual([
      ...SECTIONS.map(({ title, rows }) => [title, ...countOf(rows)]),
      ['all', ...countOf(ROWS)],
    ]);
  });

  it('names for each a place in the code and a test, and defines no name twice or without a use', () => {
    const lacking = ROWS.filter(({ where, tests }) => where.length === 0 || tests.length === 0);
    expect(lacking).toEqual([]);
    const used = new Set(ROWS.flatMap(({ status, where, tests }) => [...namesIn(status), ...where, ...tests]));
    expect([...TARGETS.keys()].toSorted()).toEqual([...used].toSorted());
    expect(lines.filter((line) => /^\[[^\]]+\]: /.test(line))).toHaveLength(TARGETS.size);
  });

  it('leads to files that exist and end as they are named: decisions, tests, and code that is no test', () => {
    const wrong = [...TARGETS].filter(([name, path]) => {
      const isNamed = /^\d{3}$/.test(name)
        ? path.startsWith(`docs/decisions/${name}-`)
        : path.replace(/\.\w+$/, '').endsWith(`/${name}`) || path.replace(/\.\w+$/, '') === name;
      return !isNamed || !existsSync(join(ROOT, path));
    });
    expect(wrong).toEqual([]);
    expect(ROWS.filter(({ tests }) => tests.some((name) => !targetOf(name).startsWith('test/')))).toEqual([]);
    expect(ROWS.filter(({ where }) => where.some((name) => targetOf(name).startsWith('test/')))).toEqual([]);
    const index = read('docs/decisions/README.md');
    const decisions = [...TARGETS].filter(([name]) => /^\d{3}$/.test(name)).map(([, path]) => path);
    expect(decisions.filter((path) => !index.includes(`](${path.replace('docs/decisions/', '')})`))).toEqual([]);
  });

  it('finds each sentence that it quotes in one of the files it names for it', () => {
    const quotes = ROWS.filter(({ status }) => status !== 'open').flatMap(({ number, requirement, where }) =>
      [...requirement.matchAll(/"([^"{}]{3,})"/g)].map(([, quote = '']) => ({ number, quote, where })),
    );
    expect(quotes.length).toBeGreaterThan(30);
    const missing = quotes.filter(
      ({ quote, where }) => !where.some((name) => read(targetOf(name)).includes(quote.trim())),
    );
    expect(missing).toEqual([]);
  });
});

describe('the design card', () => {
  it('names packages that are installed, one of them under its new name', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    expect(installed).toEqual(
      expect.arrayContaining([
        ...['react', 'react-dom', 'vite', 'hono', '@cloudflare/workers-types', 'wrangler', '@solana/web3.js'],
        ...['@solana/spl-token', 'zod', 'vitest', '@cloudflare/vitest-plugin', 'miniflare', 'typescript'],
      ]),
    );
  });

  it('names folders and files that are there', () => {
    const named = ['src', 'worker', 'client', 'migrations', 'test', 'wrangler.toml', 'package.json', 'tsconfig.json'];
    expect([...named, 'README.md'].filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});
