import type { Health } from '../../../src/contract/health.ts';
import { VERSION } from '../../version.ts';
import {
  agedPart,
  alertsPart,
  databasePart,
  HOLDERS,
  type Part,
  payoutsPart,
  plainPart,
  roundsPart,
  rpcPart,
  taxPart,
  termsPart,
  walletsPart,
  webhookPart,
} from './healthParts.ts';
import type { AlertsPulse, Pulse, TaxPulse } from './pulses.ts';

/** No round needs these parts. When only such parts are down, health as a whole is degraded and not down. */
const NOT_NEEDED: ReadonlySet<string> = new Set(['tax', 'wallets', 'webhook', 'alerts']);

export interface HealthInput {
  /** What is missing or wrong among the settings, as sentences. */
  readonly problems: readonly string[];
  /** The pulses of the three objects; null for one that is silent. */
  readonly rounds: Pulse | null;
  readonly tax: TaxPulse | null;
  readonly alerts: AlertsPulse | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/** `GET /api/health` from the pulses of the objects. */
export function composeHealth({ problems, rounds, tax, alerts, now }: HealthInput): Health {
  const settings =
    problems.length === 0
      ? plainPart('settings', 'ok', 'complete')
      : plainPart('settings', 'down', `${problems.join('; ')}.`);
  const parts =
    problems.length > 0
      ? [settings]
      : [settings, ...partsOfRounds(rounds, alerts, now), ...partsBeside(tax, alerts, now)];
  return { status: worst(parts), parts, version: VERSION };
}

function partsOfRounds(pulse: Pulse | null, alerts: AlertsPulse | null, now: number): readonly Part[] {
  if (pulse === null) return [plainPart('lock', 'down', 'The Durable Object did not answer.')];
  const { startedAt } = pulse;
  return [
    plainPart('lock', 'ok', 'answers'),
    roundsPart(pulse, alerts ?? { held: [], pausedSince: null }, now),
    rpcPart(pulse, now),
    payoutsPart(pulse),
    termsPart(pulse),
    agedPart({ name: 'holders', at: pulse.holdersAt, startedAt, now, well: 'read from the chain', ages: HOLDERS }),
    agedPart({ name: 'pool', at: pulse.poolAt, startedAt, now, well: 'read from the chain' }),
    agedPart({ name: 'beacon', at: pulse.beaconAt, startedAt, now, well: 'verified' }),
  ];
}

function partsBeside(tax: TaxPulse | null, alerts: AlertsPulse | null, now: number): readonly Part[] {
  const taxes = tax === null ? plainPart('tax', 'down', 'The Durable Object did not answer.') : taxPart(tax, now);
  if (alerts === null) return [taxes, plainPart('alerts', 'down', 'The Durable Object did not answer.')];
  return [taxes, databasePart(alerts, now), walletsPart(alerts, now), webhookPart(alerts, now), alertsPart(alerts)];
}

function worst(parts: readonly Part[]): Health['status'] {
  if (parts.some(({ status, name }) => status === 'down' && !NOT_NEEDED.has(name))) return 'down';
  return parts.every(({ status }) => status === 'ok') ? 'ok' : 'degraded';
}

/** Adds to health what the settings warn of: the lottery runs, but somebody should look. */
export function withWarnings(health: Health, warnings: readonly string[]): Health {
  if (warnings.length === 0) return health;
  const parts = health.parts.map((part) =>
    part.name === 'settings' && part.status === 'ok'
      ? { ...part, status: 'degraded' as const, detail: warnings.join(' ') }
      : part,
  );
  return { ...health, status: health.status === 'ok' ? 'degraded' : health.status, parts };
}
