import '../../watcher/quietBindings.ts';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Announced } from '../../src/terms/announceMemo.ts';
import { announcedOf } from '../../src/terms/announceMemo.ts';
import { cloudflareOf, openSetup, settingsOfFile } from '../openSetup.ts';
import { releaseOf } from '../steps/makingSteps.ts';
import { settingsNow } from '../steps/Step.ts';
import type { TermsPlan } from './planTerms.ts';

const USAGE = `npm run terms -- --env staging|production [--file FILE] [--from ROUND] [--named SIG] [--yes]

  --env NAME    announces the terms that the settings of this environment say next
  --file FILE   settings that replace those that npm run setup has kept
  --from N      the first round that they hold for; without it the next that there is time for
  --named SIG   a transaction that announced, where its mark's history is too long to find it; may be repeated
  --yes         announces without asking`;

// `npm run terms`: 0 when they are announced, or were before; 1 when not; 64 for wrong arguments.
const args = argsOf();
if (args === null) {
  console.error(USAGE);
  process.exitCode = 64;
} else {
  try {
    process.exitCode = (await run(args)) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

interface Args {
  readonly environment: 'staging' | 'production';
  readonly file: string | null;
  readonly from: number | null;
  readonly named: readonly string[];
  readonly isSure: boolean;
}

function argsOf(): Args | null {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { env: text, file: text, from: text, named: { ...text, multiple: true }, yes: { type: 'boolean' } },
    });
    const { env, file = null, from, named = [] } = values;
    if (env !== 'staging' && env !== 'production') return null;
    if (from !== undefined && !/^[1-9]\d{0,11}$/.test(from)) return null;
    return {
      environment: env,
      file,
      from: from === undefined ? null : Number(from),
      named,
      isSure: values.yes ?? false,
    };
  } catch {
    return null;
  }
}

async function run({ environment, file, from, named, isSure }: Args): Promise<boolean> {
  const options = {
    environment,
    file,
    isDryRun: false,
    isMainnetMeant: true,
    isAlertMeant: false,
    endsAfterRound: false,
  };
  const input = openSetup(options, cloudflareOf(environment));
  try {
    input.kept.answer(settingsOfFile(file));
    const { settings, findings } = settingsNow(input);
    if (settings === null) {
      for (const { sentence } of findings) console.error(sentence);
      return false;
    }
    const result = await input.announce({
      ...{ settings, from, named },
      keep: (key, text) => input.target.keep(releaseOf(input, 'terms'), key, text),
      async agree(plan) {
        for (const line of previewLines(plan)) console.log(line);
        return isSure || (await isAgreed(plan.terms.terms));
      },
    });
    if (result.kind === 'refused') console.error(result.why);
    else if (result.kind === 'same') console.log(`Nothing to announce: number ${result.terms.terms} says all of this.`);
    else
      console.log(
        `Announced by ${result.signature}: number ${result.terms.terms}, from round ${result.terms.from} on. Deploy the same settings before that round: npm run deploy.`,
      );
    return result.kind !== 'refused';
  } finally {
    input.close();
  }
}

/** What is announced, and what of it is another than before. The texts before are on no chain: their memo is. */
function previewLines({ terms, before }: Extract<TermsPlan, { readonly kind: 'announce' }>): string[] {
  const said = announcedOf(terms);
  const names = [
    'from',
    'genesis',
    'length',
    'lock',
    'lead',
    'drand',
    'pool',
    'hash',
  ] as const satisfies (keyof Announced)[];
  const line = (name: (typeof names)[number]) =>
    before === null || before[name] === said[name]
      ? `  ${name}: ${said[name]}`
      : `  ${name}: ${said[name]} (before: ${before[name]})`;
  return [
    `Announcement ${terms.terms}, for round ${terms.from} and all after it:`,
    ...names.map(line),
    `  threshold: ${terms.threshold} base units, top: ${terms.top}`,
    ...terms.excluded.map(([address, reason]) => `  excluded: ${address} (${reason})`),
    ...terms.watchers.map(([address, name, operator]) => `  watcher: ${address} ${name}, run by ${operator}`),
    `  quorum: ${terms.quorum}`,
    'It cannot be taken back: only a further announcement changes it.',
  ];
}

async function isAgreed(k: number): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // A terminal that is closed is no yes.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const said = await Promise.race([terminal.question(`Announce it? Write its number, ${k}, to send: `), closed]);
  terminal.close();
  return said.trim() === String(k);
}
