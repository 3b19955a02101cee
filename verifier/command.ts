import { parseArgs } from 'node:util';
import { readOptions } from './readOptions.ts';
import { readSource } from './readSource.ts';
import { closingLines, exitCode, stepLine } from './reportLines.ts';
import { verifyText } from './verifyText.ts';

const USAGE = `npm run verify -- <address, file or -> [--rpc URL] [--pool-wallet ADDRESS] [--inclusion FILE] [--json] [--offline]
    [--drand-url URL]… [--drand-key HEX --drand-genesis N --drand-period N]

Checks one round from its proof: an address of a proof or of a round's page, a file, or - for standard input.
Without --rpc a public server of mainnet is asked, with --offline nobody is.
Without --pool-wallet it takes the proof's word for which wallet is the pool's.
With --inclusion the inclusion proof of a wallet is held against the round's list.
Without the drand options nothing but quicknet is believed: a proof's own key proves nothing.

Exit code 0: proven, or rightly called off. 1: a step failed; the last line names it. 2: could not check.`;
const PUBLIC_RPC = 'https://api.mainnet-beta.solana.com';
const COULD_NOT_CHECK = 2;

/** The verifier on a command line: the code of the page `/audit`, without the page. Resolves to the exit code. */
async function command(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      rpc: { type: 'string', default: PUBLIC_RPC },
      'pool-wallet': { type: 'string' },
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
  const onStep = values.json ? undefined : (step: Parameters<typeof stepLine>[0]) => console.log(stepLine(step));
  const inclusion = values.inclusion === undefined ? undefined : (await readSource(values.inclusion)).text;
  const report = await verifyText({
    ...{ text, round, options },
    ...(inclusion !== undefined && { inclusion }),
    ...(onStep && { onStep }),
  });
  if (values.json) console.log(JSON.stringify(report, null, 1));
  else for (const line of closingLines(report)) console.log(line);
  return exitCode(report);
}

command(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.log(`could not check: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = COULD_NOT_CHECK;
  },
);
