import type { Health, HealthStatus } from '../../../src/contract/health.ts';
import { exactSol } from '../../../src/money/lamports.ts';
import { NOT_YET } from '../../../src/notYet.ts';
import { isRecent } from '../../../src/round/isRecent.ts';
import { nodesText } from '../../chain/node/nodesText.ts';
import { CRONS } from '../../crons.ts';
import { isoOfMs } from '../isoTime.ts';
import { MOST_HOLDERS_MS } from '../state/watchChain.ts';
import type { AlertsPulse, Pulse, TaxPulse } from './pulses.ts';

export type Part = Health['parts'][number];

/** A part that has never succeeded is degraded until this long after the start. After that it is down. */
const START_MS = 3 * CRONS.minute.everyMs;
/** How old the last success of a part may be, ms. When it is older, the part is degraded, and later down. */
interface Ages {
  readonly late: number;
  readonly dead: number;
}
/** The crons wake every object each minute. One missed run does not matter, two do. */
const MINUTELY: Ages = { late: 2 * CRONS.minute.everyMs + 10_000, dead: 10 * CRONS.minute.everyMs };
/** While nobody looks at the pages, the holders are read every five minutes. */
export const HOLDERS: Ages = { late: MOST_HOLDERS_MS + MINUTELY.late, dead: 900_000 };
/** One missed cron does not matter. The limits are wide, since no round waits for the tax. */
const TAX: Ages = { late: 2.5 * CRONS.tax.everyMs, dead: 15 * CRONS.tax.everyMs };
/** Balances are read every five minutes. */
const WALLETS: Ages = { late: 900_000, dead: 3_600_000 };
/** Health shows the newest doubt about a node for this long. */
const DOUBT_MS = 3_600_000;
/** When a target of alerts has accepted no message for this long, the part `webhook` is down. */
const TARGET_DEAD_MS = 3_600_000;

/** The most that D1 can hold, and the fill level at which a person should know. */
export const MOST_BYTES = 10_000_000_000;
export const FULL_SHARE = 0.7;

export interface Aged {
  readonly name: string;
  /** Last success and first start, unix milliseconds. */
  readonly at: number | null;
  readonly startedAt: number | null;
  readonly now: number;
  /** What is said while the last success is recent and nothing is wrong. */
  readonly well: string;
  /** What is wrong although the part may succeed; empty for nothing. */
  readonly problem?: string;
  readonly ages?: Ages;
}

/** A part that has to succeed again and again. */
export function agedPart({ name, at, startedAt, now, well, problem = '', ages = MINUTELY }: Aged): Part {
  if (at === null) {
    const isNew = startedAt === null || now - startedAt < START_MS;
    const status: HealthStatus = isNew ? 'degraded' : 'down';
    const said = isNew ? NOT_YET : `never since ${isoOfMs(startedAt)}`;
    return { name, status, age: null, lastSuccessAt: null, detail: said };
  }
  // A time in the future, from a clock that was ahead, counts as one that is equally long ago.
  const age = Math.abs(now - at);
  const status: HealthStatus = age < ages.late ? 'ok' : age < ages.dead ? 'degraded' : 'down';
  const lastSuccessAt = isoOfMs(at);
  const late = status === 'ok' ? [] : [`no success since ${lastSuccessAt}`];
  const detail = [...(problem === '' ? [] : [problem]), ...late].join('; ') || well;
  return { name, status, age: Math.round(age / 1000), lastSuccessAt, detail };
}

/** A part that is judged at this moment: it has no age. */
export const plainPart = (name: string, status: HealthStatus, detail: string): Part => ({
  ...{ name, status, age: null, lastSuccessAt: null, detail },
});

const degradedIf = (part: Part, isWorse: boolean): Part =>
  isWorse && part.status === 'ok' ? { ...part, status: 'degraded' } : part;

/** Rounds that cannot go on, or wait for a person, degrade the part even while the object answers. */
export function roundsPart(
  { advancedAt: at, startedAt, lastError }: Pulse,
  { held, pausedSince }: Pick<AlertsPulse, 'held' | 'pausedSince'>,
  now: number,
): Part {
  const paused = pausedSince === null ? [] : [`no round is locked since ${isoOfMs(pausedSince)}: the draws are paused`];
  const problem = [...(lastError === null ? [] : [lastError]), ...paused, ...held.map(heldText)].join('; ');
  return degradedIf(agedPart({ name: 'rounds', at, startedAt, now, well: 'advancing', problem }), problem !== '');
}

