import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { proofUrl, roundInUrl } from './verifyText.ts';

const TIMEOUT_MS = 60_000;

export interface Source {
  readonly text: string;
  /** The round that its address names. */
  readonly round: number | null;
}

/** A proof's text: of an address, of a file, or from standard input for `-`. Throws when it cannot be had. */
export async function readSource(name: string): Promise<Source> {
  if (name === '-') return { text: await textOf(process.stdin), round: null };
  if (!/^https?:\/\//.test(name)) return { text: await readFile(name, 'utf8'), round: null };
  const url = proofUrl(name);
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return { text: await response.text(), round: roundInUrl(url) };
}
