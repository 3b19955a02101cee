import { urlOf } from '../chain/fetchJson.ts';
import { isSignedBy } from './isSignedBy.ts';
import { missing, type RoundFacts } from './RoundFacts.ts';
import { couldNotCheck, differs, type Finding, notReached, ok } from './Step.ts';

/** Asks a drand relay for a round, `GET <relay>/public/<round>`. Resolves to any JSON; throws when no JSON comes. */
export type AskRelay = (relay: string, round: number) => Promise<unknown>;

export interface Relays {
  /** Addresses of relays of the trusted network. Each ends with the hash of the network's chain. */
  readonly urls: readonly string[];
  readonly ask: AskRelay;
}

export interface RelayFinding extends Finding {
  /** The address of the relay whose answer decided the finding; null when no relay's answer did. */
  readonly relay: string | null;
}

/**
 * Whether the proof's beacon signature is the one that drand publishes. If a relay gives another signature, it is
 * believed only if that signature is valid.
 */
export async function checkRelay(facts: RoundFacts, relays: Relays): Promise<RelayFinding> {
  const { bundle, beaconRound } = facts;
  const claimed = bundle.beacon?.signature ?? null;
  if (bundle.beacon === null) return { ...missing(facts, 'beacon', 'locked'), relay: null };
  if (claimed === null) return { ...missing(facts, 'beacon.signature', 'drawn'), relay: null };
  if (beaconRound < 1) return { ...notReached('the network has no round for this end'), relay: null };
  const doubts: string[] = [];
  for (const relay of relays.urls) {
    const answer = await relays.ask(relay, beaconRound).catch(() => null);
    const said = signatureIn(answer, beaconRound);
    if (said === claimed) return { ...ok(`the same signature from ${hostOf(relay)}`), relay };
    if (said !== null && (await isSignedBy(facts.network.network, beaconRound, said)))
      return { ...differs('beacon.signature', `${said} from ${hostOf(relay)}`, claimed), relay };
    const gave = said === null ? 'gave no signature of this round' : 'gave an invalid signature';
    doubts.push(`${hostOf(relay)} ${answer === null ? 'did not answer' : gave}`);
  }
  const why = doubts.length === 0 ? 'no relay was asked' : doubts.join(', ');
  return { ...couldNotCheck(`${why}: only the lottery vouches for the signature`), relay: null };
}

function signatureIn(answer: unknown, round: number): string | null {
  const { round: its, signature } = (answer ?? {}) as { readonly round?: unknown; readonly signature?: unknown };
  return its === round && typeof signature === 'string' ? signature : null;
}

function hostOf(relay: string): string {
  return urlOf(relay)?.host ?? relay;
}