const heldText = ({ round, reason, since }: AlertsPulse['held'][number]) =>
  `round ${round} is held (${reason}) since ${isoOfMs(since)}`;

/** The newest doubt about a node, if it is of the last hour; otherwise how many nodes are asked. */
export function rpcPart({ rpcNodes, doubt }: Pulse, now: number): Part {
  if (doubt !== null && isRecent(doubt.at, now, DOUBT_MS))
    return plainPart('rpc', 'degraded', `At ${isoOfMs(doubt.at)}: ${doubt.sentence}`);
  return plainPart('rpc', 'ok', nodesText(rpcNodes));
}

/** Whether rounds pay. A setting that is not in force yet degrades the part. */
export function payoutsPart({ payouts }: Pulse): Part {
  if (payouts === null) return plainPart('payouts', 'degraded', NOT_YET);
  const { isRefused, sentence, rehearsal } = payouts;
  return plainPart(
    'payouts',
    isRefused ? 'degraded' : 'ok',
    rehearsal === null ? sentence : `${sentence} ${rehearsal}`,
  );
}

/** Which terms are announced. A setting that differs from them does not count yet, and degrades the part. */
export function termsPart({ terms }: Pulse): Part {
  if (terms === null) return plainPart('terms', 'degraded', NOT_YET);
  const { differences, sentence } = terms;
  return differences.length === 0
    ? plainPart('terms', 'ok', `${sentence} The settings say the same.`)
    : plainPart('terms', 'degraded', [sentence, ...differences].join(' '));
}

/** The state of tax collection. Times are unix milliseconds. */
export function taxPart({ collectedAt: at, startedAt, problem }: TaxPulse, now: number): Part {
  const given = { name: 'tax', at, startedAt, now, well: 'collecting', problem: problem ?? '', ages: TAX };
  return degradedIf(agedPart(given), problem !== null);
}

/** How full the database is, of what D1 allows. */
export function databasePart({ databaseAt: at, databaseBytes, startedAt }: AlertsPulse, now: number): Part {
  const share = (databaseBytes ?? 0) / MOST_BYTES;
  const filled = `${((databaseBytes ?? 0) / 1e9).toFixed(2)} of ${MOST_BYTES / 1e9} GB (${Math.round(share * 100)}%)`;
  const isFull = share >= FULL_SHARE;
  const given = { name: 'database', at, startedAt, now, well: filled, problem: isFull ? filled : '' };
  return degradedIf(agedPart(given), isFull);
}

/** Whether every wallet that pays has enough left. */
export function walletsPart({ walletsAt: at, wallets, startedAt }: AlertsPulse, now: number): Part {
  const low = wallets.filter(isLow);
  const problem = low.map(lowText).join('; ');
  const given = { name: 'wallets', at, startedAt, now, well: 'all hold enough', problem, ages: WALLETS };
  return degradedIf(agedPart(given), low.length > 0);
}

export type WatchedWallet = AlertsPulse['wallets'][number];

export const isLow = ({ lamports: held, least }: WatchedWallet) => held < least;

/** How much a wallet holds, and how much it should. */
export const lowText = ({ name, lamports: held, least }: WatchedWallet) =>
  `${name} holds ${exactSol(held)} SOL, and should hold ${exactSol(least)}`;

/** Which alerts last now. An alert that is over, or was about a moment, says nothing about the present state. */
export function alertsPart({ lasting, recentAlerts }: AlertsPulse): Part {
  if (lasting.length === 0) return plainPart('alerts', 'ok', `none is open; ${recentAlerts} in the last day`);
  return plainPart('alerts', 'degraded', `open: ${lasting.join(', ')}; ${recentAlerts} in the last day`);
}

/** Where alerts go. Without a target the part is `ok`: somebody chose that, and `npm run doctor` mentions it. */
export function webhookPart({ targets }: AlertsPulse, now: number): Part {
  if (targets.length === 0) return plainPart('webhook', 'ok', 'no target is set: alerts are shown in the console only');
  const failing = targets.filter(({ failingSince }) => failingSince !== null);
  if (failing.length === 0)
    return plainPart('webhook', 'ok', `alerts reach ${targets.map(({ name }) => name).join(', ')}`);
  const isDead = failing.some(({ failingSince }) => now - (failingSince ?? now) > TARGET_DEAD_MS);
  const detail = failing.map(
    ({ name, failingSince, waiting }) =>
      `${name} has taken nothing since ${isoOfMs(failingSince ?? now)}, and ${waiting} messages wait`,
  );
  return plainPart('webhook', isDead ? 'down' : 'degraded', detail.join('; '));
}
