import type { Health } from '../../src/contract/health.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { AlertsPulse } from '../answers/health/pulses.ts';
import type { Vitals } from '../store/views/rounds/vitals.ts';
import type { AlertInbox } from './createAlertInbox.ts';
import type { Delivery } from './createDelivery.ts';
import { tryTo } from './tryTo.ts';
import { createWatchParts } from './watchParts.ts';

const WALLETS_MS = 300_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;

export interface WatchInput {
  readonly inbox: AlertInbox;
  readonly delivery: Delivery;
  readonly readVitals: () => Promise<Vitals>;
  readonly readWallets: () => Promise<AlertsPulse['wallets']>;
  /** The state of all parts; `own` is this object's pulse. */
  readonly readHealth: (own: AlertsPulse) => Promise<Health>;
  /** After how many rounds without a payment a person is told; 0: never. */
  readonly unpaidRounds: number;
  readonly heartbeatUrl: string | null;
  readonly fetch: typeof fetch;
  readonly startedAt: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Looks at all parts, once a minute. It needs neither the rounds nor the database: if a part cannot be read, people are
 * told of that part as soon as its last success is old.
 */
export function createWatch(input: WatchInput) {
  const { inbox, delivery, now } = input;
  const watchParts = createWatchParts({ inbox, now, unpaidRounds: input.unpaidRounds });
  let seen: Omit<AlertsPulse, 'targets'> = {
    ...{ startedAt: input.startedAt, databaseAt: null, databaseBytes: null, held: [], recentAlerts: 0 },
    ...{ lasting: [], ended: [], unpaid: [] },
    ...{ walletsAt: null, wallets: [] },
  };

  const pulse = (): AlertsPulse => ({ ...seen, lasting: inbox.kinds(), targets: delivery.states() });

  async function lookAtDatabase(signal: AbortSignal): Promise<void> {
    const { bytes, ...vitals } = await input.readVitals();
    signal.throwIfAborted();
    seen = { ...seen, databaseAt: now(), databaseBytes: bytes, ...vitals };
  }

  async function lookAtWallets(signal: AbortSignal): Promise<void> {
    if (seen.walletsAt !== null && isRecent(seen.walletsAt, now(), WALLETS_MS)) return;
    const wallets = await input.readWallets();
    signal.throwIfAborted();
    seen = { ...seen, walletsAt: now(), wallets };
  }

  /** When the heartbeat stops, a service outside raises the alarm, even if this whole worker is gone. */
  async function beat(): Promise<void> {
    if (input.heartbeatUrl === null) return;
    const response = await input.fetch(input.heartbeatUrl, { signal: AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  }

  async function lookAtParts(signal: AbortSignal): Promise<void> {
    const { status, parts } = await input.readHealth(pulse());
    signal.throwIfAborted();
    watchParts(parts, pulse());
    if (status !== 'down') await tryTo('heartbeat', beat);
  }

  return {
    pulse,
    /** Never throws, and always ends: a look that fails or hangs does not stop the others. */
    async tick(): Promise<void> {
      await Promise.all([tryTo('database not read', lookAtDatabase), tryTo('balances not read', lookAtWallets)]);
      await tryTo('parts not read', lookAtParts);
      await tryTo('alerts not read', inbox.look);
      await delivery.deliver();
    },
  };
}
