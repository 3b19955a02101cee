import { drawSeedOf } from '../../../src/protocol/arithmeticOf.ts';
import { PINNED_QUICKNET } from '../chain/Lottery.ts';
import { missing, type RoundFacts } from './RoundFacts.ts';
import { couldNotCheck, differs, type Finding, firstOf, ok, unlike } from './Step.ts';

const QUICKNET_KEY = PINNED_QUICKNET.network.publicKey;

/** Whether the proof's beacon network is the one that the verifier trusts. */
export function checkNetwork(facts: RoundFacts): Finding {
  const { bundle, network, protocol } = facts;
  const { beacon } = bundle;
  if (beacon === null) return missing(facts, 'beacon', 'locked');
  const wrong = firstOf(
    unlike('beacon.publicKey', network.network.publicKey, beacon.publicKey),
    unlike('beacon.genesisTime', network.network.genesisTime, beacon.genesisTime),
    unlike('beacon.period', network.network.periodSeconds, beacon.periodSeconds),
  );
  if (wrong) return wrong;
  const keyId = protocol.beaconKeyId(network.network);
  if (network.by === 'told') return couldNotCheck(`${keyId} is not quicknet, and only this site vouches for it`);
  return ok(network.network.publicKey === QUICKNET_KEY ? keyId : `${keyId} (WARNING: not drand’s quicknet)`);
}

/** Whether the proof names the beacon round that is due for the round's end, and the time of that beacon. */
export function checkBeaconRound(facts: RoundFacts): Finding {
  const { bundle, beaconRound, beaconTime } = facts;
  const { beacon } = bundle;
  if (beacon === null) return missing(facts, 'beacon', 'locked');
  return (
    firstOf(unlike('beacon.round', beaconRound, beacon.round), unlike('beacon.time', beaconTime, beacon.time)) ??
    ok(`${beaconRound}, due at ${beaconTime}`)
  );
}

/** The finding for a proof without a beacon signature, which it must show from the draw on. */
function noSignature(facts: RoundFacts): Finding {
  if (facts.bundle.beacon === null) return missing(facts, 'beacon', 'locked');
  return missing(facts, 'beacon.signature', 'drawn');
}

/** Whether the network signed the proof's beacon. */
export async function checkSignature(facts: RoundFacts): Promise<Finding> {
  const { bundle, beaconRound } = facts;
  const { beacon } = bundle;
  if (!beacon?.signature) return noSignature(facts);
  return (await facts.isBeaconSigned())
    ? ok(beacon.signature)
    : differs('beacon.signature', `that of round ${beaconRound}`, beacon.signature);
}

/** The finding for a proof from which no winners can be drawn. */
export function noWinners(facts: RoundFacts): Finding {
  return facts.bundle.snapshot === null ? missing(facts, 'snapshot', 'locked') : noSignature(facts);
}

/** Whether the proof's randomness is the hash of the beacon's signature. */
export function checkRandomness(facts: RoundFacts): Finding {
  const { bundle, randomness } = facts;
  const { beacon } = bundle;
  if (beacon === null || randomness === null) return noSignature(facts);
  if (beacon.randomness === null) return missing(facts, 'beacon.randomness', 'drawn');
  return unlike('beacon.randomness', randomness, beacon.randomness) ?? ok(randomness);
}

/** Shows the seed that follows from root and randomness. It is not compared, because a proof names no seed. */
export function checkSeed(facts: RoundFacts): Finding {
  const { root, randomness, protocol } = facts;
  if (root === null || randomness === null) return noWinners(facts);
  return ok(drawSeedOf(protocol, { round: facts.terms.round, root, randomness }));
}

/** Whether the proof's winners are those that the seed draws from the list, place by place. */
export function checkWinners(facts: RoundFacts): Finding {
  const { bundle, winners } = facts;
  if (winners === null) return noWinners(facts);
  if (bundle.winners === null) return missing(facts, 'winners', 'drawn');
  const due = winners.map((wallet, index) => `${index + 1}. ${wallet}`).join(', ');
  const said = bundle.winners.map(({ place, address }) => `${place}. ${address}`).join(', ');
  return unlike('winners', due, said) ?? ok(due);
}

/** Whether the proof's prizes are those into which the rules split the proof's pool. */
export function checkPrizes(facts: RoundFacts): Finding {
  const { bundle, prizes } = facts;
  const { prize, winners } = bundle;
  if (prize === null || prizes === null) return missing(facts, 'prize', 'locked');
  const shares = (amounts: readonly bigint[]) => amounts.join(' + ');
  const won = (winners ?? []).map(({ lamports, place }, index) =>
    unlike(`lamports of place ${place}`, prizes.places[index] ?? 'no such place', lamports),
  );
  return (
    firstOf(
      unlike('prize.totalLamports', prizes.total, prize.total),
      unlike('prize.lamports', shares(prizes.places), shares(prize.places)),
      ...won,
    ) ?? ok(`${shares(prizes.places)} of ${prizes.total} lamports`)
  );
}
