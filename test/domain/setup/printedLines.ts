import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = new URL('../../../', import.meta.url).pathname;

/** Every paper of the repository, as paths. */
export function allPapers(): readonly string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const papers = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...papers.sort()];
}

const BLOCK = /^ *```[\s\S]*?^ *```/gm;
const SHELL = /^ *```(?:sh|bash)\n([\s\S]*?)^ *```/gm;

/** The texts in a paper's blocks and backticks, one line each, as a shell would get them. */
export function printedLines(text: string): readonly string[] {
  return [...(text.match(BLOCK) ?? []).flatMap(linesOf), ...inBackticks(text)];
}

/** The commands of a paper's blocks that are written for a shell. */
export function shellLines(text: string): readonly string[] {
  return [...text.matchAll(SHELL)].flatMap(([, block = '']) => linesOf(block)).filter((line) => line !== '');
}

export function inBackticks(text: string): readonly string[] {
  return [...text.replace(BLOCK, '').matchAll(/`([^`]+)`/g)].map(([, one = '']) => one.replaceAll(/\s+/g, ' '));
}

/** A line that ends with a backslash, or within quotes, continues on the next one. A comment after # is left out. */
export function linesOf(block: string): readonly string[] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/ #.*$/gm, '')
    .replaceAll(/(--command )"([^"]*)"/g, (_, flag: string, sql: string) => `${flag}"${sql.replaceAll('\n', ' ')}"`)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

/** A paper's text. */
export const paper = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
