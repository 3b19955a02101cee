import { errorText } from '../../src/errorText.ts';
import './quietBindings.ts';
import { appendFileSync } from 'node:fs';
import type { Keypair } from '@solana/web3.js';
import { type RoundReport, reportText } from './reportText.ts';
import { runWatcher } from './runWatcher.ts';
import { readKey, USAGE, type WatcherOptions, watcherOptions } from './watcherOptions.ts';

/** 0: every list was whole. 1: a list was not. 2: something could not be checked or said. 64: wrong arguments. */
const EXIT = { whole: 0, differs: 1, unchecked: 2, usage: 64 } as const;

const parsed = watcherOptions(process.argv.slice(2));
if ('problems' in parsed) {
  console.error([...parsed.problems, '', USAGE].join('\n'));
  process.exitCode = EXIT.usage;
} else {
  await run(parsed.options);
}

async function run({ app, rpc, key: file, log, rounds }: WatcherOptions): Promise<void> {
  let key: Keypair | null;
  try {
    key = file === null ? null : readKey(file);
  } catch (error) {
    console.error(errorText(error));
    process.exitCode = EXIT.usage;
    return;
  }
  const ending = new AbortController();
  // A person who stops the command ends it normally, with the exit code so far.
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
  process.exitCode = exits.has(EXIT.differs)
    ? EXIT.differs
    : exits.has(EXIT.unchecked)
      ? EXIT.unchecked
      : exits.size > 0
        ? EXIT.whole
        : left;
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
