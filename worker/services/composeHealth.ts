import * as z from 'zod';
import type { Health, HealthStatus } from '../../src/contract/health.ts';
import { VERSION } from '../version.ts';

/** When parts of the machine last worked, unix milliseconds. */
export const pulseSchema = z.object({
  advancedAt: z.int().nullable(),
  holdersAt: z.int().nullable(),
  poolAt: z.int().nullable(),
  beaconAt: z.int().nullable(),
  recentAlerts: z.int(),
  lastError: z.string().nullable(),
  /** How many RPC nodes are configured, and the newest doubt about one of them as a sentence. */
  rpcNodes: z.int(),
  doubt: z.string().nullable(),
  /** Whether rounds pay as the settings want it, and that as a sentence; null before the first look. */
  payouts: z.object({ isRefused: z.boolean(), sentence: z.string() }).nullable().default(null),
});
export type Pulse = z.infer<typeof pulseSchema>;

/** Before the first run. */
export const NO_PULSE: Pulse = {
  advancedAt: null,
  holdersAt: null,
  poolAt: null,
  beaconAt: null,
  recentAlerts: 0,
  lastError: null,
  rpcNodes: 0,
  doubt: null,
  payouts: null,
};

type Part = Health['parts'][number];

/** The crons wake everything each minute; one that was missed is no news, two are. */
const LATE_MS = 130_000;
const DEAD_MS = 600_000;

/**
 * `GET /api/health` from the object's pulse; `settingsProblems` name what is missing, `pulse` is null when the object
 * is silent.
 */
export function composeHealth(settingsProblems: readonly string[], pulse: Pulse | null, now: number): Health {
  const parts: Part[] = [
    {
      name: 'settings',
      status: settingsProblems.length === 0 ? 'ok' : 'down',
      age: null,
      lastSuccessAt: null,
      detail: settingsProblems.length === 0 ? 'complete' : `${settingsProblems.join('; ')}.`,
    },
  ];
  if (settingsProblems.length === 0) {
    parts.push(
      pulse === null
        ? { name: 'lock', status: 'down', age: null, lastSuccessAt: null, detail: 'The Durable Object did not answer.' }
        : { name: 'lock', status: 'ok', age: null, lastSuccessAt: null, detail: 'answers' },
    );
  }
  if (pulse !== null) {
    parts.push(
      roundsPart(pulse, now),
      rpcPart(pulse),
      payoutsPart(pulse),
      aged('holders', pulse.holdersAt, now, 'read from the chain'),
      aged('pool', pulse.poolAt, now, 'read from the chain'),
      aged('beacon', pulse.beaconAt, now, 'verified'),
      {
        name: 'alerts',
        status: pulse.recentAlerts === 0 ? 'ok' : 'degraded',
        age: null,
        lastSuccessAt: null,
        detail: `${pulse.recentAlerts} in the last day`,
      },
    );
  }
  return { status: worst(parts), parts, version: VERSION };
}

/** Rounds that cannot move on are worth a look even while the object is awake. */
function roundsPart({ advancedAt, lastError }: Pulse, now: number): Part {
  const part = aged('rounds', advancedAt, now, lastError ?? 'advancing');
  return lastError !== null && part.status === 'ok' ? { ...part, status: 'degraded' } : part;
}

/** What an answer of the chain rests on. One node works, and then its word is all there is. */
function rpcPart({ rpcNodes, doubt }: Pulse): Part {
  const part = { name: 'rpc', age: null, lastSuccessAt: null } as const;
  if (doubt !== null) return { ...part, status: 'degraded', detail: doubt };
  const detail =
    rpcNodes === 1
      ? 'One RPC node is configured: what it says about holders and balances is believed. A second one would be compared with it.'
      : `${rpcNodes} RPC nodes are configured, and what moves money is compared between them.`;
  return { ...part, status: 'ok', detail };
}

/** Whether rounds pay. A setting that is not in force yet is worth a look. */
function payoutsPart({ payouts }: Pulse): Part {
  const part = { name: 'payouts', age: null, lastSuccessAt: null } as const;
  if (payouts === null) return { ...part, status: 'degraded', detail: 'not yet' };
  return { ...part, status: payouts.isRefused ? 'degraded' : 'ok', detail: payouts.sentence };
}

function aged(name: string, at: number | null, now: number, detail: string): Part {
  if (at === null) return { name, status: 'degraded', age: null, lastSuccessAt: null, detail: 'not yet' };
  const age = now - at;
  const status: HealthStatus = age < LATE_MS ? 'ok' : age < DEAD_MS ? 'degraded' : 'down';
  return { name, status, age: Math.round(age / 1000), lastSuccessAt: new Date(at).toISOString(), detail };
}

function worst(parts: readonly Part[]): HealthStatus {
  if (parts.some((part) => part.status === 'down')) return 'down';
  return parts.some((part) => part.status === 'degraded') ? 'degraded' : 'ok';
}
