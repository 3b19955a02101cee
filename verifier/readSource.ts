import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { fetchText } from '../client/audit/fetchJson.ts';
import { proofUrl, roundInUrl } from './verifyText.ts';

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
  return { text: await fetchText(url), round: roundInUrl(url) };
}
