import '../../watcher/quietBindings.ts';
import type { Announced } from '../../../src/terms/announceMemo.ts';
import { announcedOf } from '../../../src/terms/announceMemo.ts';
import { mainCommand } from '../../mainCommand.ts';
import { isAgreed } from '../agree.ts';
import { hasProblem } from '../Finding.ts';
import { answersOfFile, cloudflareOf, openSetup } from '../openSetup.ts';
import { releaseOf } from '../steps/makingSteps.ts';
import { meantStep } from '../steps/meantStep.ts';
import { settingsNow } from '../steps/Step.ts';
import type { TermsPlan } from './planTerms.ts';
import { TERMS_USAGE, type TermsOptions, termsOptions } from './termsOptions.ts';

// `npm run terms` exits with 0 when the terms are announced, now or before; with 1 when not; 64 for wrong arguments.
await mainCommand({ usage: TERMS_USAGE, read: termsOptions, run });

async function run({ environment, file, from, named, isSure }: TermsOptions): Promise<boolean> {
  const opened = openSetup({ environment, isDryRun: false, isMainnetMeant: false }, cloudflareOf(environment));
  const input = { ...opened, isMainnetMeant: opened.kept.facts().startedAt === null };
  const found = await meantStep(answersOfFile(file, environment)).run(input);
  const { settings, findings } = settingsNow(input);
  if (hasProblem(found) || settings === null) {
    for (const { sentence } of hasProblem(found) ? found : findings) console.error(sentence);
    return false;
  }
  const result = await input.announce({
    ...{ settings, from, named },
    keep: (key, text) => input.target.keep(releaseOf(input, 'terms'), key, text),
    async agree(plan) {
      for (const line of previewLines(plan)) console.log(line);
      return isSure || (await isAgreed('Announce it?', String(plan.terms.terms)));
    },
  });
  if (result.kind === 'refused') console.error(result.why);
  else if (result.kind === 'same')
    console.log(`Nothing to announce: announcement ${result.terms.terms} says all of this already.`);
  else
    console.log(
      `Announcement ${result.terms.terms} is made, by transaction ${result.signature}. It is in force from round ${result.terms.from} on. Deploy the same settings before that round: npm run deploy.`,
    );
  return result.kind !== 'refused';
}

/**
 * Lines about what would be announced, and how it differs from the previous terms. Of the previous terms only the memo
 * is on chain, so only what the memos say is compared.
 */
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
