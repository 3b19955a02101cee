import { parseArgs } from 'node:util';
import { errorText } from '../../src/errorText.ts';

/** What `npm run setup`, `npm run doctor` or `npm run deploy` was asked for. */
export interface SetupOptions {
  readonly environment: 'staging' | 'production' | 'local';
  /** A file of settings instead of questions. */
  readonly file: string | null;
  readonly isDryRun: boolean;
  readonly isMainnetMeant: boolean;
  /** Of the doctor: also send a test alert. */
  readonly isAlertMeant: boolean;
  /** Of the doctor: signatures of announcements that a search cannot find, since a mark's history is too long. */
  readonly named: readonly string[];
  /** Of the local target: end once a round was played. */
  readonly endsAfterRound: boolean;
}

export const SETUP_USAGE = `npm run setup -- --env staging|production|local [--file FILE] [--dry-run] [--mainnet]

  --env NAME    where: staging or production in your account at Cloudflare, or local on this machine
  --local       the same as --env local: a whole world of its own, without an account
  --file FILE   lines such as NAME=value instead of questions; .dev.vars.example has all of them
  --dry-run     looks at everything, and says what it would make
  --mainnet     must be given for a lottery on mainnet, where the prizes are real money
  --end         local: ends once the first round was played`;

export const DOCTOR_USAGE = `npm run doctor -- --env staging|production [--named SIG,SIG] [--alert]
npm run doctor -- --file FILE

  --env NAME    looks again at all that the setup of this environment looked at, and at the lottery itself
  --file FILE   looks at these settings alone
  --local       looks at the settings of the lottery on this machine, and at no account at Cloudflare
  --named SIG   announcements of terms that a search cannot find, since a mark's history is too long
  --alert       also sends a test alert`;

export const DEPLOY_USAGE = `npm run deploy -- --env staging|production [--file FILE] [--dry-run]
npm run deploy

  --env NAME    deploys the commit that is checked out, to what npm run setup made for this environment
  --file FILE   settings that replace the kept ones; NAME=env takes the value from the variable NAME
  --dry-run     says what it would do
  --mainnet     must be given when the cluster changes from devnet to mainnet: there the prizes are real money
  no argument   deploys wrangler.toml as it stands, with the ids in it`;

/** The options that the arguments of one of these commands name, or a sentence that says what is wrong with them. */
export function setupOptions(args: readonly string[]): SetupOptions | string {
  const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const];
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        ...{ env: text, file: text, 'dry-run': flag, mainnet: flag, local: flag, alert: flag, end: flag, named: text },
      },
    });
    const environment = values.local ? 'local' : (values.env ?? (values.file === undefined ? '' : 'local'));
    if (environment !== 'staging' && environment !== 'production' && environment !== 'local')
      return '--env must be staging, production or local';
    return {
      environment,
      file: values.file ?? null,
      isDryRun: values['dry-run'] ?? false,
      isMainnetMeant: values.mainnet ?? false,
      isAlertMeant: values.alert ?? false,
      named: (values.named ?? '').split(',').filter(Boolean),
      endsAfterRound: values.end ?? false,
    };
  } catch (error) {
    return errorText(error);
  }
}
