import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Files of a folder whose names end like this, as paths of the repository. */
const filesIn = (folder: string, ending: string, recursive = false) =>
  readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
const PAPERS = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', '.md', true)];

const MOST_LINES = 150;
const WIDEST_FRONT_DOOR = 100;
const WIDEST_PAPER = 120;

/**
 * A word in backticks is a path of the repository if it begins with one of these folders, or, for files of the first
 * level, has one of these endings.
 */
const FOLDERS = /^(?:src|commands|worker|client|test|docs|migrations)(?:\/|$)/;
const FILES = /^\.?[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|cjs|json|toml|md|sql|py)$/;
interface Named {
  readonly paper: string;
  readonly name: string;
}

/** Every match of a pattern's first group, with the paper that names it. */
function namedBy(pattern: RegExp): Named[] {
  return PAPERS.flatMap((paper) => [...read(paper).matchAll(pattern)].map(([, name = '']) => ({ paper, name })));
}

const BLOCK = /^ *```[\s\S]*?^ *```/gm;

/** The words in backticks within a line, and the paths within blocks of code. */
function pathsNamed(): Named[] {
  return PAPERS.flatMap((paper) => {
    const text = read(paper);
    const inLines = [...text.replace(BLOCK, '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
    const isPath = (name: string) => (FOLDERS.test(name) || FILES.test(name)) && !name.includes(' ');
    const blocks = (text.match(BLOCK) ?? []).join('\n');
    const inBlocks = blocks.match(/(?<![\w/.])(?:src|commands|worker|client|test|docs|migrations)\/[\w./-]+/g) ?? [];
    return [...inLines.filter(isPath), ...inBlocks].map((name) => ({ paper, name }));
  });
}

/** Whether a path exists, or stands for several that exist: `migrations/*.sql`. */
const isThere = (path: string) =>
  path.includes('*')
    ? filesIn(dirname(path), basename(path).replace('*', '')).length > 0
    : existsSync(join(ROOT, path));

/**
 * Routes as "METHOD /path": those registered by `.get('/x', …)` and similar calls, and those of the parts mounted by
 * `.route('/x', part)`.
 */
function registeredIn(file: string, chain = read(file)): string[] {
  const own = [...chain.matchAll(/\.(get|post|put|delete|patch)\(\s*'(\/[^']*)'/g)].map(
    ([, method = '', path = '']) => `${method.toUpperCase()} ${path}`,
  );
  const mounted = [...chain.matchAll(/\.route\('(\/[^']*)', (\w+)\)/g)].flatMap(([, prefix = '', part = '']) => {
    const from = new RegExp(`import \\{ ${part} \\} from '(\\.[^']+)'`).exec(read(file))?.[1];
    if (from === undefined) throw new Error(`${file} mounts ${part}, which it does not import`);
    return registeredIn(join(dirname(file), from)).map((route) => route.replace(' /', ` ${join(prefix, '/')}`));
  });
  return [...own, ...mounted];
}

/** Every route of the API: the chain of `api` in the app, which is mounted under this prefix. */
function routesOfApi(): string[] {
  const [, chain] =
    /const api = ([\s\S]*?);\n\nexport const app = [\s\S]*\.route\('\/api', api\)/.exec(read('worker/app.ts')) ?? [];
  if (chain === undefined) throw new Error('worker/app.ts registers its routes in another way: teach this test');
  return registeredIn('worker/app.ts', chain).map((route) => route.replace(' /', ' /api/').replace(/\/$/, ''));
}
const ROUTES = routesOfApi();

/** Whether a path, with names or values for its parameters, is one that is registered, with any method or the one given. */
function isRegistered(path: string, method: string | undefined): boolean {
  const asked = path.split('/');
  return ROUTES.some((route) => {
    const [verb = '', pattern = ''] = route.split(' ');
    const parts = pattern.split('/');
    if (method !== undefined && method !== verb) return false;
    return parts.length === asked.length && parts.every((part, i) => part.startsWith(':') || part === asked[i]);
  });
}

describe('the papers', () => {
  it('are all there', () => {
    const expected = ['architecture', 'protocol', 'storage', 'api', 'nodes', 'deploy', 'operate', 'develop', 'figures'];
    expect(PAPERS).toEqual(expect.arrayContaining(expected.map((name) => `docs/${name}.md`)));
  });

  it('name only paths that exist', () => {
    const paths = pathsNamed();
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(({ name }) => !isThere(name))).toEqual([]);
  });

  it('link only to files that exist', () => {
    const links = namedBy(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g);
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ paper, name }) => !existsSync(join(ROOT, dirname(paper), name)))).toEqual([]);
  });

  it('name only commands of package.json', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const commands = [...namedBy(/npm run ([\w:-]+)/g), ...namedBy(/npm (start|test)\b/g)];
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  it('name only routes that the worker registers', () => {
    const routes = PAPERS.flatMap((paper) =>
      [
        ...read(paper).matchAll(
          /(?:\b(GET|POST|PUT|DELETE|PATCH) )?(?:https:\/\/<host>)?(\/api\/[\w/:-]+(?:\.json)?)/g,
        ),
      ].map(([, method, path = '']) => ({ paper, method, path })),
    );
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter(({ path, method }) => !isRegistered(path, method))).toEqual([]);
  });

  it('have no line that is wider than a screen', () => {
    const wide = PAPERS.flatMap((paper) =>
      read(paper)
        .split('\n')
        .flatMap((line, i) => ([...line].length > WIDEST_PAPER ? [`${paper}:${i + 1}`] : [])),
    );
    expect(wide).toEqual([]);
  });
});

describe('the README', () => {
  it('is short enough for a front page', () => {
    const lines = read('README.md').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
    expect(lines.filter((line) => [...line].length > WIDEST_FRONT_DOOR)).toEqual([]);
  });

  it('says how to start and how to test, and leads to every paper', () => {
    const text = read('README.md');
    expect(text).toContain('npm ci && npm start');
    expect(text).toContain('npm ci && npm test');
    const papers = PAPERS.filter((paper) => /^docs\/[^/]+\.md$/.test(paper));
    expect(papers.filter((paper) => !text.includes(`](${paper})`))).toEqual([]);
  });
});

describe('the paper about the API', () => {
  it('names every route that the worker registers', () => {
    const text = read('docs/api.md').replace(/:\w+/g, ':');
    expect(ROUTES.length).toBeGreaterThan(20);
    expect(ROUTES.filter((route) => !text.includes(`\`${route.replace(/:\w+/g, ':')}\``))).toEqual([]);
  });
});

describe('the paper about storage', () => {
  it('names every table of the migrations', () => {
    const text = read('docs/storage.md');
    const tables = filesIn('migrations', '.sql').flatMap((file) =>
      [...read(file).matchAll(/CREATE TABLE (\w+)/g)].map(([, table = '']) => table),
    );
    expect(tables.length).toBeGreaterThan(15);
    expect(tables.filter((table) => !text.includes(`\`${table}\``))).toEqual([]);
  });
});

describe('every decision', () => {
  const files = filesIn('docs/decisions', '.md').filter((file) => basename(file) !== 'README.md');

  it('is in the index, and has a number of its own', () => {
    const index = read('docs/decisions/README.md');
    expect(files.filter((file) => !index.includes(`](${basename(file)})`))).toEqual([]);
    const numbers = files.map((file) => Number(/\/(\d{3})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  });

  it('says what it was for, what was decided, and what follows', () => {
    const parts = ['## Context', '## Decision', '## Consequences and what was refused'];
    expect(files.filter((file) => !parts.every((part) => read(file).includes(part)))).toEqual([]);
  });
});
