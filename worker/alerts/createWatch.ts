import type { Health } from '../../src/contract/health.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import type { AlertsPulse, Seen } from '../answers/health/pulses.ts';
import { inTime } from '../inTime.ts';
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
  /** Asks each RPC node one simple question. Labels of those that gave no usable answer. */
  readonly findSilentNodes: () => Promise<readonly string[]>;
  /** `nodesHash` of these nodes. */
  readonly nodes: string;
  /** The state of all parts; `own` is this object's pulse. */
  readonly readHealth: (own: AlertsPulse) => Promise<Health>;
  /** After how many rounds without a payment a person is told; 0: never. */
  readonly unpaidRounds: number;
  readonly heartbeatUrl: string | null;
  readonly fetch: typeof fetch;
  /** What the looks up to now have seen; null before the first one. */
  readonly known: Seen | null;
  /** Stores what was seen: the object is removed from memory between two looks. */
  readonly keep: (seen: Seen) => Promise<void>;
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
  let seen: Seen = input.known ?? {
    ...{
      startedAt: now(),
      lookedAt: null,
      databaseAt: null,
      databaseBytes: null,
      held: [],
      pausedSince: null,
      recentAlerts: 0,
      ended: [],
      unpaid: [],
    },
    ...{ walletsAt: null, wallets: [], downParts: [], silentNodes: [], nodes: input.nodes },
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

  /** Tells people of a node that was silent at the last look too, even if the others are enough. */
  async function lookAtNodes(signal: AbortSignal): Promise<void> {
    const silentNodes = await input.findSilentNodes();
    signal.throwIfAborted();
    // Among other nodes, a label stands for another node.
    const before = seen.nodes === input.nodes ? seen.silentNodes : [];
    for (const node of silentNodes.filter((each) => before.includes(each))) {
      const message = `RPC ${node} has given no usable answer for a minute.`;
      inbox.raise({ key: `node-silent:${node}`, message, raisedAt: now() });
    }
    seen = { ...seen, silentNodes, nodes: input.nodes };
  }

  /** When the heartbeat stops, a service outside raises the alarm, even if this whole worker is gone. */
  async function beat(): Promise<void> {
    const { heartbeatUrl } = input;
    if (heartbeatUrl === null) return;
    const response = await inTime(HEARTBEAT_TIMEOUT_MS, (signal) => input.fetch(heartbeatUrl, { signal }));
    await response.body?.cancel();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  }

  async function lookAtParts(signal: AbortSignal): Promise<void> {
    const { status, parts } = await input.readHealth(pulse());
    signal.throwIfAborted();
    watchParts(parts, pulse());
    const named = new Set(parts.map(({ name }) => name));
    // A part that could not be looked at is as it was: an object that is silent names none of its parts.
    const unseen = seen.downParts.filter((name) => !named.has(name));
    const down = parts.filter(({ status }) => status === 'down').map(({ name }) => name);
    seen = { ...seen, downParts: [...unseen, ...down] };
    if (status !== 'down') await tryTo('heartbeat', beat);
  }

  return {
    pulse,
    /** Never throws, and always ends: a look that fails or hangs does not stop the others. */
    async tick(): Promise<void> {
      seen = { ...seen, lookedAt: now() };
      await Promise.all([
        tryTo('database not read', lookAtDatabase),
        tryTo('balances not read', lookAtWallets),
        tryTo('nodes not asked', lookAtNodes),
      ]);
      await tryTo('parts not read', lookAtParts);
      await tryTo('look not kept', () => input.keep(seen));
      await tryTo('alerts not read', inbox.look);
      await delivery.deliver();
    },
  };
}
