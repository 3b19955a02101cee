import { createInterface } from 'node:readline/promises';
import type { Question } from './questions.ts';

/** A person at the terminal; null when there is none. */
export function askAtTerminal(): ((question: Question) => Promise<string>) | null {
  if (!process.stdin.isTTY) return null;
  return async ({ text, usual }) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return (await terminal.question(`  ${text}${usual ? ` [${usual}]` : ''}\n  > `)).trim();
    } finally {
      terminal.close();
    }
  };
}
