import * as z from 'zod';
import type { BeaconNetwork } from '../../src/protocol/terms/beaconNetwork.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import type { DrawnBeacon } from '../../src/round/record.ts';
import { inTime } from '../inTime.ts';
import { jsonUpTo } from '../jsonUpTo.ts';

export interface BeaconQuestion {
  readonly protocol: Pick<Protocol, 'verifyBeacon' | 'beaconRandomness'>;
  /** The network that the commitment named, whatever the settings say now. */
  readonly network: BeaconNetwork;
  /** The network's number of the beacon, not the number of a round of ours. */
  readonly round: number;
  /** How long to wait for the relays. A relay that hangs is asked again by the next call. */
  readonly patienceMs: number;
}

/** Null when no relay gave the beacon in time. */
export type FetchBeacon = (question: BeaconQuestion) => Promise<DrawnBeacon | null>;

const BEACON_TIMEOUT_MS = 5_000;
/** A beacon has less than a kilobyte. The limit protects the memory that all rounds share. */
const MOST_ANSWER_BYTES = 16_384;

const answerSchema = z.object({ round: z.int(), signature: z.string() });

export interface BeaconInput {
  /** Relay bases; `/public/<round>` of drand's v1 API is appended. */
  readonly urls: readonly string[];
  readonly fetch: typeof fetch;
  readonly log: (message: string) => void;
}

/** Asks all relays for a beacon round at once, and takes the first answer whose signature verifies. */
export function createFetchBeacon({ urls, fetch, log }: BeaconInput): FetchBeacon {
  return async (question) => {
    const done = new AbortController();
    const asked = urls.map((url) =>
      inTime(BEACON_TIMEOUT_MS, (late) => ask(url, question, AbortSignal.any([done.signal, late]))),
    );
    const soon = Promise.withResolvers<null>();
    const patience = setTimeout(soon.resolve, question.patienceMs, null);
    try {
      return await Promise.race([Promise.any(asked), soon.promise]);
    } catch {
      return null; // every relay has failed, or does not have the round
    } finally {
      // While this timer runs, a command in a shell does not end.
      clearTimeout(patience);
      done.abort();
    }
  };

  async function ask(
    url: string,
    { protocol, network, round }: BeaconQuestion,
    signal: AbortSignal,
  ): Promise<DrawnBeacon> {
    // Before the beacon is due, the relay answers 404. No cache may keep that answer.
    const response = await fetch(`${url}/public/${round}`, { cache: 'no-store', signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`beacon relay answered ${response.status}`);
    }
    const read = await jsonUpTo(response.body, MOST_ANSWER_BYTES);
    if (typeof read === 'string') throw new Error(`beacon relay answered more than ${MOST_ANSWER_BYTES} bytes`);
    const answer = answerSchema.parse(read.json);
    if (answer.round !== round || !protocol.verifyBeacon(network, round, answer.signature)) {
      log(`beacon relay ${new URL(url).host} gave no valid beacon of round ${round}`);
      throw new Error('invalid beacon');
    }
    return { signature: answer.signature, randomness: protocol.beaconRandomness(answer.signature) };
  }
}
