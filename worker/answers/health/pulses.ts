import * as z from 'zod';

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
  /** How many RPC nodes are configured, and the newest doubt about one of them: when it came, and a sentence. */
  rpcNodes: z.int(),
  doubt: z.object({ at: z.int(), sentence: z.string() }).nullable(),
  /**
   * Whether rounds pay or are rehearsed, and how the newest rehearsal went; null before the first report. `isRefused`:
   * the setting `PAYOUTS` is `live`, but a rehearsal is in flight.
   */
  payouts: z.object({ isRefused: z.boolean(), sentence: z.string(), rehearsal: z.string().nullable() }).nullable(),
  /** What is announced, and which settings differ from it; null before the first look. */
  terms: z.object({ differences: z.array(z.string()).readonly(), sentence: z.string() }).nullable(),
});
export type Pulse = z.infer<typeof pulseSchema>;

export const NO_PULSE: Pulse = {
  ...{ startedAt: null, advancedAt: null, holdersAt: null, poolAt: null, beaconAt: null },
  ...{ lastError: null, rpcNodes: 0, doubt: null, payouts: null, terms: null },
};

/** The state of the tax. */
export const taxPulseSchema = z.object({
  startedAt,
  collectedAt: lastTime,
  /** What prevents the cycle from going on, as a sentence. */
  problem: z.string().nullable(),
});
export type TaxPulse = z.infer<typeof taxPulseSchema>;

/** What the alerts' object has seen in its looks at everything else. Times are unix milliseconds. */
export const seenSchema = z.object({
  startedAt: z.int(),
  /** When the newest look began. */
  lookedAt: lastTime,
  databaseAt: lastTime,
  databaseBytes: z.int().nullable(),
  /** Rounds that wait for a person, oldest first, and since when. */
  held: z.array(z.object({ round: z.int(), reason: z.string(), since: z.int() })).readonly(),
  pausedSince: lastTime,
  recentAlerts: z.int(),
  /** `ended` and `unpaid` are as in `Vitals`. */
  ended: z.array(z.object({ round: z.int(), isPaid: z.boolean(), reason: z.string().nullable() })).readonly(),
  unpaid: z.array(z.object({ round: z.int(), endsAt: z.int() })).readonly(),
  walletsAt: lastTime,
  /** Lamports; `least` is what the wallet should hold at least. */
  wallets: z.array(z.object({ name: z.string(), lamports: z.bigint(), least: z.bigint() })).readonly(),
  /** The parts that were down at the last look, and the nodes that gave no usable answer. */
  downParts: z.array(z.string()).readonly(),
  silentNodes: z.array(z.string()).readonly(),
  /** `nodesHash` of the nodes that were asked. */
  nodes: z.string(),
});
export type Seen = z.infer<typeof seenSchema>;

/** What health is told by the alerts' object. */
export interface AlertsPulse extends Seen {
  /** Kinds of alerts that last now, without those of severity `info`. */
  readonly lasting: readonly string[];
  readonly targets: readonly {
    readonly name: string;
    readonly failingSince: number | null;
    readonly waiting: number;
  }[];
}
