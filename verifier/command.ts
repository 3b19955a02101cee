import { parseArgs } from 'node:util';
import { printable } from './printable.ts';
import { readOptions } from './readOptions.ts';
import { readSource } from './readSource.ts';
import { closingLines, exitCode, stepLine } from './reportLines.ts';
import { verifyText } from './verifyText.ts';

const USAGE = `npm run verify -- <address, file or -> [--rpc URL [--rpc URL]] [--pool-wallet ADDRESS]
    [--genesis N] [--round-seconds N] [--lock-seconds N] [--inclusion FILE] [--json] [--offline]
    [--drand-url URL]… [--drand-key HEX --drand-genesis N --drand-period N]

Checks one round from its proof: an address of a proof or of a round's page, a file, or - for standard input.
Without --rpc a public server of mainnet is asked, with --offline nobody is. Two servers have to agree.
Without --pool-wallet it takes the proof's word for which wallet is the pool's, without --genesis for the round's end.
With --inclusion the inclusion proof of a wallet is held against the round's list.
Without the drand options nothing but quicknet is believed: a proof's own key proves nothing.

Exit code 0: proven. 1: a step failed. 2: could not check, not that far, or no proof. 3: owed. 4: called off.`;
const PUBLIC_RPC = 'https://api.mainnet-beta.solana.com';
const COULD_NOT_CHECK = 2;

/** The verifier on a command line: the code of the page `/audit`, without the page. Resolves to the exit code. */
async function command(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      rpc: { type: 'string', multiple: true, default: [PUBLIC_RPC] },
      'pool-wallet': { type: 'string' },
      genesis: { type: 'string' },
      'round-seconds': { type: 'string' },
      'lock-seconds': { type: 'string' },
      'drand-url': { type: 'string', multiple: true },
      'drand-key': { type: 'string' },
      'drand-genesis': { type: 'string' },
      'drand-period': { type: 'string' },
      inclusion: { type: 'string' },
      offline: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [source = process.stdin.isTTY ? undefined : '-', ...others] = positionals;
  if (values.help || source === undefined || others.length > 0) {
    console.log(USAGE);
    return values.help ? 0 : COULD_NOT_CHECK;
  }
  const options = readOptions(values);
  if (typeof options === 'string') throw new Error(options);
  const { text, round } = await readSource(source);
  const onStep = values.json
    ? undefined
    : (step: Parameters<typeof stepLine>[0]) => console.log(printable(stepLine(step)));
  const inclusion = values.inclusion === undefined ? undefined : (await readSource(values.inclusion)).text;
  const report = await verifyText({
    ...{ text, round, options },
    ...(inclusion !== undefined && { inclusion }),
    ...(onStep && { onStep }),
  });
  if (values.json) for (const line of JSON.stringify(report, null, 1).split('\n')) console.log(printable(line));
  else for (const line of closingLines(report)) console.log(printable(line));
  return exitCode(report);
}

command(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.log(printable(`could not check: ${error instanceof Error ? error.message : String(error)}`));
    process.exitCode = COULD_NOT_CHECK;
  },
);
