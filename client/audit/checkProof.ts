import { bytesToHex } from '@noble/hashes/utils.js';
import { address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { type BeaconNetwork, QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { Entry } from '../../src/protocol/terms/entries.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { type Check, QUICKNET_CHECK, same } from './Check.ts';

/**
 * Recomputes all of a round's proof that needs nothing but the proof, by the rules that its commitment names. Throws
 * when it holds values of no meaning, and `UnknownRules`.
 */
export function checkProof(proof: Proof): readonly Check[] {
  const protocol = protocolOf(proof.rules?.rules ?? CURRENT_RULES.version);
  const entries = (proof.snapshot?.entries ?? []).map(
    ([owner, amount]): Entry => ({ owner: address(owner), amount: godUnits(BigInt(amount)) }),
  );
  return [
    checkEntries(protocol, proof, entries),
    same(
      'Entry list gives the published root',
      proof.snapshot && protocol.entriesRoot(entries),
      proof.snapshot?.root ?? null,
    ),
    same('Rules give the published hash', proof.rules && protocol.rulesHash(proof.rules), proof.rulesHash),
    same('Commitment names exactly these values', memoOf(protocol, proof), proof.commitment?.memo ?? null),
    ...checkBeacon(protocol, proof),
    checkWinners(protocol, proof, entries),
    checkPrizes(protocol, proof),
  ];
}

/**
 * At least one, sorted by owner, each once, each above the threshold of the rules, none excluded, no more than `top`,
 * read before the end.
 */
function checkEntries(
  { threshold, joinLeaves }: Protocol,
  { rules, snapshot, endsAt }: Proof,
  entries: readonly Entry[],
): Check {
  const name = 'Entry list follows the rules';
  if (!rules || !snapshot) return { name, verdict: 'open', detail: 'not published yet' };
  const failed = (detail: string): Check => ({ name, verdict: 'failed', detail });
  if (rules.threshold !== `${threshold}`)
    return failed(`the threshold is ${rules.threshold} base units and not ${threshold}`);
  if (entries.length === 0) return failed('nobody is in it');
  if (rules.top > 0 && entries.length > rules.top)
    return failed(`${entries.length} wallets, and the rules admit the ${rules.top} largest`);
  if (Date.parse(snapshot.takenAt) >= Date.parse(endsAt)) return failed('it was read after the round had ended');
  const keys = entries.map((entry) => bytesToHex(joinLeaves([entry])).slice(0, 64));
  const excluded = new Set(rules.excluded.map(([wallet]) => wallet));
  const wrong = entries.find((entry, index) => {
    const unsorted = index > 0 && (keys[index - 1] ?? '') >= (keys[index] ?? '');
    return unsorted || entry.amount < threshold || excluded.has(entry.owner);
  });
  if (wrong) return failed(`${wrong.owner} is out of order, below the threshold or excluded`);
  return { name, verdict: 'ok', detail: `${entries.length} wallets` };
}

function memoOf(
  protocol: Protocol,
  { roundNumber, endsAt, snapshot, beacon, prize, rulesHash: rules }: Proof,
): string | null {
  if (!snapshot || !beacon || !prize || !rules) return null;
  return protocol.commitMemo({
    round: roundNumber,
    endsAt: Date.parse(endsAt) / 1000,
    slot: snapshot.slot,
    root: snapshot.root,
    entries: snapshot.entries.length,
    poolLamports: BigInt(prize.poolLamports),
    totalLamports: BigInt(prize.totalLamports),
    beaconKeyId: protocol.beaconKeyId(networkOf(beacon)),
    beaconRound: beacon.round,
    rulesHash: rules,
  });
}

function checkBeacon(protocol: Protocol, { beacon, endsAt }: Proof): readonly Check[] {
  const name = 'Beacon is signed by its network';
  if (!beacon?.signature) return [{ name, verdict: 'open', detail: 'not published yet' }];
  const network = networkOf(beacon);
  const valid = protocol.verifyBeacon(network, beacon.round, beacon.signature);
  const pinned = network.publicKey === QUICKNET.publicKey;
  return [
    {
      name: QUICKNET_CHECK,
      verdict: pinned ? 'ok' : 'open',
      detail: `${beacon.network} ${protocol.beaconKeyId(network)}`,
    },
    same(
      'Beacon is that of the round’s end',
      String(beacon.round),
      String(protocol.beaconRoundAt(network, Date.parse(endsAt) / 1000)),
    ),
    { name, verdict: valid ? 'ok' : 'failed', detail: `BLS signature over round ${beacon.round}` },
    same('Random number is the signature’s hash', protocol.beaconRandomness(beacon.signature), beacon.randomness),
  ];
}

function checkWinners(
  protocol: Protocol,
  { roundNumber, snapshot, beacon, winners }: Proof,
  entries: readonly Entry[],
): Check {
  const name = 'Root and random number give these winners';
  if (!snapshot || !beacon?.signature || !winners) return { name, verdict: 'open', detail: 'not drawn yet' };
  const randomness = protocol.beaconRandomness(beacon.signature);
  const drawn = protocol.drawWinners(entries, { round: roundNumber, root: snapshot.root, randomness });
  const published = winners.toSorted((a, b) => a.place - b.place).map((winner) => winner.address);
  return same(name, drawn.map((entry) => entry.owner).join(', '), published.join(', '));
}

function checkPrizes(
  { splitPrize, placePercents: [first, second, third], poolPercent }: Protocol,
  { prize, winners }: Proof,
): Check {
  const name = `Prizes are ${first}, ${second} and ${third}% of ${poolPercent}% of the pool`;
  if (!prize) return { name, verdict: 'open', detail: 'not published yet' };
  const split = splitPrize(lamports(BigInt(prize.poolLamports)));
  const due = split.places.map(String);
  const paid = prize.lamports.map(
    (amount, index) => winners?.find(({ place }) => place === index + 1)?.lamports ?? amount,
  );
  return same(
    name,
    `${paid.join(' + ')} of ${prize.totalLamports} lamports`,
    `${due.join(' + ')} of ${split.total} lamports`,
  );
}

function networkOf({ network, publicKey, genesisTime, period }: NonNullable<Proof['beacon']>): BeaconNetwork {
  return { name: network, publicKey, genesisTime, periodSeconds: period };
}
