import * as z from 'zod';
import type { Vitals } from '../../store/views/rounds/vitals.ts';

/** Unix milliseconds of the last success; null before the first. */
const lastTime = z.int().nullable();
/** When the object first ran with this storage; null before that. */
const startedAt = lastTime;

/** When the parts of the rounds' object last worked. */
export const pulseSchema = z.object({
  startedAt,
  advancedAt: lastTime,
  holdersAt: lastTime,
  poolAt: lastTime,
  beaconAt: lastTime,
  lastError: z.string().nullable(),
  /** How many RPC nodes are configured, and the newest doubt about one of them as a sentence. */
  rpcNodes: z.int(),
  doubt: z.string().nullable(),
  /** Whether rounds pay as the setting says, and a sentence about it; null before the first look. */
  payouts: z.object({ isRefused: z.boolean(), sentence: z.string() }).nullable(),
  /** What is announced, and which settings differ from it; null before the first look. */
  terms: z.object({ differences: z.array(z.string()).readonly(), sentence: z.string() }).nullable(),
  /** Questions to nodes since the object began. */
  rpcCalls: z.int(),
});
export type Pulse = z.infer<typeof pulseSchema>;

export const NO_PULSE: Pulse = {
  ...{ startedAt: null, advancedAt: null, holdersAt: null, poolAt: null, beaconAt: null },
  ...{ lastError: null, rpcNodes: 0, doubt: null, payouts: null, terms: null, rpcCalls: 0 },
};

/** The state of the tax. */
export const taxPulseSchema = z.object({
  startedAt,
  collectedAt: lastTime,
  /** What prevents the cycle from going on, as a sentence. */
  problem: z.string().nullable(),
  rpcCalls: z.int(),
});
export type TaxPulse = z.infer<typeof taxPulseSchema>;

/** What the alerts' object has seen of everything else. */
export interface AlertsPulse {
  /** When this instance of the object began. What the object has seen is kept in this instance alone. */
  readonly startedAt: number | null;
  readonly databaseAt: number | null;
  readonly databaseBytes: number | null;
  /** Rounds that wait for a person, oldest first, and since when. */
  readonly held: readonly { readonly round: number; readonly reason: string; readonly since: number }[];
  readonly recentAlerts: number;
  /** Kinds of alerts that last now, without those of severity `info`. */
  readonly lasting: readonly string[];
  readonly ended: Vitals['ended'];
  readonly unpaid: Vitals['unpaid'];
  readonly walletsAt: number | null;
  /** Lamports; `least` is what the wallet should hold at least. */
  readonly wallets: readonly { readonly name: string; readonly lamports: bigint; readonly least: bigint }[];
  readonly targets: readonly {
    readonly name: string;
    readonly failingSince: number | null;
    readonly waiting: number;
  }[];
}
