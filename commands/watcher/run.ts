import './quietBindings.ts';
import { appendFileSync } from 'node:fs';
import type { Keypair } from '@solana/web3.js';
import { errorText } from '../../src/errorText.ts';
import { mainCommand, WrongUse } from '../mainCommand.ts';
import { type RoundReport, reportText } from './reportText.ts';
import { runWatcher } from './runWatcher.ts';
import { readKey, type WatcherOptions, WITNESS_USAGE, watcherOptions } from './watcherOptions.ts';

/** The exit codes. 0: every list was whole. 1: a list was not. 2: something could not be checked or testified. */
const EXIT = { whole: 0, differs: 1, unchecked: 2 } as const;

await mainCommand({ usage: WITNESS_USAGE, read: watcherOptions, run });

async function run({ app, rpc, key: file, log, rounds }: WatcherOptions): Promise<number> {
  const key = keyOf(file);
  const ending = new AbortController();
  // A signal ends the command normally, with the exit code so far.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  console.log(key === null ? 'watching; nothing is written on chain' : `watching as ${key.publicKey.toBase58()}`);
  const exits = new Set<number>();
  await runWatcher({
    ...{ app, rpc, key, rounds, signal: ending.signal },
    onStatus: (status) => console.log(`${new Date().toISOString()} ${status}`),
    onReport: (report) => {
      console.log(`${new Date().toISOString()} ${reportText(report)}`);
      if (log !== null) appendFileSync(log, `${lineOf(report)}\n`);
      exits.add(exitOf(report, key !== null));
    },
  });
  const left = ending.signal.aborted ? EXIT.whole : EXIT.unchecked;
  if (exits.size === 0) return left;
  return [EXIT.differs, EXIT.unchecked].find((exit) => exits.has(exit)) ?? EXIT.whole;
}

/** The key that signs testimonies; null: nothing is written on chain. Throws WrongUse for a file without a key. */
function keyOf(file: string | null): Keypair | null {
  try {
    return file === null ? null : readKey(file);
  } catch (error) {
    throw new WrongUse(errorText(error));
  }
}

function exitOf({ verdict, signature }: RoundReport, mustTestify: boolean): number {
  switch (verdict) {
    case 'differs':
      return EXIT.differs;
    case 'withheld':
    case 'unjudged':
      return EXIT.unchecked;
    case 'no-list':
      return EXIT.whole;
    case 'same':
      return mustTestify && signature === null ? EXIT.unchecked : EXIT.whole;
  }
}

/** A report as a line of JSON; amounts are decimal texts. */
function lineOf(report: RoundReport): string {
  const at = new Date().toISOString();
  return JSON.stringify({ at, ...report }, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}
