import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { type Address, addressOf } from '../../src/address/address.ts';
import { addressWithSeed } from '../../src/address/addressWithSeed.ts';
import { isOnCurve } from '../../src/address/isOnCurve.ts';
import type { Proof } from '../../src/contract/round.ts';
import type { TermsMembers } from '../../src/contract/terms.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { Entry } from '../../src/protocol/terms/entries.ts';
import type { DrawRules } from '../../src/protocol/terms/lock.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { beaconKeyId } from '../../src/protocol/v1/beacon.ts';
import { commitMemo } from '../../src/protocol/v1/commitMemo.ts';
import { drawSeed, drawWinners } from '../../src/protocol/v1/drawWinners.ts';
import { ownersRoot } from '../../src/protocol/v1/entry.ts';
import { payoutMemo } from '../../src/protocol/v1/payoutMemo.ts';
import { rulesHash } from '../../src/protocol/v1/rules.ts';
import { canonicalJson } from '../../src/terms/canonicalJson.ts';
import { shownTerms } from '../../src/terms/shownTerms.ts';
import { type Terms, termsHash } from '../../src/terms/Terms.ts';

/** Quicknet's published round 1000, and the moment it belongs to. */
const BEACON_ROUND = 1000;
const ENDS_AT = QUICKNET.genesisTime + (BEACON_ROUND - 1) * QUICKNET.periodSeconds;
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';
const POOL = 50_000_000_001n;

/** A transaction's name, of 64 equal bytes. */
const signature = (byte: number) => base58.encode(new Uint8Array(64).fill(byte));
const wallet = (byte: number) => addressOf(new Uint8Array(32).fill(byte));

const FIVE: readonly Entry[] = [3, 6, 9, 12, 22].map((byte) => ({
  owner: wallet(byte),
  amount: godUnits(BigInt(byte) * 100_000_000_000n),
}));

/** So many wallets, in the order of a list. */
const manyEntries = (count: number): readonly Entry[] =>
  payableOwners(count).map((owner, i) => ({ owner, amount: godUnits(100_000_000_000n + BigInt(i)) }));

/** The first of these that are points of the curve, as many as asked for. */
function payableOwners(count: number): readonly Address[] {
  const owners: Address[] = [];
  for (let i = 0; owners.length < count; i++) {
    const bytes = new Uint8Array(32).fill(1);
    bytes.set([i >> 8, i & 255]);
    if (isOnCurve(addressOf(bytes))) owners.push(addressOf(bytes));
  }
  return owners;
}

/** A proof under other terms, whose hash its rules name. */
export function underTerms(proof: Proof, altered: Partial<TermsMembers>): Proof {
  const [shown] = proof.terms;
  if (shown === undefined || proof.rules === null) throw new Error('a proof without terms');
  const terms = { ...shown.terms, ...altered };
  const hash = createHash('sha256').update(canonicalJson(terms)).digest('hex');
  return { ...proof, terms: [{ ...shown, terms }], rules: { ...proof.rules, terms: hash } };
}

/** What is promised of that round and all others. */
const termsOf = ({ threshold, poolPercent, placePercents }: Protocol): Terms => ({
  ...{
    terms: 1,
    mint: wallet(1),
    authority: wallet(98),
    pool: wallet(99),
    genesis: ENDS_AT - 7 * 3_600,
    length: 3_600,
  },
  ...{
    lock: 60,
    lead: 20,
    threshold: `${threshold}`,
    top: 0,
    share: Number(poolPercent),
    places: placePercents.map(Number),
  },
  drand: { publicKey: QUICKNET.publicKey, genesis: QUICKNET.genesisTime, period: QUICKNET.periodSeconds },
  excluded: [
    [wallet(99), 'lottery pool'],
    [wallet(98), 'tax authority'],
  ],
  ...{ watchers: [], quorum: 0, from: 1, previous: null },
});

/** The proof of a paid round with some wallets in it, drawn by a real beacon, by a version of the rules. */
export function honestProof(roundNumber = 7, version = 1, count = FIVE.length): Proof {
  const protocol = protocolOf(version);
  const entries = count === FIVE.length ? FIVE : manyEntries(count);
  const terms = termsOf(protocol);
  const rules: DrawRules = {
    rules: version,
    terms: termsHash(terms),
    excluded: [[wallet(99), 'excluded']],
  };
  const owners = entries.map(({ owner }) => owner);
  const root = ownersRoot(owners);
  const { total, places } = protocol.splitPrize(lamports(POOL));
  const drawn = drawWinners(owners, drawSeed(roundNumber, root, RANDOMNESS), places.length);
  const facts = { round: roundNumber, endsAt: ENDS_AT, root, beaconRound: BEACON_ROUND };
  const memo = commitMemo({
    ...facts,
    slot: 4321,
    entries: entries.length,
    poolLamports: POOL,
    totalLamports: total,
    beaconKeyId: beaconKeyId(QUICKNET),
    rulesHash: rulesHash(rules),
  });
  return {
    roundNumber,
    endsAt: new Date(ENDS_AT * 1000).toISOString(),
    state: 'paid',
    reason: null,
    rules: { ...rules, excluded: rules.excluded.map(([address, reason]) => [address, reason]) },
    rulesHash: rulesHash(rules),
    terms: [shownTerms(terms, signature(9))],
    snapshot: {
      slot: 4321,
      takenAt: new Date((ENDS_AT - 60) * 1000).toISOString(),
      entries: owners,
      amounts: entries.map(({ amount }) => String(amount)),
      root,
    },
    commitment: {
      wallet: wallet(99),
      memo,
      mark: addressWithSeed(wallet(99), `commit:${ENDS_AT}`),
      signature: signature(1),
      slot: 4330,
      blockTime: null,
    },
    beacon: {
      network: QUICKNET.name,
      publicKey: QUICKNET.publicKey,
      genesisTime: QUICKNET.genesisTime,
      period: QUICKNET.periodSeconds,
      round: BEACON_ROUND,
      time: new Date(ENDS_AT * 1000).toISOString(),
      signature: SIGNATURE,
      randomness: RANDOMNESS,
    },
    prize: { poolLamports: String(POOL), totalLamports: String(total), lamports: places.map(String) },
    winners: drawn.map((address, index) => ({
      place: ([1, 2, 3] as const)[index] ?? 1,
      address,
      lamports: String(places[index]),
    })),
    payout: {
      memo: payoutMemo({ ...facts, winners: drawn.length }),
      mark: wallet(77),
      signature: signature(2),
      slot: 4400,
      status: 'final',
    },
    notes: {
      ...{ lockedAt: null, committedAt: null, beaconAt: null },
      ...{ drawnAt: null, paidAt: null, finalAt: null },
    },
    witnesses: [],
  };
}
