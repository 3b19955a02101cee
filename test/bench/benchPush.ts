import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { report } from './report.ts';

const BROWSERS = 50_000;
/** Push services answer in 50 to 200 ms. */
const LATENCY_MS = 100;
/** Limits of one invocation: its subrequests by default, its CPU time by `wrangler.toml`. */
const SUBREQUESTS = 10_000;
const CPU_MS = 30_000;
/** The time from the cron until a minute before the draw. */
const MOMENT_SECONDS = 180;

interface Played {
  readonly requests: number;
  readonly busiest: number;
  readonly seconds: number;
  readonly aloneSeconds: number;
  readonly rowsWritten: number;
  readonly messageMs: number;
  readonly agreementMs: number;
}

/** What a round costs when 50,000 browsers want to be told that its draw is near. */
export async function benchPush(): Promise<void> {
  const script = ['--no-warnings', 'test/sim/playPush.ts', `${BROWSERS}`, `${LATENCY_MS}`];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  const played = JSON.parse(stdout) as Played;
  const told = `${BROWSERS} browsers told of a draw`;
  report({
    ...{
      bench: `${told}, push services ${LATENCY_MS} ms away`,
      value: played.seconds,
      unit: 's',
      goal: MOMENT_SECONDS,
    },
    reference: { name: 'one object alone', value: played.aloneSeconds },
    detail: { requests: played.requests },
  });
  report({
    ...{ bench: `${told}: requests of the busiest shard`, value: played.busiest, unit: 'calls', goal: SUBREQUESTS / 2 },
  });
  report({ bench: `${told}: rows written`, value: played.rowsWritten, unit: 'rows', goal: BROWSERS / 50 });
  report({
    ...{ bench: `${told}: processor of the busiest shard`, value: (played.busiest * played.messageMs) / 1_000 },
    ...{ unit: 's', goal: CPU_MS / 2 / 1_000 },
    detail: { messageMs: Number(played.messageMs.toPrecision(3)) },
  });
  report({
    ...{ bench: 'a push message, encrypted', value: played.messageMs, unit: 'ms', goal: 4 },
    reference: { name: 'a key pair and an agreement on P-256', value: played.agreementMs },
  });
}
