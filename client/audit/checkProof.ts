import { bytesToHex } from '@noble/hashes/utils.js';
import type { Proof } from '../../src/contract/round.ts';
import { type BeaconNetwork, beaconKeyId, beaconRoundAt, QUICKNET } from '../../src/draw/beaconNetwork.ts';
import { commitMemo } from '../../src/draw/commitMemo.ts';
import { drawSeed, drawWinners } from '../../src/draw/drawWinners.ts';
import { type Entry, entryLeaf } from '../../src/draw/entry.ts';
import { merkleRoot } from '../../src/draw/merkleRoot.ts';
import { rulesHash } from '../../src/draw/rules.ts';
import { beaconRandomness, verifyBeacon } from '../../src/draw/verifyBeacon.ts';
import { lamports } from '../../src/money/lamports.ts';
import { splitPrize } from '../../src/payout/splitPrize.ts';
import { address } from '../../src/token/address.ts';
import { ELIGIBILITY_THRESHOLD, godUnits } from '../../src/token/god.ts';
import { type Check, QUICKNET_CHECK, same } from './Check.ts';

/** Recomputes all of a round's proof that needs nothing but the proof. Throws when it holds values of no meaning. */
export function checkProof(proof: Proof): readonly Check[] {
  const entries = (proof.snapshot?.entries ?? []).map(
    ([owner, amount]): Entry => ({ owner: address(owner), amount: godUnits(BigInt(amount)) }),
  );
  return [
    checkEntries(proof, entries),
    same('Entry list gives the published root', proof.snapshot && rootOf(entries), proof.snapshot?.root ?? null),
    same('Rules give the published hash', proof.rules && rulesHash(proof.rules), proof.rulesHash),
    same('Commitment names exactly these values', memoOf(proof), proof.commitment?.memo ?? null),
    ...checkBeacon(proof),
    checkWinners(proof, entries),
    checkPrizes(proof),
  ];
}

function rootOf(entries: readonly Entry[]): string {
  return bytesToHex(merkleRoot(entries.map(entryLeaf)));
}

/** At least one, sorted by owner, each once, each above the product's threshold, none excluded, no more than `top`, read before the end. */
function checkEntries({ rules, snapshot, endsAt }: Proof, entries: readonly Entry[]): Check {
  const name = 'Entry list follows the rules';
  if (!rules || !snapshot) return { name, verdict: 'open', detail: 'not published yet' };
  const failed = (detail: string): Check => ({ name, verdict: 'failed', detail });
  if (rules.threshold !== `${ELIGIBILITY_THRESHOLD}`)
    return failed(`the threshold is ${rules.threshold} base units and not ${ELIGIBILITY_THRESHOLD}`);
  if (entries.length === 0) return failed('nobody is in it');
  if (rules.top > 0 && entries.length > rules.top)
    return failed(`${entries.length} wallets, and the rules admit the ${rules.top} largest`);
  if (Date.parse(snapshot.takenAt) >= Date.parse(endsAt)) return failed('it was read after the round had ended');
  const keys = entries.map((entry) => bytesToHex(entryLeaf(entry)).slice(0, 64));
  const excluded = new Set(rules.excluded.map(([wallet]) => wallet));
  const wrong = entries.find((entry, index) => {
    const unsorted = index > 0 && (keys[index - 1] ?? '') >= (keys[index] ?? '');
    return unsorted || entry.amount < ELIGIBILITY_THRESHOLD || excluded.has(entry.owner);
  });
  if (wrong) return failed(`${wrong.owner} is out of order, below the threshold or excluded`);
  return { name, verdict: 'ok', detail: `${entries.length} wallets` };
}

function memoOf({ roundNumber, endsAt, snapshot, beacon, prize, rulesHash: rules }: Proof): string | null {
  if (!snapshot || !beacon || !prize || !rules) return null;
  return commitMemo({
    round: roundNumber,
    endsAt: Date.parse(endsAt) / 1000,
    slot: snapshot.slot,
    root: snapshot.root,
    entries: snapshot.entries.length,
    poolLamports: BigInt(prize.poolLamports),
    totalLamports: BigInt(prize.totalLamports),
    beaconKeyId: beaconKeyId(networkOf(beacon)),
    beaconRound: beacon.round,
    rulesHash: rules,
  });
}

function checkBeacon({ beacon, endsAt }: Proof): readonly Check[] {
  const name = 'Beacon is signed by its network';
  if (!beacon?.signature) return [{ name, verdict: 'open', detail: 'not published yet' }];
  const network = networkOf(beacon);
  const valid = verifyBeacon(network, beacon.round, beacon.signature);
  const pinned = network.publicKey === QUICKNET.publicKey;
  return [
    { name: QUICKNET_CHECK, verdict: pinned ? 'ok' : 'open', detail: `${beacon.network} ${beaconKeyId(network)}` },
    same(
      'Beacon is that of the round’s end',
      String(beacon.round),
      String(beaconRoundAt(network, Date.parse(endsAt) / 1000)),
    ),
    { name, verdict: valid ? 'ok' : 'failed', detail: `BLS signature over round ${beacon.round}` },
    same('Random number is the signature’s hash', beaconRandomness(beacon.signature), beacon.randomness),
  ];
}

function checkWinners({ roundNumber, snapshot, beacon, winners }: Proof, entries: readonly Entry[]): Check {
  const name = 'Root and random number give these winners';
  if (!snapshot || !beacon?.signature || !winners) return { name, verdict: 'open', detail: 'not drawn yet' };
  const drawn = drawWinners(entries, drawSeed(roundNumber, snapshot.root, beaconRandomness(beacon.signature)));
  const published = winners.toSorted((a, b) => a.place - b.place).map((winner) => winner.address);
  return same(name, drawn.map((entry) => entry.owner).join(', '), published.join(', '));
}

function checkPrizes({ prize, winners }: Proof): Check {
  const name = 'Prizes are 70, 20 and 10% of a fifth of the pool';
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
