import { parseArgs } from 'node:util';
import { MAINNET_RPC_URL } from '../../src/address/links.ts';
import { errorText } from '../../src/errorText.ts';
import { auditAll } from './auditAll.ts';
import { readOptions } from './readOptions.ts';
import { createSource, readText } from './readSource.ts';
import { closingLines, exitCode, printable, stepLine } from './reportLines.ts';
import { verifyText, viewOf } from './verifyText.ts';

const USAGE = `npm run verify -- <mint> <round|all> [--rpc URL [--rpc URL]] [--site URL | --proof FILE] [--lottery HASH]
    [--inclusion FILE] [--json] [--offline] [--drand-url URL]… [--drand-key HEX --drand-genesis N --drand-period N]

Checks one round, or all that have ended, of the lottery of a mint. Hours, wallet and rules come from the terms that the
mint's authority announced on chain. With --lottery, the first terms of the lottery must have this hash.
Proofs come from --site, or one from --proof: a file, an address, or - for standard input. Without them the chain alone
says what was promised, paid, owed and called off.
Without --rpc a public server of mainnet is asked, with --offline nobody is. Two servers have to agree.
With --inclusion the inclusion proof of a wallet is held against the round's list.
Without the drand options nothing but quicknet is believed: a proof's own key proves nothing.

Exit code 0: proven. 1: a step failed. 2: could not check, not drawn yet, or no proof. 3: owed. 4: called off.
64: wrong arguments.`;
const COULD_NOT_CHECK = 2;
/** The code for wrong usage in sysexits.h. */
const WRONG_USAGE = 64;

/** Wrong arguments. */
class WrongUse extends Error {}

/** The verifier on a command line. Resolves to the exit code. */
async function command(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      rpc: { type: 'string', multiple: true, default: [MAINNET_RPC_URL] },
      site: { type: 'string' },
      proof: { type: 'string' },
      lottery: { type: 'string' },
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
  const [mint, which, ...others] = positionals;
  if (values.help || which === undefined || others.length > 0) {
    console.log(USAGE);
    return values.help ? 0 : WRONG_USAGE;
  }
  const options = readOptions({ ...values, mint });
  if (typeof options === 'string') throw new WrongUse(options);
  const { site, proof: file } = values;
  if (site !== undefined && file !== undefined)
    throw new WrongUse('--site and --proof are two sources: name one of them.');
  const source = createSource({ ...(site !== undefined && { site }), ...(file !== undefined && { file }) });
  const view = viewOf(options);
  if (which === 'all') {
    if (view === null || file !== undefined)
      throw new WrongUse(
        'To check all rounds the chain has to be asked: without --offline, and with --site instead of --proof.',
      );
    const { lines, code } = await auditAll({ view, options, source, onRound: tellProgress });
    for (const line of lines) console.log(printable(line));
    return code;
  }
  if (!/^[1-9]\d{0,11}$/.test(which)) throw new WrongUse('The round is a number from 1, or all.');
  const round = Number(which);
  const onStep = values.json
    ? undefined
    : (step: Parameters<typeof stepLine>[0]) => console.log(printable(stepLine(step)));
  const inclusion = values.inclusion === undefined ? undefined : await readText(values.inclusion);
  const report = await verifyText({
    ...{ text: await source.proof(round), round, options, view, shown: await source.shown() },
    ...(inclusion !== undefined && { inclusion }),
    ...(onStep && { onStep }),
  });
  if (values.json) for (const line of JSON.stringify(report, null, 1).split('\n')) console.log(printable(line));
  else for (const line of closingLines(report)) console.log(printable(line));
  return exitCode(report);
}

/** On stderr, because stdout is for the result alone. */
function tellProgress(done: number, of: number): void {
  if (done % 100 === 0 || done === of) console.error(`${done} of ${of} rounds checked`);
}

/** Whether `parseArgs` refused the words. */
function isOfArguments(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

command(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const isWrongUse = error instanceof WrongUse || isOfArguments(error);
    console.log(printable(isWrongUse ? errorText(error) : `could not check: ${errorText(error)}`));
    process.exitCode = isWrongUse ? WRONG_USAGE : COULD_NOT_CHECK;
  },
);
