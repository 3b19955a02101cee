import { address } from '../../src/address/address.ts';
import { lamports } from '../../src/money/lamports.ts';
import { knownProtocol, protocolOf } from '../../src/protocol/protocolOf.ts';
import type { PrizeSplit } from '../../src/protocol/terms/lock.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import type { Bundle } from './Bundle.ts';
import { couldNotCheck, type Finding, failed, notReached } from './Step.ts';
import type { TrustedNetwork } from './TrustedNetwork.ts';

/** What follows from a bundle alone, each value from those before it: one false value hides no other. */
export interface RoundFacts {
  readonly bundle: Bundle;
  /** How the round's own rules compute it; the newest known ones when its own are not known here. */
  readonly protocol: Protocol;
  readonly isKnownVersion: boolean;
  readonly network: TrustedNetwork;
  /** The one that the user named, else the one that the proof names. */
  readonly wallet: string | null;
  readonly isWalletPinned: boolean;
  readonly root: string | null;
  readonly rulesHash: string | null;
  /** Of the round's end, by the trusted network; 0 before its genesis. */
  readonly beaconRound: number;
  /** Unix seconds. */
  readonly beaconTime: number;
  readonly prizes: PrizeSplit | null;
  readonly randomness: string | null;
  /** In their places. */
  readonly winners: readonly string[] | null;
}

interface RoundFactsInput {
  readonly bundle: Bundle;
  readonly network: TrustedNetwork;
  readonly poolWallet: string | null;
}

/** Works out all that follows from a proof by arithmetic alone. Nothing is asked. */
export function roundFacts({ bundle, network, poolWallet }: RoundFactsInput): RoundFacts {
  const { rules, snapshot, commitment, beacon, prize, endsAt } = bundle;
  const known = rules && knownProtocol(rules.rules);
  const protocol = known ?? protocolOf(CURRENT_RULES.version);
  const root = snapshot && protocol.entriesRoot(snapshot.entries);
  const randomness = beacon?.signature ? protocol.beaconRandomness(beacon.signature) : null;
  const of = snapshot && root !== null && randomness !== null && { round: bundle.round, root, randomness };
  const isAfterGenesis = endsAt >= network.network.genesisTime;
  const beaconRound = isAfterGenesis ? protocol.beaconRoundAt(network.network, endsAt) : 0;
  return {
    bundle,
    protocol,
    isKnownVersion: rules === null || known !== null,
    network,
    wallet: poolWallet ?? commitment?.wallet ?? null,
    isWalletPinned: poolWallet !== null,
    root,
    rulesHash: rules && protocol.rulesHash(rules),
    beaconRound,
    beaconTime: protocol.beaconTime(network.network, beaconRound),
    prizes: prize && protocol.splitPrize(lamports(prize.pool)),
    randomness,
    winners: of ? protocol.drawWinners(snapshot.entries, of).map(({ owner }) => address(owner)) : null,
  };
}

/** How far a round is in each state; a round that is held or called off promises no part. */
const PROGRESS: Readonly<Partial<Record<Bundle['state'], number>>> = { locked: 1, committed: 2, drawn: 3, paid: 4 };

/** A part of the proof that is null, and from which state on it has to be there. */
export function missing(
  { bundle }: Pick<RoundFacts, 'bundle'>,
  part: string,
  from: 'locked' | 'committed' | 'drawn' | 'paid',
): Finding {
  const { rules, snapshot, commitment, beacon, state } = bundle;
  const isDue = (PROGRESS[state] ?? 0) >= (PROGRESS[from] ?? 0);
  if (!isDue) return notReached(`${part} is not published yet`);
  // An older version of the site shows nothing of a round whose rules it does not know.
  if (!rules && !snapshot && !commitment && !beacon) return couldNotCheck('the site publishes nothing of this round');
  return failed(`${part}: expected one in a ${state} round got null`);
}
